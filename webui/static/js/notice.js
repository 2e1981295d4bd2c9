// What became of the kept games, if something of them was damaged: it stays until a person has read it.

import { byId, h, renew } from "./dom.js";
import { currentLanguage, t, told } from "./i18n.js";
import { remember, remembered } from "./memory.js";

export function showNotice({ notice }) {
  const root = byId("notice");
  const text = told(notice);
  root.hidden = !text || remembered("notice", "") === notice.en;
  renew(root, [text, currentLanguage()], () => [
    h("span", {}, text),
    h("button", { class: "button", type: "button", onclick: () => read(root, notice) }, t("page.read")),
  ]);
}

function read(root, { en }) {
  remember("notice", en);
  root.hidden = true;
}
