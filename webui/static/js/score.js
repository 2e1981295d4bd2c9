// The count at the end, where no row decided the game.

import { colourName, stoneToken } from "./colours.js";
import { byId, h, renew } from "./dom.js";
import { currentLanguage, t } from "./i18n.js";

export function showScore({ outcome }) {
  const root = byId("score");
  const areas = Object.entries(outcome?.areas ?? {}).sort(
    ([, one], [, other]) => other[0] - one[0] || other[1] - one[1],
  );
  root.hidden = areas.length === 0;
  renew(root, [areas, outcome?.winners, currentLanguage()], () => [
    h("h2", {}, t("score.title")),
    h(
      "table",
      { class: "score" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["player", "fields", "stones"].map((name) => h("th", { scope: "col" }, t(`score.${name}`))),
        ),
      ),
      h(
        "tbody",
        {},
        areas.map(([colour, counts]) => row(colour, counts, outcome.winners.includes(colour))),
      ),
    ),
  ]);
}

function row(colour, [fields, stones], won) {
  return h(
    "tr",
    { class: won ? "won" : null },
    h(
      "th",
      { scope: "row" },
      stoneToken(colour),
      colourName(colour),
      won && [" ", h("span", { class: "flag" }, t("players.won"))],
    ),
    h("td", {}, String(fields)),
    h("td", {}, String(stones)),
  );
}
