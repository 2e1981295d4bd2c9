// Where the table is not as the game has it, field by field.

import { cellName, sameCell } from "./cells.js";
import { colourName } from "./colours.js";
import { byId, h, renew } from "./dom.js";
import { currentLanguage, t } from "./i18n.js";
import { isStrip, stripName } from "./strips.js";

/** Whether nothing else differs there than the faulty act, which the banner and the board tell of. */
function isTheFault({ cell }, { phase, last }) {
  return phase === "waiting_restore" && Array.isArray(last?.act.cell) && sameCell(cell, last.act.cell);
}

/** The stack that is seen, from the bottom up; what lies below its top is taken to be as before. */
export function differing({ expected, seen: { owner, height } }) {
  if (!owner) return [];
  const below = expected.slice(0, height - 1);
  return [...below, ...Array(height - below.length).fill(owner)];
}

export function showDifferences(state) {
  const { differences, board } = state;
  const root = byId("differences");
  root.hidden = differences.every((one) => isTheFault(one, state));
  renew(root, [differences, board.strips?.seats.length, currentLanguage()], () => [
    h("h2", {}, t("differences.title")),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["cell", "expected", "seen"].map((name) => h("th", { scope: "col" }, t(`differences.${name}`))),
        ),
      ),
      h("tbody", {}, differences.map((one) => row(one, board))),
    ),
  ]);
}

function row({ cell, expected, seen }, { strips }) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, strips ? areaName(cell, strips) : cellName(cell)),
    h("td", {}, stackWords(expected.at(-1), expected.length)),
    h("td", {}, stackWords(seen.owner, seen.height)),
  );
}

/** Where strips lie, in words: before a player, or in the middle. */
function areaName([area], { seats }) {
  return seats[area] ? colourName(seats[area].player) : t("strips.middle");
}

/** A stack in words: whose is on top, and how many lie there. */
export function stackWords(owner, height) {
  if (!owner || !height) return t("differences.empty");
  if (Array.isArray(owner)) return pieceName(owner); // a card: which lie beneath, nobody sees
  if (isStrip(owner)) return height === 1 ? stripName(owner) : `${height} × ${stripName(owner)}`;
  return t(height === 1 ? "differences.stone" : "differences.tower", { owner: colourName(owner), height });
}

/** A piece in words: its colour, and of a card its points. */
export function pieceName(piece) {
  if (isStrip(piece)) return stripName(piece);
  if (typeof piece === "string") return colourName(piece);
  const [colour, points] = Array.isArray(piece) ? piece : [piece.colour, piece.points];
  return `${colourName(colour)} ${points}`;
}
