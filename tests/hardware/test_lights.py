"""The lights' loop: draws while something moves, otherwise sleeps, and never ends by itself."""

import threading
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from hardware.device import STUCK_SECONDS
from hardware.lights import (
    ASLEEP_SECONDS,
    FRAME_SECONDS,
    HANGS_SECONDS,
    Lights,
    Shown,
)
from hardware.strips.strip import CaptureStrip
from scorekeeper.board.light import Power, corrected, dimmed
from scorekeeper.board.shape import Measures
from scorekeeper.board.wiring import Board, build
from scorekeeper.device import DeviceFault
from scorekeeper.game.actions import Abandon, Peg, Start
from scorekeeper.table import Table
from scorekeeper.words import Words
from tests.cli.test_serve import START
from tests.kit.drivers.serving import serving
from tests.kit.drivers.waiting import limit, soon
from tests.kit.fakes.hanging_devices import Hang, Hanging
from tests.kit.fakes.lights import (
    BOARD,
    STILL_BOARD,
    BrokenStrip,
    FailingStrip,
    Watch,
    lights,
)
from tests.kit.oracles.frame_text import seen
from web.live.state import strip_status


def front(strip: CaptureStrip, board: Board = BOARD) -> int:
    return seen(board, strip.frames[-1])[0].find("O") + 1


def test_a_change_is_drawn_sixty_times_a_second_until_it_is_still(
    table: Table, watch: Watch
) -> None:
    strip = CaptureStrip()
    drawing = lights(table, strip, STILL_BOARD)
    snapshot = table.submit(Peg(team=0, points=8)).snapshot
    holes = []
    while (seconds := drawing.draw(snapshot)) != ASLEEP_SECONDS:
        assert seconds == FRAME_SECONDS
        assert len(holes) < 100
        holes.append(front(strip))
        watch.seconds += seconds
    assert 8 * 0.09 * 60 <= len(holes) <= 8 * 0.09 * 60 + 2
    assert holes == sorted(holes)
    assert list(dict.fromkeys(holes)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert front(strip) == 8


def test_frame_is_dimmed_before_gamma_correction(table: Table) -> None:
    strip, level = CaptureStrip(), [1.0]
    drawing = lights(table, strip, gamma=2.2, dim=lambda: level[0])
    snapshot = table.submit(Peg(team=0, points=1)).snapshot
    for level[0] in (1.0, 0.3, 0.0):
        drawing.draw(snapshot)
    full, night, dark = strip.frames
    plain = CaptureStrip()
    lights(table, plain).draw(snapshot)
    assert full == corrected(plain.frames[0], 2.2)
    assert night == corrected(dimmed(plain.frames[0], 0.3), 2.2)
    assert 0 < sum(night) < 0.1 * sum(full)
    assert dark == bytes(len(full))


def test_night_is_noticed_within_a_minute(table: Table, watch: Watch) -> None:
    strip, level = CaptureStrip(), [1.0]
    snapshot = table.submit(Peg(team=0, points=1)).snapshot
    watch.seconds += 60
    drawing = lights(table, strip, dim=lambda: level[0])
    assert drawing.draw(snapshot) == ASLEEP_SECONDS <= 60
    level[0] = 0.2
    drawing.draw(snapshot)
    assert sum(strip.frames[-1]) < sum(strip.frames[0])
    assert lights(table, strip, refresh_every=2.0).draw(snapshot) == 2


def test_shown_waits_for_a_frame_that_differs() -> None:
    shown = Shown()
    assert shown.after(-1, 5) == (0, b"")
    for frame in (b"abc", b"abc", b"def", b"def"):
        shown.put(frame)
    assert shown.after(0, 5) == (2, b"def")
    assert shown.after(2, 0.01) == (2, b"def")
    threading.Timer(0.05, lambda: shown.put(b"ghi")).start()
    assert shown.after(2, 5) == (3, b"ghi")


class QueueStrip(CaptureStrip):
    def __init__(self) -> None:
        super().__init__()
        self.queue = SimpleQueue[bytes]()

    def show(self, frame: bytes) -> None:
        super().show(frame)
        self.queue.put(frame)


def test_the_loop_shows_an_entry_at_once_and_then_sleeps(living: Table) -> None:
    strip = QueueStrip()
    drawing = lights(living, strip, STILL_BOARD)
    drawing.start()
    strip.queue.get(timeout=5)
    began = time.monotonic()
    living.submit(Peg(team=0, points=3))
    while front(strip) != 3:
        strip.queue.get(timeout=5)
    assert time.monotonic() - began < limit(5)
    with suppress(Empty):
        while strip.queue.get(timeout=0.3):
            assert len(strip.frames) < 40
    drawing.stop()


def test_stopping_puts_the_lights_out(living: Table) -> None:
    strip = FailingStrip()
    drawing = lights(living, strip, STILL_BOARD)
    drawing.start()
    soon(lambda: bool(strip.frames))
    began = time.monotonic()
    drawing.stop()
    assert time.monotonic() - began < limit(1)
    assert strip.closed == 1
    assert (drawing.health, living.machine.strip) == ("off", "off")
    assert "lights" not in {thread.name for thread in threading.enumerate()}


def test_a_strip_that_hangs_is_lost_long_before_the_watchdog(table: Table, watch: Watch) -> None:
    hang, news = Hang(), list[DeviceFault | None]()
    drawing = lights(table, lambda: Hanging(hang, "show"), news=news.append)
    assert drawing.is_turning, "nothing is late before it began"
    drawing.start()
    assert hang.reached.wait(60)
    drawing.poll()
    assert (drawing.health != "lost", drawing.is_turning) == (True, True), "it may take its time"
    watch.seconds += STUCK_SECONDS
    assert STUCK_SECONDS < HANGS_SECONDS / 2
    drawing.poll()
    drawing.poll()
    assert (drawing.health, table.machine.strip) == ("lost", "lost")
    assert "not responding" in str(drawing.fault)
    assert len(news) == 1
    assert drawing.is_turning, "the watchdog has more patience"
    watch.seconds += HANGS_SECONDS + 1 - STUCK_SECONDS
    assert not drawing.is_turning
    hang.released.set()
    drawing.stop()


def test_a_loop_that_sleeps_is_not_late(table: Table, watch: Watch) -> None:
    drawing = lights(table, CaptureStrip(), STILL_BOARD)
    table.submit(Peg(team=0, points=8))
    watch.seconds += 60
    drawing.start()
    soon(lambda: drawing.health == "ok")
    watch.seconds += HANGS_SECONDS + ASLEEP_SECONDS / 2
    soon(lambda: drawing.is_turning)
    drawing.stop()


FIVE = Start(rules="five-card", players=("Ann", "Ben"), dealer=0)


def word(drawing: Lights, table: Table) -> tuple[str | None, str | None]:
    told = strip_status(table.machine, Words.of("en"))
    assert told.health == drawing.health
    assert (told.say is None) == (drawing.fault is None)
    return told.health, told.say


LOST = "The strip does not work (the plug is out)."


def test_lost_strip_is_reopened_with_backoff(table: Table, watch: Watch) -> None:
    strip, heard = FailingStrip(), list[str | None]()
    drawing = lights(table, strip, news=lambda fault: heard.append(fault and str(fault)))
    drawing.draw(table.now)
    assert (word(drawing, table), heard) == (("ok", None), [])
    strip.plugged = False
    waits = []
    for _ in range(8):
        waits.append(drawing.draw(table.now))
        watch.seconds += waits[-1]
    assert waits == [0.25, 0.5, 1, 2, 4, 5, 5, 5]
    assert (word(drawing, table), heard) == (("lost", LOST), [LOST])
    drawing.draw(table.now)
    opened = strip.opened
    watch.seconds += 1
    assert drawing.draw(table.submit(Peg(team=0, points=1)).snapshot) == 4
    assert strip.opened == opened
    watch.seconds += 4
    strip.plugged = True
    drawing.draw(table.now)
    assert seen(BOARD, strip.frames[-1]) == ["O" + "." * 120, ":" + "." * 120]
    assert (word(drawing, table), heard) == (("ok", None), [LOST, None])
    strip.plugged = False
    assert drawing.draw(table.now) == 0.25


def test_game_too_long_for_the_board_is_a_misfit(table: Table) -> None:
    strip, board = CaptureStrip(), build(measures=Measures(tracks=2, holes=13))
    drawing = lights(table, strip, board)
    drawing.draw(table.submit(Abandon()).snapshot)
    health, why = word(drawing, table)
    assert health == "misfit"
    assert why
    assert "10 laps" in why
    assert not any(strip.frames[-1])
    drawing.draw(table.submit(FIVE).snapshot)
    assert word(drawing, table) == ("ok", None)


MISTAKE = (
    "An internal error turned the lights off: the next entry tries them again. If they stay off, "
    "restart Cribble."
)


def test_mistake_in_a_strip_is_reported_once_and_the_next_entry_tries_again(
    living: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """A bug in a driver is not a lost strip, and the game goes on."""
    strip, heard = BrokenStrip(), SimpleQueue[DeviceFault | None]()
    drawing = lights(living, strip, news=heard.put)
    drawing.start()
    assert heard.get(timeout=30) is drawing.fault
    assert word(drawing, living) == ("broken", MISTAKE)
    assert living.submit(Peg(team=0, points=3)).snapshot.game.scores == (3, 0)
    strip.mended = True
    living.submit(Peg(team=0, points=1))
    assert heard.get(timeout=30) is None
    assert word(drawing, living) == ("ok", None)
    drawing.stop()
    [mistake] = caplog.records
    assert (mistake.levelname, mistake.exc_info is not None) == ("ERROR", True)


def test_limit_too_low_for_pegs_is_reported_as_unfed(table: Table) -> None:
    strip, heard = CaptureStrip(), list[DeviceFault | None]()
    drawing = lights(table, strip, power=Power(limit_ma=100), news=heard.append)
    drawing.draw(table.submit(Peg(team=0, points=3)).snapshot)
    assert word(drawing, table) == (
        "unfed",
        (
            "strip.limit_ma = 100 is too low: 242 LEDs draw 242 mA even when off. Set it to 850 or "
            "more, with a supply to match."
        ),
    )
    assert heard == [drawing.fault]
    assert not any(strip.frames[-1])


def test_badly_wired_config_opens_the_table_without_lights(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(
        '[strip]\nname = "capture"\n[board]\nshape = "straight"\ntracks = 1\nholes = 10\n'
        '[wiring]\nlaid = "segments"\npixels = 10\n'
        "[[wiring.segments]]\nstart = 0\nlength = 8\ntrack = 1\n"
    )
    with serving(tmp_path / "data", "--access", "open", "--config", str(config)) as program:
        why = (
            'Hole 9 of track 1 has no pixel. This is one of 2 wiring faults: run "cribble board '
            'check" with the same --config to list them all.'
        )
        health = program.ask("/healthz")
        assert (health["strip"], health["strip_fault"]) == ("miswired", why)
        assert program.ask("/api/v1/state?lang=en")["strip"] == {"health": "miswired", "say": why}
        assert program.ask("/api/v1/actions", START)["version"] == 1
        assert program.ask("/api/v1/board")["shape"] == "straight"
        _, code, _, err = program.stop()
    assert (code, err) == (0, f"The lights failed. {why} The game goes on.\n")
