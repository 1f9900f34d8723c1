"""What a strip is told about the board that it lights, and how it is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from hardware.display.display import Reading
from scorekeeper.board.board import Board
from scorekeeper.board.light.colour import Colour
from scorekeeper.board.light.device import Strip
from scorekeeper.board.light.power import Power
from scorekeeper.game.state import Game


class TeamLine(NamedTuple):
    """A team as it stands beside its track; without a score where nobody plays."""

    name: str
    score: int | None = None

    @property
    def told(self) -> str:
        """What is written after the name."""
        return "" if self.score is None else f" {self.score}"


class Caption(NamedTuple):
    """What a strip that can write sets beside the board: the teams by track, what is asked now, and
    the teams' colours, where they are no longer those that the board had at first, and what a
    display would show, where the strip is to show that too."""

    teams: tuple[TeamLine, ...] = ()
    prompt: str = ""
    colours: tuple[Colour, ...] = ()
    reading: Reading | None = None

    @property
    def running(self) -> str:
        """The running count, where it is shown; the scores stand with the teams."""
        return self.reading.large if self.reading and self.reading.small else ""


def caption_of(
    game: Game, prompt: str, colours: tuple[Colour, ...] = (), read: Reading | None = None
) -> Caption:
    """The caption of *game*; partners share a line."""
    teams = game.rules.teams if game.rules else ()
    names = (" & ".join(game.players[seat] for seat in seats) for seats in teams)
    return Caption(tuple(map(TeamLine, names, game.scores)), prompt, colours, read)


class Wires(NamedTuple):
    """How a strip is connected: ``at`` names its pin, device or address, ``order`` is that of the
    colours on the wire, ``symbol_bits`` how many bits SPI sends for one, ``baud`` how many a serial
    port sends in a second.
    """

    at: str = ""
    order: str = "GRB"
    symbol_bits: int = 8
    baud: int = 115_200


def by_nobody(name: str, down: bool) -> None:
    """Where nobody wants to hear of keys."""


class Fitting(NamedTuple):
    """What a strip is told when it is opened: the board that it lights, where to read the caption
    whenever it shows a frame, how it is connected, and the current that its frames keep within.
    What lights it may have keys too: ``touched`` hears their names, and whether they go down."""

    board: Board
    caption: Callable[[], Caption]
    wires: Wires = Wires()
    power: Power = Power()
    touched: Callable[[str, bool], None] = by_nobody


OpenStrip: TypeAlias = Callable[[Fitting], Strip]
