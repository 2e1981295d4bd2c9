// The outer lane of a square board, as cells in the order in which tiles go.

/** All cells of the rim, from [0, 0] on in the lane's direction. */
export function lane(size, direction) {
  const end = size - 1;
  const side = Array.from({ length: end }, (_, i) => i);
  const cells = [
    ...side.map((i) => [0, i]),
    ...side.map((i) => [i, end]),
    ...side.map((i) => [end, end - i]),
    ...side.map((i) => [end - i, 0]),
  ];
  return direction === "anticlockwise" ? [cells[0], ...cells.slice(1).reverse()] : cells;
}

/** Whether a cell belongs to the rim. */
export function onLane([row, col], size) {
  return [row, col].some((at) => at === 0 || at === size - 1);
}

/** Where the tile of an act comes to lie, or null where the act tells of none. */
export function landing(act, { size, direction, corners }) {
  const from = act.act === "enter" ? corners?.[act.colour] : act.act === "move" ? act.from : null;
  if (!from) return null;
  const cells = lane(size, direction);
  const at = cells.findIndex(([row, col]) => row === from[0] && col === from[1]);
  if (at < 0) return null;
  const steps = act.act === "enter" ? act.steps : act.lane;
  const turn = cells[(at + steps) % cells.length];
  return inwards(turn, size, act.slide ?? 0);
}

/** The cell so many steps straight inwards from a cell of the rim; a corner has none. */
function inwards([row, col], size, steps) {
  const end = size - 1;
  const isCorner = [0, end].includes(row) && [0, end].includes(col);
  if (isCorner || !steps) return [row, col];
  if (row === 0 || row === end) return [Math.abs(row - Math.min(steps, end)), col];
  return [row, Math.abs(col - Math.min(steps, end))];
}
