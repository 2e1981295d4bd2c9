// The marks of a board with a lane: which way tiles go, and whose corner is which. Before the game and in it.

import { send } from "./api.js";
import { sameCell } from "./cells.js";
import { colourName } from "./colours.js";
import { byId, h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { tried } from "./toast.js";

const SEEN = ["size", "direction", "corners"]; // what the board tells by itself
const DIRECTIONS = ["clockwise", "anticlockwise"];
const SIZES = [5, 6, 7, 8];
const CORNERS = ["top_left", "top_right", "bottom_right", "bottom_left"];

/** Whether this board has a lane. */
export function hasLane({ board }) {
  return Boolean(board.direction);
}

/** The choices; `set(name, value)` is told of a setting that a person changed, as records have it. */
export function laneSettings(board, set) {
  return h("div", { class: "lane-settings" }, directionChoice(board, set), cornerChoice(board, set));
}

/** The settings without what a person said of the board, or null where nobody said anything. */
export function asSeen(options) {
  if (!SEEN.some((name) => name in options)) return null;
  return Object.fromEntries(Object.entries(options).filter(([name]) => !SEEN.includes(name)));
}

/** How many cells the board has along each side, where that is seen wrongly. */
export function sizeChoice(size, set) {
  return h(
    "label",
    { class: "listed" },
    h("span", {}, t("lane.size")),
    h(
      "select",
      { name: "size", onchange: (event) => set("size", Number(event.target.value)) },
      !size && h("option", { value: "", selected: true, disabled: true }, ""),
      SIZES.map((value) => h("option", { value, selected: value === size }, String(value))),
    ),
  );
}

function directionChoice(board, set) {
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, t("lane.which_way")),
    DIRECTIONS.map((direction) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: "direction",
          value: direction,
          checked: direction === board.direction,
          onchange: () => set("direction", direction),
        }),
        t(`lane.${direction}`),
      ),
    ),
  );
}

function cornerChoice({ size, corners }, set) {
  const end = size - 1;
  const places = [[0, 0], [0, end], [end, end], [end, 0]];
  const colours = Object.keys(corners);
  const owner = (place) => colours.find((colour) => sameCell(corners[colour], place));
  const give = (place, colour) => {
    // Two corners change their colours: each is there once.
    set("corners", { ...corners, [colour]: place, [owner(place)]: corners[colour] });
  };
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, t("lane.which_corner")),
    places.map((place, i) =>
      h(
        "label",
        { class: "listed" },
        h("span", {}, t(`lane.${CORNERS[i]}`)),
        h(
          "select",
          { name: CORNERS[i], onchange: (event) => give(place, event.target.value) },
          colours.map((colour) =>
            h("option", { value: colour, selected: colour === owner(place) }, colourName(colour)),
          ),
        ),
      ),
    ),
  );
}

/** The button that lets people mend the marks in the middle of the game. */
export function laneButton(state) {
  const open = () => {
    const dialog = byId("palette");
    const set = (name, value) => tried(() => send("set_option", { name, value })).then(() => dialog.close());
    dialog.replaceChildren(
      h("h2", {}, t("lane.title")),
      laneSettings(state.board, set),
      h(
        "div",
        { class: "buttons" },
        h("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("page.cancel")),
      ),
    );
    dialog.showModal();
  };
  return h(
    "button",
    { class: "chip", type: "button", "data-action": "lane", onclick: open },
    icon("pen"),
    t("lane.title"),
  );
}
