// Entering stones one by one: those that were put down, those that were taken away.

import { letter } from "./cells.js";
import { colourName, stoneToken } from "./colours.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

/** A list of stones under `name` ("added" or "removed"), to which more can be put; `stones` are [colour, cell]. */
export function stoneChoice(name, stones, colours, size) {
  const list = h("ul", { class: "stone-list", "data-stones": name });
  const put = (stone, focus) => {
    const row = stoneRow(stone, colours, size, () => {
      row.remove();
      more.focus();
    });
    list.append(row);
    if (focus) row.querySelector("select").focus();
  };
  const more = h(
    "button",
    { class: "chip", type: "button", onclick: () => put([colours[0], [0, 0]], true) },
    icon("plus"),
    t("editor.stone"),
  );
  stones.forEach((stone) => put(stone, false));
  return h("fieldset", { class: "choice" }, h("legend", {}, t(`editor.${name}`)), list, more);
}

/** Return the stones that a form has under `name`. */
export function stonesOf(form, name) {
  return [...form.querySelectorAll(`[data-stones=${name}] li`)].map((row) => {
    const [colour, col, line] = [...row.querySelectorAll("select")].map((select) => select.value);
    return [colour, [Number(line), Number(col)]];
  });
}

function stoneRow([colour, [row, col]], colours, size, remove) {
  const numbers = Array.from({ length: size }, (_, i) => i);
  const token = h("span", {}, stoneToken(colour));
  const owner = select("editor.player", colours.map((name) => [name, colourName(name)]), colour);
  owner.addEventListener("change", () => token.replaceChildren(stoneToken(owner.value)));
  return h(
    "li",
    {},
    token,
    owner,
    select("editor.col", numbers.map((i) => [i, letter(i)]), col),
    select("editor.row", numbers.map((i) => [i, String(i + 1)]), row),
    h(
      "button",
      { class: "icon-button", type: "button", "aria-label": t("editor.stone_away"), onclick: remove },
      icon("bin"),
    ),
  );
}

function select(label, options, chosen) {
  return h(
    "select",
    { "aria-label": t(label) },
    options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );
}
