// The cards of Punto: the top of each pile, on the grid that they make themselves.

import { colourName, sign } from "../colours.js";
import { s } from "../dom.js";
import { t } from "../i18n.js";

const CELL = 100;
const FEWEST = 6; // the grid may grow to so many rows and columns
// Where the pips are, in a grid of three by three.
const PIPS = {
  1: "4", 2: "06", 3: "246", 4: "0268", 5: "02468", 6: "035268", 7: "0342568", 8: "01235678", 9: "012345678",
};

export function drawPunto({ board, last, outcome }) {
  const piles = board.piles ?? [];
  const rows = piles.map(([[row]]) => row);
  const cols = piles.map(([[, col]]) => col);
  const [top, left] = [Math.min(0, ...rows), Math.min(0, ...cols)];
  const size = Math.max(FEWEST, Math.max(0, ...rows) - top + 1, Math.max(0, ...cols) - left + 1);
  const side = size * CELL;
  const played = outcome ? null : last?.act.at;
  return s(
    "svg",
    { viewBox: `0 0 ${side} ${side}`, class: "just4fun punto", role: "group", "aria-label": t("board.label") },
    s("rect", { width: side, height: side, rx: 22, class: "ground" }),
    piles.map(([[row, col], pile]) => card(row - top, col - left, pile, played && played[0] === row && played[1] === col)),
  );
}

function card(row, col, pile, isLast) {
  const [colour, points] = pile.at(-1);
  const words = t("board.card", { row: row + 1, col: col + 1, colour: colourName(colour), points });
  const [x, y] = [col * CELL, row * CELL];
  return s(
    "g",
    { role: "img", "aria-label": words, class: `punto-card field-${colour}` },
    s("rect", { x: x + 5, y: y + 5, width: CELL - 10, height: CELL - 10, rx: 14, class: isLast ? "face last" : "face" }),
    [...PIPS[points]].map((place) =>
      s("circle", { cx: x + 23 + 21 * (place % 3), cy: y + 23 + 21 * Math.floor(place / 3), r: 9, class: "pip" }),
    ),
    sign(colour, x + 83, y + 83, 7.5, "sign field-sign"),
  );
}
