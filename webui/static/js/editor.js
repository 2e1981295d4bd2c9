// Saying what was really done: an act that was read wrongly, missed, or never happened.

import { send } from "./api.js";
import { cellName, letter } from "./cells.js";
import { cardToken, colourName, FIELD_COLOURS, stoneToken } from "./colours.js";
import { byId, h } from "./dom.js";
import { t } from "./i18n.js";
import { actFields, actIn, kindsOf, showKind } from "./forms.js";
import { counts, mover, recordedActs } from "./state.js";
import { stoneChoice, stonesOf } from "./stones.js";
import { sure } from "./sure.js";
import { tried } from "./toast.js";

const KINDS = ["place", "exchange", "change"];
const STONES = ["added", "removed"];
const HAND = 7;

/** Tell of an act that was missed; it comes after the last one that counts. */
export function tellAct(state) {
  const seen = state.phase === "waiting_restore" ? state.last.act : {};
  const n = recordedActs(state).length + 1;
  open(
    state,
    t("editor.tell"),
    { player: mover(state)?.colour, ...seen },
    { save: (act) => send("insert", { n, act }) },
  );
}

/** Correct an act that is recorded, take it out, put another before it, or let a faulty one count after all. */
export function editAct(state, told) {
  const { n, act } = told;
  open(state, t("editor.correct", { n }), act, {
    save: (mended) => send("correct", { n, act: mended }),
    before: () =>
      open(
        state,
        t("editor.before", { n }),
        { player: act.player },
        { save: (missed) => send("insert", { n, act: missed }) },
      ),
    remove: async () => {
      if (await sure(t("editor.remove_sure", { n }), t("editor.remove"))) await send("delete", { n });
    },
    accept: !counts(told) && (() => send("let_stand", { n })),
  });
}

function open(state, title, act, { save, before, remove, accept }) {
  const dialog = byId("editor");
  const close = () => dialog.close();
  const { fields, adapt, read } = state.forms?.length ? declared(state, act) : ofJust4Fun(state, act);
  const form = h(
    "form",
    { class: "editor" },
    h("h2", {}, title),
    fields,
    (remove || before) &&
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { class: "button", type: "button", "data-edit": "remove", onclick: () => (close(), tried(remove)) },
          t("editor.remove"),
        ),
        accept &&
          h(
            "button",
            { class: "button", type: "button", "data-edit": "accept", onclick: () => (close(), tried(accept)) },
            t("actions.accept"),
          ),
        h(
          "button",
          { class: "button", type: "button", "data-edit": "before", onclick: () => (close(), before()) },
          t("editor.insert"),
        ),
      ),
    h(
      "div",
      { class: "buttons last" },
      h("button", { class: "button", type: "button", onclick: close }, t("page.cancel")),
      h("button", { class: "button primary", "data-edit": "save" }, t("editor.save")),
    ),
  );
  form.addEventListener("change", () => adapt(form));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await tried(() => save(read(form)))) close();
  });
  adapt(form);
  dialog.replaceChildren(form);
  dialog.showModal();
}

/** The fields of a game whose acts are declared. */
function declared(state, act) {
  const kinds = kindsOf(state);
  return {
    fields: [choice("act", t("editor.what"), kinds, act.act ?? kinds[0][0]), actFields(state, act)],
    adapt: (form) => showKind(form, form.elements.act.value),
    read: (form) => actIn(form, state, form.elements.act.value),
  };
}

function ofJust4Fun(state, act) {
  const { size } = state.board;
  const colours = state.players.map(({ colour }) => colour);
  const players = state.players.map(({ colour }) => [colour, [stoneToken(colour), colourName(colour)]]);
  const kinds = KINDS.map((kind) => [kind, t(`act.${kind}`)]);
  const fields = [
    choice("player", t("editor.player"), players, act.player),
    choice("act", t("editor.what"), kinds, act.act ?? "place"),
    act.act === "table" && h("p", { class: "soft" }, t("editor.table")),
    cellChoice(size, act.cell ?? [0, 0]),
    h("div", { class: "stone-choices" }, STONES.map((name) => stoneChoice(name, act[name] ?? [], colours, size))),
    cardChoice(act.cards ?? []),
  ];
  const adapt = (form) => {
    const kind = form.elements.act.value;
    form.querySelector(".player-choice").hidden = kind === "change";
    form.querySelector(".player-choice").disabled = kind === "change";
    form.querySelector(".cell-choice").hidden = kind !== "place";
    form.querySelector(".stone-choices").hidden = kind !== "change";
  };
  return { fields, adapt, read: actOf };
}

function actOf(form) {
  const { elements } = form;
  const cards = FIELD_COLOURS.flatMap((colour) =>
    Array(Number(elements[`cards-${colour}`].value)).fill(colour),
  );
  if (elements.act.value === "change") {
    return { act: "change", added: stonesOf(form, "added"), removed: stonesOf(form, "removed"), cards };
  }
  const act = { act: elements.act.value, player: elements.player.value };
  if (act.act === "place") act.cell = [Number(elements.row.value), Number(elements.col.value)];
  return { ...act, cards };
}

function choice(name, legend, options, chosen) {
  return h(
    "fieldset",
    { class: `choice ${name}-choice` },
    h("legend", {}, legend),
    options.map(([value, words]) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name, value, checked: value === chosen, required: true }),
        words,
      ),
    ),
  );
}

function cellChoice(size, [row, col]) {
  const select = (name, names, chosen) =>
    h(
      "select",
      { name, "aria-label": t(`editor.${name}`) },
      names.map((words, i) => h("option", { value: i, selected: i === chosen }, words)),
    );
  const numbers = Array.from({ length: size }, (_, i) => i);
  return h(
    "fieldset",
    { class: "choice cell-choice", "data-cell": cellName([row, col]) },
    h("legend", {}, t("editor.cell")),
    select("col", numbers.map(letter), col),
    select(
      "row",
      numbers.map((i) => String(i + 1)),
      row,
    ),
  );
}

function cardChoice(cards) {
  const count = (colour) => cards.filter((card) => card === colour).length;
  return h(
    "fieldset",
    { class: "choice card-choice" },
    h("legend", {}, t("editor.cards")),
    FIELD_COLOURS.map((colour) =>
      h(
        "label",
        {},
        cardToken(colour),
        h("input", {
          type: "number",
          name: `cards-${colour}`,
          min: 0,
          max: HAND,
          value: count(colour),
          required: true,
        }),
      ),
    ),
  );
}
