"""Noughts and crosses with bottle caps: a game that is no part of tableref, and is judged and followed by it.

Two players, called by the colours of their caps, lay one in turn on a board of three by three cells, and three in
a row win. One module a room:

| module | what it gives |
|---|---|
| `referee.py` | the rules |
| `records.py`, `notation.py` | acts as lines of a record, and as text that people read |
| `phrases.py`, `phrases.en.json` | what is said of them, in English |
| `follow.py` | what may have been done between two looks at the table, and by which features it is weighed |
| `simulated.py` | how people play it, and what the eyes would say |
| `weights.json` | the fitted weights, with their card |
| `eyes.py`, `watch.py` | a grid drawn on paper, read by simple means; a game followed in pictures |

    python -m examples.caps companion.cli judge examples/caps/game.txt
    python -m examples.caps models.fit_weights caps --games 40 --out examples/caps/weights.json
    python -m examples.caps models.evaluate_simulated caps --games 200 --weights examples/caps/weights.json
"""
