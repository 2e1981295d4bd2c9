// How well the camera sees, told honestly.

import { byId, h, renew } from "./dom.js";
import { currentLanguage, t, told } from "./i18n.js";
import { icon } from "./icons.js";

const ICONS = {
  watching: "eye",
  moving: "eye",
  hand: "hand",
  moved: "search",
  stale: "blind",
  lost: "blind",
};

export function showEyes({ eyes }) {
  const root = byId("eyes");
  // The rate is rounded, so that it is not read out for every tenth.
  const rate = eyes.state === "watching" && eyes.fps > 0 ? t("eyes.rate", { fps: Math.round(eyes.fps) }) : "";
  renew(root, [eyes.state, told(eyes.why), currentLanguage()], () => {
    root.dataset.state = eyes.state;
    return [
      icon(ICONS[eyes.state]),
      h("span", {}, t(`eyes.${eyes.state}`)),
      h("span", { class: "soft", "aria-hidden": "true", id: "rate" }),
      told(eyes.why) && h("span", { class: "soft" }, told(eyes.why)),
    ];
  });
  byId("rate").textContent = rate;
}
