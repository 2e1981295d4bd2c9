// Each colour has a sign of its own, so that nothing rests on colour alone.

import { h, s } from "./dom.js";
import { hasWords, t } from "./i18n.js";

export const FIELD_COLOURS = ["red", "orange", "yellow", "green", "blue", "violet"];
export const STONE_COLOURS = ["red", "green", "blue", "yellow", "white", "black"];

// Drawn around (0, 0), within a circle of radius 10.
const SIGNS = {
  red: "M0 -9 L9.2 7.5 H-9.2 Z",
  orange: "M0 -10 L9 0 L0 10 L-9 0 Z",
  yellow: "M0 -10 L2.8 -3.6 L9.6 -3 L4.5 1.6 L6 8.3 L0 4.8 L-6 8.3 L-4.5 1.6 L-9.6 -3 L-2.8 -3.6 Z",
  green: "M-7.6 -7.6 H7.6 V7.6 H-7.6 Z",
  blue: "M-8.8 0 A8.8 8.8 0 1 1 8.8 0 A8.8 8.8 0 1 1 -8.8 0 Z",
  violet: "M-3 -9 H3 V-3 H9 V3 H3 V9 H-3 V3 H-9 V-3 H-3 Z",
  white: "M-9 0 A9 9 0 1 1 9 0 A9 9 0 1 1 -9 0 Z M-4.6 0 A4.6 4.6 0 1 0 4.6 0 A4.6 4.6 0 1 0 -4.6 0 Z",
  black: "M-8.5 -5 L-5 -8.5 L0 -3.5 L5 -8.5 L8.5 -5 L3.5 0 L8.5 5 L5 8.5 L0 3.5 L-5 8.5 L-8.5 5 L-3.5 0 Z",
};

/** The name of a colour; in games whose players go by other names, that name. */
export function colourName(colour) {
  return hasWords(`colour.${colour}`) ? t(`colour.${colour}`) : colour;
}

/** The sign of a colour, as an SVG path of radius `r` around (x, y). */
export function sign(colour, x, y, r, className = "sign") {
  return s("path", {
    d: SIGNS[colour] ?? "",
    class: className,
    transform: `translate(${x} ${y}) scale(${r / 10})`,
    "fill-rule": "evenodd",
  });
}

/** A round token with the sign of a player's colour. */
export function stoneToken(colour) {
  return s(
    "svg",
    { viewBox: "-12 -12 24 24", class: `token stone-${colour}`, "aria-hidden": "true" },
    s("circle", { r: 11, class: "cap" }),
    Object.hasOwn(SIGNS, colour)
      ? sign(colour, 0, 0, 5.6)
      : s("text", { y: 1, class: "initial" }, [...colour][0].toLocaleUpperCase()), // who is called by a name
  );
}

/** A small card in a field's colour, with its sign. */
export function cardToken(colour) {
  return h(
    "span",
    { class: `card field-${colour}`, title: colourName(colour) },
    s("svg", { viewBox: "-12 -12 24 24", "aria-hidden": "true" }, sign(colour, 0, 0, 9)),
    h("span", { class: "hidden" }, colourName(colour)),
  );
}
