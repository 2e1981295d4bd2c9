// The games' boards: a game more is a line more.

import { drawJust4Fun } from "./just4fun.js";
import { drawLane } from "./lane.js";
import { drawPunto } from "./punto.js";
import { drawStrips } from "./strips.js";

const BOARDS = {
  "just4fun-colours": drawJust4Fun,
  "one-two-three-four": drawLane,
  punto: drawPunto,
  "four-colour-cards": drawStrips,
};

/** Return the board of the state's game as an element; `onCell(cell)` makes its fields into buttons. */
export function drawBoard(state, onCell) {
  return (BOARDS[state.game] ?? drawJust4Fun)(state, onCell);
}
