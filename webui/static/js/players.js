// The players in the order of their seats, and whose turn it is.

import { colourName, stoneToken } from "./colours.js";
import { byId, h, renew } from "./dom.js";
import { currentLanguage, t } from "./i18n.js";

export function showPlayers(state) {
  const root = byId("players");
  const winners = state.outcome?.winners ?? [];
  root.hidden = state.players.length === 0;
  renew(root, [state.players, winners, state.phase, currentLanguage()], () =>
    state.players.map((player) => seat(player, winners.includes(player.colour), state.phase !== "over")),
  );
}

function seat({ colour, stones_left: stones, to_move: toMove }, won, going) {
  const onTurn = toMove && going;
  const counted = stones !== undefined; // other games count no stones
  const left = counted ? t(stones === 1 ? "players.stone" : "players.stones", { stones }) : null;
  return h(
    "li",
    { class: `seat${onTurn ? " on-turn" : ""}${won ? " won" : ""}`, "aria-current": onTurn ? "true" : null },
    h(
      "span",
      { class: "seat-token", title: left },
      stoneToken(colour),
      counted && h("span", { class: "stones", "aria-hidden": "true" }, String(stones)),
      counted && h("span", { class: "hidden" }, left),
    ),
    h(
      "span",
      { class: "seat-words" },
      h("strong", { title: colourName(colour) }, colourName(colour)),
      onTurn && h("span", {}, t("players.to_move")),
      won && h("span", {}, t("players.won")),
    ),
  );
}
