// The camera's picture, with what was seen drawn in if wanted.

import { byId, h, renew } from "./dom.js";
import { currentLanguage, t } from "./i18n.js";
import { inviteForPhone } from "./invitation.js";
import { remember, remembered } from "./memory.js";
import { goOnSending, senderButton } from "./sender.js";
import { tried } from "./toast.js";

const RETRY_MS = 3000;
const BLIND = ["lost", "stale"];

let overlay = remembered("overlay", "yes") === "yes";
let open = remembered("camera", "yes") === "yes";
let guiding = false; // the guide shows the picture itself, and a browser has few connections to give
let allowed = false; // other windows of this browser may show as many pictures as it can

export function showCamera(state) {
  const { eyes, camera } = state;
  const phone = camera?.kind === "phone";
  guiding = Boolean(state.setup);
  if (eyes.wants_frames && !phone) goOnSending();
  renew(byId("view"), [Boolean(eyes.wants_frames), phone, open, overlay, allowed, currentLanguage()], () => [
    h(
      "header",
      {},
      h("h2", {}, t("camera.title")),
      eyes.wants_frames && !phone && senderButton(),
      phone && phoneButton(),
      open &&
        toggle("overlay", overlay, () => remember("overlay", (overlay = !overlay) ? "yes" : "no"), state),
      toggle("shown", open, () => remember("camera", (open = !open) ? "yes" : "no"), state),
    ),
    open && h("div", { class: "picture" }, picture(), h("p", { class: "no-picture" }, t(allowed ? "camera.none" : "camera.elsewhere"))),
  ]);
  byId("camera").classList.toggle("blind", BLIND.includes(eyes.state));
  guiding ? stop() : play();
}

function phoneButton() {
  const invite = () => tried(inviteForPhone);
  return h("button", { class: "chip", type: "button", "data-toggle": "phone", onclick: invite }, t("phone.show_link"));
}

/** Show a picture that goes on, or none: a browser gives few connections to all of its windows. */
export function allowPicture(may) {
  allowed = may;
  may ? play() : stop();
}

/** Begin the picture anew, as after the connection was lost. */
export function restartCamera() {
  stop();
  play();
}

/** A page that nobody looks at needs no picture; a browser has few connections to give. */
export function watchVisibility() {
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : play()));
}

function picture() {
  const image = h("img", { alt: t("camera.alt") });
  image.onerror = () => {
    image.hidden = true;
    image.removeAttribute("src");
    setTimeout(play, RETRY_MS);
  };
  return image;
}

function play() {
  const image = byId("view").querySelector("img");
  if (!image || document.hidden || guiding || !allowed || image.hasAttribute("src")) return;
  image.hidden = false;
  image.src = `/stream.mjpg?overlay=${overlay ? 1 : 0}`;
}

function stop() {
  const image = byId("view").querySelector("img");
  image?.removeAttribute("src");
}

function toggle(name, on, flip, state) {
  const change = () => {
    stop();
    flip();
    showCamera(state);
    byId("view").querySelector(`[data-toggle=${name}]`)?.focus();
  };
  return h(
    "button",
    { class: "chip", type: "button", "aria-pressed": String(on), "data-toggle": name, onclick: change },
    t(`camera.${name}`),
  );
}
