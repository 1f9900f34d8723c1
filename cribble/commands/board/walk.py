"""``cribble board walk``: one light after another, to check by eye what was built."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from math import inf
from select import select
from threading import Event
from typing import Final, NamedTuple, TypeAlias, assert_never

import click

from cribble.boards import board_of
from cribble.cli.command import a_number, option, quoted, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.config.schema import Config, StripConfig
from cribble.devices.connections import power_of, strip_wiring
from cribble.devices.drivers import strip_driver
from cribble.system.network import health_at, own_host
from cribble.system.process import stopping
from hardware.device import device_fault
from hardware.strips.strip import DOES_NOT_WORK, Caption, Strip, StripSetup, TeamLine
from scorekeeper.board.board import Board
from scorekeeper.board.light import Colour, Frame, corrected, dimmed, is_underpowered, limited
from scorekeeper.board.wiring.wiring import Lamp, Place, Socket
from scorekeeper.device import DeviceFault, Health
from scorekeeper.words import Fault, Words, en
from scorekeeper.words.wiring import underpowered

CHUNK: Final = 4096


class LineReader:
    """Lines from *file*, read no further than needed; where that is None, nobody can answer."""

    def __init__(self, file: int | None) -> None:
        self._file = file
        self._read = b""

    @property
    def over(self) -> bool:
        """True if no line will ever come."""
        return self._file is None and not self._read

    def within(self, seconds: float) -> str | None:
        """Return the next line; None if none is complete within *seconds*."""
        if b"\n" not in self._read and self._file is not None:
            self._take(self._file, seconds)
        return self._line()

    def _take(self, file: int, seconds: float) -> None:
        if not select([file], [], [], seconds)[0]:
            return
        came = os.read(file, CHUNK)
        self._read += came
        if not came:
            self._file = None

    def _line(self) -> str | None:
        line, newline, rest = self._read.partition(b"\n")
        if not newline and (self._file is not None or not line):
            return None
        self._read = rest
        return line.decode("utf-8", "replace").strip()


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


UNSEEN: Final = "browser"
"""Its lights are drawn by the page of a table."""


@subcommand(
    "Light one hole after another, to check a board by eye",
    "Light one hole after another on the strip of the config, track by track in the colours of "
    "the teams, then each lamp; each time it says which one shines now. Enter goes on, b goes "
    "back, q leaves. In the end all is dark.",
)
@with_config("strip.name", "strip.at")
@option(
    "--auto",
    metavar=en("SECONDS"),
    type=a_number(0.05, 3600, "s"),
    help=en("Go on by itself, after this many seconds each time"),
)
def walk(words: Words, active: ActiveConfig, *, auto: float | None) -> None:
    """Walk over every light of the board."""
    config = active.config
    if config.strip.name == UNSEEN:
        raise Fault(
            "The strip {strip} is a page of the table, and this opens none: cribble demo "
            "--strip {strip} shows a game there.",
            strip=UNSEEN,
        )
    board = board_of(config)
    if not strip_driver(config.strip.name).screen:
        _warn_of_a_table(config, words)
    if is_underpowered(board.pixels, power_of(config.strip)):
        click.echo(words.fault(underpowered(board.pixels, power_of(config.strip))), err=True)
    how = words.say("Enter goes on, b goes back, q leaves.") if auto is None else ""
    typed = None if sys.stdin is None else sys.stdin.fileno()  # None: closed before we started.
    try:
        with stopping() as stop, closing(SingleLightStrip(board, config.strip, words)) as light:
            walk = Walk(words, light.show, click.echo, LineReader(typed), auto, stop, how)
            walk.along([*steps(board)])
    except DeviceFault as fault:
        raise click.ClickException(words.device_fault(fault.message)) from None


def _warn_of_a_table(config: Config, words: Words) -> None:
    """Two that draw on one strip are hard to understand."""
    if table := find_open_table(config):
        sentence = en(
            "A table is open at {host}, port {port}. If this strip is its own as well, both draw "
            "on it, and what shines may be the game’s: close the table first."
        )
        click.echo(words.say(sentence, host=table.host, port=table.port), err=True)
