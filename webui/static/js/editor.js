// Saying what was really done: an act that was read wrongly, missed, or never happened.

import { send } from "./api.js";
import { byId, h } from "./dom.js";
import { actForm } from "./forms.js";
import { t } from "./i18n.js";
import { counts, mover, recordedActs } from "./state.js";
import { sure } from "./sure.js";
import { tried } from "./toast.js";

/** Tell of an act that was missed; it comes after the last one that counts. */
export function tellAct(state) {
  const seen = state.phase === "waiting_restore" ? state.last.act : state.proposal;
  const n = recordedActs(state).length + 1;
  open(state, t("editor.tell"), { player: mover(state)?.colour, ...seen }, (act) => send("insert", { n, act }));
}

/** Correct an act that is recorded, take it out, put another before it, or let a faulty one count after all. */
export function editAct(state, told) {
  const { n, act } = told;
  const remove = async () => {
    if (await sure(t("editor.remove_sure", { n }), t("editor.remove"))) await send("delete", { n });
  };
  const accept = () => send("let_stand", { n });
  const before = () => open(state, t("editor.before", { n }), {}, (missed) => send("insert", { n, act: missed }));
  open(state, t("editor.correct", { n }), act, (mended) => send("correct", { n, act: mended }), [
    ["remove", t("editor.remove"), () => tried(remove)],
    ...(counts(told) ? [] : [["accept", t("actions.accept"), () => tried(accept)]]),
    ["before", t("editor.insert"), before],
  ]);
}

/** Show the editor, filled in with what is `known` of the act; what may be done `besides` are [name, words, action]. */
function open(state, title, known, save, besides = []) {
  const dialog = byId("editor");
  const close = () => dialog.close();
  const { element, show, act, missing } = actForm(state, known);
  const why = h("p", { class: "soft why-not", role: "status" });
  const saving = h("button", { class: "button primary", "data-edit": "save" }, t("editor.save"));
  const other = ([name, words, action]) =>
    h("button", { class: "button", type: "button", "data-edit": name, onclick: () => (close(), action()) }, words);
  const form = h(
    "form",
    { class: "editor" },
    h("h2", { id: "editor-title" }, title),
    element,
    besides.length > 0 && h("div", { class: "buttons" }, besides.map(other)),
    h(
      "div",
      { class: "buttons last" },
      why,
      h("button", { class: "button", type: "button", onclick: close }, t("page.cancel")),
      saving,
    ),
  );
  const changed = () => {
    show();
    why.textContent = missing();
    saving.disabled = why.textContent !== "";
  };
  ["input", "click"].forEach((happening) => form.addEventListener(happening, changed));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await tried(() => save(act()))) close();
  });
  changed();
  dialog.replaceChildren(form);
  dialog.showModal();
}
