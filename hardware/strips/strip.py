"""The interface of strips, their setup (board, wiring, power, caption), colour orders, and strips
without hardware."""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import permutations
from threading import Lock
from typing import Final, NamedTuple, Protocol, TypeAlias

from hardware.display import Reading
from scorekeeper.board.light import Colour, Frame, Power
from scorekeeper.board.wiring import Board
from scorekeeper.device import Health
from scorekeeper.game.state import Game
from scorekeeper.words import en

RGB: Final = "RGB"
ORDERS: Final = tuple(map("".join, permutations(RGB)))
WHITE_ORDERS: Final = tuple(map("".join, permutations("RGBW")))
"""The colour orders of RGBW strips."""


def arranged(frame: Frame, order: str) -> bytes:
    """Return *frame* (RGB) in colour *order*; W and other letters are 0."""
    lights = bytearray(len(frame) // 3 * len(order))
    for colour, letter in enumerate(RGB):
        lights[order.index(letter) :: len(order)] = frame[colour::3]
    return bytes(lights)


def as_frame(lights: bytes, order: str) -> Frame:
    """Return the frame (RGB) from *lights* in a three-letter *order*. Inverts ``arranged``."""
    frame = bytearray(len(lights))
    for colour, letter in enumerate(RGB):
        frame[colour::3] = lights[order.index(letter) :: 3]
    return bytes(frame)


def order_from_colours(seen: Sequence[str]) -> str | None:
    """Return the colour order, given the colours *seen* (by letter) when each byte in turn was lit;
    None if they are not a valid order.

    >>> order_from_colours("GWRB")
    'GWRB'
    """
    order = "".join(seen)
    return order if order in ORDERS + WHITE_ORDERS else None


DOES_NOT_WORK: Final = en("The strip does not work ({reason}).")


class TeamLine(NamedTuple):
    """The name and score of a team, displayed beside its track; score None before a game."""

    name: str
    score: int | None = None

    @property
    def told(self) -> str:
        """The score as a suffix to the name; empty before a game."""
        return "" if self.score is None else f" {self.score}"


class Caption(NamedTuple):
    """Text beside the board, for strips that can display it: teams by track, the prompt, the teams'
    colours if different from the board's, and the reading if the strip replaces the display."""

    teams: tuple[TeamLine, ...] = ()
    prompt: str = ""
    colours: tuple[Colour, ...] = ()
    reading: Reading | None = None

    @property
    def running(self) -> str:
        """The running count if displayed; empty if not."""
        return self.reading.large if self.reading and self.reading.small else ""


def caption_of(
    game: Game, prompt: str, colours: tuple[Colour, ...] = (), read: Reading | None = None
) -> Caption:
    """Return the caption of *game*; partners share a line."""
    teams = game.rules.teams if game.rules else ()
    names = (" & ".join(game.players[seat] for seat in seats) for seats in teams)
    return Caption(tuple(map(TeamLine, names, game.scores)), prompt, colours, read)


class StripWiring(NamedTuple):
    """The wiring of a strip. ``at``: pin, device or address; ``order``: colour order on the wire;
    ``symbol_bits``: SPI bits per bit; ``baud``: rate of a serial port."""

    at: str = ""
    order: str = "GRB"
    symbol_bits: int = 8
    baud: int = 115_200


class StripSetup(NamedTuple):
    """The setup of a strip: board, wiring, and current limit."""

    board: Board
    wiring: StripWiring = StripWiring()
    power: Power = Power()


ReadCaption: TypeAlias = Callable[[], Caption]
"""Returns the current caption. Called for every frame, by strips that display text."""

OnKey: TypeAlias = Callable[[str, bool], None]
"""Called with the name of a key and True if pressed, False if released, by strips with keys."""


def ignore_key(name: str, down: bool) -> None: ...


class Strip(Protocol):
    """Interface of strips. Not thread-safe."""

    @property
    def health(self) -> str:
        """``ok``, or another value of Health for a strip that still accepts frames."""

    def show(self, frame: Frame) -> None:
        """Show *frame*, RGB of all pixels. Raises OSError (such as DeviceFault) on failure: the
        strip is then reopened, unless the error is a TransientFault."""

    def close(self) -> None:
        """Turn the LEDs off if possible, and release the device. May raise OSError."""


class NullStrip:
    """Discards frames. With health ``ok`` it stands for the strip drawn by browsers, which read the
    frames from the lights."""

    def __init__(self, setup: StripSetup, health: str = Health.OFF) -> None:
        self.health = health

    def show(self, frame: Frame) -> None: ...

    def close(self) -> None: ...


KEPT: Final = 10_000
"""Maximum number of frames stored, about three minutes of continuous animation."""


class CaptureStrip:
    """Records the latest frames. Thread-safe."""

    health = Health.OK

    def __init__(self, setup: StripSetup | None = None, keep: int = KEPT) -> None:
        self._frames: deque[Frame] = deque(maxlen=keep)
        self._lock = Lock()

    @property
    def frames(self) -> tuple[Frame, ...]:
        with self._lock:
            return tuple(self._frames)

    def show(self, frame: Frame) -> None:
        with self._lock:
            self._frames.append(frame)

    def close(self) -> None: ...
