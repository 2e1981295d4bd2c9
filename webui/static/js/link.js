// The link to the program: its events, and the honest truth about whether they still come. Knows no page.

const KINDS = ["verdict", "outcome", "unclear", "camera", "restored", "held"];
const RETRY_MS = 2000;
const QUIET_MS = 10000; // after this without an event we ask whether the program is still there
const PATIENCE_MS = 4000;

/**
 * Listen to the program. `onState(state)` gets every new state, `onEvent(kind, data)` what happened,
 * `onLink(up)` whether the connection stands.
 */
export function listen({ onState, onEvent, onLink }) {
  let source;
  let heardAt = Date.now();
  let toldState = false;

  function open() {
    source = new EventSource("/api/events");
    source.onopen = () => {
      heard();
      onLink(true);
      fetchState();
    };
    source.onerror = () => {
      onLink(false);
      // The browser tries again by itself, unless the answer was wrong.
      if (source.readyState === EventSource.CLOSED) setTimeout(open, RETRY_MS);
    };
    source.addEventListener("state", (event) => {
      heard();
      toldState = true;
      onState(JSON.parse(event.data));
    });
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => {
        heard();
        onEvent(kind, JSON.parse(event.data));
      });
    }
  }

  // A program that was started anew may have told less than we missed, so we ask for the whole once.
  async function fetchState() {
    toldState = false;
    const answer = await fetch("/api/state").catch(() => null);
    if (!answer?.ok) return;
    const state = await answer.json();
    if (!toldState) onState(state); // else a newer one was told while this one came
  }

  function heard() {
    heardAt = Date.now();
  }

  // A cable that is pulled says nothing: the stream stays open, and quiet.
  async function watch() {
    if (Date.now() - heardAt < QUIET_MS || source.readyState !== EventSource.OPEN) return;
    try {
      await fetch("/healthz", { signal: AbortSignal.timeout(PATIENCE_MS) });
      heard();
    } catch {
      onLink(false);
      source.close();
      setTimeout(open, RETRY_MS);
    }
  }

  open();
  setInterval(watch, QUIET_MS / 2);
}
