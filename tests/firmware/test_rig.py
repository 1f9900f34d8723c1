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
from tests.firmware.conftest import (
    CHIPS,
    at_every_baud,
    at_the_fastest_baud,
    at_the_usual_baud,
    on_each_chip,
)
from tests.firmware.rig.board import Board, within_the_data_sheets
from tests.firmware.rig.pi import CONFIGURE, HELLO, PAINT, PING, Pi, clear_strip
from tests.firmware.rig.uno import Uno
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
def test_a_whole_game_is_on_the_strip(board: Board, every: int) -> None:
    """The colours and timing of each frame; only bytes resent during an update are lost. The first
    show after a start clears pixels past the strip."""
    board.lights = GAME_BOARD.pixels
    clear_strip(board)
    setup, sent = StripSetup(GAME_BOARD, StripWiring(at=board.port, order="GRB")), list[bytes]()
    strip = bridge(setup, lambda: (board.port,), partial(Overheard, baud=board.baud, sent=sent))
    with closing(strip):
        for number, frame in enumerate(game_frames()[::every]):
            strip.show(frame)
            assert board.shows(arranged(frame, "GRB")), f"frame {number}"
    assert all(map(within_the_data_sheets, board.pictures))
    assert board.pictures[0].bits == 24 * board.ROOM
    assert {picture.bits for picture in board.pictures[1:]} == {24 * GAME_BOARD.pixels}
    report = board.report()
    asked_again = [len(other) for one, other in pairwise(sent) if one == other]
    assert report.get("overrun", 0) <= sum(asked_again)
    assert report.get("stack", 0) < report.get("stack_room", 256) - 128


def test_no_byte_is_lost(board: Board) -> None:
    """The longest requests in sequence are all understood and shown, at every brightness."""
    chance, core = Random(3), CoreController()
    with closing(Pi(board)) as pi:
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
                assert board.shows(core.shown)
        answer = pi.ask(PING)
    assert answer[3:] == bytes(4), "bytes lost, bad frames"
    assert board.report().get("overrun", 0) == 0
    assert all(map(within_the_data_sheets, board.pictures))
    assert len(board.pictures) == 28


@on_each_chip
@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_the_cable_pulled_and_put_back(board: Board, times: int) -> None:
    """The restarted controller is found at another port and shows the newest picture."""
    board.lights = GAME_BOARD.pixels
    setup = StripSetup(GAME_BOARD, StripWiring(order="GRB"))
    find = lambda: (board.port,) if board.port else ()  # noqa: E731
    strip = bridge(setup, find, partial(SerialTransport, baud=board.baud))
    with closing(strip):
        strip.show(DIM)
        assert board.shows(DIM)
        for _ in range(times):
            port = board.port
            with Path(port).open("rb"):
                board.unplug()
                assert board.until(lambda: strip.health == "lost")
                board.pictures.clear()
                board.plug()
            assert board.port != port
            assert board.shows(DIM)


@at_the_fastest_baud
def test_the_strip_has_its_rest_between_two_pictures(board: Board) -> None:
    """Even if the next could follow after 313 µs; every overrun is counted. USB has none."""
    most_us, loses = (450, True) if isinstance(board, Uno) else (1000, False)
    with closing(Pi(board)) as pi:
        pi.configure(1, 2000, 60, 0xFFFF)
        pi.paint(Run(0, 1, b"\1\2\3"))
        colours = [bytes((9, 9, seq)) for seq in range(3)]
        frames = [Packet(PAINT, 0, b"\1" + packed_runs((Run(0, 1, one),))) for one in colours]
        pi.say(b"".join(map(encode, frames)))
        assert board.shows(colours[-1])
        assert pi.ask(PING)[3:5] == b"\0\0"
        pi.say(b"".join(map(encode, frames)) * 12)
        board.hurry(0.1)
        pi.listen()
        lost = int.from_bytes(pi.ask(PING)[3:5], "big")
    assert [picture.colours for picture in board.pictures[1:4]] == colours
    assert all(320 <= picture.reset_us < most_us for picture in board.pictures[2:4])
    if loses:
        assert lost > board.report()["overrun"] + 50
    else:
        assert (lost, len(board.pictures)) == (0, 1 + 3 + 36)


@on_each_chip
def test_lights_past_a_shorter_strip_are_put_out(board: Board) -> None:
    """With its first picture, and with the first after a start, whatever the strip was."""
    with closing(Pi(board)) as pi:
        pi.configure(400, 850, 60, 0xFFFF)
        pi.paint(Run(0, 255, b"\xff" * 3), Run(255, 145, b"\xff" * 3))
        pi.configure(123, 850, 60, 0xFFFF)
        board.lights = 400
        pi.paint(Run(0, 123, b"\xff" * 3))
        assert board.until(lambda: len(board.pictures) == 2)
        pi.paint()
        assert board.until(lambda: len(board.pictures) == 3)
    shorter, again = board.pictures[1:]
    level = 256 * ((850 - 400) * 765 // 60) // (123 * 765)
    assert shorter.colours == bytes([255 * level // 256]) * 3 * 123 + bytes(3 * 277)
    assert again.bits == 24 * 123
    assert again.colours == shorter.colours[: 3 * 123]
    board.unplug()
    board.plug()
    with closing(Pi(board)) as pi:
        pi.configure(123, 850, 60, 0xFFFF)
        board.lights = board.ROOM
        pi.paint(Run(0, 1, b"\1\2\3"))
        assert board.shows(b"\1\2\3" + bytes(3 * (board.ROOM - 1)))


@pytest.mark.parametrize("chip", CHIPS)
def test_no_host_raises_the_ceiling_of_the_build(chip: type[Board], tmp_path: Path) -> None:
    board = chip(tmp_path, limit_ma=850)
    board.plug()
    with closing(Pi(board)) as pi:
        pi.configure(400, 65535, 1, 0xFFFF)
        pi.paint(Run(0, 255, b"\xff" * 3), Run(255, 145, b"\xff" * 3))
    assert board.shows(bytes([3]) * 3 * 400)  # 682 mA
    board.stop()


@on_each_chip
def test_every_key_is_sent_once(board: Board) -> None:
    with closing(Pi(board)) as pi:
        pi.configure(20, 2000, 60, 0xFFFF)

        def sent(*moves: int, count: int | None = None) -> list[tuple[int, int]]:
            pi.key_events.clear()
            for key in moves:
                (board.release if key < 0 else board.press)(abs(key) - 1)
            for turn in range(40):  # a busy machine may need more than three
                board.hurry(0.05)
                pi.listen()
                if turn >= 2 and len(pi.key_events) >= (len(moves) if count is None else count):
                    break
            return sorted(pi.key_events)

        for key in range(1, 17):
            assert sent(key) == [(key - 1, 1)]
            assert sent(-key) == [(key - 1, 0)]
        assert sent(1, 16) == [(0, 1), (15, 1)]
        assert sent(-1, -16) == [(0, 0), (15, 0)]
        assert sent(1, 2) == [(0, 1), (1, 1)]
        assert sent(5, count=0) == []
        assert sent(-2, count=2) == [(1, 0), (4, 1)]


@on_each_chip
@pytest.mark.parametrize("presses", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_no_bounce_is_taken_for_a_press(board: Board, presses: int) -> None:
    """Contacts bounce for 12 ms, each time otherwise; the strip is updated meanwhile."""
    chance = Random(presses)
    with closing(Pi(board)) as pi:
        pi.configure(256, 2000, 60, 0xFFFF)
        for press in range(presses):
            key = chance.randrange(16)
            pi.key_events.clear()
            board.press(key)
            runs = packed_runs((Run(press % 256, 1, chance.randbytes(3)),))
            assert pi.ask(PAINT, b"\1" + runs) in (b"\0", b"\5")
            board.hurry(0.05)
            board.release(key)
            board.hurry(0.05)
            board.until(lambda: (pi.listen(), len(pi.key_events) >= 2)[1])
            assert pi.key_events == [(key, 1), (key, 0)]


@on_each_chip
@pytest.mark.parametrize("mutants", [100, pytest.param(2000, marks=pytest.mark.slow)])
def test_no_damaged_frame_shows_another_picture(board: Board, mutants: int) -> None:
    """Bits flipped, bytes lost, repeated or cut off; the next request is answered."""
    chance, sent = Random(mutants), set()
    with closing(Pi(board)) as pi:
        pi.configure(20, 2000, 60, 0xFFFF)
        for number in range(mutants):
            colours = chance.randbytes(3)
            sent.add(colours * 20)
            frame = bytearray(
                encode(Packet(PAINT, number % 256, b"\1" + packed_runs((Run(0, 20, colours),))))
            )
            at = chance.randrange(1, len(frame) - 1)
            match chance.randrange(4):
                case 0:
                    frame[at] ^= 1 << chance.randrange(8)
                case 1:
                    del frame[at]
                case 2:
                    frame.insert(at, frame[at])
                case 3:
                    del frame[at:]
            pi.say(bytes(frame) + b"\0")
            pi.ask(PING)
    assert {picture.colours for picture in board.pictures} <= sent


@on_each_chip
def test_key_is_sent_as_soon_whatever_is_shown(board: Board) -> None:
    """Four samples, 15 ms, after the change, though an update delayed the scan."""
    strip = (400, 65535, 60, 0xFFFF)
    show = Packet(PAINT, 0, b"\1" + packed_runs((Run(0, 1, b"\1\2\3"),)))
    took = []
    with closing(Pi(board)) as pi:
        pi.configure(*strip)
        pi.paint()  # the first picture clears pixels past the strip, which takes longer
        for turn in range(20):
            board.hurry(0.03)
            pi.key_events.clear()
            down = turn % 2 == 0
            pi.say(encode(show))
            sleep(turn * 0.0008)
            touched = board.set_contact(6, down=down)
            assert board.until(lambda: bool(pi.listen() and pi.key_events))
            assert pi.key_events == [(6, down)]
            took.append(board.wait_for_key(6, down=down, since=touched) - touched)
    assert min(took) >= 0.015
    assert max(took) <= 0.018


@at_every_baud
@pytest.mark.parametrize("pages", [100, pytest.param(4000, marks=pytest.mark.slow)])
def test_no_byte_is_lost_while_keys_move_during_full_pages(board: Board, pages: int) -> None:
    """Pages of 254 bytes, each sent when the last is answered, while a key bounces permanently."""
    chance = Random(board.baud)
    with closing(Pi(board)) as pi:
        pi.configure(400, 2000, 60, 0xFFFF)
        for page in range(pages):
            if page % 5 == 0:
                (board.release if page % 10 else board.press)(page // 10 % 16)
            run = Run(chance.randrange(400 - 81), 81, chance.randbytes(3 * 81))
            assert pi.ask(PAINT, b"\0" + packed_runs((run,))) == b"\0"
        counted = pi.ask(PING)[3:]
    report = board.report()
    print(f"{board.baud:,} baud: {report['came']:,} bytes, {len(pi.key_events)} keys reported")
    assert counted == bytes(4), "bytes lost, bad frames"
    assert len(pi.key_events) > pages / 10
    if isinstance(board, Uno):
        print(f"at the most {report['waiting']} of 127 bytes waited")
        assert report["overrun"] == 0
        assert report["waiting"] < 100


@at_the_fastest_baud
@pytest.mark.parametrize("seconds", [0.3, pytest.param(6, marks=pytest.mark.slow)])
def test_a_flood_keeps_neither_keys_nor_silence_waiting(board: Board, seconds: float) -> None:
    """During a flood of invalid frames, keys are reported as usual, and silence is detected."""
    with closing(Pi(board)) as pi:
        pi.configure(20, 2000, 60, 19)
        pi.paint(Run(0, 20, b"\1\2\3"))
        board.flood(seconds)
        touched = board.set_contact(6, down=True)
        assert 0.015 <= board.wait_for_key(6, down=True, since=touched) - touched < 0.03
        began = board.report()["at_us"] / 1e6
        board.hurry(5.5)
    assert board.picture == b"\1\2\3" * 19 + bytes(3)
    changes = [at for at, _ in board.link_led if at > began]
    assert changes[0] - began < 3.1
    assert len(changes) > 8
    assert all(
        after - before == pytest.approx(0.25, abs=0.01) for before, after in pairwise(changes)
    )


@on_each_chip
def test_silence_is_seen_on_the_led_and_on_the_link_pixel(board: Board) -> None:
    lit, dark = b"\1\2\3" * 20, b"\1\2\3" * 19 + bytes(3)
    with closing(Pi(board)) as pi:
        pi.configure(20, 2000, 60, 19)
        pi.paint(Run(0, 20, b"\1\2\3"))
        board.hurry(2.8)
        assert (board.picture, board.link_led[-1][1]) == (lit, True)
        board.hurry(5.7)
        assert board.picture == dark
        changes = [at for at, _ in board.link_led if at > board.link_led[-1][0] - 4.9]
        assert len(changes) == 20
        assert all(
            after - before == pytest.approx(0.25, abs=0.003) for before, after in pairwise(changes)
        )
        shows, before = len(board.pictures), board.report()
        board.hurry(5)
        assert len(board.pictures) == shows
        after = board.report()
        seconds = (after["at_us"] - before["at_us"]) / 1e6
        assert (after["samples"] - before["samples"]) / seconds == pytest.approx(200, rel=0.01)
        pi.ask(PING)
        assert board.shows(lit)
        assert board.link_led[-1][1]


@at_the_usual_baud
def test_each_start_is_counted(board: Board) -> None:
    boots = []
    for _ in range(3):
        with closing(Pi(board)) as pi:
            answer = pi.ask(HELLO, b"\1")
            boots.append(int.from_bytes(answer[3:5], "big"))
            assert pi.ask(PAINT, b"\1") == b"\3"
        board.unplug()
        board.plug()
    assert boots == [boots[0], boots[0] + 1, boots[0] + 2]
