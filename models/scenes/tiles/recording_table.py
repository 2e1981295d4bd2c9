"""The table of a game of tiles that is filmed: tiles move, everything else stays where it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

import numpy as np

from models.scenes.filmed.hands import Spot
from models.scenes.filmed.view import grid_px, in_full_view, in_the_way
from models.scenes.sample import FRAMINGS
from models.scenes.sample_layout import Floor, rectangle
from models.scenes.scene import RGB, Hand
from models.scenes.tiles.sample import sample_tile_scene
from models.scenes.tiles.sample_lie import around, lie, part, sample_supply
from models.scenes.tiles.scene import Tile, TileScene
from referee.one_two_three_four_acts import COLOURS
from referee.table import Cell, Colour

_LOT = 78
_TRIES = 400
_CLUTTER_ROOM = 1.15  # sizes: what a thing takes of the floor
_GRIP_MM = 3.0  # so far under the fingertips is the bottom of a tile that they hold
_GRASPED = 0.8  # of its height: where fingertips take a tile


def sample_stage(seed: int, width: int, height: int, framing: str, players: int | None) -> TileScene:
    """A scene by lot for so many players (None: any), its board in full view; tiles and hands are still in it."""
    rng = np.random.default_rng([seed, _LOT])
    for _ in range(_TRIES):
        mode = str(rng.choice(FRAMINGS)) if framing == "any" else framing
        scene = sample_tile_scene(int(rng.integers(2**31)), width=width, height=height, mode=mode)
        board_px = (grid_px(scene),)
        if players in (None, scene.players) and in_full_view(scene, board_px):
            break
    return replace(scene, clutter=tuple(c for c in scene.clutter if not in_the_way(scene, c, board_px)))


class FilmedTable:
    """A table in play. Every method changes what ``scene`` shows; the same for the same ``rng``."""

    def __init__(self, rng: np.random.Generator, stage: TileScene) -> None:
        """Clear the stage's board, and set out all tiles beside it."""
        self._rng = rng
        empty = ((None,) * stage.board.size,) * stage.board.size
        self._stage = replace(stage, hands=(), held=(), cells=empty, supply=())
        shades = {tile.colour: tile.rgb for tile in stage.tiles}
        self._shades: dict[str, RGB] = {colour: shades[colour] for colour in COLOURS if colour in shades}
        floor = Floor(stage.board)
        for thing in stage.clutter:
            room_mm = _CLUTTER_ROOM * thing.size_mm
            floor.take(rectangle(thing.xy_mm, room_mm, room_mm, thing.yaw))
        tiles = sample_supply(rng, stage.board, stage.tile_kind, self._shades, empty, floor)
        self._supply = {colour: [t for t in tiles if t.colour == colour] for colour in self._shades}
        self._places: dict[str, list[Tile]] = {colour: [] for colour in self._shades}  # of what was taken
        self._careless = float(rng.uniform(0.1, 1))
        self._laid: dict[Cell, Tile] = {}

    @property
    def stage(self) -> TileScene:
        """What does not change, the camera with it."""
        return self._stage

    @property
    def colours(self) -> tuple[Colour, ...]:
        """Those of the tiles that are played with."""
        return tuple(colour for colour in COLOURS if colour in self._shades)

    @property
    def lying(self) -> dict[Cell, str]:
        """The colours of the tiles on the board."""
        return {cell: tile.colour for cell, tile in self._laid.items()}

    def scene(self, hands: tuple[Hand, ...] = (), held: str | None = None) -> TileScene:
        """The table as it is, with hands over it, the first of which holds a tile of the colour ``held``."""
        span = range(self._stage.board.size)
        in_hand: tuple[Tile, ...] = ()
        if held and hands:
            x, y, z = hands[0].tip_mm
            in_hand = (Tile(held, self._shades[held], (x, y, z - _GRIP_MM), hands[0].yaw),)
        return replace(
            self._stage,
            cells=tuple(tuple(self._laid.get((row, col)) for col in span) for row in span),
            supply=tuple(tile for tiles in self._supply.values() for tile in tiles),
            held=in_hand,
            hands=hands,
        )

    # --- tiles ---

    def take(self, colour: str) -> None:
        """A player takes the tile that was laid last out of a colour's supply."""
        self._places[colour].append(self._supply[colour].pop())

    def give_back(self, colour: str) -> None:
        """A tile goes back into its supply, where one was taken last."""
        self._supply[colour].append(self._places[colour].pop())

    def put(self, colour: str, cell: Cell) -> None:
        """A tile onto an empty cell, more or less askew."""
        board, kind = self._stage.board, self._stage.tile_kind
        tile = Tile(colour, self._shades[colour], (0.0, 0.0, 0.0), 0.0)
        self._laid[cell] = lie(self._rng, board, kind, cell, tile, self._careless, around(cell, self._laid))
        part(self._rng, board, kind, self._laid)

    def lift(self, cell: Cell) -> str:
        """The tile off a cell; its colour."""
        return self._laid.pop(cell).colour

    def push(self, line: Sequence[Cell]) -> str | None:
        """Push the tile on a line's first cell one cell on, and those that it meets; the colour that falls off.

        Each lies as askew as before, but where it would come to lie on another.
        """
        run = list(takewhile(self._laid.__contains__, line))
        fallen = self.lift(run.pop()) if len(run) == len(line) else None
        for cell, onward in reversed(list(zip(run, line[1:], strict=False))):
            self._laid[onward] = self._shifted(self._laid.pop(cell), cell, onward)
        part(self._rng, self._stage.board, self._stage.tile_kind, self._laid)
        return fallen

    def above(self, cell: Cell) -> Spot:
        """Where fingertips are that take a tile off a cell or lay it there, world mm."""
        x, y = self._stage.board.cell_centre_mm(*cell)
        return x, y, _GRASPED * self._stage.tile_kind.height_mm

    def beside(self, colour: str) -> Spot:
        """Where fingertips are that take the next tile out of a colour's supply, world mm."""
        tile = (self._supply[colour] or self._places[colour])[-1]
        x, y, z = tile.xyz_mm
        return x, y, z + _GRASPED * self._stage.tile_kind.height_mm

    def _shifted(self, tile: Tile, cell: Cell, onward: Cell) -> Tile:
        """The tile moved as cells are."""
        board = self._stage.board
        x, y = np.subtract(board.cell_centre_mm(*onward), board.cell_centre_mm(*cell)) + tile.xyz_mm[:2]
        return replace(tile, xyz_mm=(float(x), float(y), 0.0))
