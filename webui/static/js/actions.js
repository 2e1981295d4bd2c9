// The buttons for what a person may do as things stand.

import { send } from "./api.js";
import { byId, h, renew } from "./dom.js";
import { tellAct } from "./editor.js";
import { newGame } from "./guide/index.js";
import { currentLanguage, t, told } from "./i18n.js";
import { icon } from "./icons.js";
import { showSaw, wasSeen } from "./saw.js";
import { canBeCorrected, recordedActs } from "./state.js";
import { sure } from "./sure.js";
import { tried } from "./toast.js";

export const GOING = ["playing", "waiting_restore", "differs", "unclear", "lost"]; // a game can go on by hand
const ASKING = ["differs", "unclear"];

// In the order in which they are shown. `main` is what is most likely wanted: at a fault, what the banner asks for.
const ACTIONS = [
  { name: "table_is_right", icon: "tick", phases: ASKING, main: true },
  {
    name: "put_it_back",
    icon: "back",
    phases: ASKING,
    unless: (state) => state.putting_back || state.differences.length === 0,
  },
  {
    name: "put_it_back",
    label: () => t("actions.fault_taken_back"),
    icon: "back",
    phases: ["waiting_restore"],
    unless: (state) => state.putting_back || state.differences.length === 0,
    main: true,
  },
  { name: "accept", icon: "tick", phases: ["waiting_restore"] },
  {
    name: "saw",
    label: () => t("saw.show"),
    icon: "eye",
    phases: ["waiting_restore"],
    unless: ({ last }) => !wasSeen(last),
    act: ({ last }) => showSaw(last),
  },
  { name: "tell", icon: "plus", phases: GOING, act: (state) => tellAct(state) },
  {
    name: "take_back",
    label: (state) => t("actions.undo", { n: recordedActs(state).at(-1).n }),
    icon: "back",
    phases: [...GOING, "over"],
    unless: (state) => recordedActs(state).length === 0,
    act: undo,
  },
  { name: "new_game", icon: "play", phases: ["over"], main: true, act: newGame },
  { name: "end", icon: "flag", phases: GOING, act: endGame },
];

export function showActions(state) {
  const root = byId("actions");
  const offered = ACTIONS.filter((action) => action.phases.includes(state.phase) && !action.unless?.(state) && canBeCorrected(state));
  // The acts are part of the content, because the buttons act on them.
  const { phase, last, acts, players } = state;
  renew(root, [offered.map(({ name }) => name), phase, last, acts, players, currentLanguage()], () =>
    offered.map((action) => button(action, state)),
  );
}

function button(action, state) {
  const act = action.act ?? (() => send(action.name));
  const label = action.label?.(state) ?? t(`actions.${action.name}`);
  return h(
    "button",
    {
      class: `button${action.main ? " primary" : ""}`,
      type: "button",
      "data-action": action.name,
      onclick: () => tried(() => act(state)),
    },
    icon(action.icon),
    label,
  );
}

/** Take the last recorded act out. One that is not the one shown, as at a fault, is named and asked about first. */
async function undo({ acts, last }) {
  const undone = recordedActs({ acts }).at(-1);
  const shown = last && last.n === undone.n;
  const question = t("actions.undo_sure", { n: undone.n, what: told(undone.text) });
  if (shown || (await sure(question, t("actions.undo", { n: undone.n })))) await send("take_back");
}

async function endGame() {
  if (await sure(t("actions.end_sure"), t("actions.end"))) await send("end");
}
