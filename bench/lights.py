"""Cost of the lights: frames of a large board, the loop, and traffic on the serial line."""

from collections.abc import Iterator
from itertools import groupby
from random import Random
from statistics import median
from time import monotonic, perf_counter, process_time, sleep
from typing import Final

from bench.figures import Figure, quantile, rounded, spread
from cribble.demo import Bot
from firmware_bridge.link import Link
from firmware_bridge.protocol.messages import NO_PIXEL
from firmware_bridge.protocol.pixels import Tape
from firmware_bridge.simulated import Controller
from hardware.lights import FRAME_SECONDS, Lights
from hardware.strips.strip import CaptureStrip, arranged
from scorekeeper.board.light import Frame, Look, Power, corrected, dimmed, limited
from scorekeeper.board.picture import picture
from scorekeeper.board.scene import Ghost, Move, Scene
from scorekeeper.board.shape import Measures
from scorekeeper.board.wiring import build
from scorekeeper.game.actions import Action, Peg, Start
from scorekeeper.game.state import Phase
from scorekeeper.journal import Journal
from scorekeeper.table import Table

GAMMA: Final = 2.2
WOOD: Final = Measures(tracks=3)
EVERYTHING: Final = Look(streets=True, low_vision=True)
"""All optional lights on."""
WALKING: Final = Scene(
    target=121,
    moves=(Move(40, 64, 40), Move(75, 75, 63), Move(12, 12, 4)),
    seats=(0, 1, 2),
    skunks=(61, 91),
    ghost=Ghost(1, 99),
)
BAUD, BITS = 115_200, 10
"""Bits per byte on the line, with start and stop bits."""
MAX_ENTRY_LENGTH: Final = 400
"""Frames after which all animations have ended, unless a peg breathes forever."""


def frames(*, frames: int, runs: int) -> Iterator[Figure]:
    """Render frames of 363 lights, from the scene to the bytes sent to a strip."""
    board, power, times = build(measures=WOOD, look=EVERYTHING), Power(), []
    for _ in range(runs):
        began = perf_counter()
        for number in range(frames):
            frame = picture(WALKING, board, 2 * number / frames)
            limited(corrected(dimmed(frame, 0.8), GAMMA), power)
        times.append((perf_counter() - began) * 1000 / frames)
    what = f"A frame of {board.pixels} lights, with all that can be lit"
    yield Figure(what, median(times), " ms", 0.3, beside=spread(times, " ms"))


def loop(*, seconds: float, runs: int) -> Iterator[Figure]:
    """Measure the CPU share of the lights' loop, busy and idle."""
    strip = CaptureStrip()
    for moving, breaths, limit in (("something", float("inf"), 5), ("nothing", 0.0, 0.1)):
        shares = []
        for _ in range(runs):
            table = Table(Journal.in_memory())
            table.submit(Start(rules="three-handed", players=("Ann", "Ben", "Cleo"), dealer=0))
            for team in (0, 0, 1, 1, 2, 2):
                table.submit(Peg(team=team, points=1))
            board = build(measures=WOOD, look=Look(breaths=breaths))
            lights = Lights(
                table, board, lambda: strip, clock=monotonic, gamma=GAMMA, power=Power()
            )  # fmt: skip
            lights.start()
            sleep(1.5)
            began, busy = monotonic(), process_time()
            sleep(seconds)
            shares.append(100 * (process_time() - busy) / (monotonic() - began))
            lights.stop()
            table.close()
        what = f"The lights' loop while {moving} moves: of a core"
        yield Figure(what, median(shares), " %", limit, beside=spread(shares, " %"))


def bridge(*, entries: int) -> Iterator[Figure]:
    """Send *entries* of a three-handed game to a microcontroller, and compare with Adalight, which
    sends all lights."""
    board = build(measures=WOOD)
    tape = Tape(board.pixels, Power().limit_ma, Power().led_ma, NO_PIXEL)
    adalight = 6 + 3 * board.pixels  # Header, and three bytes per light.
    show_seconds = 30e-6 * board.pixels + 300e-6
    link, device = Link(tape), Controller()
    sizes, seconds = [], []
    for frame, _ in groupby(_game(entries)):
        link.show(arranged(frame, "GRB"))
        there = back = shows = 0
        while not link.shown:
            data, before = link.data_to_send(0), device.shown
            answer = device.receive(data, 0)
            link.receive(answer, 0)
            there, back = there + len(data), back + len(answer)
            shows += device.shown is not before
        sizes.append(there)
        seconds.append((there + back) * BITS / BAUD + shows * show_seconds)
    usual, most = rounded(median(sizes)), rounded(quantile(sizes, 0.99))
    yield Figure(
        "Adalight's bytes for one frame in which something moves, in ours",
        adalight / median(sizes),
        " ×",
        at_least=20,
        beside=f"{adalight:,} bytes; ours {usual}, p99 {most} in {len(sizes):,} frames",
    )
    yield Figure(
        f"Frames a second at {BAUD:,} baud, by the bytes and the update",
        1 / median(seconds),
        "",
        at_least=50,
        beside=f"Adalight {rounded(BAUD / BITS / adalight)}",
    )


def _game(entries: int) -> Iterator[Frame]:
    """Yield the frames of each entry at 60 fps until nothing moves."""
    seconds, strip = 1000.0, CaptureStrip()
    table = Table(Journal.in_memory(), ticks=lambda: seconds)
    board = build(measures=WOOD)
    lights = Lights(
        table, board, lambda: strip, clock=lambda: seconds, gamma=GAMMA, power=Power()
    )  # fmt: skip
    dealer = Bot(Random(7))
    action: Action = dealer.begin("three-handed")
    for _ in range(entries):
        snapshot = table.submit(action).snapshot
        for _ in range(MAX_ENTRY_LENGTH):
            rests = lights.draw(snapshot)
            yield strip.frames[-1]
            seconds += FRAME_SECONDS
            if rests > 1:
                break
        if snapshot.game.phase is Phase.OVER:
            break
        action = dealer.next_action(snapshot.game)
    table.close()
