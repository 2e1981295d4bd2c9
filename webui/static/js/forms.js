// What was done, as a form: made from the game's acts as the program declares them.

import { h } from "./dom.js";
import { fieldOf, radios } from "./form-fields.js";
import { hasWords, listed, t } from "./i18n.js";

/**
 * The kinds of acts, and the fields of the one that is chosen, filled in with what is `known` of the act.
 * Returns the element; `show()` fits it to what is chosen; the `act()` that it says; `missing()`: what is still
 * to be said, in words.
 */
export function actForm({ forms, ...state }, known) {
  const kinds = radios("act", t("editor.what"), forms.map((form) => [form.act, called(form)]), known.act);
  const fields = new Map(
    forms.map(({ act, fields }) => [act, fields.map((field) => fieldOf(state, act, field, known[field.name]))]),
  );
  const shown = h("div", { class: "act-fields" });
  const chosen = () => fields.get(kinds.value());
  return {
    element: h("div", { class: "act-form" }, kinds.element, shown),
    show() {
      if (shown.dataset.kind === kinds.value()) return;
      shown.dataset.kind = kinds.value();
      shown.replaceChildren(...chosen().map(({ element }) => element));
    },
    act() {
      const said = chosen().map((field) => [field.name, field.value()]);
      return Object.fromEntries([["act", kinds.value()], ...said.filter(([, value]) => value !== undefined)]);
    },
    missing() {
      if (!chosen()) return t("editor.missing", { fields: t("editor.what") });
      const open = chosen().filter((field) => !field.optional && field.value() === undefined);
      if (open.length > 0) return t("editor.missing", { fields: listed(open.map(({ legend }) => legend)) });
      const saysNothing = chosen().length > 0 && chosen().every((field) => (field.value() ?? []).length === 0);
      return saysNothing ? t("editor.nothing") : "";
    },
  };
}

/** What is done in an act; games with cards and games with stones say it otherwise. */
function called({ act, fields }) {
  const withCards = fields.some(({ type }) => type === "card" || type === "placed_cards");
  return t(withCards && hasWords(`act.${act}.card`) ? `act.${act}.card` : `act.${act}`);
}
