// Narrow cards by their names: "red-chariot" is a colour and a rank.

import { hasWords, t } from "./i18n.js";

/** Whether a piece is such a card. */
export function isStrip(piece) {
  return typeof piece === "string" && hasWords(`strip.${piece}`);
}

export function stripName(card) {
  return t(`strip.${card}`);
}
