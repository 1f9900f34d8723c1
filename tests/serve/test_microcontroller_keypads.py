"""Keypads of a microcontroller, alone at its port or at that of the strip."""

import threading
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from cribble.config.schema import Config, KeypadConfig, StripConfig
from cribble.devices.connections import shares_port
from cribble.devices.microcontroller import BridgeKeypad, bridge
from cribble.serve.app import stop_all
from cribble.serve.devices import KeypadsInUse, SharedPortKeypad
from firmware_bridge.simulated import Board, SimulatedBoard
from hardware.strips.strip import StripSetup
from scorekeeper.board.board import build
from scorekeeper.device import Health
from scorekeeper.keypad.key import Key
from scorekeeper.words.people import KEYPAD
from tests.cli.test_serve import serving
from tests.kit.drivers.waiting import soon
from tests.kit.fakes.pty_board import Desk


@pytest.fixture
def board() -> SimulatedBoard:
    """A microcontroller without faults."""
    return SimulatedBoard(time.monotonic)


def tap(board: SimulatedBoard, *places: int) -> None:
    """Keys of the board go down and up."""
    for place in places:
        board.turn(place, down=True)
        board.turn(place, down=False)


def test_a_microcontroller_that_only_has_keys(board: SimulatedBoard, keys: list[Key]) -> None:
    """Its port is opened for them alone, and nothing is lit."""
    with closing(BridgeKeypad(board.ports, board.open, keys.append)) as keypad:
        assert keypad.health == Health.OK
        tap(board, 0, 13, 15)
        soon(lambda: len(keys) == 3)
    assert keys == [Key.ACE, Key.GO, Key.OK]


def test_a_microcontroller_that_is_nowhere_is_lost(keys: list[Key]) -> None:
    with closing(BridgeKeypad(tuple, pytest.fail, keys.append)) as keypad:
        assert keypad.health == Health.LOST


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_microcontroller_that_nobody_listens_to_is_broken(keys: list[Key]) -> None:
    def mistaken() -> Sequence[str]:
        raise AssertionError("a mistake in the program")

    with closing(BridgeKeypad(mistaken, pytest.fail, keys.append)) as keypad:
        soon(lambda: keypad.health == Health.BROKEN)


BOTH = Config(
    strip=StripConfig(name="microcontroller", at="/dev/ttyACM0"),
    keypads=(KeypadConfig(name="microcontroller"),),
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
    lit = replace(BOTH.strip, name=strip)
    assert shares_port(KeypadConfig(name=keypad, at=at), lit) is shares


def test_strip_and_keypad_share_a_port(board: SimulatedBoard, keys: list[Key]) -> None:
    """The keys of the board that shows the picture; they are lost when the strip is."""
    told = list[str]()
    keypad = KeypadsInUse(BOTH, keys.append, lambda name, health, why: told.append(health))
    lit = build("straight")
    with closing(bridge(StripSetup(lit), board.ports, board.open, keypad.take_key)) as strip:
        strip.show(bytes(3 * lit.pixels))
        health = [str(Health.OFF)]
        keypad.start(lambda: health[0])
        tap(board, 4, 14)
        soon(lambda: keys == [Key.FIVE, Key.UNDO])
        assert told == []
        health[0] = strip.health
        soon(lambda: told == ["ok"])
        health[0] = Health.LOST
        soon(lambda: told == ["ok", "lost"])
        stop_all(*keypad.stops())
        tap(board, 5)
        time.sleep(0.05)
    assert told == ["ok", "lost", "off"]
    assert keys == [Key.FIVE, Key.UNDO]


def test_a_key_at_the_strips_port_is_pressed_once(keys: list[Key]) -> None:
    """Though the config should name that port twice, once by its place."""
    named = KeypadConfig(name="microcontroller", at="/dev/ttyACM0")
    keypads = KeypadsInUse(
        replace(BOTH, keypads=(*BOTH.keypads, named)), keys.append, lambda *told: None
    )
    before = set(threading.enumerate())
    KeypadsInUse(BOTH, pytest.fail, pytest.fail)
    keypads.take_key("5", True)
    assert set(threading.enumerate()) <= before, "what is not started needs no thread"
    keypads.start(lambda: Health.OK)
    keypads.take_key("6", True)
    soon(lambda: keys[-1:] == [Key.SIX])
    stop_all(*keypads.stops())
    assert keys == [Key.FIVE, Key.SIX]
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize(
    ("strip", "keypad"),
    [
        (Health.OFF, Health.OFF),
        (Health.OK, Health.OK),
        (Health.UNFED, Health.OK),
        (Health.MISFIT, Health.OK),
        (Health.LOST, Health.LOST),
        (Health.BROKEN, Health.LOST),
    ],
)
def test_keys_at_the_strips_port_are_as_well_as_the_strip(strip: str, keypad: str) -> None:
    """Lights that cannot show a game, or have no supply, are nothing to the keys."""
    assert SharedPortKeypad(lambda: strip).health == keypad


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
            soon(lambda: table.ask("/healthz")["keypads"][0]["health"] == "ok")
            soon(lambda: table.ask("/healthz")["strip"] == "ok")
            dark = plug.board.shown
            plug.hold(15)
            soon(
                lambda: table.ask("/api/v1/state")["live"].get("pending_entry") == {"kind": "game"}
            )
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
