"""What every strip can do, and what it is told about the board that it lights."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from scorekeeper.board.board import Board
from scorekeeper.board.light import Colour, Frame
from scorekeeper.game.state import Game


class Health(StrEnum):
    """How a strip is, in a word that the page and /healthz pass on."""

    OK = "ok"
    LOST = "lost"
    """It failed; it is being tried again."""
    MISFIT = "misfit"
    """It works, but the board cannot show this game."""
    MISWIRED = "miswired"
    """It is left alone: the config wires the board as no board can be."""
    UNFED = "unfed"
    """It works, but the current that it may draw leaves nothing for pegs."""
    BROKEN = "broken"
    """A mistake in the program ended the lights; nobody tries them again."""
    OFF = "off"


class StripFault(OSError):
    """Why a strip shows nothing, as a sentence that says what would mend it.

    ``sentence`` is English with ``{names}``, marked with ``en``; ``str`` is the English. One of the
    ``values`` may be a fault in its turn.
    """

    def __init__(self, sentence: str, /, **values: str | int | float | StripFault) -> None:
        super().__init__(sentence.format(**values))
        self.sentence: Final = sentence
        self.values: Final = values

    @property
    def plain(self) -> dict[str, Any]:
        """The same as JSON, for whoever says it in another language."""
        values = {
            name: value.plain if isinstance(value, StripFault) else value
            for name, value in self.values.items()
        }
        return {"sentence": self.sentence, "values": values}


class Strip(Protocol):
    """Anything that shows a frame. One thread uses it."""

    @property
    def health(self) -> str:
        """``ok``, or what else there is to say of a strip that still takes frames."""
        ...

    def show(self, frame: Frame) -> None:
        """Show the whole *frame*. Raises StripFault, or any OSError, where the strip is gone; it
        is then closed and opened anew."""
        ...

    def close(self) -> None:
        """Go dark as far as it can, and give back what it holds. May raise OSError."""
        ...


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
    the teams' colours, where they are no longer those that the board had at first."""

    teams: tuple[TeamLine, ...] = ()
    prompt: str = ""
    colours: tuple[Colour, ...] = ()


def caption_of(game: Game, prompt: str, colours: tuple[Colour, ...] = ()) -> Caption:
    """The caption of *game*; partners share a line."""
    teams = game.rules.teams if game.rules else ()
    names = (" & ".join(game.players[seat] for seat in seats) for seats in teams)
    return Caption(tuple(map(TeamLine, names, game.scores)), prompt, colours)


class Wires(NamedTuple):
    """How a strip is connected: ``at`` names its pin, device or address, ``order`` is that of the
    colours on the wire, ``symbol_bits`` how many bits SPI sends for one.
    """

    at: str = ""
    order: str = "GRB"
    symbol_bits: int = 8


class Fitting(NamedTuple):
    """What a strip is told when it is opened: the board that it lights, where to read the caption
    whenever it shows a frame, and how it is connected."""

    board: Board
    caption: Callable[[], Caption]
    wires: Wires = Wires()


OpenStrip: TypeAlias = Callable[[Fitting], Strip]
