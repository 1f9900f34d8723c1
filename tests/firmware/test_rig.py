"""The real firmware on an emulated chip, with its serial line, its strip, its keys and its lamp."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from time import sleep

import pytest
from serial import Serial

from cribble.devices.microcontroller import bridge
from firmware_bridge.protocol.framing import Decoded, Decoder, Packet, encode
from firmware_bridge.protocol.messages import (
    ANSWER,
    MESSAGES,
    Run,
    number_of,
    packed,
    packed_runs,
    unpacked,
)
from firmware_bridge.serial.serial_transport import SerialTransport
from hardware.strips.colour_order import arranged
from hardware.strips.setup import StripSetup, StripWiring
from tests.firmware.rig.toolchain import need
from tests.firmware.rig.uno import Picture, Uno
from tests.kit.drivers.firmware_core import CoreBoard
from tests.kit.formats.game_frames import BOARD, game_frames

HELLO, CONFIGURE, PAINT, PING, KEY = map(number_of, MESSAGES)
DIM = bytes([2]) * 3 * BOARD.pixels
BAUDS = (115_200, 1_000_000)
OFFERED = (115_200, 250_000, 500_000, 1_000_000)
"""The baud rates in docs/flashing.md."""


@pytest.fixture(params=BAUDS, ids=lambda baud: f"{baud:,} baud")
def uno(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Uno]:
    need("gcc", "avr-gcc", "avr-libc", "simavr")
    uno = Uno(tmp_path, request.param)
    uno.plug()
    yield uno
    uno.stop()


at_the_usual_baud = pytest.mark.parametrize("uno", BAUDS[:1], indirect=True, ids=["usual"])
at_the_fastest_baud = pytest.mark.parametrize("uno", BAUDS[1:], indirect=True, ids=["fast"])
at_every_baud = pytest.mark.parametrize("uno", OFFERED, indirect=True)


class Pi:
    """Asks the board at the other end of the cable, one question after the other."""

    def __init__(self, uno: Uno) -> None:
        self._serial = Serial(uno.port, uno.baud, timeout=0.02)
        self._decoder, self._seq, self._kind = Decoder(), 0, 0
        self._uno, self._last_key = uno, Packet(0, 0, b"")
        self.told: list[tuple[int, int]] = []
        """Keys that were told, and 1 where they went down."""

    def ask(self, kind: int, payload: bytes = b"") -> bytes:
        self._seq, self._kind = (self._seq + 1) % 256, kind
        self._serial.write(encode(Packet(kind, self._seq, payload)))
        answers: list[bytes] = []
        assert self._uno.until(lambda: answers.extend(self._answers()) or bool(answers)), kind
        return answers[0]

    def _answers(self) -> Iterator[bytes]:
        for heard in self.listen():
            if isinstance(heard, Packet) and heard[:2] == (self._kind | ANSWER, self._seq):
                yield heard.payload

    def listen(self) -> tuple[Decoded, ...]:
        heard = self._decoder.feed(self._serial.read(self._serial.in_waiting or 1))
        for packet in heard:
            if isinstance(packet, Packet) and packet.type == KEY:
                if packet != self._last_key:
                    _, key, down = unpacked(MESSAGES["KEY"].fields, packet.payload) or ()
                    self.told.append((key, down))
                self._last_key = packet
                self._serial.write(encode(Packet(KEY | ANSWER, packet.seq, b"\0")))
        return heard

    def configure(self, *values: int) -> None:
        self._uno.lights = values[0]
        assert self.ask(CONFIGURE, packed(MESSAGES["CONFIGURE"].fields, values)) == b"\0"

    def paint(self, *runs: Run) -> None:
        assert self.ask(PAINT, b"\1" + packed_runs(runs)) == b"\0"

    def say(self, data: bytes) -> None:
        self._serial.write(data)

    def close(self) -> None:
        self._serial.close()


def within_the_data_sheets(picture: Picture) -> bool:
    """WS2812B, WS2812B-2020 and WS2812B-V6 all understand it: the times that they agree on."""
    limits = {"t0h": (250, 380), "t1h": (750, 950), "t0l": (750, 1000), "t1l": (300, 420)}
    spans = ((getattr(picture, name), limits[name]) for name in limits)
    return picture.reset_us >= 300 and all(
        shortest == longest == 0 or least <= shortest <= longest <= most
        for (shortest, longest), (least, most) in spans
    )


class Overheard(SerialTransport):
    """A port that keeps what was sent."""

    def __init__(self, name: str, baud: int, sent: list[bytes]) -> None:
        super().__init__(name, baud)
        self._sent = sent

    def write(self, data: bytes) -> None:
        self._sent += [data] if data else []
        super().write(data)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_a_whole_game_is_on_the_strip(uno: Uno, every: int) -> None:
    """The colours of each frame, in time; only bytes sent again into a show are lost. The first
    show since the start puts out whatever may be lit past the strip."""
    uno.lights = BOARD.pixels
    setup, sent = StripSetup(BOARD, StripWiring(at=uno.port, order="GRB")), list[bytes]()
    strip = bridge(setup, lambda: (uno.port,), partial(Overheard, baud=uno.baud, sent=sent))
    with closing(strip):
        for number, frame in enumerate(game_frames()[::every]):
            strip.show(frame)
            assert uno.shows(arranged(frame, "GRB")), f"frame {number}"
    assert all(map(within_the_data_sheets, uno.pictures))
    assert uno.pictures[0].bits == 24 * 400
    assert {picture.bits for picture in uno.pictures[1:]} == {24 * BOARD.pixels}
    report = uno.report()
    asked_again = [len(other) for one, other in pairwise(sent) if one == other]
    assert report["overrun"] <= sum(asked_again)
    assert report["stack"] < report["stack_room"] - 128


def test_no_byte_is_lost(uno: Uno) -> None:
    """The longest questions in a row are all understood and shown, at every level of light."""
    chance, core = Random(3), CoreBoard()
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
        for turn in range(40):
            uno.hurry(0.03)
            pi.told.clear()
            down = turn % 2 == 0
            pi.say(encode(show))
            sleep(turn * 0.0004)
            touched = uno.touch(6, down=down)
            assert uno.until(lambda: bool(pi.listen() and pi.told))
            assert pi.told == [(6, down)]
            took.append(uno.tells(6, down=down, since=touched) - touched)
    assert min(took) >= 0.015
    assert max(took) <= 0.018


@at_the_usual_baud
def test_samples_that_a_show_cost_are_counted(uno: Uno) -> None:
    """A key that says the same before and after the show is told right after it."""
    shows = [Packet(PAINT, seq, b"\1" + packed_runs((Run(0, 1, b"\1\2\3"),))) for seq in range(4)]
    with closing(Pi(uno)) as pi:
        pi.configure(400, 65535, 60, 0xFFFF)
        uno.hurry(0.03)
        touched = uno.touch(6, down=True)
        pi.say(b"".join(map(encode, shows)))
        assert uno.until(lambda: bool(pi.listen() and pi.told))
        told = uno.tells(6, down=True, since=touched)
    (picture,) = uno.pictures
    shown = (picture.at_us + picture.took_us) / 1e6
    assert shown - touched > 0.015
    assert told - shown < 0.003


@at_the_usual_baud
def test_a_picture_waits_for_a_key(uno: Uno) -> None:
    with closing(Pi(uno)) as pi:
        pi.configure(20, 2000, 60, 0xFFFF)
        pi.paint(Run(0, 20, b"\1\2\3"))
        uno.touch(3, down=True)
        assert pi.ask(PAINT, b"\1" + packed_runs((Run(0, 20, b"\4\5\6"),))) == b"\5"
        assert uno.until(lambda: bool(pi.told or (pi.listen() and pi.told)))
        pi.paint(Run(0, 20, b"\4\5\6"))
        assert uno.shows(b"\4\5\6" * 20)
    assert [picture.colours for picture in uno.pictures] == [b"\1\2\3" * 20, b"\4\5\6" * 20]


@at_the_usual_baud
def test_the_cable_pulled_and_put_back(uno: Uno, tmp_path: Path) -> None:
    """The restarted board is found at another port and shows the newest picture."""
    uno.lights = BOARD.pixels
    setup = StripSetup(BOARD, StripWiring(order="GRB"))
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


@at_the_fastest_baud
def test_the_strip_has_its_rest_between_two_pictures(uno: Uno) -> None:
    """Also where the next could follow after 313 µs; each byte without room is counted."""
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
def test_lights_past_a_shorter_strip_are_put_out(uno: Uno) -> None:
    """With the first picture of it, and with the first after a start, whatever the strip was."""
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
