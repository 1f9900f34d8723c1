"""What every strip can do, and what it is told about the board that it lights."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeAlias

from scorekeeper.board.board import Board
from scorekeeper.board.light import Frame
from scorekeeper.game.state import Game


class Health(StrEnum):
    """How a strip is, in a word that the page and /healthz pass on."""

    OK = "ok"
    LOST = "lost"
    """It failed; it is being tried again."""
    MISFIT = "misfit"
    """It works, but the game has more teams than the board has tracks."""
    OFF = "off"


class Strip(Protocol):
    """Anything that shows a frame. One thread uses it."""

    @property
    def health(self) -> str:
        """``ok``, or what else there is to say of a strip that still takes frames."""
        ...

    def show(self, frame: Frame) -> None:
        """Show the whole *frame*. Raises OSError where the strip is gone; it is then closed and
        opened anew."""
        ...

    def close(self) -> None:
        """Go dark as far as it can, and give back what it holds. May raise OSError."""
        ...


class TeamLine(NamedTuple):
    """A team as it stands beside its track."""

    name: str
    score: int


class Caption(NamedTuple):
    """What a strip that can write sets beside the board: the teams by track, what is asked now."""

    teams: tuple[TeamLine, ...] = ()
    prompt: str = ""


def caption_of(game: Game, prompt: str) -> Caption:
    """The caption of *game*; partners share a line."""
    teams = game.rules.teams if game.rules else ()
    names = (" & ".join(game.players[seat] for seat in seats) for seats in teams)
    return Caption(tuple(map(TeamLine, names, game.scores)), prompt)


class Fitting(NamedTuple):
    """What a strip is told when it is opened: the board that it lights, and where to read the
    caption whenever it shows a frame."""

    board: Board
    caption: Callable[[], Caption]


OpenStrip: TypeAlias = Callable[[Fitting], Strip]
