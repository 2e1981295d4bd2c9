// The buttons for what a person may do as things stand.

import { send } from "./api.js";
import { byId, h, renew } from "./dom.js";
import { tellAct } from "./editor.js";
import { newGame } from "./guide/index.js";
import { currentLanguage, t } from "./i18n.js";
import { icon } from "./icons.js";
import { recordedActs } from "./state.js";
import { sure } from "./sure.js";
import { tried } from "./toast.js";

export const GOING = ["playing", "waiting_restore", "differs", "unclear", "lost"]; // a game can go on by hand
const ASKING = ["differs", "unclear"];

// In the order in which they are shown. `main` is what is most likely wanted.
const ACTIONS = [
  { name: "table_is_right", icon: "tick", phases: ASKING, main: true },
  {
    name: "put_it_back",
    icon: "back",
    phases: [...ASKING, "waiting_restore"],
    unless: (state) => state.putting_back || state.differences.length === 0,
  },
  { name: "accept", icon: "tick", phases: ["waiting_restore"] },
  { name: "tell", icon: "plus", phases: GOING, act: (state) => tellAct(state) },
  {
    name: "take_back",
    icon: "back",
    phases: [...GOING, "over"],
    unless: (state) => recordedActs(state).length === 0,
  },
  { name: "new_game", icon: "play", phases: ["over"], main: true, act: newGame },
  { name: "end", icon: "flag", phases: GOING, act: endGame },
];

export function showActions(state) {
  const root = byId("actions");
  const offered = ACTIONS.filter((action) => action.phases.includes(state.phase) && !action.unless?.(state));
  // The acts are part of the content, because the buttons act on them.
  renew(root, [offered.map(({ name }) => name), state.acts, state.players, currentLanguage()], () =>
    offered.map((action) => button(action, state)),
  );
}

function button(action, state) {
  const act = action.act ?? (() => send(action.name));
  return h(
    "button",
    {
      class: `button${action.main ? " primary" : ""}`,
      type: "button",
      "data-action": action.name,
      onclick: () => tried(() => act(state)),
    },
    icon(action.icon),
    t(`actions.${action.name}`),
  );
}

async function endGame() {
  if (await sure(t("actions.end_sure"), t("actions.end"))) await send("end");
}
