// Mending the colours of the fields before the game begins.

import { send } from "./api.js";
import { cellName } from "./cells.js";
import { cardToken, colourName, FIELD_COLOURS } from "./colours.js";
import { byId, h } from "./dom.js";
import { t } from "./i18n.js";
import { tried } from "./toast.js";

/** Ask which colour the field has, and tell the session. */
export function mendField(cell) {
  const dialog = byId("palette");
  const pick = async (colour) => {
    dialog.close();
    await tried(() => send("set_field", { cell, colour }));
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
    h(
      "div",
      { class: "buttons" },
      h("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("page.cancel")),
    ),
  );
  dialog.showModal();
}
