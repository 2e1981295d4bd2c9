// The end: the count and how it came about, the sheet to print, the game to look at again.

import { stoneToken } from "./colours.js";
import { byId, h, renew } from "./dom.js";
import { currentLanguage, t } from "./i18n.js";
import { icon } from "./icons.js";
import { playerName } from "./people.js";
import { replayAddress } from "./replay.js";

const FORMS = ["png", "pdf"];

export function showResult(state) {
  const { outcome, phase, replayed, players, setup } = state;
  const root = byId("score");
  root.hidden = setup || !(outcome || (phase === "over" && players.length > 0));
  if (root.hidden) return;
  const from = replayed ? replayed.from : "/api"; // a game in a file of its own has no program to ask
  renew(root, [outcome, from, Boolean(replayed), currentLanguage()], () => [
    h("h2", {}, t("score.title")),
    ...(outcome ? count(outcome) : []),
    h(
      "div",
      { class: "result-links" },
      !replayed && h("a", { class: "button", href: replayAddress() }, icon("play"), t("score.replay")),
      from && FORMS.map((form) => sheet(from, form)),
      from && sharing(from),
    ),
  ]);
}

/** The game in one file: as a page that any browser opens, and as an animation. */
export function sharing(from, name = "") {
  return ["html", "webp"].map((form) => {
    const words = t(`share.${form}`);
    const href = `${from}/game.${form}?language=${currentLanguage()}`;
    return h("a", { class: "chip", href, download: true, title: t(`share.${form}_hint`), "aria-label": name && `${words}: ${name}` }, icon("download"), words);
  });
}

function sheet(from, form) {
  const words = t("score.sheet", { form: form.toUpperCase() });
  const href = `${from}/sheet.${form}?language=${currentLanguage()}`;
  return h("a", { class: "chip", href, download: true }, icon("download"), words);
}

/** The count as a table and in sentences; the games whose outcome is told in one have neither. */
function count({ areas, counted, winners }) {
  const sentences = counted?.[currentLanguage()] ?? counted?.en ?? [];
  const ranked = Array.isArray(Object.values(areas ?? {})[0])
    ? Object.entries(areas).sort(([, one], [, other]) => other[0] - one[0] || other[1] - one[1])
    : [];
  return [
    ranked.length > 0 && table(ranked, winners),
    sentences.length > 0 &&
      h(
        "ol",
        { class: "counted" },
        sentences.map((sentence) => h("li", {}, sentence)),
      ),
  ];
}

function table(ranked, winners) {
  const heads = ["player", "fields", "stones"].map((name) => h("th", { scope: "col" }, t(`score.${name}`)));
  return h(
    "table",
    { class: "score" },
    h("caption", {}, t("score.areas")),
    h("thead", {}, h("tr", {}, heads)),
    h(
      "tbody",
      {},
      ranked.map(([colour, counts]) => row(colour, counts, winners.includes(colour))),
    ),
  );
}

function row(colour, [fields, stones], won) {
  return h(
    "tr",
    { class: won ? "won" : null },
    h(
      "th",
      { scope: "row" },
      stoneToken(colour),
      playerName(colour),
      won && [" ", h("span", { class: "flag" }, t("players.won"))],
    ),
    h("td", {}, String(fields)),
    h("td", {}, String(stones)),
  );
}
