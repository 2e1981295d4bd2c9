// A short word about something that did not work.

import { byId } from "./dom.js";
import { t } from "./i18n.js";

const SHOWN_MS = 7000;
const root = byId("toast");
let hiding;

/** What went wrong, in words. */
export function wordsFor(error) {
  return error instanceof TypeError ? t("page.unreachable") : error.message;
}

export function complain(error) {
  const dialog = document.querySelector("dialog[open]");
  // An open dialog covers all else, and keeps it from screen readers too.
  (dialog ?? document.body).append(root);
  dialog?.addEventListener("close", () => document.body.append(root), { once: true });
  root.textContent = wordsFor(error);
  root.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (root.hidden = true), SHOWN_MS);
}

/** Run what may fail, and tell if it does. Returns whether it worked. */
export async function tried(action) {
  try {
    await action();
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}
