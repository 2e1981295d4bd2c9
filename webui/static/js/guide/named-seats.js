// Who sits where in games whose players have names, and which colours each plays.

import { colourName, stoneToken } from "../colours.js";
import { h } from "../dom.js";
import { listed, t } from "../i18n.js";

/** How many of the colours each of so many players plays: of two players each has two. */
function each(players, colours) {
  return players === 2 ? Math.floor(colours.length / 2) : 1;
}

/** Rows of {name, colours}, the first `rows` of them dealt the colours in turn. */
export function deal(names, colours) {
  const most = each(names.length, colours);
  return names.map((name, seat) => {
    const own = colours.filter((_, i) => i % names.length === seat).slice(0, most);
    return { name, colours: own };
  });
}

/** The rows as far as they are agreed already. */
export function rowsOf({ players, colours, seats }, { plays, sits, fewest }) {
  const names = players.length ? players : Array(fewest).fill("");
  return seated(deal(names, plays), sits).map((row) => ({
    ...row,
    colours: colours?.[row.name] ?? row.colours,
    side: seats?.[row.name] ?? row.side,
  }));
}

/** The same rows, each on a side of its own as people usually sit, clockwise: two face each other. */
function seated(rows, sits) {
  if (sits.length === 0) return rows;
  const usual = { 2: [0, 2], 3: [0, 1, 3] }[rows.length] ?? [0, 1, 2, 3];
  return rows.map((row, i) => ({ ...row, side: sits[usual[i]] }));
}

/** What is agreed by the rows. */
export function agreedBy(rows) {
  const named = rows.map((row) => ({ ...row, name: row.name.trim() }));
  const players = named.map(({ name }) => name);
  if (rows.some(({ side }) => side)) return { players, seats: Object.fromEntries(named.map((row) => [row.name, row.side])) };
  return { players, colours: Object.fromEntries(named.map((row) => [row.name, row.colours])) };
}

/** Why the rows are not enough yet, in words; empty where they are. */
export function missing(rows, { plays, sits }) {
  const names = rows.map(({ name }) => name.trim());
  if (!names.every(Boolean) || new Set(names).size < names.length) return t("start.unnamed");
  if (sits.length) return new Set(rows.map(({ side }) => side)).size < rows.length ? t("start.sides_taken") : "";
  const most = each(rows.length, plays);
  const short = rows.filter(({ colours }) => colours.length !== most);
  const players = short.map(({ name, colours }) => t("start.chosen", { player: name.trim(), count: colours.length, each: most }));
  return players.length ? t("start.colours_missing", { players: listed(players) }) : "";
}

/** The rows to be filled in. `changed(rows)` draws anew; `named()` does not, for somebody is typing. */
export function namedSeats({ fewest, most, plays, sits }, rows, { changed, named }) {
  const again = (names) => changed(seated(deal(names, plays), sits));
  const names = rows.map(({ name }) => name);
  return h(
    "div",
    { class: "seat-choice" },
    h("h3", {}, t("start.seats")),
    h("p", { class: "soft" }, t(sits.length ? "start.names_only" : "start.names_hint")),
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
              named();
            },
          }),
          plays.map((colour) => colourButton(rows, row, colour, each(rows.length, plays), changed)),
          sits.length > 0 && sideChoice(row, seat, sits, named),
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

/** On which side of the picture a player sits. */
function sideChoice(row, seat, sits, named) {
  const player = row.name.trim() || t("start.seat", { seat: seat + 1 });
  const pick = ({ target }) => {
    row.side = target.value;
    named();
  };
  return h(
    "select",
    { class: "side-choice", "aria-label": t("start.sides", { player }), onchange: pick },
    sits.map((side) => h("option", { value: side, selected: side === row.side }, t(`side.${side}`))),
  );
}

/** A colour of this row's, to give up, or one to take. Who has as many as there are to have gives one for it. */
function colourButton(rows, row, colour, most, changed) {
  const own = row.colours.includes(colour);
  const without = (colours) => colours.filter((one) => one !== colour);
  const flip = () => {
    if (own) row.colours = without(row.colours);
    else take();
    changed([...rows]);
    document.querySelector(`.named-seats li:nth-child(${rows.indexOf(row) + 1}) [data-colour=${colour}]`).focus();
  };
  const take = () => {
    const given = row.colours.slice(most - 1);
    const other = rows.find(({ colours }) => colours.includes(colour));
    if (other) other.colours = [...without(other.colours), ...given];
    row.colours = [...row.colours.slice(0, most - 1), colour];
  };
  return h(
    "button",
    {
      type: "button",
      class: "colour-button",
      "aria-pressed": String(own),
      "aria-label": colourName(colour),
      "data-colour": colour,
      onclick: flip,
    },
    stoneToken(colour),
  );
}
