// Cells as people read them: the letter is the column, the number the row from 1. On a grid that floats names go on
// where a board would end, as round a globe: left of `a` is `z`, above 1 is 99 (`referee/table.py`).

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const ROWS = 99;
const [FIRST_ROW, LAST_ROW, FIRST_COL, LAST_COL] = [-39, 59, -8, 17]; // that have a number of two digits and a letter

export function cellName([row, col]) {
  const named = row >= FIRST_ROW && row <= LAST_ROW && col >= FIRST_COL && col <= LAST_COL;
  return named ? `${letter(col)}${number(row)}` : `(${row + 1}, ${col + 1})`;
}

export function letter(col) {
  return LETTERS[(col + LETTERS.length) % LETTERS.length];
}

export function number(row) {
  return String(((row + ROWS) % ROWS) + 1);
}

export function sameCell(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

export function allCells(size) {
  return Array.from({ length: size * size }, (_, i) => [Math.floor(i / size), i % size]);
}
