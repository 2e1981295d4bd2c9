// This device's own camera as the program's eyes: its pictures are sent one after the other.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { complain } from "./toast.js";

const PICTURE = { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: "environment" };
const EVERY_MS = 100;
const QUALITY = 0.85;

let stream = null;

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

async function flip({ currentTarget: button }) {
  if (stream) end();
  else await begin(() => button.setAttribute("aria-pressed", "false"));
  button.setAttribute("aria-pressed", String(stream !== null));
}

async function begin(onEnd) {
  // Browsers lend a camera to pages from this machine or over https only.
  if (!navigator.mediaDevices) return complain(new Error(t("camera.insecure")));
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: PICTURE, audio: false });
  } catch {
    return complain(new Error(t("camera.refused")));
  }
  stream.getVideoTracks()[0].addEventListener("ended", end);
  navigator.wakeLock?.request("screen").catch(() => {}); // a phone that sleeps sees nothing
  await sendAll(stream, onEnd);
}

function end() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
}

async function sendAll(own, onEnd) {
  const video = h("video", { muted: true, playsinline: true });
  video.muted = true;
  video.srcObject = own;
  await video.play();
  const canvas = h("canvas", { width: video.videoWidth, height: video.videoHeight });
  const send = async () => {
    if (stream !== own) return onEnd();
    canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
    const jpeg = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    // One at a time: a slow network makes fewer pictures, not older ones.
    await fetch("/api/frames", {
      method: "POST",
      headers: { "Content-Type": "image/jpeg" },
      body: jpeg,
    }).catch(() => {});
    setTimeout(send, EVERY_MS);
  };
  send();
}
