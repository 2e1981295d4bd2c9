// The page: every part is drawn anew from the state, whenever that or the language changes.

import { showActions } from "./actions.js";
import { showActs } from "./acts.js";
import { showBoard } from "./boards/index.js";
import { allowPicture, restartCamera, showCamera, watchVisibility } from "./camera.js";
import { showClaims } from "./claims.js";
import { keepTime } from "./clock.js";
import { showDifferences } from "./differences.js";
import { byId } from "./dom.js";
import { showEyes } from "./eyes.js";
import { watchFar } from "./far.js";
import { fieldsAreMended, mendField, whenMending } from "./fields.js";
import { showGuide } from "./guide/index.js";
import { currentLanguage, loadWords, t } from "./i18n.js";
import { showInvitation } from "./invitation.js";
import { follow } from "./live.js";
import { watchKeys } from "./keys.js";
import { showLibraryDoor } from "./library.js";
import { showLooseCards } from "./loose.js";
import { showNotice } from "./notice.js";
import { knowPeople } from "./people.js";
import { showPlayers } from "./players.js";
import { replayedState, showOnlyReplay, showReplay, watchReplay } from "./replay.js";
import { showResult } from "./result.js";
import { showSettings } from "./settings.js";
import { showToast } from "./toast.js";
import { headline, showVerdict } from "./verdict.js";
import { announce, callOut } from "./voice.js";

let state = null;
let lostAt = null;

const PARTS = [
  showGuide,
  showInvitation,
  showVerdict,
  showActions,
  showPlayers,
  showClaims,
  showTable,
  showEyes,
  showDifferences,
  showResult,
  showActs,
  showCamera,
  showLooseCards,
];

// Of a game that was played there is less to show; the rest is hidden meanwhile.
const REPLAY_PARTS = [showVerdict, showPlayers, showClaims, showTable, showResult, showActs];

function show() {
  showSettings(show);
  showToast();
  showLink();
  if (state === null) return;
  const replayed = replayedState();
  const shown = replayed ?? state;
  knowPeople(shown);
  showReplay(state.replay !== undefined);
  showLibraryDoor(state);
  showNotice(state);
  document.body.dataset.phase = shown.phase;
  document.title = `${headline(shown)} – tableref`;
  if (replayed) document.body.classList.remove("guiding"); // the guide goes on where it was
  for (const part of replayed ? REPLAY_PARTS : PARTS) part(shown);
  keepTime(shown, callOut);
}

function showTable(state) {
  showBoard(state, fieldsAreMended(state) ? (cell) => mendField(cell, state.board.fields) : null);
  byId("board").hidden = Boolean(state.replayed) && state.board.size === 0 && !state.board.piles;
  document.body.classList.toggle("boardless", byId("board").hidden);
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
  // A program that shows a record has nothing else to show.
  if (newest.replay !== undefined && state === null && !location.hash.startsWith("#replay")) showOnlyReplay();
  state = newest;
  show();
}

function onPicture(may) {
  allowPicture(may);
  show();
}

await loadWords();
show();
watchVisibility();
watchFar(show);
watchKeys(show);
whenMending(show);
watchReplay(show);
follow({ onState, onEvent: (kind, data) => announce(kind, data, state), onLink, onPicture });
