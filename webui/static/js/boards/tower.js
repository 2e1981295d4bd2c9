// A tower of caps, seen a little from above: a rim for each cap, the sign of its owner and its height on top.

import { sign } from "../colours.js";
import { s } from "../dom.js";

const RX = 34;
const RY = 26;
const RIM = 8; // how much of a cap's side is seen
const HIGHEST = 46; // all rims together

/** Draw the stack (colours from the bottom up) around (x, y), in a field of 100 by 100. */
export function tower(stack, x, y, className = "tower") {
  const rim = Math.min(RIM, HIGHEST / stack.length);
  const foot = y + (stack.length * rim) / 2;
  const top = foot - stack.length * rim;
  const owner = stack.at(-1);
  return s(
    "g",
    { class: className },
    s("ellipse", { cx: x + 3, cy: foot + 5, rx: RX, ry: RY, class: "shadow" }),
    stack.map((colour, level) =>
      s("path", { d: side(x, foot - (level + 1) * rim, rim), class: `rim stone-${colour}` }),
    ),
    s("ellipse", { cx: x, cy: top, rx: RX, ry: RY, class: `cap stone-${owner}` }),
    s("ellipse", { cx: x, cy: top, rx: RX - 6, ry: RY - 5, class: `dish stone-${owner}` }),
    s(
      "g",
      { class: `stone-${owner}` },
      stack.length === 1 ? sign(owner, x, top, 13) : numbered(owner, stack.length, x, top),
    ),
  );
}

function numbered(owner, height, x, y) {
  return [sign(owner, x - 14, y, 9), s("text", { x: x + 11, y, class: "height" }, String(height))];
}

function side(x, y, rim) {
  return `M${x - RX} ${y} v${rim} a${RX} ${RY} 0 0 0 ${2 * RX} 0 v${-rim} Z`;
}
