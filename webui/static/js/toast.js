// A short word about something that did not work.

import { Refusal } from "./api.js";
import { byId } from "./dom.js";
import { t, told } from "./i18n.js";

const SHOWN_MS = 7000;
const root = byId("toast");
let hiding;
let shown = null; // what went wrong last

/** What went wrong, in words of the language that is shown: an error, or a function that gives the words. */
export function wordsFor(error) {
  if (typeof error === "function") return error();
  if (error instanceof TypeError) return t("page.unreachable");
  return error instanceof Refusal ? told(error.text) : error.message;
}

/** Say it again, as the language may have changed. */
export function showToast() {
  if (shown !== null && !root.hidden) root.textContent = wordsFor(shown);
}

export function complain(error) {
  const dialog = document.querySelector("dialog[open]");
  // An open dialog covers all else, and keeps it from screen readers too.
  (dialog ?? document.body).append(root);
  dialog?.addEventListener("close", () => document.body.append(root), { once: true });
  shown = error;
  root.hidden = false;
  showToast();
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
