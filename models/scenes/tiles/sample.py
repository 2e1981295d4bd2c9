"""One table of One Two Three … Four by lot."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.scenes.sample import FRAMINGS
from models.scenes.sample_layout import Floor, sample_clutter, sample_hands
from models.scenes.sample_view import clear_of, sample_camera, sample_lights, sample_table
from models.scenes.scene import RGB, Hand
from models.scenes.tiles.sample_lie import sample_cells, sample_supply
from models.scenes.tiles.sample_set import (
    sample_printed_board,
    sample_printed_tiles,
    sample_shades,
    sample_tile_board,
    sample_tile_kind,
)
from models.scenes.tiles.scene import Tile, TileBoard, TileScene

TILE_MODES = (*FRAMINGS, "printed")
_LOT = 12  # other lots than the first game's
_HAND_CHANCE = 0.3
_HELD_CHANCE = 0.6  # of a hand that pinches
_SUPPLY_IN_VIEW = 0.55  # so often the camera is set up to show all of it, where that can be
_THREE_PLAY = 0.25


def sample_tile_scene(seed: int, *, width: int = 640, height: int = 360, mode: str = "any") -> TileScene:
    """The scene of that number: the same for the same arguments.

    ``mode``: any | close (the board fills the picture) | printed (the set of ``tableref print``, framed either way).
    """
    if mode not in TILE_MODES:
        raise ValueError(f"mode {mode!r} is none of {', '.join(TILE_MODES)}")
    rng = np.random.default_rng([seed, _LOT, TILE_MODES.index(mode)])
    table = sample_table(rng)
    if mode == "printed":
        board = sample_printed_board(rng)
        kind, shades = sample_printed_tiles(rng, board)
    else:
        shades = sample_shades(rng)
        board = sample_tile_board(rng, table.rgb, shades)
        kind = sample_tile_kind(rng, board.pitch_mm)
    players, played = _sample_players(rng, shades)
    cells = sample_cells(rng, board, kind, played)
    floor = Floor(board)
    supply = sample_supply(rng, board, kind, played, cells, floor)
    clutter = sample_clutter(rng, board, floor)
    framing = mode if mode in FRAMINGS else ("close", "any")[seed % 2]
    camera = sample_camera(rng, board, _to_be_seen(rng, board, supply), width, height, framing)
    lights, ambient_rgb, ambient = sample_lights(rng, camera)
    hands = tuple(hand for hand in sample_hands(rng, board, (), _HAND_CHANCE) if clear_of(camera, hand))
    supply, held = _taken_up(rng, hands, supply)
    return TileScene(
        seed=seed,
        board=board,
        tile_kind=kind,
        players=players,
        cells=cells,
        supply=supply,
        held=held,
        hands=hands,
        clutter=clutter,
        table=table,
        lights=lights,
        ambient_rgb=ambient_rgb,
        ambient=ambient,
        camera=camera,
    )


def _sample_players(rng: np.random.Generator, shades: dict[str, RGB]) -> tuple[int, dict[str, RGB]]:
    """How many play, and their colours; two play two colours each."""
    if rng.random() < _THREE_PLAY:
        idle = str(rng.choice(list(shades)))
        return 3, {name: rgb for name, rgb in shades.items() if name != idle}
    return int(rng.choice([2, 4])), shades


def _to_be_seen(rng: np.random.Generator, board: TileBoard, supply: tuple[Tile, ...]) -> NDArray[np.float64]:
    """(4, 2) rectangle on the table about what the picture should show: the board, mostly with the supply."""
    points = board.grid_corners_mm()
    if supply and rng.random() < _SUPPLY_IN_VIEW:
        points = np.concatenate([points, [tile.xyz_mm[:2] for tile in supply]])
    (x0, y0), (x1, y1) = points.min(0), points.max(0)
    return np.array([[x0, y1], [x1, y1], [x1, y0], [x0, y0]])


def _taken_up(
    rng: np.random.Generator, hands: tuple[Hand, ...], supply: tuple[Tile, ...]
) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The supply without a tile that a pinching hand holds, and that tile."""
    pinching = [hand for hand in hands if hand.pose == "pinch"]
    if not pinching or not supply or rng.random() > _HELD_CHANCE:
        return supply, ()
    x, y, z = pinching[0].tip_mm
    held = replace(
        supply[-1], xyz_mm=(x, y, z - 3), yaw=float(rng.uniform(0, 6.3)), tilt=float(rng.normal(0, 0.3))
    )
    return supply[:-1], (held,)
