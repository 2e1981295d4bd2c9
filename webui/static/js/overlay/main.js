// What is laid over a stream or shown on a second screen: nothing to press, and see-through where nothing is said.

import { showBoard } from "../boards/index.js";
import { keepTime } from "../clock.js";
import { byId } from "../dom.js";
import { loadWords, t } from "../i18n.js";
import { follow } from "../live.js";
import { knowPeople } from "../people.js";
import { showPlayers } from "../players.js";
import { showVerdict } from "../verdict.js";
import { wanted } from "./wanted.js";

const SHOWS = { board: showBoard, turn: showPlayers, verdict: showVerdict };
const PLACES = { board: "board", turn: "players", verdict: "verdict" };

const { parts, width, height, scale, language, theme } = wanted(new URLSearchParams(location.search));
let state = null;

function show() {
  if (state === null) return;
  knowPeople(state);
  document.body.dataset.phase = state.phase;
  for (const part of parts) SHOWS[part](state);
  keepTime(state);
  // Before a game there are an empty board and no players: neither is worth a place.
  if (parts.includes("board")) byId("board").hidden = state.players.length === 0;
}

function arrange() {
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  root.dataset.parts = parts.join(" ");
  root.style.setProperty("--scale", scale);
  if (width) document.body.style.width = `${width}px`;
  if (height) document.body.style.height = `${height}px`;
  if (width || height) root.style.setProperty("--box", `${Math.min(width ?? Infinity, height ?? Infinity)}px`);
  for (const part of Object.keys(PLACES).filter((one) => !parts.includes(one))) byId(PLACES[part]).remove();
}

function onLink(up) {
  byId("offline").hidden = up;
  byId("offline").textContent = up ? "" : t("overlay.offline");
  document.body.classList.toggle("is-offline", !up);
}

function onState(newest) {
  state = newest;
  show();
}

await loadWords(language);
arrange();
follow({ onState, onEvent: () => {}, onLink });
