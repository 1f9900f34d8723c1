"""A game that is longer than its track goes round again: how often, the lights at its end tell."""

from __future__ import annotations

from collections import Counter
from typing import Final

from scorekeeper.board.render.canvas import Stage

LAP: Final = 0.12


def draw_laps(stage: Stage) -> None:
    """From the hole before the game hole backwards, a faint light for every lap a peg has done."""
    told: Counter[int] = Counter()
    for team, front in enumerate(stage.fronts):
        track, _, lap = stage.fitted.stand(team, front)
        for _ in range(1, lap):
            told[track] += 1
            stage.paint.hole(track, stage.fitted.holes - told[track], stage.colour(team).at(LAP))
