// A game that was played, shown act by act: the page draws each step as if the game stood there now.

import { answered } from "./api.js";
import { byId, h } from "./dom.js";
import { currentLanguage, sentences, t, told } from "./i18n.js";
import { icon } from "./icons.js";
import { complain } from "./toast.js";

const STEP_MS = 1600;
const HASH = /^#replay(?:=(\d+))?$/;
const STAYS = /^#(verdict|guide)$/; // leads to a place on the page, and not elsewhere

let shown = null; // what is replayed: the answer of the program, and `from`, where it was asked
let at = 0;
let playing = null;
let drawn = null; // what the bar was made for
let onChange = () => {};

/** Follow the address: `#replay` shows the game that is on, `#replay=12` one that is kept. */
export function watchReplay(tell) {
  onChange = tell;
  addEventListener("hashchange", () => open().then(focusIt));
  return open();
}

/** The program has nothing else to show. Nobody asked for it, so the focus stays where it is. */
export function showOnlyReplay() {
  history.replaceState(null, "", replayAddress());
  return open();
}

/** Show a game that is at hand, from its start; it has its `record`'s address with it. */
export function showGame(said, tell) {
  onChange = tell;
  shown = said;
  onChange();
}

/** Where the replay is of a game of the library, say, is in the address, so that it can be kept and sent. */
export function replayAddress(id) {
  return id === undefined ? "#replay" : `#replay=${id}`;
}

/** Return the state of the page at the step that is shown, or null where nothing is replayed. */
export function replayedState() {
  if (!shown) return null;
  const step = shown.steps[at];
  const { table, outcome, claims } = step;
  const board = table?.stacks ? table : { size: 0, fields: [], stacks: [] };
  return {
    game: shown.game,
    phase: outcome && at === shown.steps.length - 1 ? "over" : "replay",
    players: step.players,
    options: shown.options,
    board: { ...board, piles: table?.piles },
    cards: [],
    seen: null,
    last: step.act,
    acts: shown.steps.slice(1, at + 1).map((one) => one.act),
    differences: [],
    claims,
    outcome,
    replayed: { from: shown.from, record: shown.record, standing: step.standing, followed: step.followed },
  };
}

/** Show the bar with the slider; `alone` if there is no game behind it to go back to. */
export function showReplay(alone) {
  const root = byId("replay");
  root.hidden = !shown;
  document.body.classList.toggle("replaying", Boolean(shown));
  if (!shown) {
    drawn = null;
    return root.replaceChildren();
  }
  const now = [shown, currentLanguage(), alone];
  if (!drawn || now.some((one, i) => one !== drawn[i])) {
    drawn = now;
    root.replaceChildren(...bar(alone));
  }
  const last = shown.steps.length - 1;
  const slider = root.querySelector("input");
  slider.value = at;
  slider.setAttribute("aria-valuetext", position());
  root.querySelector("output").textContent = position();
  for (const [name, useless] of [["first", at === 0], ["previous", at === 0], ["next", at === last], ["last", at === last]]) {
    root.querySelector(`[data-step=${name}]`).disabled = useless;
  }
  const play = root.querySelector("[data-step=play]");
  play.setAttribute("aria-label", t(playing ? "replay.pause" : "replay.play"));
  play.replaceChildren(icon(playing ? "pause" : "play"));
}

async function open() {
  const [address, id] = location.hash.match(HASH) ?? [];
  if (STAYS.test(location.hash)) return;
  pause();
  shown = null;
  if (address) {
    const from = id ? `/api/library/${id}` : "/api";
    try {
      const said = await answered(await fetch(`${from}/replay`));
      shown = { ...said, from, record: `${from}/record` };
      at = id ? 0 : said.steps.length - 1;
    } catch (error) {
      complain(error);
    }
  }
  onChange();
}

/** Who follows a link to a replay, or closes it, goes on there with the keys. */
function focusIt() {
  if (!STAYS.test(location.hash)) (byId("replay").querySelector("input") ?? byId("verdict")).focus();
}

function bar(alone) {
  const slider = h("input", {
    type: "range",
    min: 0,
    max: shown.steps.length - 1,
    step: 1,
    "aria-label": t("replay.slider"),
    oninput: ({ target }) => (pause(), go(Number(target.value))),
  });
  return [
    h(
      "header",
      {},
      h("h2", {}, t("replay.title", { name: shown.name })),
      h("output", {}),
      !alone && h("a", { class: "chip", href: "#" }, icon("cross"), t("replay.close")),
    ),
    slider,
    h(
      "div",
      { class: "replay-buttons", role: "group", "aria-label": t("replay.slider") },
      button("first", () => 0),
      button("previous", () => at - 1),
      h("button", { class: "icon-button", type: "button", "data-step": "play", onclick: playOrPause }),
      button("next", () => at + 1),
      button("last", () => shown.steps.length - 1),
    ),
  ];
}

function button(name, where) {
  return h(
    "button",
    {
      class: "icon-button",
      type: "button",
      "data-step": name,
      title: t(`replay.${name}`),
      "aria-label": t(`replay.${name}`),
      onclick: () => (pause(), go(where())),
    },
    icon(name),
  );
}

function position() {
  return t("replay.position", { n: at, count: shown.steps.length - 1 });
}

function go(step) {
  at = Math.max(0, Math.min(step, shown.steps.length - 1));
  onChange();
}

function playOrPause() {
  if (playing) {
    pause();
    return onChange();
  }
  if (at === shown.steps.length - 1) at = 0;
  playing = setInterval(() => {
    if (at + 1 >= shown.steps.length - 1) pause();
    go(at + 1);
  }, STEP_MS);
  return onChange();
}

function pause() {
  clearInterval(playing);
  playing = null;
}

/** Say how the game stood after the act, for the banner. */
export function standing({ followed, standing: stands }) {
  return sentences([told(followed), told(stands)]);
}
