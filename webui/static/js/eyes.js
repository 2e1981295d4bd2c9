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
  unclear: "question",
  differs: "differs",
  ended: "tick",
};
const ASKING = ["unclear", "differs"];

export function showEyes({ eyes: { state: seeing, fps, why }, phase, camera }) {
  const eyes = { state: seeing, fps, why };
  // Eyes that see well may still not know what they see; and nothing is wrong where a film was seen to its end.
  if (seeing === "watching" && ASKING.includes(phase)) eyes.state = phase;
  if (seeing === "lost" && camera?.state === "ended" && !told(why)) eyes.state = "ended";
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
