// The choices of whoever looks at this page: language, light or dark, voice and sound.

import { byId, h, renew } from "./dom.js";
import { isFar, toggleFar } from "./far.js";
import { currentLanguage, LANGUAGES, setLanguage, SHORT, t } from "./i18n.js";
import { icon } from "./icons.js";
import { showKeys } from "./keys.js";
import { remember, remembered } from "./memory.js";
import { can, checkVoice, flip, isOn } from "./voice.js";

const THEMES = ["auto", "light", "dark"];
const ICONS = { voice: ["voice", "quiet"], sound: ["sound", "mute"] };

let theme = remembered("theme", "auto");
if (!THEMES.includes(theme)) theme = "auto";
document.documentElement.dataset.theme = theme;

/** Show the choices; `onChange` is called when one changes what is on the page. */
export function showSettings(onChange) {
  renew(byId("settings"), [currentLanguage(), theme, isOn("voice"), isOn("sound"), isFar()], () => [
    ["sound", "voice"].filter((kind) => can[kind]).map((kind) => loudness(kind, onChange)),
    choice("theme", t("settings.theme", { theme: t(`theme.${theme}`) }), icon(theme), () =>
      nextTheme(onChange),
    ),
    choice("far", t("settings.far"), icon(isFar() ? "near" : "far"), () => toggleFar(onChange), isFar()),
    choice("keys", t("settings.keys"), icon("keys"), showKeys),
    Object.keys(LANGUAGES).map((name) => language(name, onChange)),
  ]);
}

function loudness(kind, onChange) {
  const on = isOn(kind);
  const change = () => {
    flip(kind);
    refocus(kind, onChange);
  };
  return choice(kind, t(`settings.${kind}`), icon(ICONS[kind][on ? 0 : 1]), change, on);
}

function nextTheme(onChange) {
  theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
  refocus("theme", onChange);
}

function language(name, onChange) {
  const change = () => {
    setLanguage(name);
    remember("language", name);
    checkVoice();
    refocus(`language-${name}`, onChange);
  };
  const label = h("span", { lang: name, title: LANGUAGES[name] }, SHORT[name]);
  return choice(`language-${name}`, LANGUAGES[name], label, change, name === currentLanguage());
}

function choice(name, label, content, onclick, pressed) {
  const state = pressed === undefined ? null : String(pressed);
  return h(
    "button",
    {
      class: "icon-button",
      type: "button",
      title: label,
      "aria-label": label,
      "aria-pressed": state,
      "data-setting": name,
      onclick,
    },
    content,
  );
}

function refocus(name, onChange) {
  onChange();
  byId("settings").querySelector(`[data-setting=${name}]`).focus();
}
