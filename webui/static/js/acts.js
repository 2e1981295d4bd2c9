// The acts so far, the newest first.

import { send } from "./api.js";
import { cellName } from "./cells.js";
import { cardToken, stoneToken } from "./colours.js";
import { correctionList } from "./corrections.js";
import { byId, h, renew } from "./dom.js";
import { editAct } from "./editor.js";
import { mendingButton, mendingHint } from "./fields.js";
import { currentLanguage, listed, t, told } from "./i18n.js";
import { icon } from "./icons.js";
import { hasLane, laneButton } from "./lane-settings.js";
import { playerName } from "./people.js";
import { sawButton, wasSeen } from "./saw.js";
import { canBeCorrected, counts, hasColouredFields, isRecorded } from "./state.js";
import { tried } from "./toast.js";
import { faultName } from "./verdict.js";

// While it is open what lies on the table, a faulty act may be what does; later, who corrects it may accept it.
const UNSETTLED = ["differs", "unclear", "lost"];

export function showActs(state) {
  const root = byId("acts");
  root.hidden = state.players.length === 0;
  renew(root, [state.acts, state.players, state.corrections, state.phase, state.options?.names, canBeCorrected(state), marksOf(state), currentLanguage()], () => [
    h(
      "header",
      {},
      h("h2", {}, t("acts.title")),
      canBeCorrected(state) && (hasLane(state) ? laneButton(state) : hasColouredFields(state) && mendingButton()),
      h("a", { class: "chip", href: state.replayed?.record ?? "/api/record", download: "tableref-game.jsonl" }, icon("download"), t("acts.record")),
    ),
    canBeCorrected(state) && hasColouredFields(state) && mendingHint(),
    state.acts.length === 0 && h("p", { class: "soft" }, t("acts.none")),
    h(
      "ol",
      { class: "act-list", tabindex: "0", "aria-label": t("acts.title") },
      state.acts.map((act) => entry(state, act)).reverse(),
    ),
    correctionList(state.corrections),
  ]);
}

/** What the button for the board's marks needs to know. */
function marksOf({ board }) {
  return [board.direction, board.corners];
}

function entry(state, one) {
  const counted = counts(one);
  return h(
    "li",
    { class: one.legal ? "act legal" : counted ? "act accepted" : "act faulty" },
    h("span", { class: "act-number" }, isRecorded(one) ? String(one.n) : ""),
    icon(one.legal ? "tick" : "cross"),
    h("span", { class: "hidden" }, verdictWords(one, counted)),
    h("span", { class: "act-words" }, words(one)),
    one.faults.length > 0 &&
      h(
        "span",
        { class: "act-faults" },
        listed(one.faults.map(faultName)),
        !one.legal && counted ? ` · ${t("verdict.accepted")}` : "",
      ),
    UNSETTLED.includes(state.phase) && isRecorded(one) && !counted && letStand(one.n),
    h("span", { class: "act-buttons" }, wasSeen(one) && sawButton(one), canBeCorrected(state) && isRecorded(one) && editButton(state, one)),
  );
}

function editButton(state, one) {
  return h(
    "button",
    {
      class: "icon-button",
      type: "button",
      title: t("acts.edit"),
      "aria-label": t("acts.edit_n", { n: one.n }),
      "data-edit": one.n,
      onclick: () => editAct(state, one),
    },
    icon("pen"),
  );
}

function letStand(n) {
  return h(
    "button",
    { class: "chip let-stand", type: "button", onclick: () => tried(() => send("let_stand", { n })) },
    icon("tick"),
    t("actions.accept"),
  );
}

function verdictWords({ legal }, counted) {
  return legal ? t("verdict.legal") : counted ? t("verdict.accepted") : t("verdict.faulty");
}

/** An act in tokens where we know its kind, else in the session's own words. */
function words({ act, text }) {
  if (act.act === "place" && Array.isArray(act.cell)) {
    return [player(act.player), h("strong", { class: "act-cell" }, cellName(act.cell)), cards(act.cards)];
  }
  if (act.act === "exchange") return [player(act.player), t("act.exchange"), cards(act.cards)];
  return told(text);
}

function player(colour) {
  return [stoneToken(colour), h("span", { class: "hidden" }, playerName(colour))];
}

function cards(colours) {
  return h("span", { class: "cards" }, colours.map(cardToken));
}
