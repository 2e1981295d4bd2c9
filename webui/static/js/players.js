// The players in the order of their seats, and whose turn it is.

import { clockFace } from "./clock.js";
import { colourName, stoneToken } from "./colours.js";
import { byId, h, renew } from "./dom.js";
import { currentLanguage, t } from "./i18n.js";
import { playerName } from "./people.js";

export function showPlayers(state) {
  const root = byId("players");
  const winners = state.outcome?.winners ?? [];
  root.hidden = state.players.length === 0;
  renew(root, [state.players, state.options?.names, Boolean(state.clock), winners, state.phase, currentLanguage()], () =>
    state.players.map((player) => seat(player, winners.includes(player.colour), state.phase !== "over", state.clock)),
  );
}

function seat(player, won, going, clock) {
  const { colour, to_move: toMove, cards_left: cards, stones_left: stones } = player;
  const onTurn = toMove && going;
  return h(
    "li",
    { class: `seat${onTurn ? " on-turn" : ""}${won ? " won" : ""}`, "aria-current": onTurn ? "true" : null },
    tokens(player),
    h(
      "span",
      { class: "seat-words" },
      h("strong", { title: title(colour) }, playerName(colour)),
      onTurn && h("span", {}, t("players.to_move")),
      stones !== undefined && going && h("span", { class: "stones-left" }, stonesLeft(stones)),
      cards !== undefined && going && h("span", {}, t(cards === 1 ? "players.card" : "players.cards", { count: cards })),
      won && h("span", {}, t("players.won")),
    ),
    clock && going && clockFace(colour),
  );
}

/** Who it is, in whole: a name may be cut off, and says not which colour it plays. */
function title(colour) {
  const [called, played] = [playerName(colour), colourName(colour)];
  return called === played ? called : t("players.called", { name: called, colour: played });
}

/** The player's token; one who is called by a name has one for each colour he plays, with what is left of it. */
function tokens({ colour, plays, left = {} }) {
  if (plays?.length) return plays.map((played) => token(played, left[played], tilesLeft(played, left[played])));
  return token(colour);
}

function stonesLeft(stones) {
  return t(stones === 1 ? "players.stone" : "players.stones", { stones });
}

function token(colour, count, words) {
  const counted = count !== undefined; // other games count nothing
  return h(
    "span",
    { class: "seat-token", title: counted ? words : null },
    stoneToken(colour),
    counted && h("span", { class: "stones", "aria-hidden": "true" }, String(count)),
    counted && h("span", { class: "hidden" }, words),
  );
}

function tilesLeft(colour, count) {
  return t("players.tiles", { colour: colourName(colour), count });
}
