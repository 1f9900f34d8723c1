"""`cribble board walk`: lights one pixel after another for the builder to check."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from cribble.commands.board.walk import WHITE, LineReader, steps
from scorekeeper.board.light import Look, Power
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import shape_named
from scorekeeper.board.wiring import Board, Lamps, wire_in_order
from tests.kit.drivers.command_line import Done, typed
from tests.kit.drivers.serving import serving
from tests.kit.oracles.ddp_display import Display
from tests.kit.oracles.frame_text import drawn_ma

PIXELS = 8
CONFIG = """
port = {port}
host = "127.0.0.1"
[board]
shape = "straight"
tracks = 2
holes = 3
[wiring]
laid = "rows"
pixels = 8
[lamps]
turn = [6, 7]
[strip]
name = "{strip}"
at = "{at}"
limit_ma = {limit_ma}
"""
WAY = (
    "Track 1, hole 1: pixel 0",
    "Track 1, hole 2: pixel 1",
    "Track 1, hole 3: pixel 2",
    "Track 2, hole 1: pixel 3",
    "Track 2, hole 2: pixel 4",
    "Track 2, hole 3: pixel 5",
    "lamps.turn 1: pixel 6",
    "lamps.turn 2: pixel 7",
)
HOW = "Press Enter to go on, b to go back, q to quit."


def config(folder: Path, strip: str, at: str = "", limit_ma: int = 850, port: int = 1) -> str:
    path = folder / "cribble.toml"
    path.write_text(CONFIG.format(strip=strip, at=at, limit_ma=limit_ma, port=port))
    return str(path)


def walked(*words: str, answers: str = "") -> Done:
    return typed("board", "walk", *words, stdin=answers.encode())


def lit(frame: bytes) -> list[int]:
    return [pixel for pixel in range(PIXELS) if any(frame[3 * pixel : 3 * pixel + 3])]


def changes(frames: list[bytes]) -> list[list[int]]:
    shone = [lit(frame) for frame in frames]
    return [now for before, now in zip([None, *shone], shone, strict=False) if now != before]


def test_each_track_has_its_colour_and_lamps_are_white() -> None:
    shape = shape_named("straight", Measures(tracks=2, holes=3))
    wiring = wire_in_order(shape, "pegged", pixels=9, lamps=Lamps(dealer=(6, 7), link=8))
    one, other = Look().colours[:2]
    colours = [step.colour for step in steps(Board(shape, wiring))]
    assert colours == [one] * 3 + [other] * 3 + [WHITE] * 3


def test_walk_follows_enter_b_and_q(tmp_path: Path) -> None:
    with Display(PIXELS) as display:
        path = config(tmp_path, "ddp", display.at)
        done = walked("--config", path, answers="\n\nb\nwhat\nB\nq\n\n\n")
        shone = changes(display.frames())
    assert (done.code, done.err) == (0, "")
    said = [HOW, *WAY[:3], WAY[1], "what is not a command: p" + HOW[1:], WAY[0]]
    assert done.out.splitlines() == said
    assert shone == [[0], [1], [2], [1], [0], []]


def test_walk_without_input_ends(tmp_path: Path) -> None:
    done = walked("--config", config(tmp_path, "capture"))
    assert (done.code, done.out.splitlines(), done.err) == (0, [HOW, WAY[0]], "")


def test_walk_with_auto_goes_on_by_itself(tmp_path: Path) -> None:
    done = walked("--config", config(tmp_path, "terminal"), "--auto", "0.05")
    assert (done.code, done.out.splitlines(), done.err) == (0, [*WAY], "")


def test_walk_with_auto_still_takes_answers_and_stays_within_the_supply(tmp_path: Path) -> None:
    with Display(PIXELS) as display:
        path = config(tmp_path, "ddp", display.at, limit_ma=20)
        done = walked("--config", path, "--auto", "60", answers="\n" * len(WAY))
        frames = display.frames()
    assert done.out.splitlines() == [*WAY]
    assert changes(frames) == [*([pixel] for pixel in range(PIXELS)), []]
    drawn = [drawn_ma(frame, Power()) for frame in frames if any(frame)]
    assert 15 < max(drawn) <= 20


def test_walk_ends_dark_after_a_signal(tmp_path: Path) -> None:
    with Display(PIXELS) as display, ThreadPoolExecutor(1) as beside:
        first = beside.submit(display.frame)
        first.add_done_callback(lambda it: it.exception() or os.kill(os.getpid(), signal.SIGINT))
        done = walked("--config", config(tmp_path, "ddp", display.at), "--auto", "60")
        assert lit(first.result()) == [0]
        assert lit(display.frames()[-1]) == []
    assert (done.code, done.err) == (0, "")


def test_walk_on_a_missing_strip_is_one_sentence(tmp_path: Path) -> None:
    done = walked("--config", config(tmp_path, "leds0", "/nowhere/leds0"))
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith("cribble: ")
    assert "/nowhere/leds0" in done.err
    assert "dtoverlay=ws2812-pio" in done.err


def test_walk_notices_a_lost_strip_while_waiting(tmp_path: Path) -> None:
    with ExitStack() as there, ThreadPoolExecutor(1) as beside:
        display = there.enter_context(Display(PIXELS))
        beside.submit(display.frame).add_done_callback(lambda _: there.close())
        done = walked("--config", config(tmp_path, "ddp", display.at), "--auto", "60")
    assert (done.code, WAY[1] in done.out) == (2, False)
    assert display.at in done.err


def test_walk_warns_of_an_open_table(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--strip", "capture") as table, Display(PIXELS) as display:
        done = walked("--config", config(tmp_path, "ddp", display.at, port=table.port))
    assert done.code == 0
    assert done.err.startswith(f"A table is open at 127.0.0.1, port {table.port}.")


def test_walk_on_the_browser_strip_is_refused(tmp_path: Path) -> None:
    done = walked("--config", config(tmp_path, "browser"))
    assert (done.code, done.out) == (2, "")
    assert "cribble demo --strip browser" in done.err


def test_line_reader_returns_line_by_line(tmp_path: Path) -> None:
    file, write = os.pipe()
    answers = LineReader(file)
    os.write(write, b"b")
    assert answers.within(0) is None
    os.write(write, b" \r\n\nq")
    assert [answers.within(0) for _ in range(3)] == ["b", "", None]
    os.close(write)
    assert (answers.within(0), answers.over) == ("q", True)
    assert answers.within(0) is None
    os.close(file)
