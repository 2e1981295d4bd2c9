// One link to the program for all windows of a browser, which opens no more than six connections to a host: this runs
// in a worker that they share. The pictures are counted too, for each holds a connection for good.

import { listen } from "./link.js";

const MOST_PICTURES = 3; // one connection is for the link, and two for what people do

const windows = new Set();
let looked = []; // the windows that can be seen, those looked at last first
let state = null;
let up = null;

listen({
  onState: (newest) => tellAll("state", (state = newest)),
  onEvent: (kind, data) => tellAll("event", [kind, data]),
  onLink: (stands) => tellAll("link", (up = stands)),
});

self.onconnect = ({ ports: [port] }) => {
  windows.add(port);
  if (up !== null) port.postMessage(["link", up]);
  if (state !== null) port.postMessage(["state", state]);
  port.onmessage = ({ data }) => {
    if (data.lock) navigator.locks.request(data.lock, () => heard(port, "closed"));
    else heard(port, data);
  };
  port.onclose = () => heard(port, "closed"); // as far as a browser tells it
};

/** A window is `seen`, `hidden`, or `closed`. */
function heard(port, what) {
  looked = looked.filter((other) => other !== port);
  if (what === "seen") looked.unshift(port);
  if (what === "closed") windows.delete(port);
  looked.forEach((window, index) => window.postMessage(["picture", index < MOST_PICTURES]));
}

function tellAll(what, told) {
  for (const port of windows) port.postMessage([what, told]);
}
