// The cards of Punto: the top of each pile, on the grid that they make themselves. What is drawn floats with the cards;
// a cell keeps its name, whatever else is laid.

import { cellName, sameCell } from "../cells.js";
import { colourName, sign } from "../colours.js";
import { s } from "../dom.js";
import { t } from "../i18n.js";
import { counts } from "../state.js";
import { CELL, frame, ground, labels, sideOf, start, winningField } from "./grid.js";

const AREA = 6; // rows and columns that the cards may fill
// Where the pips are, in a grid of three by three.
const PIPS = {
  1: "4", 2: "06", 3: "246", 4: "0268", 5: "02468", 6: "035268", 7: "0342568", 8: "01235678", 9: "012345678",
};

export function drawPunto(state) {
  const { board, outcome } = state;
  const piles = board.piles ?? [];
  const differences = state.differences ?? [];
  const window = around([...piles.map(([cell]) => cell), ...differences.map(({ cell }) => cell)], board.size);
  const at = ([row, col]) => [row - window.top, col - window.left];
  const won = outcome ? (wonOn(state) ?? []) : [];
  const side = sideOf(window.size);
  return s(
    "svg",
    { viewBox: `0 0 ${side} ${side}`, class: "just4fun punto", role: "group", "aria-label": t("board.label") },
    ground(window.size),
    labels(window.size, [window.top, window.left]),
    piles.map(([cell, pile]) => card(cell, at(cell), pile.at(-1))),
    won.map((cell) => winningField(...at(cell))),
    marks(state, differences, at),
  );
}

/** The rows and columns that are drawn: all that lies there, and as many more round it as the cards may fill. */
function around(cells, size) {
  if (cells.length === 0) {
    const first = Math.max(0, Math.floor(((size || AREA) - AREA) / 2));
    return { top: first, left: first, size: AREA };
  }
  const spans = [0, 1].map((axis) => {
    const along = cells.map((cell) => cell[axis]);
    return [Math.min(...along), Math.max(...along)];
  });
  const most = Math.max(AREA, ...spans.map(([first, last]) => last - first + 1));
  const [top, left] = spans.map(([first, last]) => first - Math.floor((most - (last - first + 1)) / 2));
  return { top, left, size: most };
}

/** The row that decided the game, as far as its cards lie there still. */
function wonOn({ outcome }) {
  return outcome.cells;
}

function card(cell, at, [colour, points], className = "") {
  const words = t("board.card", { cell: cellName(cell), colour: colourName(colour), points });
  const [x, y] = [start(at[1]), start(at[0])];
  const side = CELL - 5;
  return s(
    "g",
    { role: "img", "aria-label": words, class: `punto-card field-${colour}${className}`, "data-cell": cellName(cell) },
    s("rect", { x, y, width: side, height: side, rx: 14, class: "face" }),
    [...PIPS[points]].map((place) =>
      s("circle", { cx: x + 23 + 21 * (place % 3), cy: y + 23 + 21 * Math.floor(place / 3), r: 9, class: "pip" }),
    ),
    sign(colour, x + 82, y + 82, 7.5, "sign field-sign"),
  );
}

/** Where the last card was laid; what a faulty act changed, as a ghost; where the table differs. */
function marks({ last, phase, outcome }, differences, at) {
  const faulty = phase === "waiting_restore";
  const drawn = differences.map(({ cell, seen }) => [
    seen.owner && card(cell, at(cell), seen.owner, " ghost"),
    frame(at(cell), faulty ? "faulty" : "differs"),
  ]);
  const to = last && counts(last) && !outcome ? last.act.at : null;
  const marked = to && !faulty && !differences.some(({ cell }) => sameCell(cell, to));
  return [marked && frame(at(to), "legal"), drawn];
}
