// What the players are called: by their names in the game that is shown, or else by their colours.

import { colourName } from "./colours.js";

let names = {};

/** The names of the game that is shown; of others, they are asked for with them. */
export function knowPeople({ options }) {
  names = options?.names ?? {};
}

export function playerName(player, called = names) {
  return called?.[player] ?? colourName(player);
}
