// Mending the colours of the fields before the game begins.

import { send } from "./api.js";
import { cellName } from "./cells.js";
import { cardToken, colourName, FIELD_COLOURS } from "./colours.js";
import { byId, h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { fieldsMayBeMended, hasColouredFields } from "./state.js";
import { tried } from "./toast.js";

const MENDABLE = ["playing", "waiting_restore", "differs", "unclear", "over"];
let mending = false;
let onMending = () => {};

/** Be told when a person begins or ends to mend fields in the middle of a game. */
export function whenMending(tell) {
  onMending = tell;
}

/** Whether a tap on the board mends a field: before the first act, and later if a person wants to. */
export function fieldsAreMended(state) {
  if (!hasColouredFields(state)) return false;
  return !state.replayed && (fieldsMayBeMended(state) || (mending && MENDABLE.includes(state.phase)));
}

/** What the button does, while it is pressed. */
export function mendingHint() {
  return h("p", { class: "soft mending", role: "status" }, mending && t("fields.hint"));
}

/** The button that makes the fields into buttons. */
export function mendingButton() {
  const press = ({ currentTarget: button }) => {
    mending = !mending;
    button.setAttribute("aria-pressed", String(mending));
    document.querySelector(".mending")?.replaceWith(mendingHint());
    onMending();
  };
  return h(
    "button",
    { class: "chip", type: "button", "aria-pressed": String(mending), "data-action": "mend", onclick: press },
    icon("pen"),
    t("fields.mend"),
  );
}

/** Ask which colour the field has that is one of `fields`, and tell the session: of this one, or of all of its colour. */
export function mendField(cell, fields) {
  const dialog = byId("palette");
  const everywhere = h("input", { type: "checkbox" });
  const called = fields[cell[0]][cell[1]];
  const pick = async (colour) => {
    dialog.close();
    const names = [called, colour];
    await tried(() =>
      everywhere.checked && colour !== called
        ? send("tell_apart", { names, changed: true })
        : send("set_field", { cell, colour }),
    );
  };
  dialog.replaceChildren(
    h("h2", {}, t("fields.title", { cell: cellName(cell) })),
    h(
      "div",
      { class: "palette" },
      FIELD_COLOURS.map((colour) =>
        h(
          "button",
          { class: "button", type: "button", "data-colour": colour, onclick: () => pick(colour) },
          cardToken(colour),
          h("span", { "aria-hidden": "true" }, colourName(colour)),
        ),
      ),
    ),
    h("label", { class: "switch" }, everywhere, t("fields.everywhere", { colour: colourName(called) })),
    h(
      "div",
      { class: "buttons" },
      h("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("page.cancel")),
    ),
  );
  dialog.showModal();
}
