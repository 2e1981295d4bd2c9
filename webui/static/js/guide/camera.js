// Which camera looks at the table: one of this computer, this device's own, a phone, an address, or a file.

import { send } from "../api.js";
import { h, renew } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { icon } from "../icons.js";
import { inviteForPhone } from "../invitation.js";
import { beginSending, endSending } from "../sender.js";
import { complain, tried, wordsFor } from "../toast.js";
import { interrupted } from "./interrupted.js";
import { placing } from "./placing.js";

const LIVE_PREVIEWS = 3; // a browser has six connections to give, and the page needs some itself
const LONGEST = 1000;
const RETRY_MS = 2000;
const TYPED = {
  address: { icon: "address", mode: "url", example: "192.168.1.5:8080/video" },
  file: { icon: "file", mode: "text", example: "film.mp4" },
};

let devices = null; // null while they are looked for
let looking = false;
let busy = null; // the choice that is being opened
let failed = null; // {kind, error}: why what was typed last could not be opened
const entered = {}; // what was typed and is not in use yet, by kind
let redraw = () => {};

export function showCameraStep(root, state, go) {
  redraw = () => root.dataset.shows === "camera" && showCameraStep(root, state, go); // people may have gone on
  if (devices === null && !looking) findDevices();
  if (!root.firstElementChild) root.append(h("div"), h("div"), h("div", { class: "buttons" }));
  const [choices, shown, buttons] = root.children;
  const { camera, setup } = state;
  renew(choices, [devices, busy, failed, camera?.kind, camera?.name, setup.resume, setup.cards, currentLanguage()], () => [
    setup.resume && interrupted(setup.resume),
    h("h3", {}, t("guide.which_camera")),
    h("p", { class: "soft" }, t(setup.cards ? "guide.camera_hint_cards" : "guide.camera_hint")),
    h(
      "div",
      { class: "cameras", role: "group", "aria-label": t("guide.which_camera") },
      devices === null && h("p", { class: "soft", role: "status" }, t("guide.looking_for_cameras")),
      (devices ?? []).map((device, index) => deviceChoice(device, index, camera)),
      choice("browser", "", camera, "laptop", t("guide.browser")),
      choice("phone", "", camera, "phone", t("guide.phone")),
    ),
    devices?.length === 0 && h("p", { class: "soft" }, t("guide.no_devices")),
    h("button", { class: "chip", type: "button", onclick: lookAgain }, icon("turn"), t("guide.look_again")),
    h(
      "div",
      { class: "typed-cameras" },
      Object.keys(TYPED).map((kind) => typed(kind, camera)),
    ),
  ]);
  const pictures = Boolean(camera?.image_size);
  renew(shown, [camera?.kind, camera?.name, camera?.state, pictures, busy, setup.cards, currentLanguage()], () => [
    camera && !busy && chosen(camera, pictures),
    !pictures && placing(setup.cards),
  ]);
  renew(buttons, [Boolean(camera), currentLanguage()], () =>
    h(
      "button",
      {
        class: "button primary big",
        type: "button",
        "data-action": "next",
        disabled: !camera,
        onclick: () => go(setup.players.length ? "board" : "game"),
      },
      t("guide.next"),
      icon("onward"),
    ),
  );
}

function deviceChoice({ id, name }, index, camera) {
  const inUse = isChosen(camera, "device", id);
  const address = inUse ? "/stream.mjpg?overlay=0" : index < LIVE_PREVIEWS && !busy && `/cameras/${id}.mjpg`;
  const picture = address && h("img", { src: address, alt: "" });
  if (picture) picture.onerror = () => picture.remove();
  return choice("device", id, camera, "camera", name || t("guide.device", { number: Number(id) + 1 }), picture);
}

function choice(kind, value, camera, sign, words, picture) {
  const pressed = isChosen(camera, kind, value);
  return h(
    "button",
    {
      class: "camera-choice",
      type: "button",
      "aria-pressed": String(pressed),
      "aria-busy": busy === kind + value ? "true" : null,
      "data-camera": kind + value,
      onclick: () => choose(kind, value),
    },
    h("span", { class: "camera-picture" }, picture || icon(sign)),
    h("span", { class: "camera-name" }, pressed && icon("tick"), words),
  );
}

function typed(kind, camera) {
  const { icon: sign, mode, example } = TYPED[kind];
  const wrong = failed?.kind === kind;
  const input = h("input", {
    type: "text",
    inputmode: mode,
    name: kind,
    required: true,
    placeholder: example,
    value: entered[kind] ?? (camera?.kind === kind ? camera.name : null),
    maxlength: LONGEST,
    "aria-invalid": wrong ? "true" : null,
    "aria-describedby": wrong ? `wrong-${kind}` : null,
    oninput: () => (entered[kind] = input.value),
    autocomplete: "off",
    spellcheck: "false",
  });
  const submit = (event) => {
    event.preventDefault();
    choose(kind, input.value);
  };
  return h(
    "form",
    { class: "typed-camera", onsubmit: submit },
    h("label", {}, h("span", {}, icon(sign), t(`guide.${kind}`)), input),
    h("button", { class: "button", "data-camera": kind }, t("guide.take")),
    wrong && h("p", { class: "wrong", id: `wrong-${kind}`, role: "alert" }, wordsFor(failed.error)),
  );
}

function chosen(camera, pictures) {
  const sent = ["browser", "phone"].includes(camera.kind);
  const missing = ["lost", "stale", "ended"].includes(camera.state);
  return [
    h("p", { role: "status", class: "chosen" }, status(sent, pictures, missing)),
    pictures && h("img", { class: "chosen-picture", src: "/stream.mjpg?overlay=0", alt: t("camera.alt") }),
    camera.kind === "phone" &&
      h(
        "button",
        { class: "button", type: "button", "data-action": "phone-link", onclick: () => tried(inviteForPhone) },
        icon("phone"),
        t("phone.show_link"),
      ),
  ];
}

function status(sent, pictures, missing) {
  if (pictures) return t(missing ? "guide.camera_silent" : "guide.camera_works");
  return t(sent ? "guide.camera_waits" : "guide.camera_opens");
}

function isChosen(camera, kind, value) {
  return camera?.kind === kind && (kind !== "device" || camera.name === value);
}

async function choose(kind, value) {
  if (busy) return;
  busy = kind + value;
  failed = null;
  redraw(); // lets go of the previews: a camera can be open only once
  if (kind !== "browser") endSending();
  try {
    await send("camera", { kind, value });
    delete entered[kind];
    if (kind === "browser") await beginSending();
    if (kind === "phone") await inviteForPhone();
  } catch (error) {
    if (kind in TYPED) failed = { kind, error };
    else complain(error);
  }
  busy = null;
  redraw();
  const next = failed ? `input[name=${kind}]` : `[data-camera="${CSS.escape(kind + (kind in TYPED ? "" : value))}"]`;
  document.querySelector(next)?.focus();
}

async function findDevices() {
  looking = true;
  const answer = await fetch("/cameras").catch(() => null);
  if (answer === null) return setTimeout(findDevices, RETRY_MS); // nobody knows which there are
  devices = answer.ok ? await answer.json() : [];
  looking = false;
  redraw();
}

function lookAgain() {
  devices = null;
  redraw();
}
