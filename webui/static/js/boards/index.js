// The games' boards: a game more is a line more.

import { byId, renew } from "../dom.js";
import { currentLanguage } from "../i18n.js";
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

/** Show it in its place on the page. */
export function showBoard(state, onCell = null) {
  const { game, phase, board, seen, last, differences, outcome } = state;
  const hidden = seen?.cells?.map((row) => row.map((cell) => cell.hidden));
  renew(
    byId("board"),
    [game, phase, Boolean(onCell), board, hidden, last, differences, outcome, currentLanguage()],
    () => drawBoard(state, onCell),
  );
}
