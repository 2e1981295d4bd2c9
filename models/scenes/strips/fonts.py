"""The free fonts that the strips' signs are drawn with; none of them ships, and each says which package has it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path("/usr/share/fonts")  # where Debian and its kin put them
KEPT_FROM = 90_000_000  # scenes of this number and up are printed in fonts that no other scene has


class FontMissing(Exception):
    """A font is not on this machine; the message says what to install."""


@dataclass(frozen=True)
class Font:
    """A font's file below ``FOLDER``, its ``number`` in a collection, and the ``package`` that has it."""

    package: str
    file: str
    number: int = 0

    @property
    def path(self) -> Path:
        """Where the file lies; raises FontMissing."""
        path = FOLDER / self.file
        if not path.exists():
            raise FontMissing(
                f"{path} is missing. Signs are drawn with free fonts: apt-get install {' '.join(packages())}"
            )
        return path


def _noto(kind: str, weight: str, number: int) -> Font:
    extra = "" if weight in ("Regular", "Bold") else "-extra"
    return Font(f"fonts-noto-cjk{extra}", f"opentype/noto/Noto{kind}CJK-{weight}.ttc", number)


def _debian(package: str, file: str, number: int = 0) -> Font:
    return Font(f"fonts-{package}", f"truetype/{file}", number)


# Printed and brushed; no two are of one design but for their weight.
FONTS: dict[str, Font] = {
    **{
        f"noto-sans-{w.lower()}": _noto("Sans", w, 3) for w in ("Light", "Regular", "Medium", "Bold", "Black")
    },
    "noto-sans-japan": _noto("Sans", "Bold", 0),
    **{
        f"noto-serif-{w.lower()}": _noto("Serif", w, 3)
        for w in ("ExtraLight", "Regular", "Medium", "Bold", "Black")
    },
    "noto-serif-japan": _noto("Serif", "Bold", 0),
    "ukai": _debian("arphic-ukai", "arphic/ukai.ttc", 2),
    "ukai-mainland": _debian("arphic-ukai", "arphic/ukai.ttc", 0),
    "uming": _debian("arphic-uming", "arphic/uming.ttc", 2),
    "arphic-kai": _debian("arphic-bkai00mp", "arphic-bkai00mp/bkai00mp.ttf"),
    "arphic-ming": _debian("arphic-bsmi00lp", "arphic-bsmi00lp/bsmi00lp.ttf"),
    "tw-kai": _debian("cns11643-kai", "cns11643/TW-Kai-98_1.ttf"),
    "tw-sung": _debian("cns11643-sung", "cns11643/TW-Sung-98_1.ttf"),
    "cwtex-fangsong": _debian("cwtex-fs", "cwtex/cwfs.ttf"),
    "cwtex-hei": _debian("cwtex-heib", "cwtex/cwheib.ttf"),
    "cwtex-ming": _debian("cwtex-ming", "cwtex/cwming.ttf"),
    "hanazono": _debian("hanazono", "hanazono/HanaMinA.ttf"),
    "microhei": _debian("wqy-microhei", "wqy/wqy-microhei.ttc"),
    "ipaex-gothic": Font("fonts-ipaexfont-gothic", "opentype/ipaexfont-gothic/ipaexg.ttf"),
    "ipamj-mincho": _debian("ipamj-mincho", "ipamj/ipamjm.ttf"),
    "soseki": _debian("aoyagi-soseki", "aoyagi-soseki/aoyagi-soseki.ttf"),
    "kouzan-gyosho": _debian("kouzan-mouhitsu", "kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf"),
    "ume-gothic": _debian("horai-umefont", "horai-umefont/ume-hgo4.ttf"),
    "kiloji": _debian("kiloji", "kiloji/kiloji_b.ttf"),
    "konatu": _debian("konatu", "konatu/Konatu.ttf"),
    "migmix": _debian("migmix", "migmix/migmix-1m-bold.ttf"),
    "motoya-cedar": _debian("motoya-l-cedar", "motoya-l-cedar/MTLc3m.ttf"),
    "motoya-maru": _debian("motoya-l-maruberi", "motoya-l-maruberi/MTLmr3m.ttf"),
    "oradano": _debian("oradano-mincho-gsrr", "oradano-mincho/OradanoGSRR.ttf"),
    "reggae": _debian("reggae", "reggae/ReggaeOne-Regular.ttf"),
    "seto": _debian("seto", "seto/setofont.ttf"),
    "yozfont": _debian("yozvox-yozfont-antique", "yozvox-yozfont/YOzBAF.ttf"),
}
KEPT: dict[str, Font] = {
    "cwtex-kai": _debian("cwtex-kai", "cwtex/cwkai.ttf"),
    "cwtex-yen": _debian("cwtex-yen", "cwtex/cwyen.ttf"),
    "wenkai": _debian("lxgw-wenkai", "lxgw-wenkai/LXGWWenKai-Bold.ttf"),
    "zenhei": _debian("wqy-zenhei", "wqy/wqy-zenhei.ttc"),
    "kouzan-brush": _debian("kouzan-mouhitsu", "kouzan-mouhitsu/kouzan-mouhitsu.ttf"),
    "ipaex-mincho": Font("fonts-ipaexfont-mincho", "opentype/ipaexfont-mincho/ipaexm.ttf"),
}


@cache
def packages() -> tuple[str, ...]:
    """The Debian packages with all fonts that scenes are drawn with."""
    return tuple(sorted({font.package for font in (*FONTS.values(), *KEPT.values())}))


def names_for(seed: int) -> tuple[str, ...]:
    """The fonts among which the scene of that number chooses."""
    return tuple(KEPT if seed >= KEPT_FROM else FONTS)
