// A game in one file: its replay, without the program.

import { showBoard } from "../boards/index.js";
import { showActs } from "../acts.js";
import { showClaims } from "../claims.js";
import { byId } from "../dom.js";
import { watchFar } from "../far.js";
import { loadWords } from "../i18n.js";
import { knowPeople } from "../people.js";
import { showPlayers } from "../players.js";
import { replayedState, showGame, showReplay } from "../replay.js";
import { showResult } from "../result.js";
import { showSettings } from "../settings.js";
import { headline, showVerdict } from "../verdict.js";

const PARTS = [showVerdict, showPlayers, showClaims, showTable, showResult, showActs];

function show() {
  const state = replayedState();
  knowPeople(state);
  showSettings(show);
  showReplay(true);
  document.body.dataset.phase = state.phase;
  document.title = `${headline(state)} – tableref`;
  for (const part of PARTS) part(state);
}

function showTable(state) {
  showBoard(state);
  byId("board").hidden = state.board.size === 0 && !state.board.piles;
  document.body.classList.toggle("boardless", byId("board").hidden);
}

await loadWords();
const { shown, record } = JSON.parse(byId("game").textContent);
watchFar(show);
showGame({ ...shown, record: URL.createObjectURL(new Blob([record], { type: "application/x-ndjson" })) }, show);
