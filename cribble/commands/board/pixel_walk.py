"""A walk over the board: one light after another, so that a builder sees where each is."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import inf
from threading import Event
from typing import Final, NamedTuple, TypeAlias, assert_never

from cribble.cli.command import quoted
from cribble.cli.prompt import LineReader
from cribble.config.schema import Config, StripConfig
from cribble.devices.connections import power_of, strip_wiring
from cribble.devices.drivers import strip_driver
from cribble.system.network import health_at, own_host
from hardware.device import device_fault
from hardware.strips.strip import DOES_NOT_WORK, Caption, Strip, StripSetup, TeamLine
from scorekeeper.board.board import Board
from scorekeeper.board.light.colour import Colour, Frame
from scorekeeper.board.light.power import corrected, dimmed, limited
from scorekeeper.board.wiring.wiring import Lamp, Place, Socket
from scorekeeper.device import Health
from scorekeeper.words import Words, en

WHITE: Final = Colour(255, 255, 255)
"""Lamps belong to no team."""

LOOK_SECONDS: Final = 0.25
"""Seconds until a signal to stop is noticed. As often the light is shown again: a strip that
is gone by then is noticed as well."""

GO_ON, BACK, LEAVE = "", "b", "q"


class WalkStep(NamedTuple):
    """A light, and what it stands in."""

    socket: Socket
    pixel: int
    colour: Colour

    def frame(self, pixels: int) -> Frame:
        """Return a frame of *pixels* lights with this one alone."""
        dark = bytearray(3 * pixels)
        dark[3 * self.pixel : 3 * self.pixel + 3] = bytes(self.colour)
        return bytes(dark)

    def said(self, words: Words) -> str:
        """Return which light it is, counted as builders count."""
        match self.socket:
            case Place(track=track, hole=hole):
                sentence = en("Track {track}, hole {hole}: pixel {pixel}")
                return words.say(sentence, track=track + 1, hole=hole, pixel=self.pixel)
            case Lamp(name=name):
                return words.say("lamps.{lamp}: pixel {pixel}", lamp=name, pixel=self.pixel)
            case _:
                assert_never(self.socket)


def steps(board: Board) -> Iterator[WalkStep]:
    """Every hole, track after track in the colour of its team, and then every lamp."""
    for track, lights in enumerate(board.lights):
        for hole, pixel in enumerate(lights, 1):
            yield WalkStep(Place(track, hole), pixel, board.look.colours[track])
    for lamp, pixel in board.wiring.lamps.each():
        yield WalkStep(lamp, pixel, WHITE)


Show: TypeAlias = Callable[[WalkStep], None]
Say: TypeAlias = Callable[[str], None]


class Walk(NamedTuple):
    """A walk: *show* lights a step, and *say* names it; *how* is said once, with the first.

    The next step comes by an answer among *answers*, or after *seconds* (None: never). The walk
    ends early when *stop* is set.
    """

    words: Words
    show: Show
    say: Say
    answers: LineReader
    seconds: float | None
    stop: Event
    how: str = ""

    def along(self, way: Sequence[WalkStep]) -> None:
        """Go from step to step until the last one was seen, or somebody leaves."""
        at, how = 0, self.how
        while at < len(way):
            self.show(way[at])
            if how:
                self.say(how)
            how = ""
            self.say(way[at].said(self.words))
            answer = self._after(way[at])
            if answer == LEAVE:
                return
            at = max(at - 1, 0) if answer == BACK else at + 1

    def _after(self, step: WalkStep) -> str:
        """Show *step* until there is an answer."""
        due = time.monotonic() + (inf if self.seconds is None else self.seconds)
        while not self.stop.is_set():
            self.show(step)
            wait = min(due - time.monotonic(), LOOK_SECONDS)
            if wait <= 0:
                return GO_ON
            answer = self.answers.within(wait)
            if answer is not None and answer.lower() in (GO_ON, BACK, LEAVE):
                return answer.lower()
            if answer is not None:
                self._say_what_there_is(answer)
            elif self.answers.over:
                if self.seconds is None:
                    return LEAVE
                self.stop.wait(wait)
        return LEAVE

    def _say_what_there_is(self, answer: str) -> None:
        sentence = en("{word} is none of these: Enter goes on, b goes back, q leaves.")
        self.say(self.words.say(sentence, word=quoted(answer)))


class SingleLightStrip:
    """The strip of the config with one light at a time, as bright as in a game by day; opened with
    the first. Raises DeviceFault whenever it does not work."""

    def __init__(self, board: Board, config: StripConfig, words: Words) -> None:
        self._board, self._config, self._words = board, config, words
        self._driver = strip_driver(config.name)
        self._strip: Strip | None = None
        self._caption = self._beside()

    def show(self, step: WalkStep) -> None:
        """Light *step* and nothing else."""
        frame = self._within_limits(step.frame(self._board.pixels))
        try:
            self._strip = self._strip or self._open()
            self._strip.show(frame)
        except OSError as fault:
            raise device_fault(fault, DOES_NOT_WORK) from None

    def close(self) -> None:
        """Put the light out and let go of the strip, whatever it says to that."""
        if self._strip:
            with suppress(OSError):
                self._strip.show(bytes(3 * self._board.pixels))
            with suppress(OSError):
                self._strip.close()

    def _open(self) -> Strip:
        wires, power = strip_wiring(self._config), power_of(self._config)
        setup = StripSetup(self._board, wires, power)
        return self._driver.open(setup, caption=lambda: self._caption)

    def _within_limits(self, frame: Frame) -> Frame:
        dim = dimmed(frame, self._config.brightness)
        return limited(corrected(dim, self._driver.gamma), power_of(self._config))

    def _beside(self) -> Caption:
        """A name for each track, where a terminal draws the board; what shines is said above it."""
        if not sys.stdout.isatty():
            return Caption()
        names = (
            self._words.say("Track {number}", number=track + 1)
            for track in range(self._board.tracks)
        )
        return Caption(tuple(map(TeamLine, names)))


class OpenTable(NamedTuple):
    """A table that is open, and where its page is."""

    host: str
    port: int


def find_open_table(config: Config) -> OpenTable | None:
    """The table that is open as *config* says and draws on a strip; None where none answers."""
    host = own_host(config.host)
    told = health_at(host, config.port)
    draws = told is not None and told.get("strip") in DRAWING
    return OpenTable(host, config.port) if draws else None


DRAWING: Final = frozenset({Health.OK, Health.MISFIT, Health.UNFED, Health.LOST})
"""Words of a strip that is drawn on, or will be as soon as it is there."""
