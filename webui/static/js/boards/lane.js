// The board of One Two Three … Four: the outer lane with its direction, the coloured corners, tiles on the cells.

import { allCells, cellName, sameCell } from "../cells.js";
import { colourName, sign } from "../colours.js";
import { s } from "../dom.js";
import { t } from "../i18n.js";
import { counts } from "../state.js";
import { box, centre, frame, ground, hatch, labels, sideOf, winningField } from "./grid.js";
import { landing, lane, onLane } from "./lane-path.js";

const TILE = 66;

export function drawLane(state) {
  const board = marked(state);
  const { size } = board;
  const side = sideOf(size);
  const won = state.outcome?.cells ?? null;
  return s(
    "svg",
    { viewBox: `0 0 ${side} ${side}`, class: "just4fun lane-board", role: "group", "aria-label": t("board.label") },
    hatch(),
    ground(size),
    labels(size),
    allCells(size).map((cell) => field(state, board, cell, won)),
    arrows(board),
    won && won.map(([row, col]) => winningField(row, col)),
    allCells(size).map((cell) => tileOn(board, cell) && tile(tileOn(board, cell), cell, dimmed(cell, won))),
    marks(state, board),
  );
}

/** The board with its marks; in a replay they stand among the game's settings. */
function marked({ board, options }) {
  return {
    ...board,
    direction: board.direction ?? options?.direction ?? "clockwise",
    corners: board.corners ?? options?.corners ?? {},
  };
}

function field(state, board, cell, won) {
  const corner = cornerOf(board, cell);
  const place = corner ? "corner" : onLane(cell, board.size) ? "lane" : "inner";
  const hidden = state.seen?.cells?.[cell[0]]?.[cell[1]]?.hidden;
  return s(
    "g",
    {
      class: `cell place-${place} field-${corner ?? "unknown"}${dimmed(cell, won)}`,
      role: "img",
      "aria-label": spoken(board, cell, corner),
      "data-cell": cellName(cell),
    },
    s("rect", { ...box(cell), class: "field" }),
    corner && sign(corner, centre(cell[1]) - 30, centre(cell[0]) - 30, 10, "sign field-sign"),
    hidden && s("rect", { ...box(cell), class: "hidden-field", fill: "url(#hatch)" }),
  );
}

function spoken(board, cell, corner) {
  const owner = tileOn(board, cell);
  const inLane = onLane(cell, board.size);
  const elsewhere = t(inLane ? "board.lane" : "board.inner");
  const place = corner ? t("board.corner", { colour: colourName(corner) }) : elsewhere;
  return t(owner ? "board.tile" : "board.no_tile", {
    cell: cellName(cell),
    place,
    owner: owner ? colourName(owner) : "",
  });
}

function cornerOf({ corners }, cell) {
  return Object.keys(corners).find((colour) => sameCell(corners[colour], cell));
}

function tileOn({ stacks }, [row, col]) {
  return stacks[row]?.[col]?.at(-1);
}

/** Between every two cells of the lane an arrow that says which way tiles go. */
function arrows({ size, direction }) {
  const cells = lane(size, direction);
  return s(
    "g",
    { class: "arrows", role: "img", "aria-label": t(`lane.${direction}`), "data-direction": direction },
    cells.map((cell, i) => {
      const next = cells[(i + 1) % cells.length];
      const [x, y] = [0, 1].map((axis) => (centre(cell[1 - axis]) + centre(next[1 - axis])) / 2);
      const turn = (Math.atan2(next[0] - cell[0], next[1] - cell[1]) * 180) / Math.PI;
      return s("path", { d: "M-7 -9 L8 0 L-7 9", transform: `translate(${x} ${y}) rotate(${turn})` });
    }),
  );
}

function tile(colour, [row, col], className = "") {
  const [x, y] = [centre(col), centre(row)];
  const half = TILE / 2;
  return s(
    "g",
    { class: `tile stone-${colour}${className}`, "aria-hidden": "true" },
    s("rect", { x: x - half + 2, y: y - half + 5, width: TILE, height: TILE, rx: 16, class: "shadow" }),
    s("rect", { x: x - half, y: y - half, width: TILE, height: TILE, rx: 16, class: "cap" }),
    sign(colour, x, y, 16),
  );
}

function dimmed(cell, won) {
  return won && !won.some((other) => sameCell(other, cell)) ? " dim" : "";
}

/** Where the last act led; what a faulty one changed, as a ghost; where the table differs. */
function marks(state, board) {
  const { last, phase, outcome, differences } = state;
  const faulty = phase === "waiting_restore";
  const drawn = differences.map(({ cell, seen }) => [
    seen.owner && tile(seen.owner, cell, " ghost"),
    frame(cell, faulty ? "faulty" : "differs"),
  ]);
  const to = last && counts(last) && !outcome ? landing(last.act, board) : null;
  return [to && !faulty && frame(to, "legal"), drawn];
}
