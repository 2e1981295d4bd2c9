"""``python -m models.quantize NAME DATA...``: put a shipped network into eight bits, to run in half the time.

Example: ``python -m models.quantize fields data/path data/quick``
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np

from models.catalogue import FOLDER, card
from models.train import put_in_place

# The largest, which lose nothing by it, and which of their convolutions stay: the first, for of three channels a byte
# tells too little, and the last, for what they say is not rounded by another layer.
_IN_FLOATS = {
    "fields": r"stem|maps\.3|narrow",
    "towers": r"stem|marks/maps|heads",
    "strip_signs": r"stem|head/head\.1",
}
_CELLS = 8  # of a board's towers, where the number of them differs: all samples must be of one shape


@click.command()
@click.argument("name", type=click.Choice(list(_IN_FLOATS)))
@click.argument(
    "data", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option("--count", default=40, show_default=True, help="So many boards are looked at.")
def main(name: str, data: tuple[Path, ...], count: int) -> None:
    """Put NAME into eight bits, measuring its insides on labelled pictures in the folders DATA."""
    about = card(name)
    if "eight_bits" in about:
        raise click.ClickException(
            f"{name} is in eight bits already: train it first (python -m models.train)"
        )
    from models.training.eight_bits import in_eight_bits
    from models.training.pictures import find_labelled

    paths = find_labelled(data)
    if not paths:
        raise click.UsageError(
            f"no labelled pictures in {', '.join(map(str, data))}: make some with models.scenes.make"
        )
    chosen = [paths[i] for i in np.random.default_rng(0).permutation(len(paths))[:count]]
    content = in_eight_bits(FOLDER / f"{name}.onnx", _feeds(name, chosen), _IN_FLOATS[name])
    about |= {
        "eight_bits": f"all convolutions but the first and the last, by what {len(chosen)} scenes showed",
        "make_again": f"{about['make_again']}; python -m models.quantize {name} DATA",
    }
    put_in_place(name, content, about)
    click.echo(f"{name}: {len(content) / 1e6:.2f} MB")


def _feeds(name: str, paths: list[Path]) -> Iterator[dict[str, np.ndarray]]:
    from models.training.pictures import Labelled
    from models.training.tasks import TASKS

    task, rng = TASKS[name], np.random.default_rng(0)
    for path in paths:
        arrays = task.sample(Labelled(path), rng, False)[: len(task.inputs)]
        feed = {key: np.asarray(a, np.float32)[None] for key, a in zip(task.inputs, arrays, strict=True)}
        cells = min(len(array[0]) for array in feed.values())
        if name != "towers":
            yield feed
        elif cells >= _CELLS:
            yield {key: array[:, :_CELLS] for key, array in feed.items()}


if __name__ == "__main__":
    main()
