// Keys for whoever sits at a keyboard, and the list of them. They can be switched off, for those who speak to the page.

import { byId, h } from "./dom.js";
import { toggleFar } from "./far.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { remember, remembered } from "./memory.js";
import { can, flip } from "./voice.js";

const KEYS = {
  f: toggleFar,
  v: (onChange) => can.voice && (flip("voice"), onChange()),
  s: (onChange) => can.sound && (flip("sound"), onChange()),
  "?": showKeys,
};

let on = remembered("keys", "on") === "on";

/** Do what a key stands for; `onChange` is called when something on the page changes by it. */
export function watchKeys(onChange) {
  document.addEventListener("keydown", (event) => {
    const writes = event.target.closest?.("input, textarea, select, [contenteditable]");
    const key = event.key.toLowerCase();
    if (writes || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (!(key in KEYS) || document.querySelector("dialog[open]") || !(on || key === "?")) return;
    event.preventDefault();
    KEYS[key](onChange);
  });
}

/** The list of keys, in a dialog. */
export function showKeys() {
  const dialog = byId("keys");
  const change = ({ target }) => {
    on = target.checked;
    remember("keys", on ? "on" : "off");
  };
  dialog.replaceChildren(
    h("h2", { id: "keys-title" }, t("keys.title")),
    h(
      "dl",
      { class: "keys" },
      Object.keys(KEYS).map((key) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`keys.${key}`))]),
    ),
    h("label", { class: "switch" }, h("input", { type: "checkbox", checked: on, onchange: change }), t("keys.on")),
    h(
      "button",
      { type: "button", class: "button primary", onclick: () => dialog.close() },
      icon("tick"),
      t("page.read"),
    ),
  );
  dialog.showModal();
}
