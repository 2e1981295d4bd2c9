// The guided start: from the box to the game in three steps, each of which can be gone back to.

import { send } from "../api.js";
import { byId, h, renew } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { showBoardStep } from "./board.js";
import { showCameraStep } from "./camera.js";
import { showGameStep } from "./game.js";

const STEPS = ["camera", "game", "board"];
const SHOW = { camera: showCameraStep, game: showGameStep, board: showBoardStep };

let step = null;
let current;

export function showGuide(state) {
  const root = byId("guide");
  const guiding = Boolean(state.setup);
  current = state;
  root.hidden = !guiding;
  document.body.classList.toggle("guiding", guiding);
  document.querySelector(".skip").hash = guiding ? "#guide" : "#verdict";
  if (!guiding) {
    step = null;
    root.replaceChildren();
    return;
  }
  step ??= firstStep(state);
  draw(root);
}

/** Set up another game; the camera and the players are offered as they are. */
export async function newGame(state) {
  step = state.camera ? "game" : "camera";
  const players = state.players.map(({ colour }) => colour);
  const colours = Object.fromEntries(state.players.map((player) => [player.colour, player.plays]));
  const named = state.players.some(({ plays }) => plays);
  await send("setup", { game: state.game, players, options: state.options, ...(named && { colours }), ...clockOf(state) });
}

/** The same turn clock again, if there was one. */
function clockOf({ clock }) {
  return clock ? { clock: { per: clock.per, seconds: clock.seconds } } : {};
}

function firstStep({ camera, setup }) {
  if (!camera) return "camera";
  return setup.players.length ? "board" : "game";
}

function draw(root) {
  if (!byId("guide-step")) {
    root.replaceChildren(
      h("header", { class: "guide-head" }),
      h("div", { id: "guide-step", class: "guide-step", tabindex: "-1" }),
    );
  }
  renew(root.firstElementChild, [step, reachable("board"), reachable("game"), currentLanguage()], () => [
    h("h2", {}, t("guide.title")),
    h("ol", { class: "steps" }, STEPS.map(stepButton)),
  ]);
  const body = byId("guide-step");
  if (body.dataset.shows !== step) {
    body.dataset.shows = step;
    body.replaceChildren();
  }
  SHOW[step](body, current, go);
}

function stepButton(name, index) {
  return h(
    "li",
    {},
    h(
      "button",
      {
        class: "step",
        type: "button",
        "data-step": name,
        "aria-current": name === step ? "step" : null,
        disabled: !reachable(name),
        onclick: () => go(name),
      },
      h("span", { class: "step-number", "aria-hidden": "true" }, String(index + 1)),
      h("span", {}, t(`guide.${name}`)),
    ),
  );
}

function reachable(name) {
  if (name === "camera") return true;
  return Boolean(current.camera) && (name === "game" || current.setup.players.length > 0);
}

function go(name) {
  step = name;
  draw(byId("guide"));
  byId("guide-step").focus();
  window.scrollTo(0, 0);
}
