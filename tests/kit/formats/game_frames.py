"""A whole game as the lights' loop draws it: every frame that a strip is handed."""

from collections.abc import Iterator
from random import Random

from cribble.demo.bot import Bot
from hardware.lights import Lights
from hardware.strips.setup import Strip
from scorekeeper.board.board import Board
from scorekeeper.board.light.colour import Frame
from scorekeeper.board.light.power import Power
from scorekeeper.game.state import Phase
from scorekeeper.journal import Journal
from scorekeeper.table import Table

FRAMES_AN_ENTRY = 5
SECONDS_A_FRAME = 0.35


def played_on(strip: Strip, board: Board) -> Iterator[Frame]:
    """Play a game on *strip*: each frame, as soon as it was shown."""
    seconds = 1000.0
    table = Table(Journal.in_memory(), ticks=lambda: seconds)
    lights = Lights(table, board, lambda: strip, clock=lambda: seconds, gamma=2.2, power=Power())
    dealer = Bot(Random(7))
    table.submit(dealer.begin("six-card"))
    while (game := table.now.game).phase is not Phase.OVER:
        snapshot = table.submit(dealer.next_action(game)).snapshot
        for _ in range(FRAMES_AN_ENTRY):
            lights.draw(snapshot)
            yield lights.shown.after(-1, 0)[1]
            seconds += SECONDS_A_FRAME
        assert lights.health == "ok"
    table.close()
