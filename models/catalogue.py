"""The shipped networks and fitted weights: found by name, checked against their card, loaded once.

Each network is ``models/networks/<name>.onnx`` with a card ``<name>.json`` beside it (what it is for, its
data, figures, SHA-256 and how to make it again). Weights are ``models/weights/<name>.json``, their card inside.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).parent / "networks"
# Networks run side by side (``vision.stone_table.fields_and_cards``), each on one thread: two threads on one network
# wait for each other, which takes it half as long again as soon as anything else wants a processor. These run by
# themselves.
_ALONE = ("fields",)
NAMES = (
    "finder",
    "lattice",
    "fields",
    "towers",
    "growth",
    "cards",
    "fans",
    "tile_finder",
    "tile_lattice",
    "tiles",
    "point_finder",
    "point_faces",
    "strip_signs",
    "strip_reader",
    "strip_pairs",
)


WEIGHTS = (
    "four-colour-cards",
    "just4fun-colours",
    "one-two-three-four",
    "punto",
    "point-grid",
    "strip-areas",
    "strips",
    "tile-board",
    "tiles-alike",
    "whole-board",
)
SEAL_LENGTH = 12  # letters of a hash


class ModelError(ValueError):
    """A network or weights are missing or not what their card describes; the message says how to mend it."""


class Network:
    """One ONNX network on the processor. ``run`` maps named arrays to named arrays."""

    def __init__(self, name: str) -> None:
        """Load and check ``name``; raises ModelError."""
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 2 if name in _ALONE else 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            verified_bytes(name), options, providers=["CPUExecutionProvider"]
        )
        self._outputs = [output.name for output in self._session.get_outputs()]

    def run(self, **inputs: NDArray[Any]) -> dict[str, NDArray[np.float32]]:
        """Named outputs for named inputs."""
        values = self._session.run(self._outputs, inputs)
        return dict(zip(self._outputs, values, strict=True))


@cache
def network(name: str) -> Network:
    """The network ``name``, loaded on first use; raises ModelError."""
    return Network(name)


def card(name: str) -> dict[str, Any]:
    """The card of a network; raises ModelError when it is missing or unreadable."""
    path = FOLDER / f"{name}.json"
    try:
        loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return loaded
    except (OSError, ValueError) as error:
        raise ModelError(f"the card {path} cannot be read ({error}): install tableref again") from error


def verified_bytes(name: str) -> bytes:
    """The network's file, after its hash was compared with the card; raises ModelError."""
    path = FOLDER / f"{name}.onnx"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ModelError(f"the network {path} is missing: install tableref again") from error
    if hashlib.sha256(content).hexdigest() != card(name).get("sha256"):
        raise ModelError(
            f"the network {path} is damaged (its SHA-256 is not the card's): install tableref again"
        )
    return content


def seal(features: dict[str, Any]) -> str:
    """What the card of a game's weights has of them, so that others are known."""
    return hashlib.sha256(json.dumps(features, sort_keys=True).encode()).hexdigest()[:SEAL_LENGTH]


def verified_weights(name: str) -> dict[str, Any]:
    """The weights in a file that ships, compared with their seal where they have one; raises ModelError."""
    path = FOLDER.parent / "weights" / f"{name}.json"
    try:
        told: dict[str, Any] = json.loads(path.read_text("utf-8"))
        sealed = told["card"].get("hash")
        sound = sealed is None or seal(told["features"]) == sealed
    except OSError as error:
        raise ModelError(f"the weights {path} are missing: install tableref again") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        sound = False
    if not sound:
        raise ModelError(f"the weights {path} are damaged: install tableref again")
    return told


def verify() -> None:
    """Check all that ships, before any of it is used; raises ModelError that names the first that is not right."""
    for name in NAMES:
        verified_bytes(name)
    for name in WEIGHTS:
        verified_weights(name)
