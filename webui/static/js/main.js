// The page: every part is drawn anew from the state, whenever that or the language changes.

import { showActions } from "./actions.js";
import { showActs } from "./acts.js";
import { drawBoard } from "./boards/index.js";
import { restartCamera, showCamera, watchVisibility } from "./camera.js";
import { showDifferences } from "./differences.js";
import { byId, renew } from "./dom.js";
import { showEyes } from "./eyes.js";
import { mendField } from "./fields.js";
import { showGuide } from "./guide/index.js";
import { currentLanguage, loadWords, t } from "./i18n.js";
import { showInvitation } from "./invitation.js";
import { follow } from "./live.js";
import { showLooseCards } from "./loose.js";
import { showPlayers } from "./players.js";
import { showScore } from "./score.js";
import { showSettings } from "./settings.js";
import { fieldsMayBeMended } from "./state.js";
import { showVerdict } from "./verdict.js";
import { announce } from "./voice.js";

let state = null;
let lostAt = null;

const PARTS = [
  showGuide,
  showInvitation,
  showVerdict,
  showActions,
  showPlayers,
  showBoard,
  showEyes,
  showDifferences,
  showScore,
  showActs,
  showCamera,
  showLooseCards,
];

function show() {
  showSettings(show);
  showLink();
  if (state === null) return;
  document.body.dataset.phase = state.phase;
  for (const part of PARTS) part(state);
}

function showBoard() {
  const { phase, board, seen, last, differences, outcome } = state;
  const hidden = seen?.cells?.map((row) => row.map((cell) => cell.hidden));
  renew(
    byId("board"),
    [phase, fieldsMayBeMended(state), board, hidden, last, differences, outcome, currentLanguage()],
    () => drawBoard(state, fieldsMayBeMended(state) ? mendField : null),
  );
}

function showLink() {
  const root = byId("offline");
  root.hidden = lostAt === null;
  if (lostAt) root.textContent = t("page.offline", { time: lostAt.toLocaleTimeString(currentLanguage()) });
}

function onLink(up) {
  const back = up && lostAt !== null;
  lostAt = up ? null : (lostAt ?? new Date());
  document.body.classList.toggle("is-offline", !up);
  showLink();
  if (back) restartCamera();
}

function onState(newest) {
  state = newest;
  show();
}

await loadWords();
show();
watchVisibility();
follow({ onState, onEvent: (kind, data) => announce(kind, data, state), onLink });
