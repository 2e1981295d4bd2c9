// Whether people want a turn clock, and how long it gives them.

import { h } from "../dom.js";
import { t } from "../i18n.js";

const SECONDS = { turn: [15, 30, 60, 90, 120, 180, 300], player: [180, 300, 600, 900, 1200, 1800, 3600] };
const USUAL = { turn: 60, player: 600 };

/** The choice; `changed(clock)` gets {per, seconds}, or null for none. */
export function clockChoice(clock, changed) {
  const per = clock?.per ?? "none";
  const set = (kind) => changed(kind === "none" ? null : { per: kind, seconds: USUAL[kind] });
  return h(
    "fieldset",
    { class: "choice", "data-choice": "clock" },
    h("legend", {}, t("clock.title")),
    ["none", "turn", "player"].map((kind) =>
      h("label", {}, h("input", { type: "radio", name: "clock", value: kind, checked: kind === per, "data-per": kind, onchange: () => set(kind) }), t(`clock.${kind}`)),
    ),
    clock &&
      h(
        "select",
        { "aria-label": t("clock.how_long"), onchange: ({ target }) => changed({ per, seconds: Number(target.value) }) },
        [...new Set([...SECONDS[per], clock.seconds])].sort((one, other) => one - other).map((seconds) =>
          h("option", { value: seconds, selected: seconds === clock.seconds }, called(seconds)),
        ),
      ),
  );
}

function called(seconds) {
  return seconds % 60 ? t("clock.seconds", { seconds }) : t(seconds === 60 ? "clock.minute" : "clock.minutes", { minutes: seconds / 60 });
}
