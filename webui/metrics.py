"""Figures for Prometheus, in its text format: https://prometheus.io/docs/instrumenting/exposition_formats/."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import get_args

from companion.session.port import EyesState, Phase, SessionPort

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def metrics(session: SessionPort, open_streams: int) -> str:
    """Return the figures of the session as they are now."""
    state = session.state()
    acts = Counter("true" if act["legal"] else "false" for act in state["acts"])
    faults = Counter(fault for act in state["acts"] for fault in act["faults"])
    families = [
        _one("frames_total", "counter", "Frames taken in.", session.frame_number()),
        _one("frames_per_second", "gauge", "Frames taken in a second, lately.", state["eyes"]["fps"]),
        _family("acts", "gauge", "Acts told in this game.", "legal", {"true": 0, "false": 0} | acts),
        _family("faults", "gauge", "Faults told in this game.", "fault", faults),
        _family(
            "eyes", "gauge", "What the camera is at.", "state", _one_hot(EyesState, state["eyes"]["state"])
        ),
        _family("phase", "gauge", "Where the game stands.", "phase", _one_hot(Phase, state["phase"])),
        _one("streams_open", "gauge", "Open event and picture streams.", open_streams),
    ]
    return "".join(f"{line}\n" for family in families for line in family)


def _one_hot(kind: object, now: str) -> dict[str, int]:
    return {name: int(name == now) for name in get_args(kind)}


def _one(name: str, kind: str, help: str, value: float) -> Iterable[str]:
    return (*_head(name, kind, help), f"tableref_{name} {value}")


def _family(name: str, kind: str, help: str, label: str, values: Mapping[str, float]) -> Iterable[str]:
    samples = (f'tableref_{name}{{{label}="{key}"}} {value}' for key, value in sorted(values.items()))
    return (*_head(name, kind, help), *samples)


def _head(name: str, kind: str, help: str) -> tuple[str, str]:
    return f"# HELP tableref_{name} {help}", f"# TYPE tableref_{name} {kind}"
