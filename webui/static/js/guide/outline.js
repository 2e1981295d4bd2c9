// The board drawn over the camera's picture. Its corners can be dragged, or moved with the arrow keys; a field
// that is clicked is mended.

import { send } from "../api.js";
import { sign } from "../colours.js";
import { h, renew, s } from "../dom.js";
import { mendField } from "../fields.js";
import { currentLanguage, t } from "../i18n.js";
import { tried } from "../toast.js";
import { mapping } from "./mapping.js";

const INSET = 0.25; // where the corners wait for a board that was not found
const STEP = 0.002; // of the picture's width, for an arrow key
const STRIDE = 0.02; // with the shift key
const [REACH_PX, RING_PX] = [24, 10]; // of a corner, on the screen
const SEND_AFTER_MS = 700; // since the last key

let corners = null; // as dragged here; null: as the session has them
let dragging = null; // which one
let untold = false; // whether the session does not know of the dragging yet
let sending;
let shown; // what is drawn now

export function showOutline(root, state) {
  const size = state.camera?.image_size;
  if (dragging !== null) return; // a corner that is held must not be taken away
  renew(root, [size, currentLanguage()], () => (size ? [picture(size), frame(size)] : []));
  const svg = root.querySelector("svg");
  if (!svg) return;
  if (state.seen?.corners && !untold) corners = null;
  shown = { state, svg, size };
  draw();
}

/** With its size, so that the outline fits before the first picture has come. */
function picture([width, height]) {
  return h("img", { src: "/stream.mjpg?overlay=0", alt: t("camera.alt"), width, height });
}

function frame([width, height]) {
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "outline", role: "group", "aria-label": t("guide.outline") },
    s("path", { class: "grid-casing" }),
    s("path", { class: "grid" }),
    s("g", { class: "chips", "aria-hidden": "true" }),
    s("g", { class: "corners" }, [0, 1, 2, 3].map(handle)),
  );
}

function handle(index) {
  return s(
    "g",
    {
      class: "corner",
      role: "button",
      tabindex: 0,
      "data-corner": index,
      "aria-label": t("guide.corner", { number: index + 1 }),
      onpointerdown: (event) => grab(event, index),
      onpointermove: (event) => drag(event, index),
      onpointerup: drop,
      onpointercancel: drop,
      onkeydown: (event) => nudge(event, index),
    },
    s("circle", { class: "reach" }),
    s("circle", { class: "ring" }),
  );
}

function draw() {
  const { state, svg, size } = shown;
  const now = outline();
  const n = state.board.size || state.setup.options.size || 1; // while no board is seen, at least its outline
  const at = mapping(now);
  const path = Array.from({ length: n + 1 }, (_, i) => [
    line(at(i / n, 0), at(i / n, 1)),
    line(at(0, i / n), at(1, i / n)),
  ])
    .flat()
    .join(" ");
  svg.querySelectorAll("path.grid, path.grid-casing").forEach((one) => one.setAttribute("d", path));
  svg.classList.toggle("unsure", !state.seen?.corners);
  // Pixels of the picture for one of the screen: a finger needs room, however small the picture is shown.
  const scale = size[0] / (svg.clientWidth || size[0]);
  const radius = size[0] / 75;
  svg.querySelectorAll(".corner").forEach((one, index) => {
    one.setAttribute("transform", `translate(${now[index][0]} ${now[index][1]})`);
    one.querySelector(".reach").setAttribute("r", REACH_PX * scale);
    one.querySelector(".ring").setAttribute("r", RING_PX * scale);
  });
  renew(svg.querySelector(".chips"), [state.board.fields, now, corners !== null], () =>
    corners ? [] : chips(state.board.fields, at, radius),
  );
}

function chips(fields, at, radius) {
  const n = fields.length;
  return fields.flatMap((row, r) =>
    row.map((colour, c) => {
      const [x, y] = at((c + 0.5) / n, (r + 0.5) / n);
      return s(
        "g",
        { class: `chip-on-board field-${colour}`, "data-cell": `${r},${c}`, onclick: () => mendField([r, c], fields) },
        s("circle", { cx: x, cy: y, r: radius * 1.05 }),
        sign(colour, x, y, radius * 0.62),
      );
    }),
  );
}

function outline() {
  const [width, height] = shown.size;
  const [left, right] = [INSET * width, (1 - INSET) * width];
  const [top, bottom] = [INSET * height, (1 - INSET) * height];
  const waiting = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return corners ?? shown.state.seen?.corners ?? waiting;
}

function line([x1, y1], [x2, y2]) {
  return `M${x1.toFixed(1)} ${y1.toFixed(1)} L${x2.toFixed(1)} ${y2.toFixed(1)}`;
}

function grab(event, index) {
  event.currentTarget.setPointerCapture(event.pointerId);
  dragging = index;
  untold = true;
  corners = outline().map((corner) => [...corner]);
}

function drag(event, index) {
  if (dragging !== index) return;
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(
    shown.svg.getScreenCTM().inverse(),
  );
  move(index, place.x, place.y);
}

function drop() {
  if (dragging === null) return;
  dragging = null;
  tell();
}

function nudge(event, index) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
  if (dx === undefined) return;
  event.preventDefault();
  const step = shown.size[0] * (event.shiftKey ? STRIDE : STEP);
  untold = true;
  corners = outline().map((corner) => [...corner]);
  move(index, corners[index][0] + dx * step, corners[index][1] + dy * step);
  clearTimeout(sending);
  sending = setTimeout(tell, SEND_AFTER_MS);
}

function move(index, x, y) {
  const [width, height] = shown.size;
  corners[index] = [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
  draw();
}

async function tell() {
  const taken = await tried(() => send("corners", { corners }));
  untold = false;
  if (taken) return;
  corners = null; // what the session knows is shown again
  draw();
}
