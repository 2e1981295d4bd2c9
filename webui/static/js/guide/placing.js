// A drawing of how to place the camera: from the side, with all of the table in sight.

import { h, s } from "../dom.js";
import { t } from "../i18n.js";

/** The drawing, with what it shows in words. */
export function placing(cards) {
  return h(
    "figure",
    { class: "placing" },
    s(
      "svg",
      { viewBox: "0 0 420 250", role: "img", "aria-label": t("guide.placing") },
      s("path", { d: "M118 62 L150 200 H376 Z", class: "sight" }),
      s("path", { d: "M20 206 H404 M56 206 V244 M368 206 V244", class: "table-top" }),
      s("path", { d: "M60 206 V188 H108 V206 M66 188 V172 H104 V188 M62 172 V156 H110 V172 M68 156 V140 H106 V156", class: "books" }),
      s("path", { d: "M86 140 V78", class: "books" }),
      s("g", { transform: "rotate(38 96 62)" }, s("rect", { x: 70, y: 48, width: 46, height: 28, rx: 6, class: "body" }), s("circle", { cx: 112, cy: 62, r: 8, class: "lens" })),
      s("rect", { x: 176, y: 196, width: cards ? 118 : 168, height: 9, rx: 2, class: "board-side" }),
      cards && s("path", { d: "M312 203 H330 M336 203 H354", class: "cards-side" }),
      s("path", { d: "M236 196 v-8 h16 v8", class: "stone-side" }),
      s("path", { d: "M330 24 v10 M306 34 l6 8 M354 34 l-6 8", class: "rays" }),
      s("path", { d: "M318 44 a12 12 0 0 0 24 0 Z", class: "lamp" }),
    ),
    h("figcaption", {}, t("guide.placing_hint")),
  );
}
