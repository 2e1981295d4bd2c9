// The page of a phone, or another laptop, that is the table's camera.

import { openCamera, ownCameras, sendFilm, sendPhoto, videoOf } from "./capture.js";
import { byId, h } from "./dom.js";
import { loadWords, t } from "./i18n.js";
import { icon } from "./icons.js";
import { complain } from "./toast.js";

let stream = null;
let device = null; // the camera chosen, of several
let photographs = false; // single photographs instead of a film

async function begin() {
  await loadWords();
  if (!(await join())) return say("blind", "lost", t("phone.link_used"));
  document.addEventListener("visibilitychange", () => !document.hidden && wake());
  await film();
}

/** Use the link's token; whoever did so before on this device is known by a cookie. */
async function join() {
  const token = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  if (token) {
    const asked = { method: "POST", headers: { "Content-Type": "application/json" } };
    const answer = await fetch("/api/join", { ...asked, body: JSON.stringify({ token }) });
    if (answer.ok) return true;
  }
  return (await (await fetch("/api/joined")).json()).joined;
}

async function film() {
  photographs = false;
  stopFilm();
  say("search", "moved", t("phone.asking"));
  try {
    stream = await openCamera(device);
  } catch {
    say("blind", "lost", t("camera.refused"));
    return showActions();
  }
  const own = stream;
  own.getVideoTracks()[0].addEventListener("ended", () => stream === own && film());
  const video = await videoOf(own);
  byId("film").replaceChildren(video);
  await stayAwake();
  await showActions();
  await sendFilm(video, { going: () => stream === own, onAnswer: tell });
}

function stopFilm() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
}

/** A phone that slept may have lost its camera, and always its wake lock. */
async function wake() {
  await stayAwake();
  const track = stream?.getVideoTracks()[0];
  if (!photographs && (!track || track.readyState === "ended" || track.muted)) await film();
}

async function stayAwake() {
  await navigator.wakeLock?.request("screen").catch(() => {});
}

async function tell(answer) {
  if (answer === null) return say("blind", "lost", t("phone.unreachable"));
  const told = await answer.json().catch(() => ({}));
  if (answer.status === 403) return say("blind", "lost", t("phone.other_device"));
  if (!answer.ok) return say("blind", "stale", t("phone.not_wanted"));
  if (told.board) return say("eye", "watching", t("phone.board_seen"));
  return say("search", "moved", t("phone.no_board"));
}

function say(sign, state, words) {
  const root = byId("sending-state");
  if (root.textContent === words) return; // else it is read out again and again
  root.dataset.state = state;
  root.replaceChildren(icon(sign), h("span", {}, words));
}

async function showActions() {
  const cameras = await ownCameras();
  byId("sender-actions").replaceChildren(
    ...[
      (photographs || !stream) && button("camera", "film", t("phone.film"), film),
      cameras.length > 1 && stream && button("turn", "turn", t("phone.turn"), () => turn(cameras)),
      photoButton(),
    ].filter(Boolean),
  );
}

function button(sign, name, words, onclick) {
  return h("button", { class: "button", type: "button", "data-action": name, onclick }, icon(sign), words);
}

function turn(cameras) {
  const now = stream?.getVideoTracks()[0]?.getSettings().deviceId;
  const at = cameras.findIndex(({ deviceId }) => deviceId === now);
  device = cameras[(at + 1) % cameras.length].deviceId;
  return film();
}

function photoButton() {
  const input = h("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    class: "hidden",
    onchange: () => input.files[0] && photo(input.files[0]),
  });
  return h("label", { class: "button" }, icon("photo"), t("phone.photo"), input);
}

async function photo(file) {
  photographs = true;
  stopFilm();
  try {
    const { canvas, answer } = await sendPhoto(file);
    byId("film").replaceChildren(canvas);
    await tell(answer);
    if (answer?.ok) say("tick", "watching", t("phone.photo_sent"));
  } catch {
    complain(new Error(t("phone.no_photo")));
  }
  await showActions();
}

await begin();
