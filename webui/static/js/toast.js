// A short word about something that did not work.

import { byId } from "./dom.js";
import { t } from "./i18n.js";

const SHOWN_MS = 7000;
let hiding;

export function complain(error) {
  const root = byId("toast");
  root.textContent = error instanceof TypeError ? t("page.unreachable") : error.message;
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
