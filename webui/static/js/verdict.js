// The big banner: what was just judged, in words that can be read across the table.

import { cellName } from "./cells.js";
import { cardToken, stoneToken } from "./colours.js";
import { byId, h, renew } from "./dom.js";
import { currentLanguage, hasWords, listed, sentences, t, told } from "./i18n.js";
import { icon } from "./icons.js";
import { playerName } from "./people.js";
import { standing } from "./replay.js";
import { counts, fieldsMayBeMended, isRecorded, mover } from "./state.js";

export function showVerdict(state) {
  const banner = bannerFor(state);
  const root = byId("verdict");
  renew(root, [banner, currentLanguage()], () => {
    root.dataset.kind = banner.kind;
    root.dataset.length = lengthOf(banner);
    return [
      h("span", { class: "verdict-sign" }, icon(banner.icon)),
      h(
        "div",
        { class: "verdict-words" },
        banner.title && h("p", { class: "verdict-kind" }, banner.title),
        banner.act && actLine(banner.act),
        h("p", { class: "verdict-text" }, banner.text),
        banner.faults?.length > 1 && // of one, the sentence tells
          h(
            "ul",
            { class: "faults" },
            banner.faults.map((fault) => h("li", {}, faultName(fault))),
          ),
        banner.todo && h("p", { class: "verdict-todo" }, banner.todo),
      ),
    ];
  });
}

/** The banner in a few words, for the tab: whose turn it is, or what else there is to do. */
export function headline(state) {
  const { kind, title, text } = bannerFor(state);
  return (kind === "legal" && turn(state)) || (kind !== "calm" && title) || text;
}

const LONG = 90; // letters; more are written smaller, so that the rest of the page keeps its place
const LONGEST = 260;

function lengthOf({ text, todo }) {
  const letters = room(text) + room(todo || "") / 2;
  return letters > LONGEST ? "longest" : letters > LONG ? "long" : "short";
}

/** How many letters a text takes the room of: a Chinese character is as wide as two. */
function room(text) {
  return text.replace(/[\u3000-\uffef]/g, "##").length;
}

/** A fault's short name; one that we have no words for is shown as the referee calls it. */
export function faultName(fault) {
  return hasWords(`fault.${fault}`) ? t(`fault.${fault}`) : fault;
}

/** Return {kind, icon, title, text, faults, todo} for the state the game is in; `text` is the largest. */
function bannerFor(state) {
  const { phase, last, outcome, eyes } = state;
  // Whoever has won has won, even if the camera is put away.
  if (outcome && (phase === "over" || phase === "lost")) {
    return {
      kind: "over",
      icon: "cup",
      title: t("verdict.over"),
      text: told(outcome.text) || winners(outcome),
    };
  }
  switch (phase) {
    case "over":
      return { kind: "calm", icon: "flag", text: t("verdict.ended") };
    case "waiting_restore":
      return {
        kind: "faulty",
        icon: "cross",
        title: t("verdict.faulty"),
        text: told(last.text),
        faults: last.faults,
        act: last.act,
        todo: state.putting_back ? t("verdict.putting_back") : told(last.todo) || t("verdict.restore"),
      };
    case "differs": {
      const todo = t(state.putting_back ? "verdict.putting_back" : "verdict.differs_todo");
      return { kind: "asking", icon: "differs", text: t("verdict.differs"), todo };
    }
    case "unclear":
      return {
        kind: "asking",
        icon: "question",
        title: t("verdict.unclear"),
        text: told(state.unclear) || told(eyes.why) || t("verdict.unclear_text"),
        todo: t("verdict.unclear_todo"),
      };
    case "lost": {
      const text = eyes.state === "stale" ? t("eyes.stale") : t("verdict.lost");
      return { kind: "blind", icon: "blind", title: told(eyes.why), text, todo: t("verdict.lost_text") };
    }
    case "held":
      return {
        kind: "blind",
        icon: "cross",
        title: t("verdict.held"),
        text: told(state.held),
        todo: t("verdict.held_todo"),
      };
    case "looking_for_board":
      return { kind: "calm", icon: "search", text: t("verdict.looking"), todo: t("verdict.looking_text") };
    case "ready":
      return { kind: "calm", icon: "eye", text: t("verdict.ready"), todo: t("verdict.ready_text") };
  }
  const todo = state.replayed ? standing(state.replayed) : turn(state);
  if (last && counts(last)) {
    const title = last.legal ? t("verdict.legal") : t("verdict.accepted");
    return { kind: "legal", icon: "tick", title, text: told(last.text), todo };
  }
  if (last && isRecorded(last)) {
    // It was entered by hand, or a correction made it so: it stands in the record, and changes nothing.
    const { text, faults, act } = last;
    return { kind: "faulty", icon: "cross", title: t("verdict.faulty"), text: told(text), faults, act, todo };
  }
  if (state.replayed) return { kind: "calm", icon: "play", title: t("replay.start"), text: todo };
  const noted = sentences((state.notes ?? []).map(told));
  const hint = noted || (fieldsMayBeMended(state) && t("start.fields_hint"));
  return { kind: "calm", icon: "play", title: t("verdict.playing"), text: turn(state), todo: hint };
}

/** Whose stone, which field, which cards: at a glance, where the sentence may tell of the rule alone. */
function actLine({ player, cell, cards }) {
  if (!Array.isArray(cell) || !player) return null;
  return h(
    "p",
    { class: "verdict-act" },
    stoneToken(player),
    h("span", {}, playerName(player)),
    h("strong", {}, cellName(cell)),
    h("span", { class: "cards" }, (cards ?? []).map(cardToken)),
  );
}

function turn(state) {
  const player = mover(state);
  return player ? t("verdict.turn", { player: playerName(player.colour) }) : "";
}

function winners(outcome) {
  return t("verdict.winners", { players: listed(outcome.winners.map((winner) => playerName(winner))) });
}
