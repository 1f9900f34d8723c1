"""The real firmware on an emulated chip: a line that is silent, noisy or deaf, and each start."""

from contextlib import closing
from itertools import pairwise
from random import Random

import pytest

from firmware_bridge.protocol.framing import Packet, encode
from firmware_bridge.protocol.messages import Run, packed_runs
from tests.firmware.conftest import at_the_usual_baud
from tests.firmware.rig.pi import HELLO, PAINT, PING, Pi
from tests.firmware.rig.uno import Uno


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
        uno.hurry(60)
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


def test_noise_does_not_wedge_the_board(uno: Uno) -> None:
    with closing(Pi(uno)) as pi:
        pi.configure(20, 2000, 60, 0xFFFF)
        pi.paint(Run(0, 20, b"\1\2\3"))
        for seed in range(20):
            pi.say(Random(seed).randbytes(900) + bytes(2))
            answer = pi.ask(PING)
        assert int.from_bytes(answer[5:], "big") > 50
        assert uno.picture == b"\1\2\3" * 20
        assert len(uno.pictures) == 1


@at_the_usual_baud
def test_what_is_said_into_a_show_is_lost_and_counted_once(uno: Uno) -> None:
    """The chip says that bytes were lost, and not how many."""
    with closing(Pi(uno)) as pi:
        pi.configure(363, 65535, 60, 0xFFFF)
        pi.say(encode(Packet(PAINT, 1, b"\1" + packed_runs((Run(0, 1, b"\1\2\3"),)))))
        pi.say(encode(Packet(PAINT, 2, b"\1" + packed_runs((Run(9, 60, b"\4\5\6" * 60),)))))
        assert uno.shows(b"\1\2\3" + bytes(3 * 362))
        uno.hurry(0.1)
        pi.listen()
        lost = int.from_bytes(pi.ask(PING)[3:5], "big")
    assert lost == 1
    assert uno.report()["overrun"] > 50
    assert len(uno.pictures) == 1
