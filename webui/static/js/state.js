// Questions to the state that more than one part of the page asks.

/** Whether an act counts: it is in the record, and has a number. */
export function counts(act) {
  return act.accepted ?? act.legal;
}

export function countingActs(state) {
  return state.acts.filter(counts);
}

/** Whether a person may still mend the colours of the fields: later, acts were judged by them. */
export function fieldsMayBeMended({ phase, acts }) {
  return phase === "ready" || (phase === "playing" && acts.length === 0);
}

export function mover(state) {
  return state.players.find((player) => player.to_move);
}
