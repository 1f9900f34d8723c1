"""A whole game as the lights' loop draws it: every frame that a strip is handed."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

from cribble.demo import Bot
from hardware.lights import Lights
from hardware.strips.virtual import CaptureStrip
from scorekeeper.board.board import build
from scorekeeper.board.light import Frame, Power
from scorekeeper.board.shape import Measures
from scorekeeper.game.state import Phase
from scorekeeper.journal import Journal
from scorekeeper.table import Table

BOARD: Final = build(measures=Measures(tracks=3))
FRAMES_AN_ENTRY: Final = 5
SECONDS_A_FRAME: Final = 0.35


@cache
def game_frames() -> tuple[Frame, ...]:
    """Return the frames of a game on that board, more than 500."""
    return tuple(_drawn())


def _drawn() -> Iterator[Frame]:
    seconds, strip = 1000.0, CaptureStrip()
    table = Table(Journal.in_memory(), ticks=lambda: seconds)
    lights = Lights(table, BOARD, lambda: strip, clock=lambda: seconds, gamma=2.2, power=Power())
    dealer = Bot(Random(7))
    table.submit(dealer.begin("six-card"))
    while (game := table.now.game).phase is not Phase.OVER:
        snapshot = table.submit(dealer.next_action(game)).snapshot
        for _ in range(FRAMES_AN_ENTRY):
            lights.draw(snapshot)
            yield strip.frames[-1]
            seconds += SECONDS_A_FRAME
    table.close()
