// Small helpers to make elements. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** Make an HTML element: `h("button", {class: "big", onclick: f}, "Start")`. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Make an SVG element. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function byId(id) {
  return document.getElementById(id);
}

const shown = new WeakMap();

/**
 * Put into `root` what `make` returns, but only if `content` differs from the last time.
 * What stays untouched keeps the focus, and a screen reader does not read it again. What is made anew gets it back, or
 * where it is gone, `root`: whoever goes by keys goes on from there.
 */
export function renew(root, content, make) {
  const key = JSON.stringify(content);
  if (shown.get(root) === key) return;
  shown.set(root, key);
  const focused = root.contains(document.activeElement) && document.activeElement !== root && document.activeElement;
  root.replaceChildren(...[make()].flat(Infinity).filter(isThere));
  if (focused && !root.contains(document.activeElement)) focusAgain(root, focused);
}

/** Focus what is called as the element was that is gone. */
function focusAgain(root, gone) {
  const name = Object.keys(gone.dataset)[0];
  const same = name && [...root.querySelectorAll("*")].find((one) => one.dataset[name] === gone.dataset[name]);
  if (!same && !root.hasAttribute("tabindex")) root.tabIndex = -1;
  (same ?? root).focus({ preventScroll: true });
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(isThere));
  return element;
}

function isThere(child) {
  return child !== null && child !== undefined && child !== false;
}
