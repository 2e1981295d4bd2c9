"""Meshes, materials and textures into an open Blender scene, from plain arrays in millimetres."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.scenes.hands import Mesh
from models.scenes.scene import RGB

Picture = NDArray[np.uint8]

UNIT_MM = 100.0  # one Blender unit
_SHARP_ANGLE = math.radians(38)


class Stage:
    """Puts meshes and materials into the open Blender scene; textures and meshes are shared by key."""

    def __init__(self, bpy: Any) -> None:
        """``bpy`` is the module, with an empty scene open."""
        self.bpy = bpy
        self.materials: dict[Any, Any] = {}

    def data(
        self, mesh: Mesh, material: Any, uv: NDArray[np.float64] | None = None, smooth: bool = True
    ) -> Any:
        """A Blender mesh of millimetre vertices; ``uv`` (N, 2) per vertex."""
        faces = [f[:3] if f[2] == f[3] else f for f in mesh.faces.tolist()]
        data = self.bpy.data.meshes.new("mesh")
        data.from_pydata((mesh.vertices / UNIT_MM).tolist(), [], faces)
        data.materials.append(material)
        if smooth:
            data.polygons.foreach_set("use_smooth", np.ones(len(faces), bool))
            data.set_sharp_from_angle(angle=_SHARP_ANGLE)
        if uv is not None:
            index = np.empty(len(data.loops), np.int32)
            data.loops.foreach_get("vertex_index", index)
            data.uv_layers.new().data.foreach_set("uv", uv[index].astype(np.float32).ravel())
        return data

    def put(self, data: Any, xyz_mm: Any = (0, 0, 0), turn: NDArray[np.float64] | None = None) -> Any:
        """An object of a Blender mesh, lamp or camera, turned by ``turn`` (3, 3) and moved to its place."""
        from mathutils import Matrix

        thing = self.bpy.data.objects.new("object", data)
        place = np.eye(4)
        place[:3, :3] = np.eye(3) if turn is None else turn
        place[:3, 3] = np.array(xyz_mm) / UNIT_MM
        thing.matrix_world = Matrix(place.tolist())
        self.bpy.context.scene.collection.objects.link(thing)
        return thing

    def material(
        self,
        rgb: RGB | None,
        gloss: float,
        texture: Picture | None = None,
        metal: float = 0.0,
        glass: bool = False,
        beyond: str = "EXTEND",
    ) -> Any:
        """A Principled material of one colour, or of a BGR texture laid out by the mesh's uv."""
        material = self.bpy.data.materials.new("material")
        material.use_nodes = True
        nodes, links = material.node_tree.nodes, material.node_tree.links
        shader = nodes.get("Principled BSDF") or nodes.new("ShaderNodeBsdfPrincipled")
        output = nodes.get("Material Output") or nodes.new("ShaderNodeOutputMaterial")
        links.new(shader.outputs[0], output.inputs[0])
        shader.inputs["Roughness"].default_value = max(0.06, 0.75 - 0.68 * gloss)
        shader.inputs["Specular IOR Level"].default_value = 0.25 + 0.3 * gloss
        shader.inputs["Metallic"].default_value = metal
        if glass:
            shader.inputs["Transmission Weight"].default_value = 1.0
            shader.inputs["IOR"].default_value = 1.15  # thin-walled: bends little
        if texture is None:
            assert rgb is not None, "a material has a colour or a texture"
            shader.inputs["Base Color"].default_value = (*_linear(rgb), 1.0)
        else:
            node = nodes.new("ShaderNodeTexImage")
            node.image = self._image(texture)
            node.extension = beyond
            links.new(node.outputs[0], shader.inputs["Base Color"])
        return material

    def plain(self, rgb: RGB, gloss: float, metal: float = 0.0, glass: bool = False) -> Any:
        """The same material for the same stuff."""
        key = (rgb, gloss, metal, glass)
        if key not in self.materials:
            self.materials[key] = self.material(rgb, gloss, metal=metal, glass=glass)
        return self.materials[key]

    def _image(self, bgr: Picture) -> Any:
        height, width = bgr.shape[:2]
        image = self.bpy.data.images.new("texture", width, height, alpha=False)
        rgba = np.ones((height, width, 4), np.float32)
        rgba[..., :3] = bgr[::-1, :, ::-1].astype(np.float32) / 255
        image.pixels.foreach_set(rgba.ravel())
        image.update()
        return image

    def light_map(self, rgb: NDArray[np.float32]) -> Any:
        """A float image of linear light from an RGB array (H, W, 3), first row lowest."""
        height, width = rgb.shape[:2]
        image = self.bpy.data.images.new("room", width, height, float_buffer=True)
        image.colorspace_settings.name = "Non-Color"
        rgba = np.ones((height, width, 4), np.float32)
        rgba[..., :3] = rgb
        image.pixels.foreach_set(rgba.ravel())
        image.update()
        return image


def _linear(rgb: RGB) -> tuple[float, ...]:
    """sRGB to linear light."""
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb)
