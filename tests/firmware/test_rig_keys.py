"""The real firmware on an emulated chip: its keys, whatever else it has to do."""

from contextlib import closing
from itertools import pairwise
from random import Random
from time import sleep

import pytest

from firmware_bridge.protocol.framing import Packet, encode
from firmware_bridge.protocol.messages import Run, packed_runs
from tests.firmware.conftest import at_every_baud, at_the_fastest_baud, at_the_usual_baud
from tests.firmware.rig.pi import HELLO, PAINT, PING, Pi
from tests.firmware.rig.uno import Uno


@at_the_usual_baud
def test_every_key_is_sent_once(uno: Uno) -> None:
    with closing(Pi(uno)) as pi:
        pi.configure(20, 2000, 60, 0xFFFF)

        def sent(*moves: int, count: int | None = None) -> list[tuple[int, int]]:
            pi.told.clear()
            for key in moves:
                (uno.release if key < 0 else uno.press)(abs(key) - 1)
            for turn in range(40):  # a line on a busy machine may take more than three
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
    """Four samples, 15 ms, after it changed, though a show kept the chip from looking."""
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
    """Pages of 254 bytes, one as soon as the last is answered, while a key bounces all the time."""
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
    """Frames that are none come without a pause: a key is told as ever, and the Pi is missed."""
    with closing(Pi(uno)) as pi:
        pi.configure(20, 2000, 60, 19)
        pi.paint(Run(0, 20, b"\1\2\3"))
        uno.flood(6)
        touched = uno.touch(6, down=True)
        assert 0.015 <= uno.tells(6, down=True, since=touched) - touched < 0.03
        began = uno.report()["at_us"] / 1e6
        uno.hurry(5.5)
    assert uno.picture == b"\1\2\3" * 19 + bytes(3)
    changes = [at for at, _ in uno.lamp if at > began]
    assert changes[0] - began < 3.1
    assert len(changes) > 8
    assert all(
        after - before == pytest.approx(0.25, abs=0.01) for before, after in pairwise(changes)
    )


@at_the_usual_baud
def test_silence_is_seen_on_the_lamp_and_on_the_link_pixel(uno: Uno) -> None:
    lit, dark = b"\1\2\3" * 20, b"\1\2\3" * 19 + bytes(3)
    with closing(Pi(uno)) as pi:
        pi.configure(20, 2000, 60, 19)
        pi.paint(Run(0, 20, b"\1\2\3"))
        uno.hurry(2.8)
        assert (uno.picture, uno.lamp[-1][1]) == (lit, True)
        uno.hurry(10)
        assert uno.picture == dark
        changes = [at for at, _ in uno.lamp if at > uno.lamp[-1][0] - 5]
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
        assert uno.lamp[-1][1]


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
