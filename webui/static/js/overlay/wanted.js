// What an address asks to be shown: `?show=board,turn&width=600&height=400&scale=1.5&language=de&theme=dark`.

export const PARTS = ["verdict", "turn", "board"];
const THEMES = ["light", "dark"];
const MOST_PIXELS = 10_000;
const SCALES = [0.25, 8];

/** What `query` asks for; whatever it leaves out, or says in a way that means nothing, is as if it had not asked. */
export function wanted(query) {
  const asked = (query.get("show") ?? "").split(",").map((part) => part.trim());
  const parts = PARTS.filter((part) => asked.includes(part));
  return {
    parts: parts.length > 0 ? parts : PARTS,
    width: number(query.get("width"), 1, MOST_PIXELS),
    height: number(query.get("height"), 1, MOST_PIXELS),
    scale: number(query.get("scale"), ...SCALES) ?? 1,
    language: query.get("language"),
    theme: THEMES.find((theme) => theme === query.get("theme")),
  };
}

/** The number that a text says, if it lies between the two; else undefined. */
function number(text, least, most) {
  const said = Number(text || NaN);
  return said >= least && said <= most ? said : undefined;
}
