// The live link, shared with the other windows of this browser where it knows how to.

import { listen } from "./link.js";

/**
 * Follow the session. `onState(state)` gets every new state, `onEvent(kind, data)` what happened, `onLink(up)` whether
 * the connection stands, `onPicture(may)` whether this window may show a picture that goes on, if it wants to show one.
 */
export function follow({ onState, onEvent, onLink, onPicture }) {
  const told = { state: onState, event: ([kind, data]) => onEvent(kind, data), link: onLink, picture: onPicture };
  const alone = () => {
    onPicture?.(true);
    listen({ onState, onEvent, onLink });
  };
  if (typeof SharedWorker === "undefined") return alone();
  const worker = new SharedWorker(new URL("shared-link.js", import.meta.url), { type: "module" });
  worker.onerror = alone; // its script could not be run
  worker.port.onmessage = ({ data: [what, value] }) => told[what](value);
  const show = () => worker.port.postMessage(document.hidden ? "hidden" : "seen");
  if (onPicture) {
    show();
    document.addEventListener("visibilitychange", show);
    window.addEventListener("focus", show);
  }
  // The browser lets this lock go when the window is gone, however it went. It gives locks to this machine's own pages
  // and to those over HTTPS.
  const lock = `window ${performance.timeOrigin} ${Math.random()}`;
  navigator.locks?.request(lock, () => {
    worker.port.postMessage({ lock });
    return new Promise(() => {});
  });
  window.addEventListener("pagehide", () => worker.port.postMessage("closed"));
  window.addEventListener("pageshow", ({ persisted }) => persisted && location.reload()); // it is not told any more
}
