// What people corrected: all of it stays in the record, and the last of it can be undone.

import { actWords } from "./act-words.js";
import { send } from "./api.js";
import { cellName } from "./cells.js";
import { colourName } from "./colours.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { tried } from "./toast.js";

/** The corrections as a list that unfolds, or nothing where there are none. */
export function correctionList(corrections = []) {
  if (corrections.length === 0) return null;
  const last = corrections.findLastIndex((one) => !one.undone);
  return h(
    "details",
    { class: "corrections" },
    h("summary", {}, t("corrections.title", { count: corrections.length })),
    h(
      "ol",
      {},
      corrections.map((one, i) => h("li", { class: one.undone ? "undone" : null }, words(one), i === last && undo())),
    ),
  );
}

function undo() {
  return h(
    "button",
    { class: "chip", type: "button", "data-action": "undo", onclick: () => tried(() => send("undo")) },
    icon("back"),
    t("corrections.undo"),
  );
}

function words(one) {
  const told = sentence(one);
  return h("span", {}, one.undone ? [h("s", {}, told), ` ${t("corrections.undone")}`] : told);
}

function sentence({ edit, n, was, act, fields }) {
  switch (edit) {
    case "header":
      return fields
        .map(({ cell, was: old, is }) =>
          t("corrections.field", { cell: cellName(cell), was: colourName(old), now: colourName(is) }),
        )
        .join("; ");
    case "insert":
      return t("corrections.insert", { n, now: actWords(act) });
    case "delete":
      return t("corrections.delete", { n, was: actWords(was) });
    default:
      return t("corrections.correct", { n, was: actWords(was), now: actWords(act) });
  }
}
