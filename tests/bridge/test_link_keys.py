"""Keys on the wire, and pictures that wait for them."""

import re
from pathlib import Path

import pytest

import firmware_bridge
from firmware_bridge.link.inbound import Key
from firmware_bridge.link.paint_hold import AFTER_BUSY, AT_LATEST, AT_ONCE
from firmware_bridge.protocol.framing import Packet
from firmware_bridge.protocol.messages import (
    ANSWER,
    SHOW,
    Status,
    unpacked_runs,
)
from tests.kit.players.link_talk import (
    DARK,
    DONE,
    KEY,
    NOISE,
    PAINT,
    RED,
    Talk,
    key,
)


@pytest.fixture
def talk() -> Talk:
    return Talk().begin()


def test_a_key_is_answered_once_the_pi_may_speak(talk: Talk) -> None:
    """While its own question waits the board may be showing, and would not hear it."""
    talk.link.show(RED)
    asked = talk.asks()
    talk.board(KEY, 5, key(6))
    assert talk.keys == [Key(7, 5, 6, down=True)]
    assert talk.pi() == []
    talk.link.show(DARK)
    talk.answer(asked)
    assert talk.link.wait(talk.now) == 0
    assert talk.pi() == [Packet(KEY | ANSWER, 5, DONE)]
    talk.now += talk.link.wait(talk.now)
    assert talk.asks().type == PAINT


def test_a_board_that_is_busy_gets_the_newest_picture_later(talk: Talk) -> None:
    talk.paint(DARK)
    talk.link.show(RED)
    talk.answer(talk.asks(), bytes((Status.BUSY,)))
    talk.link.show(NOISE[:3] + DARK[3:])
    assert talk.pi() == []
    assert talk.link.wait(talk.now) == pytest.approx(AFTER_BUSY)
    talk.now += AFTER_BUSY
    asked = talk.asks()
    assert unpacked_runs(asked.payload[1:]) == ((0, 1, NOISE[:3]),)
    talk.answer(asked)
    assert talk.link.shown


def test_how_long_pictures_wait_for_keys_stands_in_the_document() -> None:
    text = (Path(firmware_bridge.__file__).parent / "PROTOCOL.md").read_text(encoding="utf-8")
    seconds = [int(ms) / 1000 for ms in re.findall(r"(\d+) ms", text.split("## Keys first")[1])]
    assert seconds[1:4] == [AFTER_BUSY, AT_ONCE, AT_LATEST]


def test_a_picture_that_is_half_painted_is_ended_though_the_board_is_busy(talk: Talk) -> None:
    talk.link.show(NOISE)
    talk.answer(talk.asks())
    last = talk.asks()
    assert last.payload[0] == SHOW
    talk.answer(last, bytes((Status.BUSY,)))
    talk.link.show(DARK)
    talk.now += AFTER_BUSY
    again = talk.asks()
    assert again.payload == last.payload
    talk.answer(again)
    assert talk.asks().payload[0] == SHOW


def test_busy_board_that_was_asked_twice_is_painted_whole(talk: Talk) -> None:
    """It may have painted what it was asked again, so every pixel is painted once more."""
    talk.paint(DARK)
    talk.link.show(NOISE[:3] + DARK[3:])
    asked = talk.asks()
    talk.now += 0.25
    assert talk.asks() == asked
    talk.answer(asked, bytes((Status.BUSY,)))
    talk.link.show(DARK)
    talk.now += AFTER_BUSY
    assert unpacked_runs(talk.asks().payload[1:]) == ((0, 121, DARK[:3]),)


@pytest.mark.parametrize(
    ("drawn", "painted"),
    [(0.001, AT_ONCE), (0.007, 0.007), (None, AT_LATEST)],
    ids=["before it can be meant", "with what the key did", "never"],
)
def test_after_a_key_the_picture_that_answers_it_comes_first(
    talk: Talk, drawn: float | None, painted: float
) -> None:
    talk.paint(DARK)
    talk.link.show(RED)
    talk.board(KEY, 5, key(6))
    assert talk.asks().type == KEY | ANSWER
    began = talk.now
    if drawn:
        assert talk.link.wait(talk.now) == pytest.approx(AT_LATEST)
        talk.now += drawn
        talk.link.show(NOISE[:3] + DARK[3:])
    talk.now += talk.link.wait(talk.now)
    assert talk.now - began == pytest.approx(painted)
    assert talk.asks().payload.endswith(NOISE[:3] if drawn else RED[:3])


@pytest.mark.parametrize(
    ("payload", "keys", "status"),
    [
        (key(15, down=0), [Key(7, 9, 15, down=False)], Status.DONE),
        *((bad, [], Status.MALFORMED) for bad in (key(16), key(3, down=2), key(3)[:-1], b"")),
        (key(3) + b"\0", [], Status.MALFORMED),
    ],
)
def test_a_key_is_answered_at_once_where_nothing_is_asked(
    talk: Talk, payload: bytes, keys: list[Key], status: Status
) -> None:
    """However often it comes, and if it is an impossible one, so that the board goes on."""
    for _ in range(2):
        talk.board(KEY, 9, payload)
        assert talk.link.wait(talk.now) == 0
        assert talk.pi() == [Packet(KEY | ANSWER, 9, bytes((status,)))]
    assert talk.keys == 2 * keys
