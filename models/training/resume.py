"""Go on training from a shipped network: its ONNX file back into the network it was exported from.

An exported network has its normalisations folded into its convolutions. They are taken apart again by what the
convolutions give on some samples, so that training starts with what has been shipped, and not a step behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn

from models.training.eight_bits import in_floats

_SEEN_AS = {"Conv", "Gemm", "MatMul"}


def load_onnx(net: nn.Module, path: Path) -> list[nn.Module]:
    """Put the weights of the ONNX file at ``path`` into ``net``, from whose like it was exported; normalisations
    let everything pass and add what was folded in. What ``net`` alone has, or in another shape, begins anew.
    Returns those normalisations."""
    graph = onnx.load(str(path)).graph
    arrays = {name: torch.from_numpy(array.copy()) for name, array in in_floats(graph).items()}
    own, modules = net.state_dict(), dict(net.named_modules())
    weights = {name: value for name, value in arrays.items() if name in own}
    norms = []
    for node in graph.node:
        inputs = [arrays[name] for name in node.input if name in arrays]
        if node.op_type not in _SEEN_AS or not inputs:
            continue
        name = _module_of(node.name)
        if f"{name}.weight" not in own:
            continue
        weights[f"{name}.weight"] = inputs[0].T if node.op_type == "MatMul" else inputs[0]
        if f"{name}.bias" in own:
            weights.setdefault(f"{name}.bias", inputs[-1])
            continue
        if len(inputs) == 1:  # nothing was folded in
            continue
        norm = f"{name[:-1]}{int(name[-1]) + 1}"
        flat = torch.ones_like(inputs[1])
        weights |= {f"{norm}.weight": (flat + 1e-5).sqrt(), f"{norm}.bias": inputs[1]}
        weights |= {f"{norm}.running_mean": 0 * flat, f"{norm}.running_var": flat}
        norms.append(modules[norm])
    load_fitting(net, weights)
    return norms


def load_fitting(net: nn.Module, weights: dict[str, Tensor]) -> None:
    """Put those of the ``weights`` into ``net`` that have a place and the right shape there."""
    own = net.state_dict()
    fitting = {name: w for name, w in weights.items() if name in own and own[name].shape == w.shape}
    net.load_state_dict(fitting, strict=False)


def _module_of(node_name: str) -> str:
    """The module that a node comes from.

    >>> _module_of("/ends/maps/maps.1/maps.1.0/Conv")
    'ends.maps.1.0'
    """
    parts: list[str] = []
    for part in node_name.strip("/").split("/")[:-1]:
        if parts and part.startswith(f"{parts[-1]}."):
            parts.pop()
        parts.append(part)
    return ".".join(parts)


@torch.no_grad()
def settle_norms(
    net: nn.Module, norms: list[nn.Module], samples: Iterable[list[Tensor]], inputs: int
) -> None:
    """Give the ``norms`` just loaded the mean and spread of what reaches them on ``samples`` (batches, of which
    the first ``inputs`` arrays go in), and change nothing of what the network says."""
    reached: dict[nn.Module, list[Tensor]] = {norm: [] for norm in norms}

    def note(norm: nn.Module, given: tuple[Tensor, ...]) -> None:
        values = given[0].transpose(0, 1).flatten(1)  # of each channel
        reached[norm].append(torch.stack([values.mean(1), values.square().mean(1)]))

    hooks = [norm.register_forward_pre_hook(note) for norm in norms]
    net.eval()
    for batch in samples:
        net(*batch[:inputs])
    for hook in hooks:
        hook.remove()
    for norm in norms:
        mean, square = torch.stack(reached[norm]).mean(0)
        spread = (square - mean**2).clamp(min=1e-6)
        norm.running_mean, norm.running_var = mean, spread
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias += mean
