"""``python -m examples.caps examples.caps.watch PICTURE…``: what was done between pictures, judged and told.

A picture is taken for a table at rest of some seconds. What one tells is told before the next is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import numpy as np

from companion.follow.decision import Costs, Decision
from companion.follow.follows import at_time
from companion.follow.likelihood.cells import CellsLook
from companion.follow.tracker import Tracker
from companion.follow.weights import read_weights
from examples.caps import referee as rules
from examples.caps.eyes import Floats, Looks, features_of, look
from examples.caps.follow import Caps
from examples.caps.records import read_setup
from examples.caps.referee import Act, State
from referee.phrases import say
from vision.sources.pictures import decode_picture

WEIGHTS = Path(__file__).with_name("weights.json")
RESTS_S = (1.0, 2.0, 3.0, 4.5)  # each picture is looked at when the table has rested for so long
SHOWN = ".12"  # nothing, a cap of the first player's, one of the second's


def looks_at(pictures: Sequence[Floats], looks: Looks) -> Iterator[CellsLook]:
    """Each picture, of which the features (N, F) are given, as a look at each time."""
    before: dict[int, Floats] = {}
    for number, features in enumerate(pictures, start=1):
        seen = look(number, features, before, looks)
        begun = CellsLook(number * 10.0, 8, 0.0, "plain", seen)
        yield from (at_time(begun, begun.t + rest_s) for rest_s in RESTS_S)
        before[number] = features


def told(state: State, seen: Sequence[CellsLook]) -> Iterator[Decision[Act]]:
    """What is told of looks, of which the first shows the table as ``state`` has it."""
    tracker = Tracker(Caps(), read_weights(WEIGHTS), Costs.read(Costs.SHIPPED), state, seen[0])
    for each in seen[1:]:
        yield from tracker.see(each)


def _features(name: str) -> Floats:
    return features_of(decode_picture(Path(name).read_bytes(), name))


@click.command()
@click.argument("pictures", nargs=-1, required=True)
@click.option("--players", required=True, help="Such as red,blue.")
@click.option(
    "--shown", multiple=True, required=True, help="PICTURE=12....... and the like: by these caps are known."
)
def main(pictures: tuple[str, ...], players: str, shown: tuple[str, ...]) -> None:
    """Follow a game in PICTURES, the first of an empty board."""
    named = [each.rpartition("=") for each in shown]
    features = np.concatenate([_features(name) for name, _, _ in named])
    contents = np.array([SHOWN.index(kind) for _, _, kinds in named for kind in kinds])
    looks = Looks.learnt(features, contents)
    state = read_setup({"players": players.split(",")})
    every = [_features(name) for name in pictures]
    for decision in told(state, list(looks_at(every, looks))):
        step = decision.step
        if decision.kind != "told" or step is None:
            click.echo(decision.kind)
        elif step.kind == "act":
            click.echo(say("en", state, step.act, rules.judge(state, step.act)))
        else:
            click.echo(step.kind)
        if step is not None and step.kind != "restored" and not step.faults:
            state = rules.accept(state, step.act)


if __name__ == "__main__":
    main()
