// Who claims the card on offer: a row a seat, and in it what may be said; lit is only what the rules allow now.

import { GOING } from "./actions.js";
import { send } from "./api.js";
import { byId, h, renew } from "./dom.js";
import { currentLanguage, t } from "./i18n.js";
import { playerName } from "./people.js";
import { recordedActs } from "./state.js";
import { tried } from "./toast.js";

const WORDS = ["chi", "pong", "gan", "hu", "pass"]; // from the weakest claim to the strongest, then none

export function showClaims(state) {
  const root = byId("claims");
  const { claims = [], phase, replayed } = state;
  const mayBeSaid = GOING.includes(phase) && !replayed;
  root.hidden = claims.length === 0 || phase === "over";
  renew(root, [claims, mayBeSaid, recordedActs(state).length, currentLanguage()], () =>
    claims.map((seat) => row(seat, mayBeSaid && ((kind) => say(state, seat.player, kind)))),
  );
}

function row({ player, may, said }, tell) {
  const name = playerName(player);
  const word = (kind) =>
    h(
      "button",
      {
        class: `claim${may.includes(kind) ? " lit" : ""}`,
        type: "button",
        "data-claim": kind,
        "aria-label": `${name}: ${t(`claim.${kind}`)}`,
        "aria-pressed": String(kind === said),
        disabled: !tell || !may.includes(kind),
        onclick: () => tried(() => tell(kind)),
      },
      t(`claim.${kind}`),
    );
  return h("li", { "data-player": player }, h("strong", { title: name }, name), WORDS.map(word));
}

/** What is said comes after the last act, as if it had been told in the editor. */
function say(state, player, kind) {
  return send("insert", { n: recordedActs(state).length + 1, act: { act: "claim", player, kind } });
}
