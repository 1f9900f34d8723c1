"""The board in Python does what PROTOCOL.md says of pictures, current and silence."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import NamedTuple

import pytest

from firmware_bridge.protocol.framing import Decoder, Packet, encode
from firmware_bridge.protocol.messages import MESSAGES, NO_PIXEL, Run, Status, packed, packed_runs
from firmware_bridge.simulated.board import Board
from tests.firmware.rig.tools import need
from tests.kit.drivers.firmware_core import CoreBoard
from tests.kit.formats.frame_file import STEP, AnyBoard

RED, DARK, GREY = b"\xff\0\0", b"\0\0\0", b"\x80\x80\x80"


def ask(board: Board, name: str, payload: bytes, now: float = 1.0) -> bytes:
    """The payload of the answer to a question."""
    (answer,) = Decoder().feed(board.hear(encode(Packet(MESSAGES[name].type, 9, payload)), now))
    assert isinstance(answer, Packet)
    assert (answer.type, answer.seq) == (MESSAGES[name].type | 0x80, 9)
    return answer.payload


def configure(board: Board, *values: int) -> bytes:
    """Tell *board* of its strip: pixels, limit_ma, led_ma, link."""
    return ask(board, "CONFIGURE", packed(MESSAGES["CONFIGURE"].fields, values))


def paint(board: Board, runs: Iterable[Run], flags: int = 1, now: float = 1.0) -> bytes:
    """Paint *runs* and show them, or not yet."""
    return ask(board, "PAINT", bytes((flags,)) + packed_runs(runs), now)


def fitted(pixels: int = 4, limit_ma: int = 5000, led_ma: int = 60, link: int = NO_PIXEL) -> Board:
    """A board that knows its strip."""
    board = Board()
    assert configure(board, pixels, limit_ma, led_ma, link) == bytes((Status.DONE,))
    return board


@pytest.mark.parametrize(
    ("strip", "status"),
    [
        ((400, 0, 1, 399), Status.DONE),
        ((1, 65535, 1000, NO_PIXEL), Status.DONE),
        ((0, 850, 60, NO_PIXEL), Status.MALFORMED),
        ((4, 850, 0, NO_PIXEL), Status.MALFORMED),
        ((4, 850, 1001, NO_PIXEL), Status.MALFORMED),
        ((4, 850, 60, 4), Status.MALFORMED),
        ((401, 850, 60, NO_PIXEL), Status.UNFIT),
        ((401, 850, 0, NO_PIXEL), Status.MALFORMED),
        ((401, 850, 60, 401), Status.MALFORMED),
    ],
)
def test_a_strip_is_one_that_can_be(strip: tuple[int, ...], status: Status) -> None:
    """And one for which there is room; what is refused leaves the board without a strip."""
    board = Board()
    assert configure(board, *strip) == bytes((status,))
    known = status == Status.DONE
    assert paint(board, ()) == bytes((Status.DONE if known else Status.UNCONFIGURED,))


def test_a_picture_is_shown_when_it_is_whole() -> None:
    """Runs are painted in their order, and nothing shines before the last PAINT."""
    board = fitted()
    paint(board, [Run(0, 4, RED)], flags=0)
    assert board.shown is None
    paint(board, [Run(1, 2, GREY + DARK), Run(3, 1, GREY)])
    assert board.shown == RED + GREY + DARK + GREY


def test_a_run_past_the_end_changes_nothing() -> None:
    """Not even where the runs before it were good."""
    board = fitted()
    assert paint(board, [Run(0, 1, RED), Run(3, 2, RED)]) == bytes((Status.MALFORMED,))
    paint(board, ())
    assert board.shown == 4 * DARK


@pytest.mark.parametrize(
    ("limit_ma", "led_ma", "value", "shown"),
    [
        (244, 60, 255, 255),  # 4 × 60 and 4 for the pixels themselves: just enough.
        (243, 60, 255, 253),
        (124, 60, 255, 127),
        (5, 60, 255, 0),
        (4, 60, 1, 0),
        (3, 60, 0, 0),
        (65535, 1000, 255, 255),
        (1000, 1000, 255, 62),
    ],
)
def test_the_current_stays_within_the_limit(
    limit_ma: int, led_ma: int, value: int, shown: int
) -> None:
    """Whatever is painted; and what is kept is what was sent."""
    board = fitted(limit_ma=limit_ma, led_ma=led_ma)
    paint(board, [Run(0, 4, bytes((value,) * 3))])
    assert board.shown == bytes((shown,)) * 12
    configure(board, 4, 65535, 1, NO_PIXEL)
    paint(board, ())
    assert board.shown == bytes((value,)) * 12


def test_silence_darkens_the_link_pixel_until_the_pi_is_heard() -> None:
    """All others stay as they are, their brightness included; the lamp blinks meanwhile."""
    board = fitted(limit_ma=124, link=2)
    paint(board, [Run(0, 4, 3 * b"\xff")])
    lamps = []
    for tick in range(400):
        board.tick(1.005 + tick / 100)
        lamps.append(board.lamp)
        assert board.shown is not None
        assert board.shown[6:9] == (3 * b"\x7f" if tick < 300 else DARK)
        assert board.shown[:6] + board.shown[9:] == 9 * b"\x7f"
    assert lamps == [True] * 300 + ([False] * 25 + [True] * 25) * 2
    assert ask(board, "HELLO", b"\1", 6.0)[0] == Status.DONE
    assert board.shown == 12 * b"\x7f"
    assert board.lamp


def test_unfinished_picture_is_never_shown() -> None:
    """The Pi falls silent between two PAINTs: the strip keeps what it has."""
    board = fitted(link=0)
    paint(board, [Run(0, 4, RED)])
    paint(board, [Run(1, 1, GREY)], flags=0)
    board.tick(9.0)
    assert board.shown == 4 * RED
    paint(board, [Run(2, 1, GREY)], now=10.0)
    assert board.shown == RED + GREY + GREY + RED


def test_board_is_silent_until_it_is_configured() -> None:
    """Its lamp blinks from the start, and keys pressed to nobody are lost."""
    board = Board()
    assert board.tick(0.0) == b""
    assert [board.lamp for now in (0.1, 0.3, 0.6, 0.8) if board.tick(now) == b""] == [
        False,
        True,
        False,
        True,
    ]
    board.press(3, 0.9)
    configure(board, 4, 850, 60, NO_PIXEL)
    assert board.tick(1.1) == b""


def test_the_count_of_bad_frames_stays_at_its_highest() -> None:
    """PING has two bytes for it."""
    board = Board()
    board.hear(70_000 * b"\1\0", 1.0)
    assert ask(board, "PING", b"") == bytes.fromhex("00 00 07 00 00 ff ff")


def test_keys_are_sent_in_order_until_they_are_answered() -> None:
    """Each again after 100 ms; sixteen can wait; after a silence none is told."""
    board = fitted()
    for key in range(16):
        board.press(key, 1.0)
    board.release(0, 1.0)
    told = board.tick(1.01)
    (packet,) = Decoder().feed(told)
    assert packet == Packet(5, 0, b"\0\x07\0\1")
    assert [board.tick(now) for now in (1.05, 1.10, 1.12, 1.15)] == [b"", b"", told, b""]
    for seq in range(16):
        board.hear(encode(Packet(0x85, seq - 1 & 255, b"\0")), 1.2)
        board.hear(encode(Packet(0x85, seq, b"")), 1.2)
        assert Decoder().feed(board.tick(2.0)) == (Packet(5, seq, bytes((0, 7, seq, 1))),)
        board.hear(encode(Packet(0x85, seq, b"\2")), 2.0)
    assert board.tick(3.0) == b""
    board.press(5, 3.1)
    assert board.tick(3.1)
    assert board.tick(6.0) == b""
    board.hear(encode(Packet(4, 0, b"")), 6.1)
    board.press(6, 6.2)
    assert Decoder().feed(board.tick(6.2)) == (Packet(5, 17, b"\0\7\6\1"),)


MEGABYTE = 1 << 20
AT_ONCE = MEGABYTE // 4


@pytest.mark.parametrize("megabytes", [5, pytest.param(100, marks=pytest.mark.slow)])
def test_noise_is_no_picture(megabytes: int) -> None:
    """Random bytes change no pixel, and each next good frame is understood."""
    # A frame that checks by chance may paint: one in 65,536 of those that are long enough, and of
    # these only one in some hundreds is a PAINT.
    chance, board = Random(megabytes), fitted(121)
    paint(board, [Run(0, 121, RED)])
    for _ in range(megabytes * MEGABYTE // AT_ONCE):
        board.hear(chance.randbytes(AT_ONCE), 1.0)
        assert board.shown == 121 * RED
        board.bad = 0
        assert ask(board, "PING", b"")[0] == Status.DONE


class Pair(NamedTuple):
    """The board in Python and the one in C, to which the same happens."""

    python: AnyBoard
    core: AnyBoard

    def same(self, turn: Callable[[AnyBoard], bytes]) -> None:
        """Both say and show the same after *turn*."""
        said, wanted = (turn(board) for board in self)
        assert said == wanted
        shown, wanted_shown = (board.shown for board in self)
        assert shown == wanted_shown
        assert (self.python.lamp, self.python.bad) == (self.core.lamp, self.core.bad)


def spoken(chance: Random, pixels: int) -> bytes:
    """A frame that makes sense to a strip of so many *pixels*, or nearly; sometimes damaged."""
    name = chance.choice(("HELLO", "CONFIGURE", "PING", "PAINT", "PAINT", "PAINT", "PAINT"))
    first = chance.randrange(pixels)
    length = chance.randint(1, min(pixels - first + (chance.random() < 0.02), 70))
    link = chance.choice((0, pixels - 1, NO_PIXEL))
    strip = (pixels, chance.randrange(3000), chance.randint(1, 90), link)
    payload = {
        "HELLO": b"\1",
        "CONFIGURE": packed(MESSAGES["CONFIGURE"].fields, strip),
        "PAINT": bytes((chance.random() < 0.7,))
        + packed_runs([Run(first, length, chance.randbytes(3 * length))]),
    }.get(name, b"")
    kind = 0x85 if chance.random() < 0.3 else MESSAGES[name].type
    frame = bytearray(encode(Packet(kind, chance.randrange(3), b"\0" if kind > 127 else payload)))
    if chance.random() < 0.1:
        frame[chance.randrange(len(frame))] ^= 1 << chance.randrange(8)
    if chance.random() < 0.1:
        del frame[chance.randrange(len(frame)) :]
    return bytes(frame)


def happens(pair: Pair, chance: Random, pixels: int, now: float) -> None:
    """Something that may happen to a board at *now*."""
    match chance.randrange(6):
        case 0:
            key, turned = chance.randrange(16), chance.choice(("press", "release"))
            for board in pair:
                getattr(board, turned)(key, now)
        case 1 | 2 | 3:
            frame = spoken(chance, pixels)
            cut = chance.randrange(len(frame) + 1)
            for piece in (frame[:cut], frame[cut:]):
                pair.same(lambda board, piece=piece: board.hear(piece, now) + board.tick(now))
    pair.same(lambda board: board.tick(now))


def moments(chance: Random, many: int) -> Iterator[int]:
    """So many steps at which something happens, in quick succession or after a silence."""
    step = 0
    for _ in range(many):
        step += 470 if chance.random() < 0.005 else chance.choice((1, 1, 1, 2, 5, 20, 20))
        yield step


@pytest.mark.parametrize("pixels", [1, 2, 21, 121, 363, 400])
def test_simulated_board_and_firmware_say_the_same(pixels: int) -> None:
    """2,000 events end the same for both, byte by byte and pixel by pixel."""
    need("gcc")
    chance = Random(pixels)
    for boot in (1, 7, 255, 65535):
        pair, now = Pair(Board(boot=boot), CoreBoard(boot=boot)), 0.0
        pair.same(lambda board: board.tick(0.0))
        for step in moments(chance, 500):
            while now < step * STEP:
                now += STEP
                pair.same(lambda board, now=now: board.tick(now))
            happens(pair, chance, pixels, now)
