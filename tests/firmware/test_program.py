"""The program as it is, with an emulated Pico at a pseudo-terminal: strip, keypad, whole game."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from termios import B1200
from types import SimpleNamespace
from typing import Final

import pytest

from bench.figures import quantile
from cribble.commands.board.flash import (
    UF2,
    boot_disks,
    firmware_file,
    proven_pico,
    write_pico,
)
from cribble.demo import Bot
from firmware_bridge import serial_ports
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
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.serving import serving
from tests.kit.drivers.waiting import soon
from tests.kit.players.key_typist import as_typed, keys_of

LIGHTS: Final = 256
CONFIG: Final = """
[strip]
name = "microcontroller"
at = "{port}"
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
def pico(tmp_path: Path) -> Iterator[Pico]:
    pico = Pico(tmp_path)
    pico.plug()
    (tmp_path / "config.toml").write_text(CONFIG.format(port=pico.port), encoding="utf-8")
    pico.lights = LIGHTS
    clear_strip(pico)
    yield pico
    pico.stop()


def test_doctor_finds_a_pico(pico: Pico, tmp_path: Path) -> None:
    said = typed("doctor", "--config", str(tmp_path / "config.toml")).out
    facts = f"{pico.port} has firmware 1, room for 1200 lights, 16 keys."
    assert facts in " ".join(said.split())


def test_walk_lights_one_hole_after_another(pico: Pico, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cribble", "board", "walk", "--config", "config.toml"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd=tmp_path
    ) as walk:
        assert walk.stdin
        for hole in range(5):
            assert pico.until(lambda hole=hole: lit(pico) == [hole]), f"hole {hole}"
            walk.stdin.write(b"\n")
            walk.stdin.flush()
        walk.stdin.write(b"q\n")
    assert walk.returncode == 0
    assert pico.until(lambda: lit(pico) == [])


def test_a_pico_that_runs_is_known_by_its_answer_and_restarts_to_be_flashed(
    pico: Pico, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening its port at 1200 baud makes it a disk, here a folder."""
    listed = [SimpleNamespace(device=pico.port, vid=0x2E8A, pid=0x000A)]
    monkeypatch.setattr(serial_ports, "comports", lambda: listed)
    assert proven_pico([pico.port], 115_200) == pico.port
    firmware = firmware_file(name=UF2)
    disks = boot_disks(pico.port, lambda: (tmp_path,) if pico.baud_set == B1200 else ())
    assert (write_pico(firmware, disks) / UF2).read_bytes() == firmware.read_bytes()
    assert proven_pico([pico.port], 115_200) == pico.port
    listed[0].pid = 0x0005
    assert not proven_pico([pico.port], 115_200)


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
def test_a_whole_game_is_typed_and_shown(pico: Pico, tmp_path: Path, by_keys: int) -> None:
    """So many keys are typed on the keypad, from the first deal on; the rest is posted."""
    options = ("--config", str(tmp_path / "config.toml"), "--access", "open")
    dealer, game, took = Dealer(Random(6)), Game(), list[float | None]()
    with serving(tmp_path / "data", *options) as table:

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
