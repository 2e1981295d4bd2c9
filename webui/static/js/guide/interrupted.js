// A game that was interrupted, and the offer to go on with it.

import { send } from "../api.js";
import { h } from "../dom.js";
import { listed, t } from "../i18n.js";
import { icon } from "../icons.js";
import { playerName } from "../people.js";
import { tried } from "../toast.js";

export function interrupted({ players, names: called, acts }) {
  const names = listed(players.map((player) => playerName(player, called)));
  return h(
    "div",
    { class: "panel interrupted" },
    h("p", {}, t("guide.interrupted", { players: names, acts })),
    h(
      "button",
      { class: "button", type: "button", "data-action": "resume", onclick: () => tried(() => send("resume")) },
      icon("play"),
      t("guide.resume"),
    ),
  );
}
