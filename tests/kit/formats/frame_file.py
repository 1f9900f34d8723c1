"""Conversations on the serial line, in the notation of PROTOCOL.md, which are played back.

Each line of a file in ``tests/frames/`` is one of

    # a comment
    start 7                      start the controller with boot number 7; the first time a new one
    pi    00 05 04 01 3e 15 00   bytes that the Pi sends
    board 00 ...                 bytes that the controller has sent since, in one line or more
    wait  0.25                   seconds pass
    down  5                      press a key, or ``up``
    shows 121 6=2804ff 7=0a0b0c  number of pixels, and those lit; at first ``shows nothing``
    lamp  lit                    the link LED, or ``dark``
    wants 121 6=2804ff           the picture that the Pi wants, if its side is played too
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from firmware_bridge.simulated import Controller
from tests.kit.paths import DATA

FRAMES: Final = DATA / "frames"
STEP: Final = 0.00714
"""Interval in seconds at which a controller is polled. Times in the protocol end a little after a
step, even 60 in a row, so that rounding does not matter."""
DARK: Final = bytes(3)


class Line(NamedTuple):
    number: int
    word: str
    rest: str


def lines(path: Path) -> Iterator[Line]:
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        word, _, rest = text.partition(" ")
        if word and word != "#":
            yield Line(number, word, rest.strip())


def picture(written: str) -> bytes | None:
    if written == "nothing":
        return None
    pixels, *shining = written.split()
    colours = bytearray(3 * int(pixels))
    for one in shining:
        at, _, colour = one.partition("=")
        colours[3 * int(at) : 3 * int(at) + 3] = bytes.fromhex(colour)
    return bytes(colours)


def as_written(shown: bytes | None) -> str:
    if shown is None:
        return "nothing"
    pixels = [shown[at : at + 3] for at in range(0, len(shown), 3)]
    shining = (f"{at}={one.hex()}" for at, one in enumerate(pixels) if one != DARK)
    return " ".join((str(len(pixels)), *shining))


class Played:
    """Plays a file to a controller, in Python or in C, that *start* starts with a boot number; the
    time begins with 0."""

    def __init__(self, start: Callable[[int], Controller]) -> None:
        self._start, self._steps = start, 0
        self._said = b""
        self.controller = start(7)
        """The current controller."""

    def play(self, path: Path) -> None:
        for line in lines(path):
            if line.word != "board":
                assert not self._said, f"line {line.number}: and {self._said.hex(' ')}"
            self._do(line)
        assert not self._said, f"after the last line: {self._said.hex(' ')}"

    @property
    def _now(self) -> float:
        return self._steps * STEP

    def _do(self, line: Line) -> None:
        match line.word:
            case "start":
                self.controller = self._start(int(line.rest))
            case "pi":
                self._said += self.controller.receive(bytes.fromhex(line.rest), self._now)
                self._said += self.controller.tick(self._now)
            case "board":
                wanted = bytes.fromhex(line.rest)
                said, self._said = self._said[: len(wanted)], self._said[len(wanted) :]
                assert said == wanted, f"line {line.number}: {said.hex(' ')}"
            case "wait":
                self._wait(round(float(line.rest) / STEP))
            case "down" | "up":
                turn = self.controller.press if line.word == "down" else self.controller.release
                turn(int(line.rest), self._now)
                self._said += self.controller.tick(self._now)
            case "shows":
                shown = as_written(self.controller.shown)
                assert self.controller.shown == picture(line.rest), f"line {line.number}: {shown}"
            case "lamp":
                assert self.controller.link_led is {"lit": True, "dark": False}[line.rest], line
            case "wants":
                pass
            case _:
                raise ValueError(f"line {line.number}: {line.word!r} is no word of a frame file")

    def _wait(self, steps: int) -> None:
        for _ in range(steps):
            self._steps += 1
            self._said += self.controller.tick(self._now)
