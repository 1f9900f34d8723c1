"""The keypad of the config: waited for, told of, at the strip's port or one of its own."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from cribble.config import Config, KeypadConfig, StripConfig
from cribble.keypad_in_use import KeypadInUse, telling
from cribble.keypads import KEYPADS
from cribble.microcontroller import bridge
from cribble.microcontroller_keypad import OwnPort
from cribble.wires import keypad_wires_of, shares_port
from firmware_bridge.board import Board
from firmware_bridge.faults import Faults
from firmware_bridge.simulated import SimulatedBoard
from hardware.keypads.keypad import Keypad, Wires
from hardware.keypads.lasting import LastingKeypad
from hardware.keypads.relayed import RelayedKeys
from hardware.part_fault import PartFault
from hardware.strips.strip import Caption, Fitting
from scorekeeper.board.board import build
from scorekeeper.board.strip import Health
from scorekeeper.keys import SIXTEEN, Key
from scorekeeper.table import Journal, Table
from scorekeeper.words import Words
from scorekeeper.words.people import KEYPAD
from tests.pty_board import Desk
from tests.test_cli_serve import START, serving
from tests.test_keypads import soon
from web.keypad_word import KeypadWord, keypad_word

EN, FR = Words.of("en"), Words.of("fr")


@pytest.fixture
def keys() -> list[Key]:
    """What was pressed."""
    return []


class Plugged:
    """A keypad that is there, or not."""

    def __init__(self) -> None:
        self.there, self.closed, self.health = False, False, str(Health.OK)

    def open(self) -> Keypad:
        """It, if it is there."""
        if not self.there:
            raise OSError(19, "No such device")
        return self

    def close(self) -> None:
        """It is let go."""
        self.closed = True


def test_a_keypad_is_waited_for() -> None:
    """It is tried again until it is there; what changes is told once, the end too."""
    plugged, told = Plugged(), list[tuple[str, str | None]]()
    keypad = LastingKeypad(
        plugged.open, lambda health, why: told.append((health, why and str(why))), look=0.01
    )
    keypad.start()
    soon(lambda: len(told) == 1)
    plugged.there = True
    soon(lambda: len(told) == 2)
    plugged.health = Health.LOST
    soon(lambda: len(told) == 3)
    plugged.health = Health.OK
    soon(lambda: len(told) == 4)
    keypad.close()
    assert plugged.closed
    gone = "It is not there: .venv/bin/cribble doctor says what would mend it."
    assert told == [
        ("lost", "It does not work (No such device)."),
        ("ok", None),
        ("lost", gone),
        ("ok", None),
        ("off", None),
    ]


def test_a_keypad_that_will_not_come_back_is_opened_anew() -> None:
    """It is let go first, and is lost only until then."""
    broken, sound, told = Plugged(), Plugged(), list[str]()
    broken.there = sound.there = True
    broken.health = Health.BROKEN
    keypads = iter((broken, sound))
    keypad = LastingKeypad(
        lambda: next(keypads).open(), lambda health, _: told.append(health), 0.01
    )
    keypad.start()
    soon(lambda: len(told) == 2)
    assert told == ["lost", "ok"]
    assert broken.closed
    assert not sound.closed
    keypad.close()


def test_everybody_hears_of_a_lost_keypad(capsys: pytest.CaptureFixture[str]) -> None:
    """Phones in their language; the terminal when it is lost and back, not at the end."""
    with closing(Table(Journal.in_memory())) as table:
        assert keypad_word(table.now.asides, EN) == KeypadWord(None, None)
        tell, why = telling(table, FR), PartFault("It does not work ({reason}).", reason="EIO")
        tell("ok", None)
        assert capsys.readouterr().err == ""
        tell("lost", why)
        assert keypad_word(table.now.asides, EN) == KeypadWord("lost", str(why))
        assert keypad_word(table.now.asides, FR).say == "Il ne fonctionne pas (EIO)."
        tell("ok", None)
        tell("off", None)
        assert keypad_word(table.now.asides, EN) == KeypadWord("off", None)
    assert capsys.readouterr().err == (
        "Le pavé de touches est perdu. Il ne fonctionne pas (EIO). La partie continue.\n"
        "Le pavé de touches est revenu.\n"
    )


def test_relayed_keys_are_pressed_in_their_order(keys: list[Key]) -> None:
    """OK when it comes up, or while it is held; every other key at once."""
    with closing(RelayedKeys(keys.append)) as relayed:
        for name in SIXTEEN:
            relayed.take(name, True)
            relayed.take(name, False)
        relayed.take("OK", True)
        soon(lambda: len(keys) == 17)
        relayed.take("OK", False)
        relayed.take("5", True)
        soon(lambda: len(keys) == 18)
    assert keys == [*SIXTEEN, Key.HELD, Key.FIVE]


@pytest.fixture
def board() -> SimulatedBoard:
    """A microcontroller without faults."""
    return SimulatedBoard(Faults(), Random(6), time.monotonic)


def tap(board: SimulatedBoard, *places: int) -> None:
    """Keys of the board go down and up."""
    for place in places:
        board.turn(place, down=True)
        board.turn(place, down=False)


def test_a_microcontroller_that_only_has_keys(board: SimulatedBoard, keys: list[Key]) -> None:
    """Its port is opened for them alone, and nothing is lit."""
    with closing(OwnPort(board.ports, board.open, keys.append)) as keypad:
        assert keypad.health == Health.OK
        tap(board, 0, 13, 15)
        soon(lambda: len(keys) == 3)
    assert keys == [Key.ACE, Key.GO, Key.OK]


def test_a_microcontroller_that_is_nowhere_is_lost(keys: list[Key]) -> None:
    """Until it is plugged in."""
    with closing(OwnPort(tuple, pytest.fail, keys.append)) as keypad:
        assert keypad.health == Health.LOST


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_microcontroller_that_nobody_listens_to_is_broken(keys: list[Key]) -> None:
    """After a mistake in the program its thread is gone."""

    def mistaken() -> Sequence[str]:
        raise AssertionError("a mistake in the program")

    with closing(OwnPort(mistaken, pytest.fail, keys.append)) as keypad:
        soon(lambda: keypad.health == Health.BROKEN)


BOTH = Config(
    strip=StripConfig(name="microcontroller", at="/dev/ttyACM0"),
    keypad=KeypadConfig(name="microcontroller"),
)


@pytest.mark.parametrize(
    ("strip", "keypad", "at", "shares"),
    [
        ("microcontroller", "microcontroller", "", True),
        ("microcontroller", "microcontroller", "/dev/ttyACM0", True),
        ("microcontroller", "microcontroller", "/dev/ttyUSB0", False),
        ("microcontroller", "usb", "", False),
        ("terminal", "microcontroller", "", False),
    ],
)
def test_one_board_has_one_port(strip: str, keypad: str, at: str, shares: bool) -> None:
    """Strip and keypad share it, unless the config names two."""
    config = replace(
        BOTH, strip=replace(BOTH.strip, name=strip), keypad=KeypadConfig(name=keypad, at=at)
    )
    assert shares_port(config) is shares


def test_strip_and_keypad_share_a_port(board: SimulatedBoard, keys: list[Key]) -> None:
    """The keys of the board that shows the picture; they are lost when the strip is."""
    told = list[str]()
    keypad = KeypadInUse(BOTH, keys.append, lambda health, why: told.append(health))
    lit = build("straight")
    fitting = Fitting(lit, Caption, touched=keypad.touched)
    with closing(bridge(fitting, board.ports, board.open)) as strip:
        strip.show(bytes(3 * lit.pixels))
        health = [str(Health.OFF)]
        keypad.start(lambda: health[0])
        tap(board, 4, 14)
        soon(lambda: keys == [Key.FIVE, Key.UNDO])
        assert told == []
        health[0] = strip.health
        soon(lambda: keypad.health == "ok")
        health[0] = Health.LOST
        soon(lambda: keypad.health == "lost")
        keypad.stop()
    assert told == ["ok", "lost", "off"]


def test_the_config_says_how_it_is_connected() -> None:
    """Every key of it reaches the keypad; what is usual is what keypads take for usual."""
    there = KeypadConfig(at="/dev/input/event3", rows=(2, 3, 4, 5), columns=(6, 7, 8, 9))
    assert keypad_wires_of(Config(keypad=there)) == Wires(
        "/dev/input/event3", (2, 3, 4, 5), (6, 7, 8, 9), baud=115_200
    )
    assert keypad_wires_of(Config()) == Wires()


def test_nothing_is_opened_where_there_is_none(keys: list[Key]) -> None:
    """And nobody is told of anything."""
    keypad = KeypadInUse(Config(), keys.append, lambda health, why: pytest.fail(health))
    keypad.start(None)
    keypad.stop()
    assert (keypad.health, keypad.fault) == (None, None)


def test_every_keypad_is_imported_only_when_it_is_chosen() -> None:
    """Its row names a module that opens it."""
    for row in KEYPADS.values():
        assert row.module.startswith(("hardware.keypads.", "cribble."))
    assert {*KEYPADS} == {"usb", "matrix", "buttons", "microcontroller"}


@pytest.mark.parametrize(
    ("by", "said"), [(KEYPAD, "Le pavé de touches"), ("Phone 2", "Téléphone 2"), ("Ann", "Ann")]
)
def test_who_pressed_is_told_in_every_language(by: str, said: str) -> None:
    """The journal keeps it in English."""
    assert FR.scorer(by) == said


def test_the_table_opens_without_its_keypad(tmp_path: Path) -> None:
    """It says so on the terminal and in /healthz, a phone sees it, and people play."""
    config = tmp_path / "config.toml"
    config.write_text('[strip]\nname = "null"\n[keypad]\nname = "matrix"\n[buzzer]\npin = 20\n')
    data = tmp_path / "data"
    with serving(data, "--config", str(config), "--access", "open") as table:
        until = time.monotonic() + 10
        while table.ask("/healthz")["keypad"] != "lost" and time.monotonic() < until:
            time.sleep(0.05)
        health = table.ask("/healthz")
        why = "This machine has no pins that gpiozero can use (Unable to load any default pin"
        assert health["keypad_fault"].startswith(why)
        assert table.ask("/api/v1/actions", START)["version"] == 1
        word = table.ask("/api/v1/state")["keypad"]
        assert word == {"health": "lost", "say": health["keypad_fault"]}
        _, code, _, err = table.stop()
    assert code == 0
    lines = sorted(line.split(". ")[0] for line in err.splitlines())
    assert lines == ["The buzzer is silent", "The keypad is lost"]


def test_one_microcontroller_lights_and_types(tmp_path: Path) -> None:
    """The whole way, over a pseudo-terminal: its keys begin a game, and its strip shows it."""
    plug = Desk(tmp_path).plug(Board())
    config = tmp_path / "config.toml"
    config.write_text(
        f'[strip]\nname = "microcontroller"\nat = "{plug.name}"\n'
        '[keypad]\nname = "microcontroller"\n'
    )
    try:
        with serving(tmp_path / "data", "--config", str(config), "--access", "open") as table:
            soon(lambda: table.ask("/healthz")["keypad"] == table.ask("/healthz")["strip"] == "ok")
            dark = plug.board.shown
            plug.hold(15)
            soon(lambda: table.ask("/api/v1/state")["asides"].get("typed") == {"what": "game"})
            for key in (1, 1, 15):  # six-card, the second seat deals, OK
                plug.press(key)
            soon(lambda: table.ask("/api/v1/state")["version"] == 1)
            state = table.ask("/api/v1/state")
            assert (state["phase"], state["dealer"]) == ("cut", 1)
            assert [entry["by"] for entry in state["record"]] == [KEYPAD]
            soon(lambda: plug.board.shown != dark)
            _, code, _, err = table.stop()
            assert (code, err) == (0, "")
    finally:
        plug.pull()


DRIVERS = ("evdev", "gpiozero", "luma", "serial", "spidev")


def test_nobody_needs_the_libraries_of_what_was_not_chosen() -> None:
    """Opening the table loads none of them: not every machine has them, and all take memory."""
    script = "import sys, cribble.opening; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "cribble.keypads" in loaded
    assert not [name for name in loaded if name.split(".")[0] in DRIVERS]
