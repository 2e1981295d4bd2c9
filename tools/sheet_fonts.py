"""Cut the two fonts of the printed sheets down to what the sheets write (needs fonttools).

npm pack @fontsource/noto-serif-tc @fontsource/noto-sans @fontsource/noto-sans-tc   # then unpack all three
python tools/sheet_fonts.py NOTO_SERIF_TC/package NOTO_SANS/package NOTO_SANS_TC/package calibration/sheets/fonts

Again whenever a Chinese catalogue gets a new character; a test tells.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from fontTools import merge, subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[1]
CHINESE = (
    "referee/phrases/*zh-Hant.json",
    "companion/*.zh-Hant.json",
    "companion/paper/*.zh-Hant.json",
    "calibration/sheets/*.zh-Hant.json",
)
GLYPHS = "將帥士仕象相車俥馬傌包炮砲卒兵"
LETTERS = "".join(map(chr, range(0x20, 0x7F))) + "ÄÖÜäöüß×°·–—…‘’‚“”„©²³"


def chinese() -> str:
    """Every character of the Chinese catalogues that sheets are written from, and the letters beside them."""
    texts = [path.read_text("utf-8") for pattern in CHINESE for path in ROOT.glob(pattern)]
    return "".join(sorted({character for character in LETTERS.join(texts) if character.isprintable()}))


def cut(font: TTFont, text: str) -> TTFont:
    """Leave nothing but the glyphs of `text` in the font; its names, and so its licence, stay."""
    options = subset.Options(layout_features=[], hinting=False, name_IDs=["*"], notdef_outline=True)
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "STAT", "vhea", "vmtx", "gasp"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    font.flavor = None
    return font


def gather(folder: Path, pattern: str, text: str, out: Path) -> None:
    """Gather the glyphs of `text` from the slices of a font that match `pattern`. Raises SystemExit."""
    left = set(text)
    parts: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        for path in sorted((folder / "files").glob(pattern)):
            font = TTFont(path)
            if here := left & {chr(code) for code in font.getBestCmap()}:
                part = Path(scratch) / f"{len(parts)}.ttf"
                cut(font, "".join(sorted(here))).save(part)
                parts.append(str(part))
                left -= here
        if left:
            raise SystemExit(f"{folder} has no {''.join(sorted(left))}")
        (merge.Merger().merge(parts) if len(parts) > 1 else TTFont(parts[0])).save(out)
    print(out, out.stat().st_size, "bytes")


if __name__ == "__main__":
    serif, sans, sans_tc, target = map(Path, sys.argv[1:])
    gather(serif, "noto-serif-tc-*-700-normal.woff", GLYPHS, target / "NotoSerifTC-glyphs.ttf")
    gather(sans, "noto-sans-latin-500-normal.woff", LETTERS, target / "NotoSans-letters.ttf")
    gather(sans_tc, "noto-sans-tc-*-500-normal.woff", chinese(), target / "NotoSansTC-letters.ttf")
    for folder, name in ((serif, "NotoSerifTC"), (sans, "NotoSans"), (sans_tc, "NotoSansTC")):
        (target / f"{name}-LICENSE.txt").write_bytes((folder / "LICENSE").read_bytes())
