// What is played, who sits where, and by which settings.

import { send } from "../api.js";
import { colourName, STONE_COLOURS, stoneToken } from "../colours.js";
import { h, renew } from "../dom.js";
import { currentLanguage, t, told } from "../i18n.js";
import { icon } from "../icons.js";
import { tried } from "../toast.js";
import { clockChoice } from "./clock-choice.js";
import { interrupted } from "./interrupted.js";
import { agreedBy, missing, namedSeats, rowsOf } from "./named-seats.js";

const RETRY_MS = 2000;
const MOST_RADIOS = 3; // more choices are a list to open

let games = null; // null until they are known
let chosen = null; // {game, players, options} as chosen here, with the rows of players who have names
let redraw = () => {};

export function showGameStep(root, state, go) {
  redraw = () => root.dataset.shows === "game" && showGameStep(root, state, go); // people may have gone on
  if (games === null) findGames();
  if (!root.firstElementChild) {
    const { game, players, options, colours, seats, clock } = state.setup;
    chosen = { game, players: [...players], options: { ...options }, colours, seats, clock, rows: null };
    root.append(h("div", { class: "game-step" }));
  }
  const { resume } = state.setup;
  renew(root.firstElementChild, [games, withoutNames(chosen), resume, currentLanguage()], () => {
    const game = games?.find((one) => one.game === chosen.game);
    if (!game) return [];
    const named = game.plays.length > 0 || game.sits.length > 0;
    if (named) chosen.rows ??= rowsOf(chosen, game);
    return [
      resume && interrupted(resume),
      gameChoice(),
      named ? namedSeats(game, chosen.rows, { changed: (rows) => change({ rows }), named: () => mayGoOn(game) }) : seats(game),
      game.options.map(setting),
      clockChoice(chosen.clock, (clock) => change({ clock })),
      h("p", { class: "soft why-not", role: "status" }, whyNot(game)),
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          {
            class: "button primary big",
            type: "button",
            "data-action": "next",
            disabled: Boolean(whyNot(game)),
            onclick: () => tried(() => agree(go)),
          },
          t("guide.next"),
          icon("onward"),
        ),
      ),
    ];
  });
}

/** What is drawn anew when it changes: what somebody types just now does not. */
function withoutNames({ options, rows, ...rest }) {
  return { ...rest, options: { ...options, names: null }, rows: rows?.map(({ colours }) => colours) };
}

function gameChoice() {
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, t("guide.which_game")),
    games.map(({ game, name, watched }) =>
      h(
        "label",
        { class: watched ? null : "not-yet" },
        h("input", {
          type: "radio",
          name: "game",
          value: game,
          checked: game === chosen.game,
          disabled: !watched,
          onchange: () => change({ game, players: [], options: {}, colours: undefined, seats: undefined, rows: null }),
        }),
        h("span", {}, name, !watched && h("small", { class: "soft" }, ` ${t("guide.not_watched")}`)),
      ),
    ),
  );
}

function seats({ most }) {
  return h(
    "div",
    { class: "seat-choice" },
    h("h3", {}, t("start.seats")),
    h("p", { class: "soft", id: "seats-hint" }, t("start.seats_hint")),
    h(
      "div",
      { class: "seats", role: "group", "aria-label": t("start.seats"), "aria-describedby": "seats-hint" },
      STONE_COLOURS.map((colour) => seatButton(colour, most)),
    ),
    chosen.players.length > 0 && h("p", { class: "soft" }, t("start.call_them")),
    h("ol", { class: "named-seats beside" }, chosen.players.map(nameOf)),
  );
}

function seatButton(colour, most) {
  const { players } = chosen;
  const seat = players.indexOf(colour) + 1;
  const taken = seat > 0;
  const flip = () => {
    change({ players: taken ? players.filter((other) => other !== colour) : [...players, colour] });
    document.querySelector(`#guide [data-colour=${colour}]`).focus();
  };
  return h(
    "button",
    {
      type: "button",
      class: "seat-button",
      "aria-pressed": String(taken),
      "data-colour": colour,
      disabled: !taken && players.length === most,
      onclick: flip,
    },
    stoneToken(colour),
    h("span", {}, colourName(colour)),
    taken && h("span", { class: "seat-number", "aria-label": t("start.seat", { seat }) }, String(seat)),
  );
}

/** What the player of a colour is called; nothing, and the colour is the name. */
function nameOf(colour) {
  const type = ({ target }) => {
    chosen.options.names = { ...chosen.options.names, [colour]: target.value };
    mayGoOn(games.find((one) => one.game === chosen.game));
  };
  const label = t("start.name_of", { colour: colourName(colour) });
  const value = chosen.options.names?.[colour] ?? "";
  return h(
    "li",
    {},
    stoneToken(colour),
    h("input", { type: "text", maxlength: 40, value, placeholder: colourName(colour), "aria-label": label, oninput: type }),
  );
}

/** The names of those who play, as far as there are any. */
function names() {
  const said = chosen.players.map((colour) => [colour, (chosen.options.names?.[colour] ?? "").trim()]);
  return Object.fromEntries(said.filter(([, name]) => name));
}

function setting(option) {
  const { ask } = told(option.text);
  const now = chosen.options[option.name] ?? option.default;
  if (option.choices.length > MOST_RADIOS) return listed(option, ask, now);
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, ask),
    option.choices.map((value) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: option.name,
          value,
          checked: value === now,
          onchange: () => set(option.name, value),
        }),
        called(option, value),
      ),
    ),
  );
}

function listed(option, ask, now) {
  const pick = (event) => set(option.name, option.choices[event.target.selectedIndex]);
  return h(
    "label",
    { class: "listed" },
    h("span", {}, ask),
    h(
      "select",
      { name: option.name, onchange: pick },
      option.choices.map((value) => h("option", { value, selected: value === now }, called(option, value))),
    ),
  );
}

function called(option, value) {
  return told(option.text).choices[value] ?? String(value);
}

/** A setting changes nothing else that is shown, so the focus stays where it is. */
function set(name, value) {
  chosen.options[name] = value;
}

function change(part) {
  chosen = { ...chosen, ...part };
  redraw();
}

/** Why what is chosen is no game yet, in words. */
function whyNot({ plays, sits, fewest }) {
  if (chosen.rows) return missing(chosen.rows, { plays, sits });
  const called = chosen.players.map((colour) => names()[colour] ?? colourName(colour));
  if (new Set(called).size < called.length) return t("start.unnamed");
  return chosen.players.length < fewest ? t("start.too_few", { fewest }) : "";
}

/** Somebody types a name: nothing is drawn anew meanwhile. */
function mayGoOn(game) {
  const why = whyNot(game);
  document.querySelector("#guide .why-not").textContent = why;
  document.querySelector("#guide [data-action=next]").disabled = Boolean(why);
}

async function agree(go) {
  const { game, players, rows, clock } = chosen;
  const options = { ...chosen.options };
  if (!rows) options.names = names();
  await send("setup", { game, players, options, ...(rows ? agreedBy(rows) : {}), ...(clock && { clock }) });
  go("board");
}

async function findGames() {
  games = []; // until they are known
  const answer = await fetch("/api/games").catch(() => null);
  if (!answer?.ok) return setTimeout(findGames, RETRY_MS);
  games = await answer.json();
  redraw();
}
