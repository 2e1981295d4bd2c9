// A small board to point at: which field is meant.

import { cellName, sameCell } from "./cells.js";
import { stoneToken } from "./colours.js";
import { stackWords } from "./differences.js";
import { h } from "./dom.js";

/**
 * The board as it lies, each field a button; `pointed(cell)` is called with the field that is tapped. Returns the
 * element, and `mark(cell)`, which shows what is chosen.
 */
export function pointing({ fields, stacks }, pointed) {
  const buttons = stacks.flatMap((line, row) => line.map((stack, col) => [[row, col], field(fields[row]?.[col], stack, [row, col], pointed)]));
  const element = h("div", { class: "table-field pointing" }, buttons.map(([, button]) => button));
  element.style.setProperty("--cells", stacks.length);
  const mark = (chosen) => {
    for (const [cell, button] of buttons) button.setAttribute("aria-pressed", String(Boolean(chosen) && sameCell(cell, chosen)));
  };
  return { element, mark };
}

function field(colour, stack, cell, pointed) {
  const words = `${cellName(cell)}: ${stackWords(stack.at(-1), stack.length)}`;
  return h(
    "button",
    { type: "button", class: `table-cell${colour ? ` field-${colour}` : ""}`, "aria-label": words, "data-point": cellName(cell), onclick: () => pointed(cell) },
    stack.slice(-1).map(stoneToken),
  );
}
