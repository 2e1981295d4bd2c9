// A device's own camera, and its photographs, as JPEG pictures that are sent one after the other.

import { h } from "./dom.js";

const PICTURE = { width: { ideal: 1280 }, height: { ideal: 720 } };
const LONG_SIDE = 1920; // of a photograph: more shows no more of a table
const EVERY_MS = 100;
const PATIENCE_MS = 5000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 4000;
const QUALITY = 0.85;

/** Ask for a camera: the one named, else one that looks away from whoever holds the device. */
export function openCamera(deviceId) {
  const which = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: "environment" };
  return navigator.mediaDevices.getUserMedia({ video: { ...PICTURE, ...which }, audio: false });
}

/** The cameras of this device; their names are told once one of them was allowed. */
export async function ownCameras() {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === "videoinput");
}

/** Make a video element that shows a stream. */
export async function videoOf(stream) {
  const video = h("video", { muted: true, playsinline: true });
  video.muted = true;
  video.srcObject = stream;
  await video.play();
  return video;
}

/**
 * Send what `video` shows until `going()` is false. `onAnswer(answer)` gets every response, or null where
 * the program could not be reached; then it is tried again, more and more rarely.
 */
export async function sendFilm(video, { going, onAnswer }) {
  const canvas = document.createElement("canvas");
  let pause = EVERY_MS;
  while (going()) {
    const answer = video.videoWidth > 0 ? await post("/api/frames", await drawn(canvas, video)) : null;
    if (!going()) return;
    onAnswer(answer);
    pause = answer?.ok ? EVERY_MS : Math.min(Math.max(2 * pause, FIRST_RETRY_MS), LAST_RETRY_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Send a photograph that a person took or chose; returns it as drawn, too. Fails for a file that is no picture. */
export async function sendPhoto(file) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LONG_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return { canvas, answer: await post("/api/photo", await jpegOf(canvas)) };
}

function drawn(canvas, video) {
  // A phone that is turned changes the size of its film.
  if (canvas.width !== video.videoWidth) canvas.width = video.videoWidth;
  if (canvas.height !== video.videoHeight) canvas.height = video.videoHeight;
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return jpegOf(canvas);
}

function jpegOf(canvas) {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

// One at a time: a slow network makes fewer pictures, not older ones.
function post(path, jpeg) {
  const request = {
    method: "POST",
    headers: { "Content-Type": "image/jpeg" },
    body: jpeg,
    signal: AbortSignal.timeout(PATIENCE_MS),
  };
  return fetch(path, request).catch(() => null);
}
