// The kinds of fields that acts have (`companion/session/forms.py`): a kind more is a line more in `KINDS`.
// A field is { element, value() }, its value undefined as long as something is still to be chosen.

import { cellName, letter, number } from "./cells.js";
import { cardToken, colourName, stoneToken } from "./colours.js";
import { differing, stackWords } from "./differences.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { pointing } from "./pointing.js";
import { stripName } from "./strips.js";

const KINDS = {
  player, colour, word, cell, number: numeral, tally, pieces, table, card, placed_cards: placedCards, piles,
  strip, strips,
};

/** The field of an act as the program declares it, filled in with what is known of it. */
export function fieldOf(state, act, declared, known) {
  const field = { ...declared, id: `${act}-${declared.name}`, legend: t(`editor.${declared.name}`) };
  return { ...field, ...KINDS[field.type](field, known, state) };
}

/** A choice of one of some [value, words]. */
export function radios(name, legend, options, chosen) {
  const one = ([value, words]) =>
    h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen }), words);
  const element = group(legend, options.map(one));
  return { element, value: () => element.querySelector("input:checked")?.value };
}

function player({ id, legend }, known, { players }) {
  return radios(id, legend, players.map(({ colour }) => called(colour)), known);
}

function colour({ id, legend, choices }, known) {
  return radios(id, legend, choices.map(called), known);
}

function word({ id, legend, choices }, known) {
  return radios(id, legend, choices.map((one) => [one, t(`claim.${one}`)]), known);
}

/** A field of the board: one points at it, or says its name. */
function cell({ legend }, known, { board }) {
  const { selects, value } = cellSelects(board.size, known);
  if (!board.stacks?.length) return { element: group(legend, selects), value };
  const [column, row] = selects;
  const drawn = pointing(board, ([at, across]) => {
    [column.value, row.value] = [String(across), String(at)];
    drawn.mark(value());
  });
  selects.forEach((one) => one.addEventListener("change", () => drawn.mark(value())));
  drawn.mark(value());
  return { element: group(legend, drawn.element, selects), value };
}

function numeral({ legend, least, most, optional }, known) {
  const input = numberInput(least, most, known, optional);
  return { element: h("div", { class: "choice" }, h("label", { class: "number-field" }, legend, input)), value: () => numberIn(input) };
}

/** So many of each: who fills in one number says that there are none of the others. */
function tally({ id, legend, choices, least, most, optional }, known) {
  const count = (one) => known?.filter((each) => each === one).length;
  const inputs = choices.map((one) => numberInput(least, most, count(one), true, `${id}-${one}`));
  const none = () => inputs.forEach((input) => (input.value = 0));
  const element = group(
    legend,
    choices.map((one, i) => h("label", { class: "tally" }, cardToken(one), inputs[i])),
    !optional && h("button", { class: "chip", type: "button", onclick: none }, t("editor.none")),
  );
  const value = () =>
    inputs.some(({ value }) => value !== "")
      ? choices.flatMap((one, i) => Array(numberIn(inputs[i]) ?? 0).fill(one))
      : undefined;
  return { element, value };
}

/** Pieces of a colour on a cell, one by one. */
function pieces({ legend, choices }, known = [], { board }) {
  return listOf(legend, known, (piece, remove) => pieceRow(choices, board.size, piece, remove));
}

/** Rows that are filled in one by one, each made by `made(what is known of it, remove)`. */
function listOf(legend, known, made) {
  let rows = [];
  const list = h("ul", { class: "piece-list" });
  const put = (piece) => {
    const row = made(piece, () => {
      rows = rows.filter((other) => other !== row);
      row.element.remove();
      more.focus();
    });
    rows.push(row);
    list.append(row.element);
    return row;
  };
  const another = () => put([]).element.querySelector("select").focus();
  const more = h("button", { class: "chip", type: "button", onclick: another }, icon("plus"), t("editor.one_more"));
  known.forEach(put);
  const value = () => {
    const values = rows.map((row) => row.value());
    return values.includes(undefined) ? undefined : values;
  };
  return { element: group(legend, list, more), value };
}

function pieceRow(choices, size, [colour, cell], remove) {
  const token = h("span", { class: "piece-token" });
  const owner = select(t("editor.colour"), choices.map((one) => [one, colourName(one)]), colour);
  const show = () => token.replaceChildren(...(owner.value ? [stoneToken(owner.value)] : []));
  owner.addEventListener("change", show);
  show();
  const { selects, value } = cellSelects(size, cell);
  const away = { class: "icon-button", type: "button", "aria-label": t("editor.leave_out"), onclick: remove };
  const element = h("li", {}, token, owner, selects, h("button", away, icon("bin")));
  return { element, value: () => (owner.value && value() ? [owner.value, value()] : undefined) };
}

/** A card with points; left open it is none. */
function card({ legend, choices, least, most, optional }, known) {
  const { selects, value } = cardSelects(choices, least, most, known);
  return { element: group(legend, selects), value: () => value() ?? (optional ? null : undefined) };
}

/** Cards on cells, one by one. */
function placedCards({ legend, choices, least, most }, known = [], { board }) {
  return listOf(legend, known, ([laid, cell], remove) => {
    const face = cardSelects(choices, least, most, laid);
    const where = cellSelects(board.size, cell);
    const away = { class: "icon-button", type: "button", "aria-label": t("editor.leave_out"), onclick: remove };
    const element = h("li", {}, face.selects, where.selects, h("button", away, icon("bin")));
    return { element, value: () => (face.value() && where.value() ? [face.value(), where.value()] : undefined) };
  });
}

/** All cards that lie there, each on its cell; of those on one cell the lowest come first. */
function piles(field, known, { board, differences }) {
  const lying = known ?? board.piles.map(([cell, cards]) => [cell, cards.map(([colour, points]) => ({ colour, points }))]);
  const seen = new Map(known ? [] : differences.map((one) => [String(one.cell), one]));
  const now = lying.filter(([cell]) => seen.get(String(cell))?.seen.owner !== null);
  const more = [...seen.values()].filter(({ seen: { owner } }) => owner);
  const laid = [
    ...now.flatMap(([cell, cards]) => cards.map((one) => [one, cell])),
    ...more.map(({ cell, seen: { owner } }) => [{ colour: owner[0], points: owner[1] }, cell]),
  ];
  const { element, value } = placedCards(field, laid, { board });
  const grouped = (placed) => {
    const cells = new Map();
    for (const [one, cell] of placed) cells.set(String(cell), [cell, [...(cells.get(String(cell))?.[1] ?? []), one]]);
    return [...cells.values()];
  };
  return { element, value: () => value() && grouped(value()) };
}

/** A narrow card; left open it is none. */
function strip({ legend, choices, optional }, known) {
  const one = stripSelect(choices, known);
  return { element: group(legend, one), value: () => one.value || (optional ? null : undefined) };
}

/** Narrow cards, one by one: a tap on one says which it is. */
function strips({ legend, choices }, known = []) {
  const list = h("ul", { class: "strip-list" });
  let rows = [];
  const put = (card) => {
    const one = stripSelect(choices, card);
    const remove = () => {
      rows = rows.filter((other) => other !== one);
      element.remove();
    };
    const away = { class: "icon-button", type: "button", "aria-label": t("editor.leave_out"), onclick: remove };
    const element = h("li", {}, one, h("button", away, icon("bin")));
    rows.push(one);
    list.append(element);
    return one;
  };
  (known ?? []).forEach(put);
  const more = h("button", { class: "chip", type: "button", onclick: () => put().focus() }, icon("plus"), t("editor.one_more"));
  const value = () => {
    const cards = rows.map((one) => one.value);
    return cards.length === 0 || cards.includes("") ? undefined : cards;
  };
  return { element: group(legend, list, more), value };
}

function stripSelect(choices, known) {
  const one = select(t("editor.card"), choices.map((card) => [card, stripName(card)]), known);
  const paint = () => (one.className = `strip-choice${one.value ? ` strip-${one.value.split("-")[0]}` : ""}`);
  one.addEventListener("change", paint);
  paint();
  return one;
}

function cardSelects(choices, least, most, known = {}) {
  const points = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  const colour = select(t("editor.colour"), choices.map((one) => [one, colourName(one)]), known?.colour);
  const many = select(t("editor.points"), points.map((one) => [one, String(one)]), known?.points);
  const value = () => (colour.value && many.value ? { colour: colour.value, points: Number(many.value) } : undefined);
  return { selects: [colour, many], value };
}

/** A board to tap on: each tap puts a piece of the chosen colour on top, or takes one off. */
function table({ id, legend, choices, most }, known, { board, differences }) {
  const stacks = structuredClone(known ?? board.stacks);
  if (!known) for (const one of differences) stacks[one.cell[0]][one.cell[1]] = differing(one);
  const brush = radios(`${id}-brush`, t("editor.brush"), [...choices.map(called), ["", t("editor.take_off")]], choices[0]);
  const tapped = (stack) => (brush.value() ? [...stack.slice(0, most - 1), brush.value()] : stack.slice(0, -1));
  const button = (row, col) => {
    const tap = () => ((stacks[row][col] = tapped(stacks[row][col])), show());
    const element = h("button", { type: "button", class: "table-cell", onclick: tap });
    const show = () => {
      const stack = stacks[row][col];
      element.replaceChildren(...stack.slice(-1).map(stoneToken), stack.length > 1 ? String(stack.length) : "");
      element.setAttribute("aria-label", `${cellName([row, col])}: ${stackWords(stack.at(-1), stack.length)}`);
    };
    show();
    return element;
  };
  const cells = h("div", { class: "table-field" }, stacks.map((line, row) => line.map((_, col) => button(row, col))));
  cells.style.setProperty("--cells", board.size);
  return { element: group(legend, brush.element, cells), value: () => stacks };
}

function group(legend, ...parts) {
  return h("fieldset", { class: "choice" }, h("legend", {}, legend), parts);
}

/** A colour, or a player, as [value, words]. */
function called(name) {
  return [name, [stoneToken(name), colourName(name)]];
}

function cellSelects(size, [row, col] = []) {
  const upTo = (chosen) => [...new Set([...Array.from({ length: size }, (_, i) => i), ...(chosen === undefined ? [] : [chosen])])];
  const column = select(t("editor.col"), upTo(col).map((i) => [i, letter(i)]), col);
  const line = select(t("editor.row"), upTo(row).map((i) => [i, number(i)]), row);
  const value = () => (column.value && line.value ? [Number(line.value), Number(column.value)] : undefined);
  return { selects: [column, line], value };
}

function select(label, options, chosen) {
  return h(
    "select",
    { "aria-label": label },
    [[undefined, "–"], ...options].map(([value, words]) =>
      h("option", { value: value ?? "", selected: value === chosen }, words),
    ),
  );
}

function numberInput(min, max, value, optional, name) {
  return h("input", { type: "number", name, min, max, value, placeholder: optional ? 0 : null });
}

function numberIn({ value }) {
  return value === "" ? undefined : Number(value);
}
