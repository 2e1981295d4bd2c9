"""The training loop, one for all networks: batches from a worker process, AdamW, one-cycle rate, export."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.optim.swa_utils import AveragedModel
from torch.utils.data import DataLoader, IterableDataset

from models.training.pictures import Labelled
from models.training.resume import load_fitting, load_onnx, settle_norms
from models.training.tasks import TASKS, Task

_DECAY = 0.998  # of the weights' running mean: it goes back over some 500 steps, over fewer at the beginning


class Samples(IterableDataset[list[Tensor]]):
    """Endless samples of pictures drawn at random, repeatable by seed."""

    def __init__(self, task: Task, paths: list[Path], seed: int) -> None:
        """``paths``: truth files to draw from."""
        self.task, self.paths, self.seed = task, paths, seed

    def __iter__(self) -> Iterator[list[Tensor]]:
        """Draw for ever."""
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        while True:
            path = self.paths[int(rng.integers(len(self.paths)))]
            yield [torch.from_numpy(np.array(a)) for a in self.task.sample(Labelled(path), rng, True)]


def train(
    name: str,
    paths: list[Path],
    held_out: list[Path],
    checkpoint: Path,
    minutes: float,
    batch: int,
    rate: float,
    seed: int,
    start: Path | None,
    workers: int,
) -> torch.nn.Module:
    """Train network ``name`` for ``minutes`` and keep in ``checkpoint`` the running mean of its weights, which
    reads better than the last of them (Polyak & Juditsky 1992)."""
    torch.manual_seed(seed)
    task = TASKS[name]
    net = task.make_net()
    batches = iter(DataLoader(Samples(task, paths, seed), batch, num_workers=workers, prefetch_factor=4))
    if start and start.suffix == ".onnx":
        settle_norms(net, load_onnx(net, start), islice(batches, 12), len(task.inputs))
    elif start:
        load_fitting(net, torch.load(start, weights_only=True))
    net = net.to(memory_format=torch.channels_last)
    compiled = torch.compile(net)  # a step in two thirds of the time; the same weights
    half = torch.cpu._is_avx512_bf16_supported()

    def _in_half(*inputs: Tensor) -> Tensor | tuple[Tensor, ...]:
        """The network in bfloat16 on processors that have it: more than twice as fast there."""
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            out = compiled(*inputs)
        return out.float() if isinstance(out, Tensor) else tuple(o.float() for o in out)

    mean = AveragedModel(net, multi_avg_fn=_towards, use_buffers=True)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    running: dict[str, float] = {}
    began, step = time.monotonic(), 0
    while (spent := (time.monotonic() - began) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            warm = min(1.0, (step + 1) / 100)
            group["lr"] = rate * warm * max(0.02, 0.5 * (1 + np.cos(np.pi * spent)))
        net.train()
        loss, figures = task.loss(_in_half, next(batches))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        mean.update_parameters(net)
        for key, value in figures.items():
            running[key] = 0.97 * running.get(key, value) + 0.03 * value
        step += 1
        if step % 100 == 0:
            shown = "  ".join(f"{key} {value:.4f}" for key, value in running.items())
            print(f"{name} step {step} {100 * spent:.0f} %  {shown}", flush=True)
        if step % 500 == 0:
            torch.save(mean.module.state_dict(), checkpoint)
            if held_out:
                print(f"{name} held out: {validate(name, mean.module, held_out[:150])}", flush=True)
    torch.save(mean.module.state_dict(), checkpoint)
    return mean.module


@torch.no_grad()
def _towards(means: list[Tensor], weights: list[Tensor], steps: Tensor | int) -> None:
    """Take the running means on to the ``weights`` of one more step after so many, in place."""
    decay = min(_DECAY, (1 + float(steps)) / (10 + float(steps)))
    for mean, weight in zip(means, weights, strict=True):
        if torch.is_floating_point(mean):
            mean.lerp_(weight.to(mean.dtype), 1 - decay)
        else:
            mean.copy_(weight)


@torch.no_grad()
def validate(name: str, net: torch.nn.Module, paths: list[Path]) -> dict[str, float]:
    """The task's figures averaged over pictures it was not trained on."""
    task = TASKS[name]
    net.eval()
    totals: dict[str, float] = {}
    rng = np.random.default_rng(0)
    for path in paths:
        sample = [torch.from_numpy(np.array(a))[None] for a in task.sample(Labelled(path), rng, False)]
        for key, value in task.loss(net, sample)[1].items():
            totals[key] = totals.get(key, 0.0) + value / len(paths)
    return {key: round(value, 4) for key, value in totals.items()}


def calibrate(name: str, net: torch.nn.Module, paths: list[Path]) -> None:
    """Make a network's probabilities honest on pictures it was not trained on, where its task says how."""
    if (honest := TASKS[name].calibrate) and paths:
        rng = np.random.default_rng(0)
        honest(net.eval(), (TASKS[name].sample(Labelled(path), rng, False) for path in paths))


def export(name: str, net: torch.nn.Module, path: Path, example: Path) -> None:
    """Write the network as ONNX."""
    task = TASKS[name]
    net.eval()
    arrays = task.sample(Labelled(example), np.random.default_rng(0), False)[: len(task.inputs)]
    inputs = tuple(torch.from_numpy(np.array(a))[None] for a in arrays)
    torch.onnx.export(
        net,
        inputs,
        str(path),
        input_names=list(task.inputs),
        output_names=list(task.outputs),
        dynamic_axes=task.dynamic,
        opset_version=17,
        dynamo=False,
    )
