"""The program as it is finds, flashes and drives an emulated Pico: strip, keypad, whole game."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bench.figures import quantile
from cribble.commands.board.flash import UF2, firmware_file
from cribble.demo import Bot
from firmware_bridge.link import AT_ONCE
from firmware_bridge.protocol.messages import Run
from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import Action
from scorekeeper.game.codec import to_plain
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.state import Game, Phase
from scorekeeper.keypad.key import SIXTEEN, Key
from tests.firmware.rig.board import within_the_data_sheets
from tests.firmware.rig.pi import Pi, clear_strip
from tests.firmware.rig.pico import Pico
from tests.firmware.rig.usb_socket import BY_ID, UsbSocket
from tests.kit.drivers.serving import serving
from tests.kit.drivers.waiting import soon
from tests.kit.players.key_typist import as_typed, keys_of

LIGHTS: Final = 256
CONFIG: Final = """
[strip]
name = "microcontroller"
order = "RGB"
[keypad]
name = "microcontroller"
[board]
shape = "straight"
tracks = 2
[wiring]
laid = "rows"
pixels = 256
[lamps]
turn = [242, 243]
dealer = [244, 245]
count = [246, 247, 248, 249, 250, 251, 252, 253, 254]
link = 255
"""
PRESSES: Final = 200
LATCH_MS: Final = 0.3
"""The pause after which a WS2812B-V6 shows what it received; older ones take less."""
STILL_SECONDS: Final = 0.15
"""No picture for this time: nothing moves."""


class Dealer(Bot):
    """A bot whose cards may have been typed, without their suits."""

    def _left(self, game: Game, seat: int) -> Cards:
        assert game.deal
        left = list(self._hands[seat])
        for laid in game.deal.hands[seat]:
            fitting = (laid, *(card for card in left if Card(card.rank) == laid))
            left.remove(next(card for card in fitting if card in left))
        return tuple(left)


@pytest.fixture
def usb(tmp_path: Path) -> Iterator[UsbSocket]:
    (tmp_path / "config.toml").write_text(CONFIG, encoding="utf-8")
    with closing(UsbSocket(tmp_path)) as usb:
        yield usb


@pytest.fixture
def pico(usb: UsbSocket) -> Pico:
    """A new Pico, plugged in and flashed."""
    usb.plug()
    assert usb.cribble("board", "flash").returncode == 0
    usb.pico.lights = LIGHTS
    clear_strip(usb.pico)
    return usb.pico


def test_flash_copies_the_firmware_to_a_drive_which_comes_back_as_a_port(
    usb: UsbSocket,
) -> None:
    """The drive is there at first, and when a Pico that answers is opened at 1200 baud."""
    assert "No Arduino and no Pico" in usb.cribble("board", "flash").stdout
    usb.plug()
    for _ in range(2):
        said = usb.cribble("board", "flash").stdout
        assert f"{BY_ID} has firmware 1, room for 1200 lights, 16 keys." in said
        assert usb.pico.file.read_bytes() == firmware_file(name=UF2).read_bytes()
        usb.pico.file.unlink()


def test_doctor_finds_a_pico(pico: Pico, usb: UsbSocket, tmp_path: Path) -> None:
    said = usb.cribble("doctor", "--config", str(tmp_path / "config.toml")).stdout
    assert f"{BY_ID} has firmware 1, room for 1200 lights, 16 keys." in " ".join(said.split())


def test_walk_lights_one_hole_after_another(pico: Pico, usb: UsbSocket, tmp_path: Path) -> None:
    words = ["-m", "cribble", "board", "walk", "--config", str(tmp_path / "config.toml")]
    command = [*usb.within, sys.executable, *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as walk:
        assert walk.stdin
        for hole in range(5):
            assert pico.until(lambda hole=hole: lit(pico) == [hole]), f"hole {hole}"
            walk.stdin.write(b"\n")
            walk.stdin.flush()
        walk.stdin.write(b"q\n")
    assert walk.returncode == 0
    assert pico.until(lambda: lit(pico) == [])


def lit(pico: Pico) -> list[int]:
    colours = pico.picture or b""
    return [pixel for pixel in range(LIGHTS) if any(colours[3 * pixel :][:3])]


def type_key(pico: Pico, key: Key) -> float | None:
    """Press and release *key* while nothing moves. Return the seconds from its report to the end
    of the first picture that differs, if there is one."""
    number, shown, last = SIXTEEN.index(key), -1, pico.picture
    while shown != len(pico.pictures):
        shown = len(pico.pictures)
        time.sleep(STILL_SECONDS)
        last = pico.picture
    told = pico.wait_for_key(number, down=True, since=pico.set_contact(number, down=True))
    ends = time.monotonic() + STILL_SECONDS
    pico.until(lambda: pico.picture != last or time.monotonic() > ends)
    pico.wait_for_key(number, down=False, since=pico.set_contact(number, down=False))
    lit = (one for one in pico.pictures[shown:] if one.colours != last)
    return next(((one.at_us + one.took_us) / 1e6 - told for one in lit), None)


def test_a_key_has_its_light_12_ms_after_its_report(pico: Pico) -> None:
    """200 presses, in the chip's time: from the report of the debounced key to the host until the
    lights latch the picture. The program's share is the time for which it holds pictures back."""
    settled, shown = list[float](), list[float]()
    with closing(Pi(pico)) as pi:
        for move in range(2 * PRESSES):
            key, down, known = move // 2 % len(SIXTEEN), move % 2 == 0, len(pico.pictures)
            touched = pico.set_contact(key, down=down)
            told = pico.wait_for_key(key, down=down, since=touched)
            assert pico.until(lambda move=move: (pi.listen(), len(pi.key_events) > move)[1])
            if down:
                settled.append(1000 * (told - touched))
                pi.paint(Run(LIGHTS - 1, 1, bytes((move % 7, 2, 3))))
                assert pico.until(lambda known=known: len(pico.pictures) > known)
                picture, came_us = pico.pictures[-1], pico.report()["handed_over_us"]
                shown.append((picture.at_us + picture.took_us - came_us) / 1000 + LATCH_MS)
    in_all = [1000 * AT_ONCE + ms for ms in shown]
    for what, times in (("settled", settled), ("shown", shown), ("in all", in_all)):
        print(f"{what}: p50 {quantile(times, 0.5):.2f}, p99 {quantile(times, 0.99):.2f} ms")
    assert quantile(in_all, 0.99) <= 12


@pytest.mark.parametrize("by_keys", [10, pytest.param(400, marks=pytest.mark.slow)])
def test_a_whole_game_is_typed_and_shown(
    pico: Pico, usb: UsbSocket, tmp_path: Path, by_keys: int
) -> None:
    """So many keys are typed on the keypad, from the first deal on; the rest is posted."""
    options = ("--config", str(tmp_path / "config.toml"), "--access", "open")
    dealer, game, took = Dealer(Random(6)), Game(), list[float | None]()
    with serving(tmp_path / "data", *options, within=usb.within) as table:

        def now(name: str) -> object:
            return table.ask("/api/v1/state")[name]

        soon(lambda: table.ask("/healthz")["strip"] == "ok")
        action: Action = dealer.begin("six-card")
        while game.phase is not Phase.OVER:
            version = now("version")
            if game.players and len(took) < by_keys:
                (action,) = as_typed(game, action)
                took += [type_key(pico, key) for key in keys_of(game, action)]
                soon(lambda before=version: now("version") > before)
            else:
                table.ask("/api/v1/actions", to_plain(action))
            game, _ = apply(game, action)
            assert now("scores") == list(game.scores), f"{action} after {len(took)} keys"
            action = dealer.next_action(game)
        soon(lambda: table.ask("/healthz")["strip"] == "ok")
        assert (now("phase"), now("scores")) == ("over", list(game.scores))
        assert table.stop()[1] == 0
    assert all(map(within_the_data_sheets, pico.pictures))
    followed = sorted(seconds for seconds in took if seconds)
    middle, most = (1000 * quantile(followed, part) for part in (0.5, 0.99))
    print(f"{len(followed)} of {len(took)} keys: p50 {middle:.1f}, p99 {most:.1f} ms")
    assert len(followed) > len(took) / 2
