// What people corrected: all of it stays in the record, and the last of it can be undone.

import { actWords } from "./act-words.js";
import { send } from "./api.js";
import { cellName } from "./cells.js";
import { colourName } from "./colours.js";
import { h } from "./dom.js";
import { listed, t } from "./i18n.js";
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

function sentence({ edit, n, was, act, fields, options = [], acts = [] }) {
  switch (edit) {
    case "header":
      return [...fields.map(mended), ...options.map(setting), ...acts.map(toldOtherwise)].join("; ");
    case "insert":
      return t("corrections.insert", { n, now: actWords(act) });
    case "delete":
      return t("corrections.delete", { n, was: actWords(was) });
    default:
      return t("corrections.correct", { n, was: actWords(was), now: actWords(act) });
  }
}

function mended({ cell, was, is }) {
  return t("corrections.field", { cell: cellName(cell), was: colourName(was), now: colourName(is) });
}

function setting({ name, is }) {
  if (name === "direction") return `${t("lane.which_way")} ${t(`lane.${is}`)}`;
  if (name !== "corners") return `${name}: ${is}`;
  const corners = Object.entries(is).map(([colour, cell]) => `${cellName(cell)} ${colourName(colour)}`);
  return `${t("lane.which_corner")} ${listed(corners)}`;
}

/** An act that is told otherwise since a setting was corrected. */
function toldOtherwise({ n, was, act }) {
  return sentence({ edit: !was ? "insert" : !act ? "delete" : "correct", n, was, act });
}
