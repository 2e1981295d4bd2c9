// The games that are kept: found again, looked at, taken along, brought from elsewhere, deleted.

import { answered, send } from "./api.js";
import { stoneToken } from "./colours.js";
import { byId, h, renew } from "./dom.js";
import { currentLanguage, t, told, voiceTag } from "./i18n.js";
import { icon } from "./icons.js";
import { playerName } from "./people.js";
import { replayAddress } from "./replay.js";
import { sharing } from "./result.js";
import { statistics } from "./statistics.js";
import { sure } from "./sure.js";
import { complain, tried } from "./toast.js";

const PATIENCE_MS = 250; // a search begins when no more letters come
const TYPES = { zip: "application/zip" };
const RECORD = "application/x-ndjson";

let waiting;
let asked = 0;

/** Show the button that opens the list; in the replay of a file there is none. */
export function showLibraryDoor(state) {
  const root = byId("library-door");
  root.hidden = state.replay !== undefined;
  renew(root, [currentLanguage()], () =>
    h(
      "button",
      { class: "chip", type: "button", "data-action": "library", "aria-label": t("library.open"), onclick: () => tried(openLibrary) },
      icon("list"),
      h("span", {}, t("library.open")),
    ),
  );
}

async function openLibrary() {
  const dialog = byId("library");
  dialog.replaceChildren(
    h(
      "header",
      {},
      h("h2", { id: "library-title" }, t("library.title")),
      h("button", { class: "icon-button", type: "button", "aria-label": t("library.close"), onclick: () => dialog.close() }, icon("cross")),
    ),
    h(
      "div",
      { class: "library-tools" },
      h("input", { type: "search", "aria-label": t("library.search"), placeholder: t("library.search"), oninput: searchSoon }),
      importButton(),
      h("button", { class: "chip", type: "button", "data-action": "statistics", "aria-pressed": "false", onclick: flipStatistics }, icon("cup"), t("statistics.title")),
      h("a", { class: "chip", href: "/api/library/export.zip", download: true }, icon("download"), t("library.export")),
    ),
    h("p", { id: "library-count", class: "soft", role: "status" }),
    h("ol", { id: "library-games", class: "library-games" }),
  );
  await list();
  if (!dialog.open) dialog.showModal();
}

/** The statistics in the place of the list, or the list again. */
function flipStatistics({ currentTarget: button }) {
  tried(async () => {
    const dialog = byId("library");
    const before = dialog.querySelector(".statistics");
    if (before) before.remove();
    else dialog.append(await statistics());
    button.setAttribute("aria-pressed", String(!before));
    for (const id of ["library-count", "library-games"]) byId(id).hidden = !before;
  });
}

function searchSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(() => tried(list), PATIENCE_MS);
}

async function list() {
  const question = ++asked;
  const search = byId("library").querySelector("[type=search]").value;
  const { games } = await answered(await fetch(`/api/library?search=${encodeURIComponent(search)}`));
  if (question !== asked) return; // an answer that comes late says how things were
  byId("library-count").textContent = t(games.length === 1 ? "library.count_one" : "library.count", { count: games.length });
  byId("library-games").replaceChildren(...games.map(entry));
}

function entry(game) {
  const date = new Date(game.created).toLocaleString(voiceTag(), { dateStyle: "medium", timeStyle: "short" });
  const ended = game.outcome ? told(game.outcome.text) : t(game.finished ? "library.ended" : "library.open_game");
  const name = t("library.named", { name: game.name, date });
  return h(
    "li",
    { "data-game": game.id },
    h("p", { class: "library-name" }, h("strong", {}, game.name), h("span", { class: "soft" }, date)),
    h(
      "p",
      { class: "library-players" },
      game.players.map((player) => h("span", {}, stoneToken(player), playerName(player, game.names))),
      h("span", { class: "soft" }, t(game.acts === 1 ? "library.act" : "library.acts", { count: game.acts })),
    ),
    h("p", {}, ended),
    h(
      "div",
      { class: "library-buttons" },
      h(
        "a",
        { class: "button", href: replayAddress(game.id), onclick: () => byId("library").close(), "aria-label": `${t("library.replay")}: ${name}` },
        icon("play"),
        t("library.replay"),
      ),
      h(
        "a",
        { class: "chip", href: `/api/library/${game.id}/record`, download: true, "aria-label": `${t("library.record")}: ${name}` },
        icon("download"),
        t("library.record"),
      ),
      sharing(`/api/library/${game.id}`, name),
      h(
        "button",
        { class: "chip", type: "button", "aria-label": `${t("library.delete")}: ${name}`, onclick: () => remove(game, name) },
        icon("bin"),
        t("library.delete"),
      ),
    ),
  );
}

async function remove(game, name) {
  if (!(await sure(t("library.delete_sure", { name }), t("library.delete")))) return;
  await tried(() => send(`library/${game.id}/delete`));
  await tried(list);
  byId("library").querySelector("[type=search]").focus();
}

function importButton() {
  const input = h("input", { type: "file", accept: ".jsonl,.zip", class: "hidden", "aria-label": t("library.import"), onchange: take });
  return h("label", { class: "chip file-choice" }, input, icon("plus"), t("library.import"));
}

async function take({ target }) {
  const [file] = target.files;
  target.value = "";
  if (!file) return;
  try {
    const type = TYPES[file.name.split(".").at(-1).toLowerCase()] ?? RECORD;
    const answer = await fetch("/api/library/import", { method: "POST", headers: { "Content-Type": type }, body: file });
    const { games } = await answered(answer);
    await list();
    byId("library-count").textContent = t(games.length === 1 ? "library.taken_one" : "library.taken", { count: games.length });
  } catch (error) {
    complain(error);
  }
}
