// What the browser remembers of a person's choices, for good or for this window; a browser that refuses to remember is
// no reason to fail.

const PREFIX = "tableref.";

export function remembered(name, otherwise) {
  try {
    return localStorage.getItem(PREFIX + name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // The choice holds until the page is closed.
  }
}

/** Keep in mind, for this window alone, that something goes on. */
export function keep(name) {
  try {
    sessionStorage.setItem(PREFIX + name, "yes");
  } catch {
    // It ends when the page is loaded anew.
  }
}

export function kept(name) {
  try {
    return sessionStorage.getItem(PREFIX + name) !== null;
  } catch {
    return false;
  }
}

export function forget(name) {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Then nothing was kept.
  }
}
