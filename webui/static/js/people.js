// What the players are called: by their names in the game that is shown, or else by their colours.

import { colourName } from "./colours.js";

let names = {};

/** The names of the game that is shown; of others, they are asked for with them. */
export function knowPeople({ options }) {
  names = options?.names ?? {};
}

/** A player may be called as what every object has, "constructor" say: only what is written there is a name. */
export function playerName(player, called = names) {
  return called && Object.hasOwn(called, player) ? called[player] : colourName(player);
}
