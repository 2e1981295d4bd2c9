// Asking once more before something that is not easily undone.

import { byId, h } from "./dom.js";
import { t } from "./i18n.js";

/** Ask `question`; resolves to whether a person said yes. */
export function sure(question, yes) {
  const dialog = byId("sure");
  dialog.replaceChildren(
    h(
      "form",
      { method: "dialog" },
      h("p", { class: "question" }, question),
      h(
        "div",
        { class: "buttons" },
        h("button", { class: "button", value: "no" }, t("page.cancel")),
        h("button", { class: "button primary", value: "yes" }, yes),
      ),
    ),
  );
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
