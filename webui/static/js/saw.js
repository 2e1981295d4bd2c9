// What was seen of an act: the table before and after it, with what changed framed.

import { actWords } from "./act-words.js";
import { byId, h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

const TIMES = ["before", "after"];

/** Whether there are pictures of it. */
export function wasSeen(act) {
  return Number.isInteger(act?.pictures);
}

/** The button that shows them, for the list of acts. */
export function sawButton(act) {
  const label = t("saw.show_n", { act: actWords(act.act) });
  return h(
    "button",
    { class: "icon-button", type: "button", title: t("saw.show"), "aria-label": label, "data-saw": act.pictures, onclick: () => showSaw(act) },
    icon("eye"),
  );
}

/** Show the pictures. They are kept nowhere but in memory; who wants them on disk saves them here. */
export function showSaw({ act, pictures }) {
  const dialog = byId("saw");
  dialog.replaceChildren(
    h("h2", { id: "saw-title" }, t("saw.title", { act: actWords(act) })),
    h("div", { class: "saw-pictures" }, TIMES.map((when) => picture(pictures, when))),
    h("p", { class: "soft" }, t("saw.kept")),
    h("button", { type: "button", class: "button primary", onclick: () => dialog.close() }, icon("tick"), t("library.close")),
  );
  dialog.showModal();
}

function picture(id, when) {
  const src = `/api/pictures/${id}/${when}.jpg`;
  return h(
    "figure",
    {},
    h("img", { src, alt: t(`saw.alt_${when}`) }),
    h("figcaption", {}, t(`saw.${when}`), h("a", { class: "chip", href: src, download: `tableref-${id}-${when}.jpg` }, icon("download"), t("saw.save"))),
  );
}
