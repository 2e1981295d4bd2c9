// What the browser remembers of a person's choices; a browser that refuses to remember is no reason to fail.

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
