// Two colours of the board look alike: a person says in one tap which is which.

import { send } from "../api.js";
import { colourName } from "../colours.js";
import { h, s } from "../dom.js";
import { t } from "../i18n.js";
import { tried } from "../toast.js";

/** The question for each such pair, its shades side by side as the camera sees them. */
export function askWhichIsWhich(pairs = []) {
  return pairs.map(({ names, rgb }) =>
    h(
      "div",
      { class: "alike", role: "group", "aria-label": t("guide.alike") },
      h("p", {}, t("guide.alike")),
      h("div", { class: "shades" }, names.map((name, i) => shade(name, rgb[i]))),
      h("div", { class: "buttons" }, answer(names, false, "guide.alike_right"), answer(names, true, "guide.alike_changed")),
    ),
  );
}

function shade(name, [red, green, blue]) {
  return h(
    "figure",
    { "data-shade": name },
    s("svg", { class: "shade", "aria-hidden": "true" }, s("rect", { width: "100%", height: "100%", fill: `rgb(${red}, ${green}, ${blue})` })),
    h("figcaption", {}, colourName(name)),
  );
}

function answer(names, changed, words) {
  return h(
    "button",
    {
      class: "button",
      type: "button",
      "data-action": changed ? "alike_changed" : "alike_right",
      onclick: () => tried(() => send("tell_apart", { names, changed })),
    },
    t(words),
  );
}
