// The turn clock: how long each has left, counted on from when the program told it last.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { playerName } from "./people.js";

const TICK_MS = 250;
const SOON_S = 10;

let told = null; // the clock as the program told it
let at = 0; // and when, in milliseconds
let announce = () => {};
let before = Infinity; // what was left when it was looked at last

/** Show the clock of a state; `onTime(words)` is called when time runs short, and when it is up. */
export function keepTime({ clock }, onTime = () => {}) {
  told = clock ?? null;
  at = performance.now();
  announce = onTime;
  before = told?.runs ? told.left[told.runs] : Infinity; // what has passed already is not announced again
  tick();
}

/** The place for what a player has left. */
export function clockFace(player) {
  return h("span", { class: "clock", role: "timer", "data-clock": player });
}

function tick() {
  if (told === null) return;
  for (const face of document.querySelectorAll("[data-clock]")) show(face, left(face.dataset.clock));
  if (!told.runs) return;
  const now = left(told.runs);
  const passed = (seconds) => before > seconds && now <= seconds;
  if (passed(0)) announce(t("clock.up", { player: playerName(told.runs) }));
  else if (passed(SOON_S)) announce(t("clock.soon", { player: playerName(told.runs), seconds: SOON_S }));
  before = now;
}

function left(player) {
  const passed = player === told.runs ? (performance.now() - at) / 1000 : 0;
  return (told.left[player] ?? told.seconds) - passed;
}

function show(face, seconds) {
  const words = written(seconds);
  if (face.textContent !== words) face.textContent = words;
  face.classList.toggle("soon", seconds <= SOON_S && seconds > 0);
  face.classList.toggle("up", seconds <= 0);
}

/** "1:05", and "−0:12" where more was taken. */
function written(seconds) {
  const whole = Math.abs(Math.ceil(seconds));
  return `${seconds <= -1 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

setInterval(tick, TICK_MS);
