// Entering stones one by one: those that were put down, those that were taken away.

import { letter } from "./cells.js";
import { colourName, stoneToken } from "./colours.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

/**
 * A list of stones under `name` ("added" or "removed"), to which more can be put; `stones` are [colour, cell].
 * `words`: what the list, a colour, one more and one less are called, where they are no stones.
 */
export function stoneChoice(name, stones, colours, size, words = stoneWords(name)) {
  const list = h("ul", { class: "stone-list", "data-stones": name });
  const put = (stone, focus) => {
    const row = stoneRow(stone, colours, size, words, () => {
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
    words.more,
  );
  stones.forEach((stone) => put(stone, false));
  return h("fieldset", { class: "choice" }, h("legend", {}, words.legend), list, more);
}

function stoneWords(name) {
  return {
    legend: t(`editor.${name}`),
    colour: t("editor.player"),
    more: t("editor.stone"),
    away: t("editor.stone_away"),
  };
}

/** Return the stones that a form has under `name`. */
export function stonesOf(form, name) {
  return [...form.querySelectorAll(`[data-stones=${name}] li`)].map((row) => {
    const [colour, col, line] = [...row.querySelectorAll("select")].map((select) => select.value);
    return [colour, [Number(line), Number(col)]];
  });
}

function stoneRow([colour, [row, col]], colours, size, words, remove) {
  const numbers = Array.from({ length: size }, (_, i) => i);
  const token = h("span", {}, stoneToken(colour));
  const owner = select(words.colour, colours.map((name) => [name, colourName(name)]), colour);
  owner.addEventListener("change", () => token.replaceChildren(stoneToken(owner.value)));
  return h(
    "li",
    {},
    token,
    owner,
    select(t("editor.col"), numbers.map((i) => [i, letter(i)]), col),
    select(t("editor.row"), numbers.map((i) => [i, String(i + 1)]), row),
    h(
      "button",
      { class: "icon-button", type: "button", "aria-label": words.away, onclick: remove },
      icon("bin"),
    ),
  );
}

function select(label, options, chosen) {
  return h(
    "select",
    { "aria-label": label },
    options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );
}
