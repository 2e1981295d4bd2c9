// The cards that are seen lying on the table.

import { cardToken } from "./colours.js";
import { byId, h, renew } from "./dom.js";
import { currentLanguage, t } from "./i18n.js";

export function showLooseCards({ cards }) {
  const root = byId("loose");
  const seen = cards.map((card) => (card.face_up ? card.colour : null));
  root.hidden = seen.length === 0;
  renew(root, [seen, currentLanguage()], () => [
    h("span", { class: "soft" }, t("camera.cards")),
    seen.map((colour) => (colour ? cardToken(colour) : faceDown())),
  ]);
}

function faceDown() {
  return h(
    "span",
    { class: "card field-unknown", title: t("camera.face_down") },
    h("span", { class: "hidden" }, t("camera.face_down")),
  );
}
