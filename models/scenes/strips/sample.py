"""One table of Four Colour Cards by lot."""

from __future__ import annotations

import numpy as np

from models.scenes.camera import project
from models.scenes.sample_layout import Floor, rectangle, sample_clutter, sample_hands
from models.scenes.sample_view import clear_of, sample_camera, sample_lights, sample_table
from models.scenes.scene import Camera
from models.scenes.strips.sample_lie import Laid, sample_lie
from models.scenes.strips.sample_set import sample_strip_set
from models.scenes.strips.scene import PlayArea, StripScene, StripSet
from models.scenes.strips.truth import strip_corners_mm

STRIP_MODES = ("any", "close", "hand")
_LOT = 13  # other lots than the other games'
_HAND_CHANCE = {"any": 0.35, "close": 0.35, "hand": 0.12}
_HAND_LAID_OPEN = 0.3  # so often, where no mode says so
_LEAST_PX = 13.0  # of a strip's width: smaller signs are not to be read
_LOOKS = 25
_MARGIN = 1.06  # about all strips


def sample_strip_scene(seed: int, *, width: int = 1280, height: int = 720, mode: str = "any") -> StripScene:
    """The scene of that number: the same for the same arguments.

    ``mode``: any | close (the strips fill the picture) | hand (one hand, laid open).
    """
    if mode not in STRIP_MODES:
        raise ValueError(f"mode {mode!r} is none of {', '.join(STRIP_MODES)}")
    rng = np.random.default_rng([seed, _LOT, STRIP_MODES.index(mode)])
    table = sample_table(rng)
    deck = sample_strip_set(rng, seed)
    lies = "hand" if mode == "hand" or rng.random() < _HAND_LAID_OPEN else "game"
    laid = sample_lie(rng, deck, lies)
    area = _area(laid, deck)
    floor = Floor(area)
    floor.taken = [rectangle(strip.xy_mm, *deck.size_mm, strip.yaw) for strip in laid.strips]
    floor.taken += [rectangle(pile.xy_mm, *deck.size_mm, pile.yaw) for pile in laid.piles]
    clutter = sample_clutter(rng, area, floor)
    camera = _sample_camera(rng, area, laid, deck, (width, height), "any" if mode == "any" else "close")
    lights, ambient_rgb, ambient = sample_lights(rng, camera)
    hands = tuple(hand for hand in sample_hands(rng, area, (), _HAND_CHANCE[mode]) if clear_of(camera, hand))
    return StripScene(
        seed=seed,
        board=area,
        hands=hands,
        clutter=clutter,
        table=table,
        lights=lights,
        ambient_rgb=ambient_rgb,
        ambient=ambient,
        camera=camera,
        strip_set=deck,
        mode=lies,
        strips=laid.strips,
        groups=laid.groups,
        piles=laid.piles,
    )


def _area(laid: Laid, deck: StripSet) -> PlayArea:
    """What the strips cover, and a little more; things may lie where its corners are free."""
    corners = np.concatenate([rectangle(strip.xy_mm, *deck.size_mm, strip.yaw) for strip in laid.strips])
    length, depth = (float(v) for v in 2 * np.abs(corners).max(0) * _MARGIN)
    return PlayArea(
        pitch_mm=0.75 * max(length, depth),
        border_mm=0.0,
        border_rgb=(0.5, 0.5, 0.5),
        thickness_mm=0.0,
        gloss=deck.gloss,
        length_mm=length,
        depth_mm=depth,
    )


def _sample_camera(
    rng: np.random.Generator,
    area: PlayArea,
    laid: Laid,
    deck: StripSet,
    size: tuple[int, int],
    framing: str,
) -> Camera:
    """Where most signs are large enough to be read; of several looks the largest where none is."""
    best: tuple[float, Camera] | None = None
    for _ in range(_LOOKS):
        camera = sample_camera(rng, area, area.grid_corners_mm(), *size, framing)
        px = float(np.median([_width_px(strip_corners_mm(strip, deck), camera) for strip in laid.strips]))
        if best is None or px > best[0]:
            best = px, camera
        if px > _LEAST_PX:
            return camera
    assert best is not None
    return best[1]


def _width_px(corners_mm: np.ndarray, camera: Camera) -> float:
    """How wide a strip shows where it is narrower."""
    px = project(corners_mm, camera)
    return float(min(np.linalg.norm(px[0] - px[1]), np.linalg.norm(px[2] - px[3])))
