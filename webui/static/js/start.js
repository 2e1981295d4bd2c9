// Setting up a game: who sits where, and how many in a row win.

import { send } from "./api.js";
import { colourName, STONE_COLOURS, stoneToken } from "./colours.js";
import { byId, h, renew } from "./dom.js";
import { currentLanguage, t } from "./i18n.js";
import { icon } from "./icons.js";
import { tried } from "./toast.js";

const ROWS = [4, 5];
const MOST_PLAYERS = 4;

let seats = []; // colours in the order of the seats, as chosen here
let seated = []; // and as the session has them
let row = 4;
let asked = false; // a new game after one that is over
let current;

export function showStart(state) {
  const playing = state.players.map((player) => player.colour);
  // Who plays now is offered again for the next game.
  if (playing.length && String(playing) !== String(seated)) seats = seated = playing;
  current = state;
  if (state.phase !== "over") asked = false;
  draw();
}

export function offerNewGame() {
  asked = true;
  draw();
  byId("start").scrollIntoView({ block: "nearest" });
  byId("start").querySelector("button").focus();
}

function draw() {
  const root = byId("start");
  const unset = current.players.length === 0;
  root.hidden = !(asked || current.phase === "ready" || (current.phase === "looking_for_board" && unset));
  const board = current.phase !== "looking_for_board";
  renew(root, [seats, row, board, currentLanguage()], () => [
    h("h2", {}, t("start.title")),
    h("p", { class: "soft" }, t("start.seats_hint")),
    h(
      "div",
      { class: "seats", role: "group", "aria-label": t("start.seats") },
      STONE_COLOURS.map(seatButton),
    ),
    h("fieldset", { class: "choice" }, h("legend", {}, t("start.row")), ROWS.map(rowChoice)),
    board && h("p", { class: "soft" }, t("start.fields_hint")),
    h(
      "button",
      {
        class: "button primary big",
        type: "button",
        "data-action": "start",
        disabled: seats.length < 2,
        onclick: start,
      },
      icon("play"),
      t("start.start"),
    ),
  ]);
}

function seatButton(colour) {
  const seat = seats.indexOf(colour) + 1;
  const taken = seat > 0;
  return h(
    "button",
    {
      type: "button",
      class: "seat-button",
      "aria-pressed": String(taken),
      "data-colour": colour,
      disabled: !taken && seats.length === MOST_PLAYERS,
      onclick: () => choose(taken ? seats.filter((other) => other !== colour) : [...seats, colour], colour),
    },
    stoneToken(colour),
    h("span", {}, colourName(colour)),
    taken && h("span", { class: "seat-number", "aria-label": t("start.seat", { seat }) }, String(seat)),
  );
}

function choose(chosen, colour) {
  seats = chosen;
  draw();
  byId("start").querySelector(`[data-colour=${colour}]`).focus();
}

function rowChoice(length) {
  const pick = () => {
    row = length;
  };
  return h(
    "label",
    {},
    h("input", { type: "radio", name: "row", value: length, checked: length === row, onchange: pick }),
    t("start.row_of", { length }),
  );
}

async function start() {
  await tried(() => send("start", { game: current.game, players: seats, options: { row } }));
}
