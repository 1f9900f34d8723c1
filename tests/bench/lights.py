"""Cost of the lights: one frame of a large board, and the loop, busy or asleep."""

from collections.abc import Iterator, Sequence
from statistics import median
from time import monotonic, perf_counter, process_time, sleep

from hardware.lights import Lights
from hardware.strips.virtual import CaptureStrip
from scorekeeper.board.board import Board, build
from scorekeeper.board.light import Look, Power, corrected, dimmed, limited
from scorekeeper.board.picture import picture
from scorekeeper.board.scene import Ghost, Move, Scene
from scorekeeper.board.shape import Measures
from scorekeeper.game.actions import Peg, Start
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from tests.bench.figures import Aim, Figure, rounded

GAMMA = 2.2
WOOD = Measures(tracks=3)
QUIET = Look()
EVERYTHING = Look(streets=True, low_vision=True)
"""All that may be lit, lit."""

WALKING = Scene(
    target=121,
    moves=(Move(40, 64, 40), Move(75, 75, 63), Move(12, 12, 4)),
    seats=(0, 1, 2),
    skunks=(61, 91),
    ghost=Ghost(1, 99),
)


def frames(*, frames: int, runs: int) -> Iterator[Figure]:
    """One frame from the scene to the bytes that a strip is given, on 363 lights."""
    for look, what in ((QUIET, "as it usually looks"), (EVERYTHING, "with all that can be lit")):
        board = build(measures=WOOD, look=look)
        times = [_frame_ms(board, frames) for _ in range(runs)]
        yield Figure(
            f"A frame of {board.pixels} lights, {what}",
            median(times),
            " ms",
            Aim(at_most=0.3),
            f"{rounded(min(times))}–{rounded(max(times))} ms in {runs} runs",
        )


def _frame_ms(board: Board, frames: int) -> float:
    """The mean of so many frames over two seconds of a walk, in ms."""
    power, began = Power(), perf_counter()
    for number in range(frames):
        frame = picture(WALKING, board, 2 * number / frames)
        limited(corrected(dimmed(frame, 0.8), GAMMA), power)
    return (perf_counter() - began) * 1000 / frames


def loop(*, seconds: float, runs: int) -> Iterator[Figure]:
    """Return how much of a core the loop takes while a peg breathes, and while all is still."""
    moving = [_busy(Look(breaths=float("inf")), seconds) for _ in range(runs)]
    shares = [share for share, _ in moving]
    a_second = median(shown for _, shown in moving)
    yield Figure(
        "The lights' loop while something moves: of a core",
        median(shares),
        " %",
        Aim(at_most=5),
        f"{_range(shares)} % at {rounded(a_second)} frames a second",
    )
    still = [_busy(Look(breaths=0), seconds) for _ in range(runs)]
    shares = [share for share, _ in still]
    most = max(shown for _, shown in still)
    yield Figure(
        "The same while nothing moves",
        median(shares),
        " %",
        Aim(at_most=0.1),
        f"{_range(shares)} % with {rounded(most)} frames a second",
    )


def _range(shares: Sequence[float]) -> str:
    return f"{rounded(min(shares))}–{rounded(max(shares))}"


def _busy(look: Look, seconds: float) -> tuple[float, float]:
    """The share of a core in percent, and the frames a second, once the pegs have walked."""
    table, strip = Table(Journal.in_memory()), CaptureStrip()
    table.submit(Start(rules="three-handed", players=("Ann", "Ben", "Cleo"), dealer=0))
    for team in range(3):
        table.submit(Peg(team=team, points=1))
        table.submit(Peg(team=team, points=1))
    lights = Lights(
        table,
        build(measures=WOOD, look=look),
        lambda: strip,
        clock=monotonic,
        gamma=GAMMA,
        power=Power(),
    )
    lights.start()
    try:
        sleep(1.5)
        shown, began, busy = strip.shown, monotonic(), process_time()
        sleep(seconds)
        passed = monotonic() - began
        return 100 * (process_time() - busy) / passed, (strip.shown - shown) / passed
    finally:
        lights.stop()
        table.close()
