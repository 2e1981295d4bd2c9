// The link, as a QR code too, that makes a phone or another laptop the camera; and what its warning means.

import { answered } from "./api.js";
import { byId, h } from "./dom.js";
import { t } from "./i18n.js";

/** Open the door for one device, and show the way in. */
export async function inviteForPhone() {
  show(await answered(await fetch("/api/phone", { method: "POST" })));
}

/** Close it once the device is in, so that the table is seen again. */
export function showInvitation({ camera }) {
  const dialog = byId("invitation");
  if (!dialog.open) return;
  const live = camera?.kind === "phone" && Boolean(camera.image_size) && ["live", "back"].includes(camera.state);
  if (live && dialog.dataset.waiting === "true") dialog.close();
  // A phone that sends already is not the one that this link is for.
  if (!live) dialog.dataset.waiting = "true";
}

function show({ links, authority }) {
  const dialog = byId("invitation");
  dialog.dataset.waiting = "false";
  const code = h("div", { class: "qr", role: "img", "aria-label": t("phone.qr") }, svgOf(links[0].qr));
  const link = h("a", { class: "phone-link", href: links[0].url, rel: "noopener" }, links[0].url);
  const change = (event) => {
    const { url, qr } = links[Number(event.target.value)];
    code.replaceChildren(svgOf(qr));
    link.textContent = link.href = url;
  };
  const parts = [
    h("h2", { id: "invitation-title", tabindex: "-1", autofocus: true }, t("phone.title")),
    code,
    h("p", {}, link),
    h(
      "ol",
      { class: "phone-steps" },
      h("li", {}, t("phone.same_network")),
      h("li", {}, t("phone.scan")),
      h("li", {}, t("phone.warning")),
      h("li", {}, t("phone.allow")),
    ),
    links.length > 1 &&
      h(
        "label",
        { class: "other-address" },
        t("phone.other_address"),
        h(
          "select",
          { onchange: change },
          links.map(({ url }, index) => h("option", { value: index }, new URL(url).host)),
        ),
      ),
    h(
      "details",
      { class: "trust" },
      h("summary", {}, t("phone.trust_title")),
      h("p", {}, t("phone.trust_why")),
      h("p", {}, h("a", { class: "button", href: authority, download: true }, t("phone.trust_download"))),
      h("p", {}, t("phone.trust_iphone")),
      h("p", {}, t("phone.trust_android")),
      h("p", { class: "soft" }, t("phone.trust_limits")),
    ),
    h(
      "div",
      { class: "buttons last" },
      h("button", { class: "button primary", type: "button", onclick: () => dialog.close() }, t("phone.close")),
    ),
  ];
  dialog.replaceChildren(...parts.filter(Boolean));
  if (!dialog.open) dialog.showModal();
}

function svgOf(text) {
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(drawn, true);
}
