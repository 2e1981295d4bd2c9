// Questions to the state that more than one part of the page asks.

/** Whether an act is in the record, and so has a number there: judged legal or not. */
export function isRecorded(act) {
  return Number.isInteger(act.n);
}

/** Whether a recorded act changed the game: it was legal, or a person let it stand. */
export function counts(act) {
  return isRecorded(act) && Boolean(act.legal || act.accepted);
}

/** Whether a game can be corrected: one that is only looked at cannot. */
export function canBeCorrected({ replayed, replay }) {
  return !replayed && replay === undefined;
}

export function recordedActs(state) {
  return state.acts.filter(isRecorded);
}

/** Whether a person may still mend the colours of the fields: later, acts were judged by them. */
export function fieldsMayBeMended({ phase, acts, board }) {
  if (!hasColouredFields({ board })) return false;
  return phase === "ready" || (phase === "playing" && acts.length === 0);
}

/** Whether the fields of the board have colours, which may have to be mended. */
export function hasColouredFields({ board }) {
  return board.fields.length > 0 || !(board.direction || board.piles || board.strips);
}

export function mover(state) {
  return state.players.find((player) => player.to_move);
}
