// An act in a few plain words, for places where there are no tokens.

import { cellName } from "./cells.js";
import { colourName } from "./colours.js";
import { pieceName } from "./differences.js";
import { listed, t } from "./i18n.js";
import { playerName } from "./people.js";

/** Return the act as a line of text: "Red, d3, 2 cards". */
export function actWords(act) {
  const parts = [act.player && playerName(act.player)];
  if (act.act === "place" && Array.isArray(act.cell)) parts.push(cellName(act.cell), cards(act));
  else if (act.act === "enter") parts.push(t("act.enter"), colourName(act.colour), steps(act.steps, act.slide));
  else if (act.act === "move") parts.push(t("act.move"), cellName(act.from), steps(act.lane, act.slide));
  else if (act.act === "claim") parts.push(t("act.claim"), t(`claim.${act.kind}`));
  else if (act.act === "pass") parts.push(t("act.pass"));
  else if (act.act === "place" && act.at) parts.push(cellName(act.at), pieceName(act.card));
  else if (act.act === "cannot_place") parts.push(t("act.cannot_place"), act.card && pieceName(act.card));
  else if (act.act === "change") parts.push(...stones(act.added, "+"), ...stones(act.removed, "−"), cards(act));
  else if (["discard", "draw"].includes(act.act)) parts.push(t(`act.${act.act}`), pieceName(act.card));
  else if (["meld", "hu"].includes(act.act)) parts.push(t(`act.${act.act}`), ...(act.cards ?? act.hand).map(pieceName));
  else if (["exchange", "table", "void_round", "count", "stuck", "exhausted"].includes(act.act)) parts.push(t(`act.${act.act}`));
  else parts.push(act.act);
  if (act.accepted) parts.push(t("verdict.accepted"));
  return listed(parts.filter(Boolean));
}

/** Steps along the lane, and inwards: "2 + 2". */
function steps(along, inwards) {
  return inwards ? `${along} + ${inwards}` : String(along);
}

function cards({ cards: laid = [] }) {
  const count = laid.length;
  return count > 0 && t(count === 1 ? "act.card" : "act.cards", { count });
}

function stones(placed = [], sign) {
  return placed.map(([piece, cell]) => `${sign} ${pieceName(piece)} ${cellName(cell)}`);
}
