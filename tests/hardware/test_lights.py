"""The lights' loop: it draws while something moves, else it sleeps, and it never gives up."""

import threading
import time

import pytest

from hardware.device import STUCK_SECONDS
from hardware.lights import ASLEEP_SECONDS, FRAME_SECONDS, HANGS_SECONDS, Shown
from hardware.strips.virtual import CaptureStrip
from scorekeeper.board.board import Board
from scorekeeper.board.light import corrected, dimmed
from scorekeeper.device import DeviceFault
from scorekeeper.game.actions import Peg, Undo
from scorekeeper.table import Table
from tests.kit.drivers.waiting import limit, soon
from tests.kit.fakes.hanging_devices import Hang, Hanging
from tests.kit.fakes.lights import BOARD, STILL_BOARD, FailingStrip, Watch, lights
from tests.kit.oracles.frame_text import seen


class SlowStrip(CaptureStrip):
    """A strip that takes its time, by the watch."""

    def __init__(self, watch: Watch, takes: float) -> None:
        super().__init__()
        self._watch, self._takes = watch, takes

    def show(self, frame: bytes) -> None:
        self._watch.seconds += self._takes
        super().show(frame)


def front(strip: CaptureStrip, board: Board = BOARD) -> int:
    """Return the hole of the first team's bright peg in the latest frame."""
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


@pytest.mark.parametrize(("takes", "rest"), [(0.005, FRAME_SECONDS - 0.005), (0.05, 0.05)])
def test_a_slow_strip_is_drawn_less_often(
    table: Table, watch: Watch, takes: float, rest: float
) -> None:
    drawing = lights(table, SlowStrip(watch, takes))
    assert drawing.draw(table.submit(Peg(team=0, points=8)).snapshot) == pytest.approx(rest)


def test_live_state_does_not_restart_a_walk(table: Table, watch: Watch) -> None:
    strip = CaptureStrip()
    drawing = lights(table, strip)
    drawing.draw(table.submit(Peg(team=0, points=10)).snapshot)
    watch.seconds += 0.5
    table.set_machine(rights_tag="1")
    drawing.draw(table.now)
    assert front(strip) == 6


def test_a_walk_begins_with_its_entry(table: Table, watch: Watch) -> None:
    strip = CaptureStrip()
    snapshot = table.submit(Peg(team=0, points=10)).snapshot
    watch.seconds += 0.5
    lights(table, strip).draw(snapshot)
    assert front(strip) == 6


def test_the_next_change_begins_its_own_walk(table: Table, watch: Watch) -> None:
    strip = CaptureStrip()
    drawing = lights(table, strip)
    table.submit(Peg(team=0, points=10))
    drawing.draw(table.submit(Peg(team=0, points=5)).snapshot)
    assert front(strip) == 11
    watch.seconds += 5
    drawing.draw(table.submit(Undo()).snapshot)
    assert front(strip) == 14


def test_frame_is_dimmed_before_gamma_correction(table: Table) -> None:
    """As bright as the hour wants it, in the eyes of people; at no brightness nothing is lit."""
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


def test_shown_has_every_frame_that_the_strip_is_handed(table: Table, watch: Watch) -> None:
    strip = FailingStrip()
    drawing = lights(table, strip, gamma=2.2)
    snapshot = table.submit(Peg(team=0, points=3)).snapshot
    drawing.draw(snapshot)
    number, frame = drawing.shown.after(0, 0)
    assert (number, frame) == (1, strip.frames[-1])
    strip.plugged = False
    watch.seconds += 0.1
    drawing.draw(snapshot)
    later = drawing.shown.after(number, 0)
    assert later[0] == 2
    assert later[1] != frame


def test_shown_waits_for_a_frame_that_differs() -> None:
    shown = Shown()
    assert shown.after(-1, 5) == (0, b"")
    for frame in (b"abc", b"abc", b"def", b"def"):
        shown.put(frame)
    assert shown.after(0, 5) == (2, b"def")
    assert shown.after(2, 0.01) == (2, b"def")
    threading.Timer(0.05, lambda: shown.put(b"ghi")).start()
    assert shown.after(2, 5) == (3, b"ghi")


def test_the_loop_shows_an_entry_at_once_and_then_sleeps(living: Table) -> None:
    strip = CaptureStrip()
    drawing = lights(living, strip, STILL_BOARD)
    drawing.start()
    assert strip.after(0, 5)
    began = time.monotonic()
    living.submit(Peg(team=0, points=3))
    while front(strip) != 3:
        assert strip.after(strip.shown, 5)
    assert time.monotonic() - began < limit(5)
    while strip.after(strip.shown, 0.3):
        assert strip.shown < 40
    drawing.stop()


def test_stopping_puts_the_lights_out(living: Table) -> None:
    """Asleep or not, the loop ends at once, its strip is closed, and the aside says off."""
    strip = FailingStrip()
    drawing = lights(living, strip, STILL_BOARD)
    drawing.start()
    assert strip.after(0, 5)
    began = time.monotonic()
    drawing.stop()
    assert time.monotonic() - began < limit(1)
    assert strip.closed == 1
    assert (drawing.health, living.machine.strip) == ("off", "off")
    assert "lights" not in {thread.name for thread in threading.enumerate()}


def test_the_loop_counts_as_turning_unless_a_strip_hangs(table: Table, watch: Watch) -> None:
    hang = Hang()
    drawing = lights(table, lambda: Hanging(hang, "show"))
    assert drawing.is_turning, "nothing is late before it began"
    drawing.start()
    assert hang.reached.wait(60)
    assert drawing.is_turning, "it may take its time"
    watch.seconds += HANGS_SECONDS + 1
    assert not drawing.is_turning
    hang.released.set()
    drawing.stop()


def test_a_strip_that_hangs_is_lost_long_before_the_watchdog(table: Table, watch: Watch) -> None:
    hang, news = Hang(), list[DeviceFault | None]()
    drawing = lights(table, lambda: Hanging(hang, "show"), news=news.append)
    drawing.start()
    assert hang.reached.wait(60)
    drawing.look()
    assert drawing.health != "lost", "it may take its time"
    watch.seconds += STUCK_SECONDS
    assert STUCK_SECONDS < HANGS_SECONDS / 2
    drawing.look()
    drawing.look()
    assert (drawing.health, table.machine.strip) == ("lost", "lost")
    assert "hangs" in str(drawing.fault)
    assert len(news) == 1
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
