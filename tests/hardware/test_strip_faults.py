"""Strips that are lost: why, to whom it is said, and how they come back by themselves."""

from pathlib import Path
from queue import SimpleQueue

import pytest

from hardware.lights import DisabledLights, Lights, as_device_fault
from hardware.strips.virtual import CaptureStrip
from scorekeeper.board.board import build
from scorekeeper.board.light import Power
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import shape_named
from scorekeeper.board.wiring import BadlyWired, Wiring, check_wiring
from scorekeeper.device import DeviceFault
from scorekeeper.game.actions import Abandon, Peg, Rename, Start
from scorekeeper.game.live import EntryKind, PendingEntry
from scorekeeper.table import Table
from scorekeeper.words import Words
from tests.cli.test_serve import START, serving
from tests.kit.fakes.lights import (
    BOARD,
    STILL_BOARD,
    BrokenStrip,
    FailingStrip,
    Watch,
    lights,
)
from tests.kit.oracles.frame_text import seen
from web.live.state import StripStatus, strip_status

FIVE = Start(rules="five-card", players=("Ann", "Ben"), dealer=0)


def word(
    drawing: Lights | DisabledLights, table: Table, lang: str = "en"
) -> tuple[str | None, str | None]:
    """Health and sentence of the strip as the page has them, which are the lights' own."""
    told = strip_status(table.machine, Words.of(lang))
    assert told.health == drawing.health
    assert (told.say is None) == (drawing.fault is None)
    return told.health, told.say


LOST = "The strip does not work (the plug is out)."


def test_lost_strip_is_reopened_with_backoff(table: Table, watch: Watch) -> None:
    """Its word says so and the news once; the back-off stops at five seconds, and an entry does not
    shorten it."""
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


def test_reopened_strip_shows_the_whole_picture(table: Table, watch: Watch) -> None:
    """An entry of the meantime is there, and the strip is trusted like a new one."""
    strip, heard = FailingStrip(), list[str | None]()
    strip.plugged = False
    drawing = lights(table, strip, news=lambda fault: heard.append(fault and str(fault)))
    for _ in range(4):
        watch.seconds += drawing.draw(table.now)
    table.submit(Peg(team=0, points=1))
    strip.plugged = True
    drawing.draw(table.now)
    assert seen(BOARD, strip.frames[-1]) == ["O" + "." * 120, ":" + "." * 120]
    assert (word(drawing, table), heard) == (("ok", None), [LOST, None])
    strip.plugged = False
    assert drawing.draw(table.now) == 0.25
    assert strip.closed == 1


def test_game_too_long_for_the_board_is_a_misfit(table: Table) -> None:
    strip, board = CaptureStrip(), build(measures=Measures(tracks=2, holes=13))
    drawing = lights(table, strip, board)
    drawing.draw(table.submit(Abandon()).snapshot)
    health, why = word(drawing, table)
    assert health == "misfit"
    assert why
    assert "10 times" in why
    assert not any(strip.frames[-1])
    drawing.draw(table.submit(FIVE).snapshot)
    assert word(drawing, table) == ("ok", None)


def test_lights_stop_though_the_strip_never_opened(living: Table) -> None:
    strip = FailingStrip()
    strip.plugged = False
    drawing = lights(living, strip)
    drawing.start()
    while living.machine.strip is None:
        living.after(living.now.revision, 0.01)
    assert living.submit(Rename(seat=0, name="Anna")).snapshot.game.players[0] == "Anna"
    drawing.stop()
    assert (strip.closed, living.machine.strip) == (0, "off")


MISTAKE = (
    "A mistake in this program put the lights out: the next entry tries them again. "
    "If they stay dark, restart it."
)


def test_mistake_in_a_strip_is_reported_once_and_the_next_entry_tries_again(
    living: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """A mistake in a strip's code is no lost strip, and the game goes on."""
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


def test_picture_that_raises_does_not_end_the_lights(living: Table) -> None:
    strip, heard = CaptureStrip(), SimpleQueue[DeviceFault | None]()
    drawing = lights(living, strip, STILL_BOARD, news=heard.put)
    drawing.start()
    living.set_live(pending_entry=PendingEntry(kind=EntryKind.GAME, rules="whist"))
    fault = heard.get(timeout=30)
    assert (fault and str(fault), living.machine.strip) == (MISTAKE, "broken")
    living.set_live(pending_entry=None)
    assert heard.get(timeout=30) is None
    drawing.stop()


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


def test_fault_of_a_strip_is_said_in_each_reader_s_language(table: Table, watch: Watch) -> None:
    reasons = ["{user} may not use {device}: say sudo usermod -aG spi {user} and restart the Pi."]

    def nothing_there() -> CaptureStrip:
        if reasons:
            raise DeviceFault(reasons.pop(), user="ann", device="/dev/spidev0.0")
        raise OSError(5, "Input/output error")

    drawing = lights(table, nothing_there)
    watch.seconds += drawing.draw(table.now)
    assert word(drawing, table, "fr") == (
        "lost",
        (
            "ann n’a pas accès à /dev/spidev0.0\u00a0: "
            "entrez sudo usermod -aG spi ann et redémarrez le Pi."
        ),
    )
    drawing.draw(table.now)
    assert word(drawing, table)[1] == "The strip does not work (Input/output error)."


def test_badly_wired_board_stays_dark_and_says_why(table: Table) -> None:
    """The first fault, and how many there are, in both languages; at the end the word is off."""
    heard: list[DeviceFault | None] = []
    shape = shape_named("straight", Measures(holes=8))
    wiring = Wiring(14, ((*range(6), None, 6), (*range(7, 14), None)))
    badly_wired = BadlyWired(check_wiring(shape, wiring))
    dark = DisabledLights(table, as_device_fault(badly_wired), heard.append)
    dark.start()
    assert word(dark, table) == (
        "miswired",
        (
            "Hole 7 of track 1 has no pixel. "
            "That is one of 2 faults in the wiring: cribble board check, with the same "
            "--config, names them all."
        ),
    )
    assert "track" not in (word(dark, table, "fr")[1] or "track")
    assert heard == [dark.fault]
    assert str(dark.fault) == word(dark, table)[1]
    dark.stop()
    assert strip_status(table.machine, Words.of("en")) == StripStatus("off", None)
    fault = as_device_fault(BadlyWired(badly_wired.faults[:1]))
    assert Words.of("en").device_fault(fault.message) == "Hole 7 of track 1 has no pixel."


def test_badly_wired_config_opens_the_table_without_lights(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(
        '[strip]\nname = "capture"\n[board]\nshape = "straight"\ntracks = 1\nholes = 10\n'
        '[wiring]\nlaid = "segments"\npixels = 10\n'
        "[[wiring.segments]]\nstart = 0\nlength = 9\ntrack = 1\n"
    )
    with serving(tmp_path / "data", "--access", "open", "--config", str(config)) as program:
        why = "Hole 10 of track 1 has no pixel."
        health = program.ask("/healthz")
        assert (health["strip"], health["strip_fault"]) == ("miswired", why)
        assert program.ask("/api/v1/state?lang=en")["strip"] == {"health": "miswired", "say": why}
        assert program.ask("/api/v1/actions", START)["version"] == 1
        assert program.ask("/api/v1/board")["shape"] == "straight"
        _, code, _, err = program.stop()
    assert (code, err) == (0, f"The lights are out. {why} The game goes on.\n")
