"""The lights' loop: it draws while something moves, else it sleeps, and it never gives up."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from random import Random

import pytest

from cribble.dealer import Dealer
from hardware.lights import ASLEEP_SECONDS, FRAME_SECONDS, Lights
from hardware.strips.capture import CaptureStrip
from hardware.strips.strip import Strip
from scorekeeper.board.board import Board, build
from scorekeeper.board.light import Look
from scorekeeper.board.power import Power, drawn_ma
from scorekeeper.board.wood import Wood
from scorekeeper.game.actions import Abandon, Peg, Rename, Start, Undo
from scorekeeper.game.state import Phase
from scorekeeper.rules import RULES
from scorekeeper.table import Journal, Table
from tests.seen import seen

BOARD = build(wood=Wood(tracks=2))
STILL_BOARD = build(wood=Wood(tracks=2), look=Look(breaths=0))
TWO = Start(rules="six-card", players=("Ann", "Ben"), dealer=0)
THREE = Start(rules="three-handed", players=("Ann", "Ben", "Cleo"), dealer=0)


class Watch:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class FailingStrip(CaptureStrip):
    """A capture strip with a plug: while it is out, opening, showing and closing fail."""

    def __init__(self) -> None:
        super().__init__()
        self.plugged, self.opened, self.closed = True, 0, 0

    def open(self) -> Strip:
        self.opened += 1
        self._check()
        return self

    def show(self, frame: bytes) -> None:
        self._check()
        super().show(frame)

    def close(self) -> None:
        self.closed += 1
        self._check()

    def _check(self) -> None:
        if not self.plugged:
            raise OSError("the plug is out")


class SlowStrip(CaptureStrip):
    """A strip that takes its time, by the watch."""

    def __init__(self, watch: Watch, takes: float) -> None:
        super().__init__()
        self._watch, self._takes = watch, takes

    def show(self, frame: bytes) -> None:
        self._watch.seconds += self._takes
        super().show(frame)


@pytest.fixture
def table() -> Iterator[Table]:
    """Ann and Ben sit at it."""
    table = Table(Journal.in_memory())
    table.submit(TWO)
    yield table
    table.close()


def lights(
    table: Table, strip: CaptureStrip, watch: Watch | None = None, board: Board = BOARD
) -> Lights:
    """Lights that draw on *strip*, by *watch* or in real time."""
    clock = watch or time.monotonic
    opener = strip.open if isinstance(strip, FailingStrip) else lambda: strip
    return Lights(table, board, opener, clock=clock, gamma=1, power=Power())


def front(strip: CaptureStrip, board: Board = BOARD) -> int:
    """Where the first team's bright peg is in the latest frame."""
    return seen(board, strip.frames[-1])[0].find("O") + 1


def test_a_change_is_drawn_sixty_times_a_second_until_it_is_still(table: Table) -> None:
    """Then the loop sleeps until the table changes."""
    watch, strip = Watch(), CaptureStrip()
    drawing = lights(table, strip, watch, STILL_BOARD)
    snapshot = table.submit(Peg(team=0, points=8)).snapshot
    holes = []
    while (seconds := drawing.draw(snapshot)) != ASLEEP_SECONDS:
        assert seconds == FRAME_SECONDS
        holes.append(front(strip))
        watch.seconds += seconds
    assert 8 * 0.09 * 60 <= len(holes) <= 8 * 0.09 * 60 + 2
    assert holes == sorted(holes)
    assert list(dict.fromkeys(holes)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert front(strip) == 8


@pytest.mark.parametrize(("takes", "rest"), [(0.005, FRAME_SECONDS - 0.005), (0.05, 0.05)])
def test_a_slow_strip_is_drawn_less_often(table: Table, takes: float, rest: float) -> None:
    """The lights never take more than half of the time that others need too."""
    watch = Watch()
    drawing = lights(table, SlowStrip(watch, takes), watch)
    assert drawing.draw(table.submit(Peg(team=0, points=8)).snapshot) == pytest.approx(rest)


def test_asides_do_not_begin_a_walk_anew(table: Table) -> None:
    """Half a second after the change the peg is half-way, whatever else was said meanwhile."""
    watch, strip = Watch(), CaptureStrip()
    drawing = lights(table, strip, watch)
    drawing.draw(table.submit(Peg(team=0, points=10)).snapshot)
    watch.seconds += 0.5
    table.aside("keypad", "1")
    drawing.draw(table.now)
    assert front(strip) == 6


def test_the_next_change_begins_its_own_walk(table: Table) -> None:
    """The latest always wins: the peg starts again from where it now belongs, and undo brings it
    back."""
    watch, strip = Watch(), CaptureStrip()
    drawing = lights(table, strip, watch)
    table.submit(Peg(team=0, points=10))
    drawing.draw(table.submit(Peg(team=0, points=5)).snapshot)
    assert front(strip) == 11
    watch.seconds += 5
    drawing.draw(table.submit(Undo()).snapshot)
    assert front(strip) == 14


def test_a_lost_strip_is_tried_again_ever_more_patiently(table: Table) -> None:
    """Health and its aside say so, and the back-off stops at five seconds."""
    watch, strip = Watch(), FailingStrip()
    drawing = lights(table, strip, watch)
    drawing.draw(table.now)
    assert (drawing.health, drawing.fault, table.now.asides["strip"]) == ("ok", "", "ok")
    strip.plugged = False
    waits = []
    for _ in range(8):
        waits.append(drawing.draw(table.now))
        watch.seconds += waits[-1]
    assert waits == [0.25, 0.5, 1, 2, 4, 5, 5, 5]
    assert (drawing.health, drawing.fault) == ("lost", "the plug is out")
    assert table.now.asides["strip"] == "lost"


def test_entries_do_not_hurry_a_lost_strip(table: Table) -> None:
    """It is left alone until its time, however often the table changes."""
    watch, strip = Watch(), FailingStrip()
    strip.plugged = False
    drawing = lights(table, strip, watch)
    drawing.draw(table.now)
    watch.seconds += 0.125
    assert drawing.draw(table.submit(Peg(team=0, points=1)).snapshot) == 0.125
    assert strip.opened == 1


def test_a_strip_that_is_back_shows_the_whole_picture(table: Table) -> None:
    """What was entered while it was gone is there, and it is trusted like a new one."""
    watch, strip = Watch(), FailingStrip()
    strip.plugged = False
    drawing = lights(table, strip, watch)
    for _ in range(4):
        watch.seconds += drawing.draw(table.now)
    table.submit(Peg(team=0, points=1))
    strip.plugged = True
    drawing.draw(table.now)
    assert seen(BOARD, strip.frames[-1]) == ["O" + "." * 120, "." * 121]
    assert (drawing.health, drawing.fault, table.now.asides["strip"]) == ("ok", "", "ok")
    strip.plugged = False
    assert drawing.draw(table.now) == 0.25
    assert strip.closed == 1


def test_a_game_that_does_not_fit_on_the_board_is_said(table: Table) -> None:
    """Three teams on two tracks: the board stays dark, and the page can tell why."""
    strip = CaptureStrip()
    drawing = lights(table, strip, Watch())
    drawing.draw(table.submit(Abandon()).snapshot)
    assert drawing.health == "ok"
    drawing.draw(table.submit(THREE).snapshot)
    assert (drawing.health, table.now.asides["strip"]) == ("misfit", "misfit")
    assert seen(BOARD, strip.frames[-1]) == ["." * 121] * 2


@pytest.mark.parametrize("key", RULES)
def test_a_whole_game_is_shown_as_it_is_kept(key: str) -> None:
    """After every entry of every variant the pegs stand where the table has them, and no frame on
    the way draws too much."""
    board = build(wood=Wood(tracks=3))
    table, watch, strip = Table(Journal.in_memory()), Watch(), CaptureStrip()
    drawing, dealer = lights(table, strip, watch, board), Dealer(Random(29))
    table.submit(dealer.begin(key))
    while (game := table.now.game).phase is not Phase.OVER:
        snapshot = table.submit(dealer.next_action(game)).snapshot
        for _ in range(12):
            drawing.draw(snapshot)
            watch.seconds += 1
        expected = [pegs.front for pegs in snapshot.game.pegs]
        tracks = seen(board, strip.frames[-1])
        assert [track.find("O") + 1 for track in tracks] == _on(board, expected)
    assert max(drawn_ma(frame, Power()) for frame in strip.frames) <= Power().limit_ma
    table.close()


def _on(board: Board, scores: list[int]) -> list[int]:
    """The hole of each score; a track that nobody pegs on has none."""
    holes = [(score - 1) % board.holes + 1 if score else 0 for score in scores]
    return holes + [0] * (board.tracks - len(holes))


def test_the_loop_shows_an_entry_at_once_and_then_sleeps(table: Table) -> None:
    """A frame soon after the entry, the peg in its place soon after that, and then no more."""
    strip = CaptureStrip()
    drawing = lights(table, strip, board=STILL_BOARD)
    drawing.start()
    assert strip.after(0, 5)
    began = time.monotonic()
    table.submit(Peg(team=0, points=3))
    while front(strip) != 3:
        assert strip.after(strip.shown, 5)
    assert time.monotonic() - began < 5
    while strip.after(strip.shown, 0.3):
        assert strip.shown < 40
    drawing.stop()


def test_stopping_puts_the_lights_out(table: Table) -> None:
    """Asleep or not, the loop ends at once, its strip is closed, and the aside says off."""
    strip = FailingStrip()
    drawing = lights(table, strip, board=STILL_BOARD)
    drawing.start()
    assert strip.after(0, 5)
    began = time.monotonic()
    drawing.stop()
    assert time.monotonic() - began < 1
    assert strip.closed == 1
    assert (drawing.health, table.now.asides["strip"]) == ("off", "off")
    assert "lights" not in {thread.name for thread in threading.enumerate()}


def test_a_strip_that_never_was_there_stops_as_well(table: Table) -> None:
    """Closing is not tried where nothing was opened, and entries went on all the time."""
    strip = FailingStrip()
    strip.plugged = False
    drawing = lights(table, strip)
    drawing.start()
    while "strip" not in table.now.asides:
        table.after(table.now.pulse, 0.01)
    assert table.submit(Rename(seat=0, name="Anna")).snapshot.game.players[0] == "Anna"
    drawing.stop()
    assert (strip.closed, table.now.asides["strip"]) == (0, "off")


def test_a_strip_that_hangs_holds_nobody_up(table: Table) -> None:
    """Entries go on, and so does the end of the evening."""
    plug = threading.Event()

    class Hanging(CaptureStrip):
        def show(self, frame: bytes) -> None:
            super().show(frame)
            plug.wait()

    strip = Hanging()
    drawing = lights(table, strip)
    drawing.start()
    assert strip.after(0, 5)
    assert table.submit(Peg(team=0, points=3)).snapshot.game.scores == (3, 0)
    began = time.monotonic()
    drawing.stop(patience=0.1)
    assert time.monotonic() - began < 2
    plug.set()
    drawing.stop()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_lights_that_broke_say_that_they_are_off(table: Table) -> None:
    """A mistake in a strip's code is no lost strip: it is shown to the maker, the game goes on."""

    class Broken(CaptureStrip):
        def show(self, frame: bytes) -> None:
            raise ZeroDivisionError

    drawing = lights(table, Broken())
    drawing.start()
    while table.now.asides.get("strip") != "off":
        table.after(table.now.pulse, 0.01)
    assert table.submit(Peg(team=0, points=3)).snapshot.game.scores == (3, 0)
    drawing.stop()
