// Who sits where in games whose players have names, and which colours each plays.

import { colourName, stoneToken } from "../colours.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";

/** Rows of {name, colours}, the first `rows` of them dealt the colours in turn; of two players each has two. */
export function deal(names, colours) {
  const each = names.length === 2 ? Math.floor(colours.length / 2) : 1;
  return names.map((name, seat) => {
    const own = colours.filter((_, i) => i % names.length === seat).slice(0, each);
    return { name, colours: own };
  });
}

/** The rows as far as they are agreed already. */
export function rowsOf({ players, colours }, plays, fewest) {
  const names = players.length ? players : Array(fewest).fill("");
  const dealt = deal(names, plays);
  return dealt.map((row) => ({ ...row, colours: colours?.[row.name] ?? row.colours }));
}

/** What is agreed by the rows. */
export function agreedBy(rows) {
  const named = rows.map((row) => ({ ...row, name: row.name.trim() }));
  return { players: named.map(({ name }) => name), colours: Object.fromEntries(named.map((row) => [row.name, row.colours])) };
}

/** Whether everybody has a name, and no two the same. */
export function allNamed(rows) {
  const names = rows.map(({ name }) => name.trim());
  return names.every(Boolean) && new Set(names).size === names.length;
}

/** The rows to be filled in. `changed(rows)` draws anew; `named(rows)` does not, for somebody is typing. */
export function namedSeats({ fewest, most, plays }, rows, { changed, named }) {
  const again = (names) => changed(deal(names, plays));
  const names = rows.map(({ name }) => name);
  return h(
    "div",
    { class: "seat-choice" },
    h("h3", {}, t("start.seats")),
    h("p", { class: "soft" }, t("start.names_hint")),
    h(
      "ol",
      { class: "named-seats" },
      rows.map((row, seat) =>
        h(
          "li",
          {},
          h("input", {
            type: "text",
            maxlength: 40,
            value: row.name,
            "aria-label": t("start.name", { seat: seat + 1 }),
            oninput: ({ target }) => {
              row.name = target.value;
              named(rows);
            },
          }),
          plays.map((colour) => colourButton(rows, row, colour, changed)),
          rows.length > fewest &&
            h(
              "button",
              { class: "chip", type: "button", onclick: () => again(names.filter((_, i) => i !== seat)) },
              t("start.leave_out"),
            ),
        ),
      ),
    ),
    rows.length < most &&
      h(
        "button",
        { class: "chip", type: "button", "data-action": "one_more", onclick: () => again([...names, ""]) },
        t("start.one_more"),
      ),
  );
}

/** A colour of this row's, or one to take: whoever has it gets another for it. */
function colourButton(rows, row, colour, changed) {
  const own = row.colours.includes(colour);
  const take = () => {
    const given = row.colours.at(-1);
    const other = rows.find(({ colours }) => colours.includes(colour));
    if (other) other.colours = other.colours.map((one) => (one === colour ? given : one));
    row.colours = row.colours.map((one) => (one === given ? colour : one));
    changed([...rows]);
  };
  return h(
    "button",
    {
      type: "button",
      class: "colour-button",
      "aria-pressed": String(own),
      "aria-label": colourName(colour),
      "data-colour": colour,
      disabled: own,
      onclick: take,
    },
    stoneToken(colour),
  );
}
