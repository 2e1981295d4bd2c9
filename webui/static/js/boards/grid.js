// What the boards of cells have in common: where cells are drawn, their names at the sides, frames around them.

import { letter, number } from "../cells.js";
import { s } from "../dom.js";

export const CELL = 100;
export const GAP = 5;
export const MARGIN = 44; // for the letters and numbers
export const EDGE = 14;
const BADGES = {
  legal: "M-8 1 L-2.5 6.5 L8 -6",
  faulty: "M-6 -6 L6 6 M6 -6 L-6 6",
  differs: "M0 -8 V2 M0 7.5 V7.6",
};

/** The side of the whole drawing, of a board of `size` cells a side. */
export function sideOf(size) {
  return MARGIN + size * CELL + EDGE + 2;
}

export function ground(size) {
  return s("rect", {
    x: MARGIN - EDGE,
    y: MARGIN - EDGE,
    width: size * CELL + 2 * EDGE,
    height: size * CELL + 2 * EDGE,
    rx: 22,
    class: "ground",
  });
}

/** The letters and numbers, from those of the cell that is drawn first. */
export function labels(size, [row, col] = [0, 0]) {
  return Array.from({ length: size }, (_, i) => [
    s("text", { x: centre(i), y: 17, class: "label", "aria-hidden": "true" }, letter(col + i)),
    s("text", { x: 13, y: centre(i), class: "label", "aria-hidden": "true" }, number(row + i)),
  ]);
}

/** The square of a cell, as attributes. */
export function box([row, col]) {
  return { x: start(col), y: start(row), width: CELL - GAP, height: CELL - GAP, rx: 13 };
}

export function frame([row, col], kind) {
  const [x, y] = [start(col), start(row)];
  return s(
    "g",
    { class: `frame ${kind}`, "aria-hidden": "true" },
    s("rect", { x, y, width: CELL - GAP, height: CELL - GAP, rx: 13 }),
    s(
      "g",
      { transform: `translate(${x + CELL - GAP - 9} ${y + 9})` },
      s("circle", { r: 14 }),
      s("path", { d: BADGES[kind] }),
    ),
  );
}

export function winningField(row, col) {
  return s("rect", { ...box([row, col]), class: "winning", "aria-hidden": "true" });
}

export function hatch() {
  return s(
    "defs",
    {},
    s(
      "pattern",
      { id: "hatch", width: 12, height: 12, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      s("rect", { width: 5, height: 12, class: "hatch" }),
    ),
  );
}

export function start(index) {
  return MARGIN + index * CELL + GAP / 2;
}

export function centre(index) {
  return MARGIN + (index + 0.5) * CELL;
}
