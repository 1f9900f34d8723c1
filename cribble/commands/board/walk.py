"""``cribble board walk``: turn on the lights one by one, to check the wiring by eye."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from math import inf
from select import select
from threading import Event
from typing import Final, NamedTuple, assert_never

import click

from cribble.boards import board_of
from cribble.cli.command import a_number, option, quoted, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.devices import STRIPS
from cribble.devices.connections import BareStrip, power_of
from cribble.system.network import health_at, own_host
from cribble.system.process import stopping
from hardware.strips.strip import Caption, TeamLine
from scorekeeper.board.light import Colour, dimmed, underpowered
from scorekeeper.board.wiring import Board, Lamp, Place, Socket
from scorekeeper.device import DeviceFault, Health
from scorekeeper.words import Fault, Words, en

CHUNK: Final = 4096


class LineReader:
    """Reads lines from the file descriptor *file* without blocking; None means end of file."""

    def __init__(self, file: int | None) -> None:
        self._file = file
        self._read = b""

    @property
    def over(self) -> bool:
        return self._file is None and not self._read

    def within(self, seconds: float) -> str | None:
        """Return the next line; None if it is not complete within *seconds*."""
        file = self._file
        if file is not None and b"\n" not in self._read and select([file], [], [], seconds)[0]:
            chunk = os.read(file, CHUNK)
            self._read += chunk
            self._file = file if chunk else None
        line, newline, rest = self._read.partition(b"\n")
        if not newline and (self._file is not None or not line):
            return None
        self._read = rest
        return line.decode("utf-8", "replace").strip()


WHITE: Final = Colour(255, 255, 255)
"""Colour of lamps, which do not belong to a team."""

POLL_SECONDS: Final = 0.25
"""Seconds between polls of the stop event and redraws; a redraw detects a disconnected strip."""

GO_ON, BACK, LEAVE = "", "b", "q"


class WalkStep(NamedTuple):
    """A light, its socket (hole or lamp), and its colour."""

    socket: Socket
    pixel: int
    colour: Colour

    def name(self, words: Words) -> str:
        """Return a description of the light, with track and hole counted from 1."""
        match self.socket:
            case Place(track=track, hole=hole):
                sentence = en("Track {track}, hole {hole}: pixel {pixel}")
                return words.say(sentence, track=track + 1, hole=hole, pixel=self.pixel)
            case Lamp(name=name):
                return words.say("lamps.{lamp}: pixel {pixel}", lamp=name, pixel=self.pixel)
            case _:
                assert_never(self.socket)


def steps(board: Board) -> Iterator[WalkStep]:
    """Yield each hole, track by track in its team's colour, then each lamp."""
    for track, lights in enumerate(board.lights):
        for hole, pixel in enumerate(lights, 1):
            yield WalkStep(Place(track, hole), pixel, board.look.colours[track])
    for lamp, pixel in board.wiring.lamps.each():
        yield WalkStep(lamp, pixel, WHITE)


def answer_to(
    show: Callable[[], None], words: Words, answers: LineReader, due: float, stop: Event
) -> str:
    """Call *show* repeatedly until there is a valid answer, *due* (monotonic time) has passed, or
    *stop* is set; return the answer. Raises DeviceFault."""
    while not stop.is_set():
        show()
        wait = min(due - time.monotonic(), POLL_SECONDS)
        if wait <= 0:
            return GO_ON
        answer = answers.within(wait)
        if answer is not None and answer.lower() in (GO_ON, BACK, LEAVE):
            return answer.lower()
        if answer is not None:
            sentence = en("{word} is not a command: press Enter to go on, b to go back, q to quit.")
            click.echo(words.say(sentence, word=quoted(answer)))
        elif answers.over:
            if due == inf:
                return LEAVE
            stop.wait(wait)
    return LEAVE


DRAWING: Final = frozenset({Health.OK, Health.MISFIT, Health.UNFED, Health.LOST})
"""Health values of a strip that is in use, or will be once it is connected."""


UNSEEN: Final = "browser"
"""Name of the strip that is shown only on a table's page."""


@subcommand(
    "Light the holes one by one, to check a board by eye",
    "Light the holes on the configured strip one by one, track by track in the team colours, "
    "then each lamp, and print which one is lit. Press Enter to go on, b to go back, q to quit. "
    "At the end all lights are off.",
)
@with_config("strip.name", "strip.at")
@option(
    "--auto",
    en("SECONDS"),
    en("Advance automatically after this many seconds"),
    a_number(0.05, 3600, "s"),
)
def walk(words: Words, active: ActiveConfig, *, auto: float | None) -> None:
    config = active.config
    if config.strip.name == UNSEEN:
        raise Fault(
            "The strip {strip} is shown on the table’s page, which this command does not serve: "
            "use cribble demo --strip {strip} to show a game there.",
            strip=UNSEEN,
        )
    board = board_of(config)
    if not STRIPS[config.strip.name].screen:
        host = own_host(config.host)
        health = health_at(host, config.port)
        if health is not None and health.get("strip") in DRAWING:
            sentence = en(
                "A table is open at {host}, port {port}. If it uses the same strip, both will "
                "draw on it: close the table first."
            )
            click.echo(words.say(sentence, host=host, port=config.port), err=True)
    if fault := underpowered(board.pixels, power_of(config.strip)):
        click.echo(words.fault(fault), err=True)
    how = words.say("Press Enter to go on, b to go back, q to quit.") if auto is None else ""
    caption = Caption()
    if sys.stdout.isatty():  # A board in the terminal has track names.
        numbers = range(1, board.tracks + 1)
        names = (words.say("Track {number}", number=number) for number in numbers)
        caption = Caption(tuple(map(TeamLine, names)))
    typed = None if sys.stdin is None else sys.stdin.fileno()  # None: closed by the parent.
    try:
        with stopping() as stop, closing(BareStrip(board, config.strip, lambda: caption)) as strip:
            answers, way, place = LineReader(typed), [*steps(board)], 0
            while place < len(way):
                colours = bytes(3 * way[place].pixel) + bytes(way[place].colour)
                frame = dimmed(colours.ljust(3 * board.pixels, b"\0"), config.strip.brightness)
                strip.show(frame)
                if how:
                    click.echo(how)
                how = ""
                click.echo(way[place].name(words))
                due = time.monotonic() + (inf if auto is None else auto)
                answer = answer_to(partial(strip.show, frame), words, answers, due, stop)
                if answer == LEAVE:
                    break
                place = max(place - 1, 0) if answer == BACK else place + 1
    except DeviceFault as fault:
        raise click.ClickException(words.device_fault(fault.message)) from None
