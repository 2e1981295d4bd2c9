// The board as it is seen: drawn over the picture, its corners to be dragged, its fields' colours to be mended.

import { send } from "../api.js";
import { drawBoard } from "../boards/index.js";
import { cellName } from "../cells.js";
import { h, renew } from "../dom.js";
import { mendField } from "../fields.js";
import { currentLanguage, listed, t, told } from "../i18n.js";
import { icon } from "../icons.js";
import { asSeen, hasLane, laneSettings, sizeChoice } from "../lane-settings.js";
import { tried } from "../toast.js";
import { askWhichIsWhich } from "./alike.js";
import { allAnswered, choose, chosen, stateCame } from "./chosen.js";
import { showOutline } from "./outline.js";

export function showBoardStep(root, state, go) {
  if (!root.firstElementChild) {
    root.append(
      h("p", { class: "board-state", role: "status" }),
      h("div", { class: "found" }, h("div", { class: "found-picture" }), h("div", { class: "found-board" })),
      h("div", { class: "buttons" }),
    );
  }
  const [status, found, buttons] = root.children;
  const { setup, board, seen, camera } = state;
  const lane = setup.learnt !== undefined; // a game whose board has one
  const cards = board.piles !== undefined || board.strips !== undefined; // a game whose cards make the grid: there is no board to look for
  const known = board.fields.length > 0;
  stateCame();
  renew(status, [setup.ready, setup.stones_on, setup.in_the_way, Boolean(seen), camera, currentLanguage()], () => [
    icon(setup.ready ? "tick" : "search"),
    words(state),
  ]);
  status.dataset.ready = String(setup.ready);
  if (cards) showTable(found.firstElementChild, state);
  else showOutline(found.firstElementChild, state);
  renew(found.lastElementChild, [board, known, setup.alike, lane && [setup.notes, setup.options], currentLanguage()], () =>
    cards ? [h("p", { class: "soft" }, t(board.strips ? "guide.strips_hint" : "guide.cards_hint"))] : lane ? laneOnBoard(state) : fieldsOnBoard(state, known),
  );
  renew(buttons, [setup, Boolean(camera?.image_size), currentLanguage()], () => [
    h(
      "button",
      {
        class: "button",
        type: "button",
        "data-action": "search",
        disabled: !camera?.image_size,
        onclick: () => tried(() => send("corners", { corners: null })),
      },
      icon("search"),
      t("guide.search_again"),
    ),
    setup.stones_on.length > 0 &&
      h(
        "button",
        {
          class: "button",
          type: "button",
          "data-action": "nothing_there",
          onclick: () => tried(() => send("table_is_right")),
        },
        icon("tick"),
        t("guide.nothing_there"),
      ),
    h(
      "button",
      {
        class: "button primary big",
        type: "button",
        "data-action": "play",
        disabled: !setup.ready,
        onclick: () => play(setup, go),
      },
      icon("play"),
      t("guide.play"),
    ),
  ]);
}

function fieldsOnBoard(state, known) {
  return [
    h("h3", {}, t("guide.fields")),
    askWhichIsWhich(state.setup.alike),
    h("p", { class: "soft" }, known ? t("start.fields_hint") : t("guide.fields_later")),
    known && h("div", { class: "board" }, drawBoard({ ...state, seen: null }, (cell) => mendField(cell, state.board.fields))),
  ];
}

function laneOnBoard(state) {
  const { setup, board } = state;
  const take = (settings) => choose(settings, () => tried(() => send("setup", agreed(setup, settings))));
  const set = (name, value) => take({ ...chosen(setup.options), [name]: value });
  const seen = asSeen(setup.options);
  return [
    h("h3", {}, t("lane.title")),
    h("p", { class: "soft" }, hasLane(state) ? t("lane.hint") : t("guide.fields_later")),
    (setup.notes ?? []).map((note) => h("p", { class: "lane-note", role: "status" }, told(note))),
    hasLane(state) && [
      h("div", { class: "board" }, drawBoard({ ...state, seen: null })),
      laneSettings(board, set),
    ],
    sizeChoice(setup.options.size ?? board.size, set),
    seen &&
      h(
        "button",
        { class: "chip", type: "button", "data-action": "as_seen", onclick: () => take(seen) },
        icon("eye"),
        t("lane.as_seen"),
      ),
  ];
}

/** What is agreed, or the same with other settings. */
function agreed({ game, players, options, colours, seats, clock }, settings = options) {
  const named = colours && Object.keys(colours).length > 0;
  return { game, players, options: settings, ...(named && { colours }), ...(seats && { seats }), ...(clock && { clock }) };
}

/** The camera's picture, in which nothing is to be pointed out. */
function showTable(root, { camera }) {
  const [width, height] = camera?.image_size ?? [];
  renew(root, [width, height, currentLanguage()], () =>
    width ? [h("img", { src: "/stream.mjpg?overlay=0", alt: t("camera.alt"), width, height })] : [],
  );
}

function words({ setup, seen, camera, board }) {
  if (!camera?.image_size) return t("guide.no_picture");
  if (setup.in_the_way) return told(setup.in_the_way);
  if (board.piles || board.strips) return t(setup.ready ? "guide.table_ready" : "guide.table_looked_at");
  if (setup.ready) return t("guide.board_ready");
  if (setup.stones_on.length) {
    return t("guide.stones_on", { cells: listed(setup.stones_on.map(cellName)) });
  }
  return seen ? t("guide.board_looked_at") : t("guide.board_sought");
}

async function play(setup, go) {
  if (setup.players.length === 0) return go("game");
  await allAnswered();
  await tried(() => send("start", agreed(setup, chosen(setup.options))));
}
