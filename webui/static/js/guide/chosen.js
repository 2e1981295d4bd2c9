// The settings that a person has just chosen, until the program shows them. Who chooses faster than it
// answers would otherwise take back with the second choice what the first one said.

let settings = null;
let underWay = 0;
let answered = Promise.resolve();

/** The settings as they were chosen last, or else as the program has them. */
export function chosen(options) {
  return settings ?? options;
}

/** Choose these settings; `tell` gives them to the program, after those that were chosen before. */
export async function choose(chosenNow, tell) {
  settings = chosenNow;
  underWay += 1;
  answered = answered.then(tell);
  const taken = await answered;
  underWay -= 1;
  if (!taken && settings === chosenNow) settings = null;
}

/** A state of the program has come: nothing that it has answered is chosen any more. */
export function stateCame() {
  if (underWay === 0) settings = null;
}

/** Wait until the program has answered each choice. */
export function allAnswered() {
  return answered;
}
