"""The real firmware on an emulated chip: output to the strip, and keys meanwhile."""

from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from time import sleep

import pytest

from cribble.devices.microcontroller import bridge
from firmware_bridge.protocol.framing import Packet, encode
from firmware_bridge.protocol.messages import MESSAGES, Run, packed, packed_runs
from firmware_bridge.serial_ports import SerialTransport
from hardware.strips.strip import StripSetup, StripWiring, arranged
from tests.firmware.conftest import at_every_baud, at_the_fastest_baud, at_the_usual_baud
from tests.firmware.rig.pi import CONFIGURE, HELLO, PAINT, PING, Pi
from tests.firmware.rig.toolchain import need
from tests.firmware.rig.uno import Uno, within_the_data_sheets
from tests.kit.drivers.firmware_core import CoreController
from tests.kit.fakes.lights import GAME_BOARD, game_frames

DIM = bytes([2]) * 3 * GAME_BOARD.pixels


class Overheard(SerialTransport):
    """A port that records what was sent."""

    def __init__(self, name: str, baud: int, sent: list[bytes]) -> None:
        super().__init__(name, baud)
        self._sent = sent

    def write(self, data: bytes) -> None:
        self._sent += [data] if data else []
        super().write(data)


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_a_whole_game_is_on_the_strip(uno: Uno, every: int) -> None:
    """The colours and timing of each frame; only bytes resent during an update are lost. The first
    show after a start clears pixels past the strip."""
    uno.lights = GAME_BOARD.pixels
    setup, sent = StripSetup(GAME_BOARD, StripWiring(at=uno.port, order="GRB")), list[bytes]()
    strip = bridge(setup, lambda: (uno.port,), partial(Overheard, baud=uno.baud, sent=sent))
    with closing(strip):
        for number, frame in enumerate(game_frames()[::every]):
            strip.show(frame)
            assert uno.shows(arranged(frame, "GRB")), f"frame {number}"
    assert all(map(within_the_data_sheets, uno.pictures))
    assert uno.pictures[0].bits == 24 * 400
    assert {picture.bits for picture in uno.pictures[1:]} == {24 * GAME_BOARD.pixels}
    report = uno.report()
    asked_again = [len(other) for one, other in pairwise(sent) if one == other]
    assert report["overrun"] <= sum(asked_again)
    assert report["stack"] < report["stack_room"] - 128


def test_no_byte_is_lost(uno: Uno) -> None:
    chance, core = Random(3), CoreController()
    with closing(Pi(uno)) as pi:
        for limit in (0, 363, 400, 1000, 2500, 5000, 65535):
            strip = (363, limit, 60, 0xFFFF)
            core.receive(
                encode(Packet(CONFIGURE, 0, packed(MESSAGES["CONFIGURE"].fields, strip))), 0
            )
            pi.configure(*strip)
            for _ in range(4):
                run = Run(chance.randrange(363 - 81), 81, chance.randbytes(3 * 81))
                pi.paint(run)
                core.receive(encode(Packet(PAINT, 0, b"\1" + packed_runs((run,)))), 0)
                assert core.shown
                assert uno.shows(core.shown)
        answer = pi.ask(PING)
    assert answer[3:] == bytes(4), "bytes lost, bad frames"
    assert uno.report()["overrun"] == 0
    assert all(map(within_the_data_sheets, uno.pictures))
    assert len(uno.pictures) == 28


@at_the_usual_baud
def test_the_cable_pulled_and_put_back(uno: Uno, tmp_path: Path) -> None:
    uno.lights = GAME_BOARD.pixels
    setup = StripSetup(GAME_BOARD, StripWiring(order="GRB"))
    find = lambda: (uno.port,) if uno.port else ()  # noqa: E731
    strip = bridge(setup, find, partial(SerialTransport, baud=uno.baud))
    with closing(strip):
        strip.show(DIM)
        assert uno.shows(DIM)
        port = uno.port
        with Path(port).open("rb"):
            uno.unplug()
            assert uno.until(lambda: strip.health == "lost")
            uno.plug()
        assert uno.port != port
        assert uno.shows(DIM)


@at_the_fastest_baud
def test_the_strip_has_its_rest_between_two_pictures(uno: Uno) -> None:
    """Even if the next could follow after 313 µs; every overrun is counted."""
    with closing(Pi(uno)) as pi:
        pi.configure(1, 2000, 60, 0xFFFF)
        pi.paint(Run(0, 1, b"\1\2\3"))
        colours = [bytes((9, 9, seq)) for seq in range(3)]
        frames = [Packet(PAINT, 0, b"\1" + packed_runs((Run(0, 1, one),))) for one in colours]
        pi.say(b"".join(map(encode, frames)))
        assert uno.shows(colours[-1])
        assert pi.ask(PING)[3:5] == b"\0\0"
        pi.say(b"".join(map(encode, frames)) * 12)
        uno.hurry(0.1)
        pi.listen()
        lost = int.from_bytes(pi.ask(PING)[3:5], "big")
    assert [picture.colours for picture in uno.pictures[1:4]] == colours
    assert all(320 <= picture.reset_us < 450 for picture in uno.pictures[2:4])
    assert lost > uno.report()["overrun"] + 50


@at_the_usual_baud
def test_lights_past_a_shorter_strip_are_put_out(uno: Uno) -> None:
    """With its first picture, and with the first after a start, whatever the strip was."""
    with closing(Pi(uno)) as pi:
        pi.configure(400, 850, 60, 0xFFFF)
        pi.paint(Run(0, 255, b"\xff" * 3), Run(255, 145, b"\xff" * 3))
        pi.configure(123, 850, 60, 0xFFFF)
        uno.lights = 400
        pi.paint(Run(0, 123, b"\xff" * 3))
        assert uno.until(lambda: len(uno.pictures) == 2)
        pi.paint()
        assert uno.until(lambda: len(uno.pictures) == 3)
    shorter, again = uno.pictures[1:]
    level = 256 * ((850 - 400) * 765 // 60) // (123 * 765)
    assert shorter.colours == bytes([255 * level // 256]) * 3 * 123 + bytes(3 * 277)
    assert again.bits == 24 * 123
    assert again.colours == shorter.colours[: 3 * 123]
    uno.unplug()
    uno.plug()
    with closing(Pi(uno)) as pi:
        pi.configure(123, 850, 60, 0xFFFF)
        uno.lights = 400
        pi.paint(Run(0, 1, b"\1\2\3"))
        assert uno.shows(b"\1\2\3" + bytes(3 * 399))


def test_no_host_raises_the_ceiling_of_the_build(tmp_path: Path) -> None:
    need("gcc", "avr-gcc", "avr-libc", "simavr")
    uno = Uno(tmp_path, limit_ma=850)
    uno.plug()
    with closing(Pi(uno)) as pi:
        pi.configure(400, 65535, 1, 0xFFFF)
        pi.paint(Run(0, 255, b"\xff" * 3), Run(255, 145, b"\xff" * 3))
    assert uno.shows(bytes([3]) * 3 * 400)  # 682 mA
    uno.stop()


@at_the_usual_baud
def test_every_key_is_sent_once(uno: Uno) -> None:
    with closing(Pi(uno)) as pi:
        pi.configure(20, 2000, 60, 0xFFFF)

        def sent(*moves: int, count: int | None = None) -> list[tuple[int, int]]:
            pi.told.clear()
            for key in moves:
                (uno.release if key < 0 else uno.press)(abs(key) - 1)
            for turn in range(40):  # a busy machine may need more than three
                uno.hurry(0.05)
                pi.listen()
                if turn >= 2 and len(pi.told) >= (len(moves) if count is None else count):
                    break
            return sorted(pi.told)

        for key in range(1, 17):
            assert sent(key) == [(key - 1, 1)]
            assert sent(-key) == [(key - 1, 0)]
        assert sent(1, 16) == [(0, 1), (15, 1)]
        assert sent(-1, -16) == [(0, 0), (15, 0)]
        assert sent(1, 2) == [(0, 1), (1, 1)]
        assert sent(5, count=0) == []
        assert sent(-2, count=2) == [(1, 0), (4, 1)]


@at_the_usual_baud
def test_key_is_sent_as_soon_whatever_is_shown(uno: Uno) -> None:
    """Four samples, 15 ms, after the change, though an update delayed the scan."""
    strip = (400, 65535, 60, 0xFFFF)
    show = Packet(PAINT, 0, b"\1" + packed_runs((Run(0, 1, b"\1\2\3"),)))
    took = []
    with closing(Pi(uno)) as pi:
        pi.configure(*strip)
        for turn in range(20):
            uno.hurry(0.03)
            pi.told.clear()
            down = turn % 2 == 0
            pi.say(encode(show))
            sleep(turn * 0.0008)
            touched = uno.touch(6, down=down)
            assert uno.until(lambda: bool(pi.listen() and pi.told))
            assert pi.told == [(6, down)]
            took.append(uno.tells(6, down=down, since=touched) - touched)
    assert min(took) >= 0.015
    assert max(took) <= 0.018


@at_every_baud
@pytest.mark.parametrize("pages", [100, pytest.param(4000, marks=pytest.mark.slow)])
def test_no_byte_is_lost_while_keys_move_during_full_pages(uno: Uno, pages: int) -> None:
    """Pages of 254 bytes, each sent when the last is answered, while a key bounces permanently."""
    chance = Random(uno.baud)
    with closing(Pi(uno)) as pi:
        pi.configure(400, 2000, 60, 0xFFFF)
        for page in range(pages):
            if page % 5 == 0:
                (uno.release if page % 10 else uno.press)(page // 10 % 16)
            run = Run(chance.randrange(400 - 81), 81, chance.randbytes(3 * 81))
            assert pi.ask(PAINT, b"\0" + packed_runs((run,))) == b"\0"
        counted = pi.ask(PING)[3:]
    report = uno.report()
    print(
        f"{uno.baud:,} baud: {report['came']:,} bytes, {len(pi.told)} keys told; at the most "
        f"{report['waiting']} of 127 bytes waited"
    )
    assert counted == bytes(4), "bytes lost, bad frames"
    assert report["overrun"] == 0
    assert len(pi.told) > pages / 10
    assert report["waiting"] < 100


@at_the_fastest_baud
def test_a_flood_keeps_neither_keys_nor_silence_waiting(uno: Uno) -> None:
    """During a flood of invalid frames, keys are reported as usual, and silence is detected."""
    with closing(Pi(uno)) as pi:
        pi.configure(20, 2000, 60, 19)
        pi.paint(Run(0, 20, b"\1\2\3"))
        uno.flood(6)
        touched = uno.touch(6, down=True)
        assert 0.015 <= uno.tells(6, down=True, since=touched) - touched < 0.03
        began = uno.report()["at_us"] / 1e6
        uno.hurry(5.5)
    assert uno.picture == b"\1\2\3" * 19 + bytes(3)
    changes = [at for at, _ in uno.link_led if at > began]
    assert changes[0] - began < 3.1
    assert len(changes) > 8
    assert all(
        after - before == pytest.approx(0.25, abs=0.01) for before, after in pairwise(changes)
    )


@at_the_usual_baud
def test_silence_is_seen_on_the_led_and_on_the_link_pixel(uno: Uno) -> None:
    lit, dark = b"\1\2\3" * 20, b"\1\2\3" * 19 + bytes(3)
    with closing(Pi(uno)) as pi:
        pi.configure(20, 2000, 60, 19)
        pi.paint(Run(0, 20, b"\1\2\3"))
        uno.hurry(2.8)
        assert (uno.picture, uno.link_led[-1][1]) == (lit, True)
        uno.hurry(10)
        assert uno.picture == dark
        changes = [at for at, _ in uno.link_led if at > uno.link_led[-1][0] - 5]
        assert len(changes) == 20
        assert all(
            after - before == pytest.approx(0.25, abs=0.003) for before, after in pairwise(changes)
        )
        shows, before = len(uno.pictures), uno.report()
        uno.hurry(20)
        assert len(uno.pictures) == shows
        after = uno.report()
        seconds = (after["at_us"] - before["at_us"]) / 1e6
        assert (after["samples"] - before["samples"]) / seconds == pytest.approx(200, rel=0.01)
        pi.ask(PING)
        assert uno.shows(lit)
        assert uno.link_led[-1][1]


@at_the_usual_baud
def test_each_start_is_counted(uno: Uno) -> None:
    boots = []
    for _ in range(3):
        with closing(Pi(uno)) as pi:
            answer = pi.ask(HELLO, b"\1")
            boots.append(int.from_bytes(answer[3:5], "big"))
            assert pi.ask(PAINT, b"\1") == b"\3"
        uno.unplug()
        uno.plug()
    assert boots == [boots[0], boots[0] + 1, boots[0] + 2]
