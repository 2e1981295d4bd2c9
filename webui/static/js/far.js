// From across the room: the verdict, the board and whose turn it is, as large as the screen; nothing to press.

import { byId } from "./dom.js";

let far = false;
let filled = false; // the browser gave all of the screen

export const isFar = () => far;

/** Show it so, or as before; `onChange` is called whenever that changes, be it that the browser leaves the full screen. */
export async function toggleFar(onChange) {
  show(!far, onChange);
  if (!far) {
    if (document.fullscreenElement) await document.exitFullscreen();
    return;
  }
  // Where a browser does not let a page fill the screen, it fills the window.
  const given = await document.documentElement.requestFullscreen?.().then(
    () => true,
    () => false,
  );
  if (far) filled = Boolean(given);
  else if (document.fullscreenElement) await document.exitFullscreen(); // it was left meanwhile
}

/** Leave it by the browser's own way out of the full screen, or by Escape where the page only fills the window. */
export function watchFar(onChange) {
  const leave = () => far && show(false, onChange);
  document.addEventListener("fullscreenchange", () => !document.fullscreenElement && filled && leave());
  document.addEventListener("keydown", (event) => event.key === "Escape" && leave());
}

function show(on, onChange) {
  far = on;
  filled = false;
  document.body.classList.toggle("far", far);
  if (far) byId("verdict").scrollIntoView({ block: "nearest" });
  onChange();
}
