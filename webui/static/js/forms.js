// The editor of a game whose acts are declared: the program says which kinds there are, and which fields each has.

import { cellName, letter } from "./cells.js";
import { colourName, stoneToken } from "./colours.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { stoneChoice, stonesOf } from "./stones.js";

// How a field of each type is shown, and read again: a type more is a line more.
const TYPES = {
  player: [playerField, radioValue],
  colour: [colourField, radioValue],
  cell: [cellField, (part) => ["row", "col"].map((name) => Number(part.querySelector(`[data-at=${name}]`).value))],
  number: [numberField, (part) => Number(part.querySelector("input").value)],
  pieces: [piecesField, (part, { name }) => stonesOf(part, name)],
  table: [tableField, tableValue],
};

/** The fields of all kinds of acts, of which those of the chosen kind are shown; `act` fills them in. */
export function actFields(state, act) {
  return state.forms.map((form) =>
    h(
      "div",
      { class: "act-fields", "data-kind": form.act },
      form.fields.map((field) => {
        const now = act.act === form.act || field.type === "player" ? act[field.name] : undefined;
        const part = TYPES[field.type][0](state, field, now ?? filledIn(state, field, act), form.act);
        part.dataset.field = field.name;
        return part;
      }),
    ),
  );
}

/** The kinds of acts as [value, words]. */
export function kindsOf(state) {
  return state.forms.map(({ act }) => [act, act === "change" ? t("act.change_pieces") : t(`act.${act}`)]);
}

/** Show the fields of a kind only. */
export function showKind(form, kind) {
  for (const part of form.querySelectorAll(".act-fields")) {
    part.hidden = part.dataset.kind !== kind;
    for (const input of part.querySelectorAll("input, select, button")) input.disabled = part.hidden;
  }
}

/** Return the act of that kind as it stands in the form. */
export function actIn(root, state, kind) {
  const act = { act: kind };
  const form = state.forms.find((one) => one.act === kind);
  for (const field of form.fields) {
    const part = root.querySelector(`[data-kind=${kind}] [data-field=${field.name}]`);
    const value = TYPES[field.type][1](part, field);
    if (!(field.optional && !value)) act[field.name] = value;
  }
  return act;
}

/** What a field shows before anybody says otherwise. */
function filledIn(state, { type, choices, name }, act) {
  if (type === "player") return act.player;
  if (type === "colour") return state.players.find(({ colour }) => colour === act.player)?.plays?.[0] ?? choices[0];
  if (type === "cell") return [0, 0];
  if (type === "number") return name === "slide" ? 0 : 4;
  if (type === "table") return state.board.stacks;
  return [];
}

function playerField({ players }, { name }, now, kind) {
  const options = players.map(({ colour }) => [colour, [stoneToken(colour), colourName(colour)]]);
  const legend = name === "on_turn" ? t("editor.on_turn") : t("editor.player");
  return radios(`${kind}-${name}`, legend, options, now);
}

function colourField(_, { name, choices }, now, kind) {
  const options = choices.map((colour) => [colour, [stoneToken(colour), colourName(colour)]]);
  return radios(`${kind}-${name}`, t(`editor.${name}`), options, now);
}

function radios(name, legend, options, chosen) {
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, legend),
    options.map(([value, words]) =>
      h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen, required: true }), words),
    ),
  );
}

function radioValue(part) {
  return part.querySelector("input:checked")?.value;
}

function cellField({ board }, { name }, [row, col]) {
  const numbers = Array.from({ length: board.size }, (_, i) => i);
  const select = (at, called, chosen) =>
    h(
      "select",
      { "data-at": at, "aria-label": t(`editor.${at}`) },
      numbers.map((i) => h("option", { value: i, selected: i === chosen }, called(i))),
    );
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, t(`editor.${name}`)),
    select("col", letter, col),
    select("row", (i) => String(i + 1), row),
  );
}

function numberField(_, { name, least, most }, now) {
  return h(
    "label",
    { class: "number-field" },
    h("span", {}, t(`editor.${name}`)),
    h("input", { type: "number", min: least, max: most, value: now, required: true }),
  );
}

function piecesField({ board }, { name, choices }, now) {
  return stoneChoice(name, now, choices, board.size, {
    legend: t(`editor.pieces_${name}`),
    colour: t("editor.colour"),
    more: t("editor.piece"),
    away: t("editor.piece_away"),
  });
}

/** A board to tap on: each tap puts the next of the choices there, and in the end nothing. */
function tableField({ board }, { choices }, now) {
  const next = [...choices, null];
  const cell = (row, col) => {
    const button = h("button", { type: "button", class: "table-cell" });
    const put = (colour) => {
      button.dataset.colour = colour ?? "";
      button.replaceChildren(...(colour ? [stoneToken(colour)] : []));
      const on = colour ? colourName(colour) : t("differences.empty");
      button.setAttribute("aria-label", `${cellName([row, col])}: ${on}`);
    };
    button.addEventListener("click", () => put(next[(next.indexOf(button.dataset.colour || null) + 1) % next.length]));
    put(now[row]?.[col]?.at(-1) ?? null);
    return button;
  };
  const numbers = Array.from({ length: board.size }, (_, i) => i);
  const cells = h("div", { class: "table-field" }, numbers.map((row) => numbers.map((col) => cell(row, col))));
  cells.style.setProperty("--cells", board.size);
  return h("fieldset", { class: "choice" }, h("legend", {}, t("editor.stacks")), cells);
}

function tableValue(part) {
  const cells = [...part.querySelectorAll(".table-cell")].map(({ dataset }) => (dataset.colour ? [dataset.colour] : []));
  const size = Math.sqrt(cells.length);
  return Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size));
}
