"""The interface of strips, their setup (board, wiring, power, caption), and their colour orders."""

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Final, NamedTuple, Protocol, TypeAlias

from hardware.display import Reading
from scorekeeper.board.light import Colour, Frame, Power
from scorekeeper.board.wiring import Board
from scorekeeper.game.state import Game
from scorekeeper.words import en

RGB: Final = "RGB"
ORDERS: Final = tuple(map("".join, permutations(RGB)))
WHITE_ORDERS: Final = tuple(map("".join, permutations("RGBW")))
"""The orders of strips that have a white light too."""


def arranged(frame: Frame, order: str) -> bytes:
    """Return the lights of *frame* in *order*: R, G and B, and other letters, which stay dark."""
    lights = bytearray(len(frame) // 3 * len(order))
    for colour, letter in enumerate(RGB):
        lights[order.index(letter) :: len(order)] = frame[colour::3]
    return bytes(lights)


def as_frame(lights: bytes, order: str) -> Frame:
    """Return the frame whose *lights* are in that *order* of three letters: the inverse."""
    frame = bytearray(len(lights))
    for colour, letter in enumerate(RGB):
        frame[colour::3] = lights[order.index(letter) :: 3]
    return bytes(frame)


def order_from_colours(seen: Sequence[str]) -> str | None:
    """Return the order of a strip whose lights shone in the colours *seen*, by letter, while one
    byte of each after the other was lit; None if no strip can do that.

    >>> order_from_colours("GWRB")
    'GWRB'
    """
    order = "".join(seen)
    return order if order in ORDERS + WHITE_ORDERS else None


DOES_NOT_WORK: Final = en("The strip does not work ({reason}).")


class TeamLine(NamedTuple):
    """The name and score of a team beside its track; no score before a game."""

    name: str
    score: int | None = None

    @property
    def told(self) -> str:
        """The score as it is written after the name."""
        return "" if self.score is None else f" {self.score}"


class Caption(NamedTuple):
    """The text beside the board on a strip that can write: the teams by track, the prompt, the
    teams' colours if they differ from the board's, and the reading of a display if the strip shows
    that too."""

    teams: tuple[TeamLine, ...] = ()
    prompt: str = ""
    colours: tuple[Colour, ...] = ()
    reading: Reading | None = None

    @property
    def running(self) -> str:
        """The running count, if it is shown; the scores stand with the teams."""
        return self.reading.large if self.reading and self.reading.small else ""


def caption_of(
    game: Game, prompt: str, colours: tuple[Colour, ...] = (), read: Reading | None = None
) -> Caption:
    """Return the caption of *game*; partners share a line."""
    teams = game.rules.teams if game.rules else ()
    names = (" & ".join(game.players[seat] for seat in seats) for seats in teams)
    return Caption(tuple(map(TeamLine, names, game.scores)), prompt, colours, read)


class StripWiring(NamedTuple):
    """The wiring of a strip: ``at`` names its pin, device or address, ``order`` is that of the
    colours on the wire, ``symbol_bits`` the bits that SPI sends for one, ``baud`` the bits that a
    serial port sends in a second."""

    at: str = ""
    order: str = "GRB"
    symbol_bits: int = 8
    baud: int = 115_200


class StripSetup(NamedTuple):
    """The setup of any strip: its board, its wiring, and the current that frames keep within."""

    board: Board
    wiring: StripWiring = StripWiring()
    power: Power = Power()


ReadCaption: TypeAlias = Callable[[], Caption]
"""Returns the caption beside the board, at every frame; only strips that write want it."""

OnKey: TypeAlias = Callable[[str, bool], None]
"""Takes the name of a key, and whether it goes down, from strips whose controller has keys."""


def ignore_key(name: str, down: bool) -> None: ...


class Strip(Protocol):
    """Anything that shows a frame. One thread uses it."""

    @property
    def health(self) -> str:
        """``ok``, or another word of Health for a strip that still takes frames."""

    def show(self, frame: Frame) -> None:
        """Show the whole *frame*. Raises DeviceFault, or any OSError, if the strip is gone; it
        is then closed and opened again, unless the fault is a TransientFault."""

    def close(self) -> None:
        """Go dark if possible, and release the device. May raise OSError."""
