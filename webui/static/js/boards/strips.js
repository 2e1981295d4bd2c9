// The narrow cards of Four Colour Cards: melds before their players, and in the middle what was discarded or drawn.
// Each player's are drawn as he sees them, on the side of the table where the camera sees him sit.

import { colourName } from "../colours.js";
import { s } from "../dom.js";
import { t } from "../i18n.js";
import { stripName } from "../strips.js";

const SIDE = 720; // of the drawing
const WIDE = 40;
const LONG = 100;
const STEP = WIDE + 3;
const GAP = 14; // between melds
const ROW = LONG + 8;
const SEAT_WIDE = 470;
const SEAT_DEEP = 225; // a seat with more rows is drawn smaller
const SMALLER = [1, 0.75, 0.55];
const TURNS = { bottom: 0, left: 90, top: 180, right: 270 };
const MIDDLE = 7; // strips in a row of the middle

export function drawStrips(state) {
  const { board, differences = [], phase } = state;
  const { seats = [], passed = [], offer = null, glyphs = {} } = board.strips ?? {};
  const strange = (area) => differences.filter(({ cell }) => cell[0] === area);
  const kind = phase === "waiting_restore" ? "faulty" : "differs";
  return s(
    "svg",
    { viewBox: `0 0 ${SIDE} ${SIDE}`, class: "just4fun strips", role: "group", "aria-label": t("board.label") },
    s("rect", { x: 4, y: 4, width: SIDE - 8, height: SIDE - 8, rx: 22, class: "ground" }),
    seats.map((seat, area) => seatOf(seat, glyphs, strange(area), kind)),
    middle(passed, offer, glyphs, strange(seats.length), kind),
  );
}

function seatOf({ player, side, melds }, glyphs, strange, kind) {
  const laid = melds.map((meld) => meld.map((card) => [card, ""])).concat(ghosts(strange));
  const fits = (scale) => inRows(laid, scale).length * ROW * scale <= SEAT_DEEP;
  const scale = SMALLER.find(fits) ?? SMALLER.at(-1);
  return s(
    "g",
    { transform: `rotate(${TURNS[side]} ${SIDE / 2} ${SIDE / 2})`, "data-player": player },
    s("text", { x: SIDE / 2, y: SIDE - 22, class: "strip-player" }, colourName(player)),
    s(
      "g",
      { transform: `translate(${SIDE / 2} ${SIDE - 42}) scale(${scale})` },
      inRows(laid, scale).map(({ y, strips }) =>
        strips.map(([x, [card, mark]]) => strip(card, glyphs, x, -LONG - y, mark && `${mark} ${kind}`)),
      ),
    ),
  );
}

/** Strips that lie there and should not, as melds of their own; those that should lie there are drawn already. */
function ghosts(strange) {
  return strange.flatMap(({ expected, seen }) => {
    const more = seen.height - expected.length;
    return more > 0 ? [Array(more).fill([seen.owner, "ghost"])] : [];
  });
}

/** Melds side by side, a row towards the middle where there is no room for one more; x from the middle of the seat. */
function inRows(melds, scale) {
  const rows = [];
  let at = Infinity;
  for (const meld of melds) {
    const width = meld.length * STEP;
    if (at + width > SEAT_WIDE / scale) {
      rows.push({ y: rows.length * ROW, strips: [], width: 0 });
      at = 0;
    }
    const row = rows.at(-1);
    meld.forEach((each, i) => row.strips.push([at + i * STEP, each]));
    at += width + GAP;
    row.width = at - GAP;
  }
  return rows.map((row) => ({ ...row, strips: row.strips.map(([x, each]) => [x - row.width / 2, each]) }));
}

function middle(passed, offer, glyphs, strange, kind) {
  const cards = [...passed.map((card) => [card, ""]), ...(offer ? [[offer, "offer"]] : [])];
  cards.push(...ghosts(strange).flat().map(([card]) => [card, `ghost ${kind}`]));
  const rows = Math.ceil(cards.length / MIDDLE);
  const scale = rows > 2 ? 0.45 : rows > 1 ? 0.65 : 0.85;
  return s(
    "g",
    { transform: `translate(${SIDE / 2} ${SIDE / 2}) scale(${scale})` },
    cards.map(([card, mark], i) => {
      const row = Math.floor(i / MIDDLE);
      const many = Math.min(MIDDLE, cards.length - row * MIDDLE);
      return strip(card, glyphs, ((i % MIDDLE) - many / 2) * STEP, (row - rows / 2) * ROW, mark);
    }),
  );
}

function strip(card, glyphs, x, y, mark) {
  const colour = card.split("-")[0];
  return s(
    "g",
    { role: "img", "aria-label": stripName(card), class: `strip strip-${colour} ${mark}`, "data-card": card },
    s("rect", { x, y, width: WIDE, height: LONG, rx: 4, class: "paper" }),
    s("text", { x: x + WIDE / 2, y: y + 25, class: "glyph", "aria-hidden": "true" }, glyphs[card]),
    s(
      "text",
      { x: x + WIDE / 2, y: y + 25, class: "glyph", "aria-hidden": "true", transform: `rotate(180 ${x + WIDE / 2} ${y + LONG / 2})` },
      glyphs[card],
    ),
  );
}
