"""The board in Python does what PROTOCOL.md says of pictures, current and silence."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from firmware_bridge.board import Board
from firmware_bridge.framing import Decoder, Packet, encode
from firmware_bridge.messages import MESSAGES, NO_PIXEL, Run, Status, packed, packed_runs

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


def test_half_a_picture_is_never_shown() -> None:
    """The Pi falls silent between two PAINTs: the strip keeps what it has."""
    board = fitted(link=0)
    paint(board, [Run(0, 4, RED)])
    paint(board, [Run(1, 1, GREY)], flags=0)
    board.tick(9.0)
    assert board.shown == 4 * RED
    paint(board, [Run(2, 1, GREY)], now=10.0)
    assert board.shown == RED + GREY + GREY + RED


def test_a_board_is_silent_until_it_was_heard() -> None:
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


def test_keys_are_told_in_order_until_they_are_answered() -> None:
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
