// The page's words, in every language it speaks.

import { remembered } from "./memory.js";

export const LANGUAGES = { en: "English", de: "Deutsch", "zh-Hant": "繁體中文" };
export const SHORT = { en: "EN", de: "DE", "zh-Hant": "中" };
const VOICES = { en: "en-GB", de: "de-DE", "zh-Hant": "zh-TW" };
const COMMAS = { en: ", ", de: ", ", "zh-Hant": "、" };
const SPACES = { en: " ", de: " ", "zh-Hant": "" }; // from one sentence to the next

const words = {};
let language = "en";

/** Load the words of all languages, and begin with the one that is `asked` for, was chosen before, or is the browser's. */
export async function loadWords(asked = null) {
  await Promise.all(
    Object.keys(LANGUAGES).map(async (name) => {
      words[name] = await wordsOf(name);
    }),
  );
  const preferred = navigator.languages.map(ours).find((tag) => tag in LANGUAGES);
  const wanted = asked in LANGUAGES ? asked : remembered("language", preferred);
  setLanguage(wanted in LANGUAGES ? wanted : "en");
}

/** The words of a language: a page that is a file of its own has them in it. */
async function wordsOf(name) {
  const own = document.getElementById(`words-${name}`);
  return own ? JSON.parse(own.textContent) : (await fetch(`/static/i18n/${name}.json`)).json();
}

/** Which of our languages a browser's may be; we write one Chinese only. */
function ours(tag) {
  const short = tag.slice(0, 2).toLowerCase();
  return short === "zh" ? "zh-Hant" : short;
}

export function currentLanguage() {
  return language;
}

export function voiceTag() {
  return VOICES[language];
}

/** Say all in this language from now on. */
export function setLanguage(name) {
  language = name;
  document.documentElement.lang = name;
  for (const element of document.querySelectorAll("[data-i18n]")) {
    element.textContent = t(element.dataset.i18n);
  }
  for (const element of document.querySelectorAll("[data-i18n-label]")) {
    element.setAttribute("aria-label", t(element.dataset.i18nLabel));
  }
}

/** Return the words for `key`, with `{name}` replaced by `values.name`. */
export function t(key, values = {}) {
  const phrase = words[language][key];
  if (phrase === undefined) throw new Error(`no words for ${key}`);
  const fill = (_, name) => (SPACES[language] === "" ? `${EDGE}${values[name]}${EDGE}` : values[name]);
  return settled(phrase.replace(/\{(\w+)\}/g, fill));
}

/** Names one after another. */
export function listed(names) {
  return names.join(COMMAS[language]);
}

/** Sentences one after another; those that are empty are left out. */
export function sentences(texts) {
  return texts.filter(Boolean).join(SPACES[language]);
}

// As in wording/typeset.py: a space where Chinese meets Latin letters or digits, and none beside Chinese else.
const EDGE = "\0";
const HAN = "\\p{Script=Han}";
const MARKS = "\u3001-\u303f\uff01-\uff65";
const LATIN = "(?!\\p{Script=Han})[\\p{L}\\p{N}]";
const SEAM = `[ ${EDGE}]*${EDGE}[ ${EDGE}]*`;
const WITH_SPACE = new RegExp(`(${HAN})${SEAM}(?=${LATIN})|(${LATIN})${SEAM}(?=${HAN})`, "gu");
const WITHOUT = new RegExp(
  `([${HAN}${MARKS}])${SEAM}(?=[${HAN}${MARKS}])|([${MARKS}])${SEAM}(?=${LATIN})|(${LATIN})${SEAM}(?=[${MARKS}])`,
  "gu",
);

function settled(sentence) {
  return sentence.replace(WITH_SPACE, "$1$2 ").replace(WITHOUT, "$1$2$3").split(EDGE).join("");
}

/** Whether there are words for `key`: for names that come from the session, which may know more than we do. */
export function hasWords(key) {
  return key in words[language];
}

/** Return a text that the session tells, in our language. It is `{"en": …, "de": …}`, a plain string, or nothing. */
export function told(text) {
  if (!text) return "";
  return typeof text === "string" ? text : (text[language] ?? text.en ?? "");
}
