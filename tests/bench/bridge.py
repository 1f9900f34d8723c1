"""Cost of pictures on a serial line: the bytes of each, and its time beside Adalight's.

Adalight sends every light of every frame. The board's time is that of the bytes both ways and of
the show, as PROTOCOL.md has them, and is measured on the emulated chip where that can be built.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import groupby, pairwise
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import NamedTuple

from cribble.demo import Bot
from firmware_bridge.link import Link
from firmware_bridge.protocol.messages import NO_PIXEL
from firmware_bridge.protocol.pixels import Tape
from firmware_bridge.serial_ports import SerialTransport
from firmware_bridge.simulated import Board
from hardware.lights import FRAME_SECONDS, Lights
from hardware.strips.strip import arranged
from hardware.strips.virtual import CaptureStrip
from scorekeeper.board.board import build
from scorekeeper.board.light import Frame, Power
from scorekeeper.board.shape import Measures
from scorekeeper.game.state import Phase
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from tests.bench.figures import Aim, Figure, quantile, rounded

BOARD = build(measures=Measures(tracks=3))
TAPE = Tape(BOARD.pixels, Power().limit_ma, Power().led_ma, NO_PIXEL)
BAUD = 115_200
BITS = 10
"""Of a byte on the line, with those that begin and end it."""
SHOW_SECONDS = 30e-6 * BOARD.pixels + 300e-6
"""Thirty microseconds a pixel, and a pause after which a strip takes what it has."""
ADALIGHT = 6 + 3 * BOARD.pixels
"""Bytes of a frame: a header, and three for each light."""
LONGEST_ENTRY = 400
"""Frames: all that moves is still by then, unless a peg breathes for ever."""


class Sent(NamedTuple):
    """The bytes of a picture to the board and back, and how often it showed something."""

    bytes: int
    seconds: float


def bridge(folder: Path, *, entries: int, chip: int) -> Iterator[Figure]:
    """Send *entries* of a game for three, the first *chip* frames to the emulated chip."""
    drawn = [_drawn(frames) for frames in _game(entries)]
    link, board = Link(TAPE), Board()
    peggings = [[_sent(link, board, frame) for frame in frames] for frames in drawn]
    frames = [sent for pegging in peggings[1:] for sent in pegging if sent.bytes]
    yield _bytes_a_frame(frames)
    yield _ms_a_frame(frames)
    yield from _peggings(peggings[1:])
    every = [frame for frames in drawn for frame in frames]
    yield from _on_the_chip(folder, every[:chip])


def _bytes_a_frame(frames: Sequence[Sent]) -> Figure:
    lengths = [sent.bytes for sent in frames]
    usual, most = rounded(median(lengths)), rounded(quantile(lengths, 0.99))
    return Figure(
        "Adalight's bytes for one frame in which something moves, in ours",
        ADALIGHT / median(lengths),
        " ×",
        Aim(at_least=20),
        f"{ADALIGHT:,} bytes; ours {usual}, p99 {most} in {len(lengths):,} frames",
    )


def _ms_a_frame(frames: Sequence[Sent]) -> Figure:
    seconds = [sent.seconds for sent in frames]
    slow = quantile(seconds, 0.99)
    return Figure(
        f"Frames a second at {BAUD:,} baud, by the bytes and the show",
        1 / median(seconds),
        "",
        Aim(at_least=50),
        f"{rounded(1000 * median(seconds))} ms a frame, p99 {rounded(1000 * slow)} ms; "
        f"Adalight {rounded(BAUD / BITS / ADALIGHT)}",
    )


def _peggings(peggings: Sequence[Sequence[Sent]]) -> Iterator[Figure]:
    lit = ([sent for sent in pegging if sent.bytes] for pegging in peggings)
    moved = [pegging for pegging in lit if pegging]
    ours = [sum(sent.bytes for sent in pegging) for pegging in moved]
    theirs = [ADALIGHT * len(pegging) for pegging in moved]
    yield Figure(
        "Adalight's bytes for one pegging, walk and breaths and all, in ours",
        sum(theirs) / sum(ours),
        " ×",
        Aim(at_least=20),
        f"{rounded(median(theirs) / 1000)} kB; ours {rounded(median(ours) / 1000)} kB in "
        f"{rounded(median(map(len, moved)))} frames",
    )


def _on_the_chip(folder: Path, frames: Sequence[Frame]) -> Iterator[Figure]:
    """The same frames to the firmware, each as soon as the one before is shown."""
    from tests.firmware.rig.toolchain import NEEDED, is_here
    from tests.firmware.rig.uno import Uno

    if not all(map(is_here, NEEDED)):
        return
    uno = Uno(folder, BAUD)
    uno.plug()
    try:
        with closing(SerialTransport(uno.port, BAUD)) as wire:
            link = Link(TAPE)
            for frame in frames:
                _shown_at(wire, link, frame)
        uno.shows(frames[-1])
        times = [picture.at_us / 1e6 for picture in uno.pictures[2:]]
    finally:
        uno.stop()
    gaps = [after - before for before, after in pairwise(times)]
    yield Figure(
        f"The same on the emulated chip at {BAUD:,} baud",
        1 / median(gaps),
        "",
        Aim(at_least=50),
        f"{rounded(1000 * median(gaps))} ms a frame, p99 {rounded(1000 * quantile(gaps, 0.99))} ms "
        f"in {len(gaps):,} frames",
    )


def _shown_at(wire: SerialTransport, link: Link, frame: Frame) -> None:
    """Have the board behind *wire* show *frame*, and hear that it does."""
    link.show(frame)
    while not link.shown:
        assert not link.ended
        if said := link.data_to_send(monotonic()):
            wire.write(said)
        link.receive(wire.read(link.wait(monotonic())), monotonic())


def _sent(link: Link, board: Board, frame: Frame) -> Sent:
    """Return what it takes to have *board* show *frame*."""
    link.show(frame)
    there = back = shows = 0
    while not link.shown:
        said, before = link.data_to_send(0), board.shown
        answer = board.receive(said, 0)
        link.receive(answer, 0)
        there, back = there + len(said), back + len(answer)
        shows += board.shown is not before
    seconds = (there + back) * BITS / BAUD + shows * SHOW_SECONDS
    return Sent(there, seconds)


def _drawn(frames: Sequence[Frame]) -> list[Frame]:
    """Return the frames that differ from the one before, as the strip takes them."""
    return [arranged(frame, "GRB") for frame, _ in groupby(frames)]


def _game(entries: int) -> Iterator[list[Frame]]:
    """The frames of each entry at sixty a second, until all is still."""
    seconds, strip = 1000.0, CaptureStrip()
    table = Table(Journal.in_memory(), ticks=lambda: seconds)
    lights = Lights(table, BOARD, lambda: strip, clock=lambda: seconds, gamma=2.2, power=Power())
    dealer = Bot(Random(7))
    action = dealer.begin("three-handed")
    for _ in range(entries):
        snapshot, frames = table.submit(action).snapshot, list[Frame]()
        for _ in range(LONGEST_ENTRY):
            rests = lights.draw(snapshot)
            frames.append(strip.frames[-1])
            seconds += FRAME_SECONDS
            if rests > 1:
                break
        yield frames
        if snapshot.game.phase is Phase.OVER:
            break
        action = dealer.next_action(snapshot.game)
    table.close()
