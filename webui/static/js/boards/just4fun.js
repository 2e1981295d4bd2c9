// The board of Just 4 Fun Colours: six by six coloured fields with towers of caps on them.

import { allCells, cellName, sameCell } from "../cells.js";
import { colourName, FIELD_COLOURS, sign } from "../colours.js";
import { s } from "../dom.js";
import { t } from "../i18n.js";
import { counts } from "../state.js";
import { box, CELL, centre, frame, GAP, ground, hatch, labels, MARGIN, sideOf, start, winningField } from "./grid.js";
import { tower } from "./tower.js";

export function drawJust4Fun(state, onCell) {
  const { size } = state.board;
  const side = sideOf(size);
  const outcome = highlighted(state.outcome);
  return s(
    "svg",
    { viewBox: `0 0 ${side} ${side}`, class: "just4fun", role: "group", "aria-label": t("board.label") },
    hatch(),
    ground(size),
    labels(size),
    allCells(size).map((cell) => field(state, cell, outcome, onCell)),
    state.outcome && result(state.outcome),
    allCells(size).map((cell) => stones(state, cell, outcome)),
    allCells(size).map((cell) => fieldSign(state, cell, outcome)),
    mark(state),
    differing(state).map(({ cell }) => frame(cell, "differs")),
  );
}

function field(state, cell, outcome, onCell) {
  const [row, col] = cell;
  const colour = state.board.fields[row]?.[col] ?? "unknown";
  const stack = stackOn(state, cell);
  const hidden = state.seen?.cells?.[row]?.[col]?.hidden;
  const square = box(cell);
  const button = onCell && {
    role: "button",
    tabindex: 0,
    onclick: () => onCell(cell),
    onkeydown: (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), onCell(cell)),
  };
  return s(
    "g",
    {
      class: `cell field-${colour}${dimmed(cell, outcome)}${button ? " mendable" : ""}`,
      "aria-label": spoken(cell, colour, stack),
      role: "img",
      "data-cell": cellName(cell),
      ...button,
    },
    s("rect", { ...square, class: "field" }),
    hidden && s("rect", { ...square, class: "hidden-field", fill: "url(#hatch)" }),
  );
}

function stones(state, cell, outcome) {
  const stack = stackOn(state, cell);
  const [row, col] = cell;
  return (
    stack.length > 0 &&
    s(
      "g",
      { class: `stones-on${dimmed(cell, outcome)}`, "aria-hidden": "true" },
      tower(stack, centre(col), centre(row)),
    )
  );
}

/** The sign of the field's colour, above the stones: a high tower must not hide what the field costs. */
function fieldSign(state, cell, outcome) {
  const [row, col] = cell;
  const colour = state.board.fields[row]?.[col];
  const [x, y] = [start(col) + 15, start(row) + 15];
  if (!colour) return null;
  return s(
    "g",
    { class: `field-mark field-${colour}${dimmed(cell, outcome)}`, "aria-hidden": "true" },
    stackOn(state, cell).length > 0 && s("circle", { cx: x, cy: y, r: 12.5 }),
    sign(colour, x, y, 8.5, "sign field-sign"),
  );
}

function stackOn(state, [row, col]) {
  return state.board.stacks[row]?.[col] ?? [];
}

function dimmed(cell, outcome) {
  return outcome && !outcome.some((other) => sameCell(other, cell)) ? " dim" : "";
}

function spoken(cell, colour, stack) {
  const field = FIELD_COLOURS.includes(colour) ? colourName(colour) : t("board.unknown");
  const values = {
    cell: cellName(cell),
    field,
    height: stack.length,
    owner: stack.length ? colourName(stack.at(-1)) : "",
  };
  return t(stack.length ? "board.cell" : "board.cell_empty", values);
}

/** Mark where the last act was; one that did not count is shown as a ghost. */
function mark(state) {
  const { last, phase, outcome } = state;
  if (!last || outcome || !Array.isArray(last.act.cell)) return [];
  if (counts(last)) return [frame(last.act.cell, "legal")];
  if (phase !== "waiting_restore") return [];
  const [row, col] = last.act.cell;
  const stack = [...stackOn(state, last.act.cell), last.act.player];
  return [tower(stack, centre(col), centre(row), "tower ghost"), frame(last.act.cell, "faulty")];
}

/** Where the table differs; a faulty stone has a mark of its own already. */
function differing({ differences, last, phase }) {
  const marked = phase === "waiting_restore" && Array.isArray(last?.act.cell) ? last.act.cell : null;
  return differences.filter(({ cell }) => !marked || !sameCell(cell, marked));
}

/** The cells that decided the game, or null while it is open. */
function highlighted(outcome) {
  if (!outcome) return null;
  return outcome.cells?.length ? outcome.cells : Object.values(outcome.area_cells ?? {}).flat();
}

function result({ how, cells, area_cells: areas, winners }) {
  if (how === "row") return cells.map(([row, col]) => winningField(row, col));
  return Object.entries(areas ?? {}).map(([colour, own]) => area(colour, own, winners.includes(colour)));
}

/** Draw the border of an area: every side of its fields behind which it does not go on. */
function area(colour, cells, won) {
  const within = (row, col) => cells.some((cell) => sameCell(cell, [row, col]));
  const [low, high] = [-GAP / 2 + 4, CELL - GAP / 2 - 4];
  const path = cells.flatMap(([row, col]) => {
    const [x, y] = [MARGIN + col * CELL, MARGIN + row * CELL];
    // Where the area goes on, the line reaches over to the neighbour's.
    const west = within(row, col - 1) ? x - GAP : x + low;
    const east = within(row, col + 1) ? x + CELL : x + high;
    const north = within(row - 1, col) ? y - GAP : y + low;
    const south = within(row + 1, col) ? y + CELL : y + high;
    return [
      !within(row - 1, col) && `M${west} ${y + low} H${east}`,
      !within(row + 1, col) && `M${west} ${y + high} H${east}`,
      !within(row, col - 1) && `M${x + low} ${north} V${south}`,
      !within(row, col + 1) && `M${x + high} ${north} V${south}`,
    ].filter(Boolean);
  });
  const d = path.join(" ");
  return s(
    "g",
    { class: `area stone-${colour}${won ? " won" : ""}`, "aria-hidden": "true" },
    s("path", { d, class: "casing" }),
    s("path", { d, class: "border" }),
  );
}
