// Telling it aloud: a voice for the verdicts, and a short sound for a fault.

import { cellName } from "./cells.js";
import { told, t, voiceTag } from "./i18n.js";
import { remember, remembered } from "./memory.js";
import { playerName } from "./people.js";
import { complain } from "./toast.js";

const VOICES_AFTER_MS = 1500;

export const can = { voice: "speechSynthesis" in window, sound: "AudioContext" in window };

const on = { voice: remembered("voice", "no") === "yes", sound: remembered("sound", "yes") === "yes" };
let audio;

export function isOn(kind) {
  return on[kind];
}

export function flip(kind) {
  on[kind] = !on[kind];
  remember(kind, on[kind] ? "yes" : "no");
  if (kind === "voice") on.voice ? (say(t("voice.on")), checkVoice()) : speechSynthesis.cancel();
  if (kind === "sound" && on.sound) chime([660, 880]);
}

/** Tell of an event in the way that a person has chosen; `state` may know more of it. */
export function announce(kind, data, state) {
  switch (kind) {
    case "verdict":
      if (!data.legal && on.sound) chime([311, 233]);
      return say(data.legal ? "" : `${t("verdict.faulty")}.`, where(data), told(data.text), told(data.todo));
    case "outcome":
      return say(told((data.outcome ?? data).text ?? state?.outcome?.text));
    case "unclear":
      return say(`${t("verdict.unclear")}.`, told(state?.unclear ?? data.why));
    case "restored":
      return say(t("voice.restored"));
    case "held":
      if (on.sound) chime([311, 233]);
      return say(`${t("verdict.held")}.`, told(data.why));
    case "camera":
      return say(t(`voice.camera_${data.state}`));
  }
}

/** Say that a player's time runs short, or is up. */
export function callOut(words) {
  if (on.sound) chime([523, 523]);
  say(words);
}

/** Whose stone and which field a fault is about, where its sentence does not say so. */
function where({ legal, act, text }) {
  if (legal || !Array.isArray(act?.cell)) return "";
  const cell = cellName(act.cell);
  return told(text).includes(cell) ? "" : t("voice.where", { player: playerName(act.player), cell });
}

function say(...sentences) {
  if (!on.voice || !can.voice) return;
  const utterance = new SpeechSynthesisUtterance(sentences.filter(Boolean).join(" "));
  utterance.lang = voiceTag();
  utterance.voice = voiceFor(voiceTag());
  speechSynthesis.cancel(); // what is new matters more than what was
  speechSynthesis.speak(utterance);
}

/** The device's voice for a language, of that land if there is one; null where there is none. */
function voiceFor(tag) {
  const voices = speechSynthesis.getVoices().filter(({ lang }) => lang.slice(0, 2) === tag.slice(0, 2));
  return voices.find(({ lang }) => lang.replace("_", "-") === tag) ?? voices[0] ?? null;
}

/** Tell a person who wants to hear the verdicts where no voice can say them. Voices are loaded late. */
export async function checkVoice() {
  if (!on.voice || !can.voice) return;
  const tag = voiceTag();
  if (speechSynthesis.getVoices().length === 0) {
    await new Promise((resolve) => {
      speechSynthesis.addEventListener("voiceschanged", resolve, { once: true });
      setTimeout(resolve, VOICES_AFTER_MS);
    });
  }
  if (on.voice && tag === voiceTag() && !voiceFor(tag)) complain(new Error(t("voice.none")));
}

function chime(pitches) {
  // A browser lets no page sound before it was touched.
  if (!can.sound || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  audio.resume();
  pitches.forEach((pitch, i) => tone(pitch, audio.currentTime + i * 0.18));
}

function tone(pitch, at) {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.type = "triangle";
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.25, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + 0.32);
}
