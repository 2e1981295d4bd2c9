// Cells as people read them: the letter is the column, the number the row from 1.

const LETTERS = "abcdefghij";

export function cellName([row, col]) {
  return `${LETTERS[col]}${row + 1}`;
}

export function letter(col) {
  return LETTERS[col];
}

export function sameCell(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

export function allCells(size) {
  return Array.from({ length: size * size }, (_, i) => [Math.floor(i / size), i % size]);
}
