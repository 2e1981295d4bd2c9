// Over evenings: who won what, how long games take, which faults are made.

import { answered } from "./api.js";
import { colourName } from "./colours.js";
import { h } from "./dom.js";
import { t, voiceTag } from "./i18n.js";
import { faultName } from "./verdict.js";

/** The tables, made from all games that are kept. */
export async function statistics() {
  const { people, games, faults, evenings } = await answered(await fetch("/api/library/statistics"));
  const kinds = games.map(({ game, name }) => [game, name]);
  return h(
    "div",
    { class: "statistics", tabindex: "0", role: "region", "aria-label": t("statistics.title") },
    games.length === 0 && h("p", { class: "soft" }, t("statistics.none")),
    games.length > 0 && [
      table("people", ["player", ...kinds.map(([, name]) => name), "all", "faults"], people.map((one) => person(one, kinds))),
      table("games", ["game", "played", "decided", "usual", "longest"], games.map(game)),
      evenings.length > 0 && table("evenings", ["date", "played", "time", "faults", "won"], evenings.map(evening)),
      Object.keys(faults).length > 0 && table("faults", ["fault", "times"], Object.entries(faults).map(([fault, count]) => [faultName(fault), count])),
    ],
  );
}

/** How often someone won, of how many games: "2 / 5". */
function person({ name, played, won, faults }, kinds) {
  const of = (game) => (played[game] ? `${won[game]} / ${played[game]}` : "–");
  return [colourName(name), ...kinds.map(([game]) => of(game)), `${sum(won)} / ${sum(played)}`, sum(faults)];
}

function game({ name, played, decided, usual_s: usual, longest_s: longest }) {
  return [name, played, decided, duration(usual), duration(longest)];
}

function evening({ date, games, seconds, faults, won }) {
  const winners = Object.entries(won).map(([name, times]) => (times > 1 ? `${colourName(name)} (${times})` : colourName(name)));
  const day = new Date(`${date}T12:00`).toLocaleDateString(voiceTag(), { dateStyle: "medium" });
  return [day, games, duration(seconds || null), faults, winners.join(", ")];
}

function duration(seconds) {
  return seconds === null ? "–" : t("statistics.minutes", { minutes: Math.max(1, Math.round(seconds / 60)) });
}

function sum(counts) {
  return Object.values(counts).reduce((all, one) => all + one, 0);
}

const HEADS = ["player", "all", "faults", "game", "played", "decided", "usual", "longest", "date", "time", "won", "fault", "times"];

function table(name, heads, rows) {
  return h(
    "table",
    { "data-table": name },
    h("caption", {}, t(`statistics.${name}_title`)),
    h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, HEADS.includes(head) ? t(`statistics.${head}`) : head)))),
    h(
      "tbody",
      {},
      rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), rest.map((cell) => h("td", {}, String(cell))))),
    ),
  );
}
