// This device's own camera as the program's eyes.

import { openCamera, sendFilm, videoOf } from "./capture.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { forget, keep, kept } from "./memory.js";
import { complain } from "./toast.js";

const SENDING = "sending";

let stream = null;
let wentOn = false;

export function senderButton() {
  return h(
    "button",
    {
      class: "chip",
      type: "button",
      "aria-pressed": String(stream !== null),
      "data-toggle": "send",
      onclick: flip,
    },
    t("camera.send"),
  );
}

/** A page that was loaded anew goes on to send, if it did before: once, whoever ends it. */
export function goOnSending() {
  if (wentOn) return;
  wentOn = true;
  if (kept(SENDING)) beginSending().then(showWhetherSending);
}

/** Begin to send. Resolves to whether the camera could be had. */
export async function beginSending() {
  if (stream) return true;
  // Browsers lend a camera to pages from this machine or over https only.
  if (!navigator.mediaDevices) return refuse(() => t("camera.insecure"));
  try {
    stream = await openCamera();
  } catch {
    return refuse(() => t("camera.refused"));
  }
  keep(SENDING);
  const own = stream;
  own.getVideoTracks()[0].addEventListener("ended", endSending);
  navigator.wakeLock?.request("screen").catch(() => {}); // a phone that sleeps sees nothing
  sendFilm(await videoOf(own), { going: () => stream === own, onAnswer: () => {} });
  return true;
}

export function endSending() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  forget(SENDING);
  showWhetherSending();
}

async function flip() {
  if (stream) endSending();
  else await beginSending();
  showWhetherSending();
}

function showWhetherSending() {
  document.querySelector("[data-toggle=send]")?.setAttribute("aria-pressed", String(stream !== null));
}

function refuse(why) {
  complain(why);
  return false;
}
