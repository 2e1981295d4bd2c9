"""Path-traced pictures of scenes with Cycles (the ``bpy`` package): true light, shadow and gloss."""

from __future__ import annotations

import math
import os
import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import eye_mm, to_display
from models.scenes.hands import Mesh, hand_mask, hand_mesh
from models.scenes.prints import paint_board, paint_card, paint_stone, paint_table
from models.scenes.rotation import stone_turn, yaw
from models.scenes.sample_layout import CARD_MM, board_side_mm
from models.scenes.scene import Camera, Card, Scene, Stone
from models.scenes.solids import clutter_parts, slab, stone_mesh
from models.scenes.stage import UNIT_MM, Stage

Picture = NDArray[np.uint8]

_TABLE_MM = 1600.0
_BESIDE = 0.6  # fields: what towers' patches show beside the board
_NORMAL_EXPOSURE = 0.8  # linear light that a white board sends back
_TOP = 1.6  # linear light beyond this is white in any case
_KNEE = 0.75  # highlights above this are bent towards white, as cameras do


def render(
    scene: Scene, samples: int = 4, threads: int = 0, board_only: bool = False
) -> tuple[Picture, Picture]:
    """The picture (H, W, 3) BGR in sRGB with the lens's distortion, and the hands' mask (H, W), 255 where one is.

    Sensor effects are left to ``models.scenes.camera``. ``threads`` 0 takes all cores. ``board_only``: all but the
    board and what stands on it stays black, which takes half of the time where the board is small. Needs the
    ``bpy`` package; one core makes 640 x 360 pixels with 4 samples in about 2.3 s.
    """
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    overscan = _overscan(scene.camera)
    _settings(bpy, scene, samples, threads, overscan)
    if board_only:
        _keep_to(bpy, board_box(scene, overscan))
    stage = Stage(bpy)
    _add_table_and_board(stage, scene)
    _add_stones(stage, scene)
    _add_cards(stage, scene)
    _add_clutter(stage, scene)
    _add_hands(stage, scene)
    _add_lights(stage, scene)
    _add_camera(stage, scene.camera, overscan)
    with tempfile.TemporaryDirectory(dir=_fast_folder()) as folder:
        path = Path(folder) / "picture.tif"
        bpy.context.scene.render.filepath = str(path)
        with _quiet():
            bpy.ops.render.render(write_still=True)
        flat = _developed(np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH)))
    return _distorted(flat, scene.camera), hand_mask(scene)


# --- what stands in the scene -----------------------------------------------------------------------------


def _add_table_and_board(stage: Stage, scene: Scene) -> None:
    board, camera = scene.board, scene.camera
    detail = _detail(camera)
    texture = paint_table(scene.table, _TABLE_MM, min(1.4, detail))
    half = 3 * _TABLE_MM
    corners = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    table = Mesh(corners, np.array([[0, 1, 2, 3]]))
    beyond = "REPEAT" if scene.table.kind in ("checked", "striped", "dotted") else "MIRROR"
    material = stage.material(None, scene.table.gloss, texture, beyond=beyond)
    data = stage.data(table, material, corners[:, :2] / _TABLE_MM, smooth=False)
    stage.put(data, (0, 0, -board.thickness_mm), yaw(scene.table.yaw))
    side = board_side_mm(board)
    body = slab(side, side, board.thickness_mm)
    uv = body.vertices[:, :2] / side + 0.5
    edge = slice(len(body.vertices) // 2 - 1, None)
    uv[edge] = uv[edge] * 0.999
    texture = paint_board(board, min(1400 / side, 2.5 * detail))
    stage.put(
        stage.data(body, stage.material(None, board.gloss, texture), uv, smooth=False),
        (0, 0, -board.thickness_mm),
    )


def _add_stones(stage: Stage, scene: Scene) -> None:
    kind = scene.stone_kind
    mesh = stone_mesh(kind)
    uv = mesh.vertices[:, :2] / (2.02 * kind.radius_mm) + 0.5
    shared: dict[Any, Any] = {}
    stones: list[Stone] = [s for row in scene.towers for tower in row for s in tower]
    for stone in [*stones, *scene.spare_stones]:
        key = (stone.colour, stone.rgb)
        if key not in shared:
            texture = paint_stone(stone, kind) if kind.smiley or kind.printing else None
            shared[key] = stage.data(mesh, stage.material(stone.rgb, kind.gloss, texture), uv)
        stage.put(shared[key], stone.xyz_mm, stone_turn(stone))


def _add_cards(stage: Stage, scene: Scene) -> None:
    shared: dict[Any, Any] = {}
    for card in scene.cards:
        low = 0.0 if card.role == "stock" else card.z_mm
        key = (card.colour if card.face_up else None, card.z_mm - low)
        if key not in shared:
            shared[key] = _card_data(stage, scene, card, card.z_mm - low + CARD_MM)
        stage.put(shared[key], (*card.xy_mm, low - scene.board.thickness_mm), yaw(card.yaw))


def _card_data(stage: Stage, scene: Scene, card: Card, thickness: float) -> Any:
    body = slab(*card.size_mm, thickness, card.corner_radius_mm)
    uv = body.vertices[:, :2] / np.array(card.size_mm) + 0.5
    texture = paint_card(card, min(3.5 * _detail(scene.camera), 6.0))
    data = stage.data(body, stage.material(None, 0.6 * scene.board.gloss, texture), uv, smooth=False)
    data.materials.append(stage.plain((0.9, 0.89, 0.87), 0.1))  # the cut edge is paper
    index = np.ones(len(body.faces), np.int32)
    index[: (len(body.vertices) - 2) // 2] = 0
    data.polygons.foreach_set("material_index", index)
    return data


def _add_clutter(stage: Stage, scene: Scene) -> None:
    for thing in scene.clutter:
        for part in clutter_parts(thing):
            data = stage.data(part.mesh, stage.plain(part.rgb, part.gloss, part.metal, part.glass))
            stage.put(data, (*thing.xy_mm, -scene.board.thickness_mm + 0.05), yaw(thing.yaw))


def _add_hands(stage: Stage, scene: Scene) -> None:
    for hand in scene.hands:
        skin, sleeve = hand_mesh(hand)
        stage.put(stage.data(skin, stage.plain(hand.skin_rgb, 0.35)))
        if sleeve is not None:
            stage.put(stage.data(sleeve, stage.plain(hand.sleeve_rgb, 0.05)))


def _add_lights(stage: Stage, scene: Scene) -> None:
    for light in scene.lights:
        lamp = stage.bpy.data.lights.new("lamp", "AREA")
        lamp.shape = "DISK"
        lamp.size = 2 * light.radius_mm / UNIT_MM
        lamp.color = light.rgb
        away = np.array(light.xyz_mm)
        far = float(np.linalg.norm(away))
        slant = max(0.2, away[2] / far)
        lamp.energy = light.power * _NORMAL_EXPOSURE * (math.pi * far / UNIT_MM) ** 2 / slant
        stage.put(lamp, away, _facing(away / far))
    world = stage.bpy.data.worlds.new("world")
    stage.bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method, world.cycles.sample_map_resolution = (
        "MANUAL",
        64,
    )  # left alone: 1 s a picture
    _room(stage, world.node_tree, scene)


def _room(stage: Stage, tree: Any, scene: Scene) -> None:
    """Ambient light from a room: uneven, so that gloss has something to mirror."""
    background = tree.nodes.get("Background") or tree.nodes.new("ShaderNodeBackground")
    output = tree.nodes.get("World Output") or tree.nodes.new("ShaderNodeOutputWorld")
    tree.links.new(background.outputs[0], output.inputs[0])
    rng = np.random.default_rng(scene.seed)
    walls = cv2.resize(
        rng.uniform(0.1, 1.9, (4, 8)).astype(np.float32), (64, 32), interpolation=cv2.INTER_LINEAR
    )
    walls[:16] *= 0.6  # below the horizon
    node = tree.nodes.new("ShaderNodeTexEnvironment")
    node.image = stage.light_map(
        walls[..., None] / walls[16:].mean() * np.array(scene.ambient_rgb, np.float32)
    )
    tree.links.new(node.outputs[0], background.inputs[0])
    background.inputs[1].default_value = scene.ambient * _NORMAL_EXPOSURE


def _add_camera(stage: Stage, camera: Camera, overscan: tuple[int, int]) -> None:
    data = stage.bpy.data.cameras.new("camera")
    width = camera.width + 2 * overscan[0]
    data.sensor_fit = "HORIZONTAL"
    data.sensor_width = 36.0
    data.lens = camera.focal_px * 36.0 / width
    data.clip_start, data.clip_end = 0.1, 1000.0
    turn = np.array(camera.r).T @ np.diag([1.0, -1.0, -1.0])  # Blender's camera looks along -z, y up
    stage.bpy.context.scene.camera = stage.put(data, eye_mm(camera), turn)


# --- settings, lens ---------------------------------------------------------------------------------------


def _settings(bpy: Any, scene: Scene, samples: int, threads: int, overscan: tuple[int, int]) -> None:
    blender = bpy.context.scene
    settings = blender.render
    settings.engine = "CYCLES"
    cycles = blender.cycles
    settings.resolution_x = scene.camera.width + 2 * overscan[0]
    settings.resolution_y = scene.camera.height + 2 * overscan[1]
    settings.resolution_percentage = 100
    settings.threads_mode = "FIXED"
    settings.threads = threads or os.cpu_count() or 2
    settings.image_settings.file_format = "TIFF"
    settings.image_settings.color_depth = "16"
    settings.image_settings.tiff_codec = "NONE"
    settings.image_settings.color_mode = "RGB"
    settings.use_compositing = settings.use_sequencer = False
    cycles.device = "CPU"
    cycles.samples = samples
    cycles.use_adaptive_sampling = False
    cycles.seed = scene.seed % 2**31
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_prefilter = "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 2, 2
    cycles.transmission_bounces, cycles.transparent_max_bounces, cycles.volume_bounces = 4, 4, 0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    cycles.sample_clamp_direct = 20.0
    cycles.use_auto_tile = False
    cycles.use_light_tree = False  # few lamps: choosing among them costs more than it saves
    cycles.debug_use_spatial_splits = False
    blender.view_settings.view_transform = "Standard"
    blender.view_settings.exposure = -math.log2(_TOP)


def _keep_to(bpy: Any, box: NDArray[np.float64]) -> None:
    """Render the ``box`` of the picture alone: (2, 2) corners as shares of its width and height, y down."""
    settings = bpy.context.scene.render
    settings.use_border, settings.use_crop_to_border = True, False
    (settings.border_min_x, top), (settings.border_max_x, bottom) = box
    settings.border_min_y, settings.border_max_y = 1 - bottom, 1 - top


def board_box(scene: Scene, overscan: tuple[int, int]) -> NDArray[np.float64]:
    """(2, 2) left top and right bottom of the board with its towers, as shares of the picture rendered."""
    board, camera = scene.board, scene.camera
    reach = (board.size / 2 + _BESIDE) * board.pitch_mm
    most = max(len(tower) for row in scene.towers for tower in row)
    high = most * scene.stone_kind.height_mm + _BESIDE * board.pitch_mm
    corners = np.array([[x, y, z] for x in (-reach, reach) for y in (-reach, reach) for z in (0.0, high)])
    seen = corners @ np.array(camera.r).T + np.array(camera.t_mm)
    middle = np.array([camera.width, camera.height]) / 2 + overscan
    shares = (seen[:, :2] / seen[:, 2:] * camera.focal_px + middle) / (2 * middle)
    return np.array([shares.min(0), shares.max(0)]).clip(0, 1)


def _developed(flat: NDArray[np.uint16]) -> Picture:
    """Blender's 16-bit sRGB of light up to ``_TOP`` as the display shows it, highlights bent towards white."""
    step = 64  # a table of 1024 values is fine enough for 8 bits
    v = np.arange(0, 65536, step) / 65535
    linear = np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4) * _TOP
    table = to_display(linear.astype(np.float32), _TOP, _KNEE)
    return np.take(table, flat // step)


def _overscan(camera: Camera) -> tuple[int, int]:
    """Pixels to render beyond each edge (x, y) so that the distorted picture is filled."""
    w, h = camera.width, camera.height
    edge = [(x, y) for x in (0, w / 2, w) for y in (0, h / 2, h)]
    flat = _undistorted(np.array(edge, float), camera)
    beyond = np.abs(flat - [w / 2, h / 2]).max(0) - [w / 2, h / 2]
    return int(max(1, math.ceil(beyond[0]) + 2)), int(max(1, math.ceil(beyond[1]) + 2))


def _undistorted(points: NDArray[np.float64], camera: Camera) -> NDArray[np.float64]:
    """(N, 2) pixels of the distorted picture to those of a pinhole with the same matrix."""
    k1, k2, p1, p2, k3 = camera.dist
    middle = np.array([camera.width, camera.height]) / 2
    seen = (points - middle) / camera.focal_px
    flat = seen.copy()
    for _ in range(25):  # fixed point of the lens's model
        x, y = flat.T
        square = x * x + y * y
        radial = 1 + square * (k1 + square * (k2 + square * k3))
        tangent = np.stack(
            [2 * p1 * x * y + p2 * (square + 2 * x * x), p1 * (square + 2 * y * y) + 2 * p2 * x * y], 1
        )
        flat = (seen - tangent) / radial[:, None]
    return flat * camera.focal_px + middle


def _distorted(flat: Picture, camera: Camera) -> Picture:
    """The pinhole picture as the lens shows it. Whole numbers are pixel centres, as in OpenCV."""
    w, h = camera.width, camera.height
    y, x = np.mgrid[0:h, 0:w].astype(np.float64)
    source = _undistorted(np.stack([x.ravel(), y.ravel()], 1), camera)
    # Blender's optical axis passes between the middle pixels, half a pixel before index width / 2.
    source += (np.array([flat.shape[1], flat.shape[0]]) - [w, h]) / 2 - 0.5
    maps = source.reshape(h, w, 2).astype(np.float32)
    return cv2.remap(flat, maps[..., 0], maps[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def _detail(camera: Camera) -> float:
    """Pixels per millimetre on the board, about."""
    return camera.focal_px / float(np.linalg.norm(eye_mm(camera)))


def _facing(away: NDArray[np.float64]) -> NDArray[np.float64]:
    """(3, 3) turn whose z axis is ``away``: lamps shine along -z."""
    side = np.cross([0.0, 0.0, 1.0] if abs(away[2]) < 0.999 else [0.0, 1.0, 0.0], away)
    side /= np.linalg.norm(side)
    return np.stack([side, np.cross(away, side), away], 1)


def _fast_folder() -> str | None:
    """Memory rather than disk, where there is such."""
    return "/dev/shm" if os.path.isdir("/dev/shm") else None


class _quiet:
    """Blender's progress lines kept off the terminal."""

    def __enter__(self) -> None:
        self.null, self.kept = os.open(os.devnull, os.O_WRONLY), os.dup(1)
        os.dup2(self.null, 1)

    def __exit__(self, *_: object) -> None:
        os.dup2(self.kept, 1)
        os.close(self.null)
        os.close(self.kept)
