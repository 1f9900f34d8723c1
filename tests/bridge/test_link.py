"""The conversation with a controller, without a port: requests, retries, pictures and keys."""

from collections.abc import Callable
from itertools import accumulate, pairwise
from math import ceil
from random import Random
from typing import Self

import pytest

from firmware_bridge.link import ALONE_AFTER, AT_LATEST, AT_ONCE, End, Key, Link
from firmware_bridge.protocol.framing import Decoder, Packet, encode
from firmware_bridge.protocol.messages import (
    ANSWER,
    BYTES,
    MESSAGES,
    NO_PIXEL,
    Status,
    number_of,
    packed,
    unpacked_runs,
)
from firmware_bridge.protocol.pixels import Tape
from firmware_bridge.simulated import Controller

TAPE = Tape(pixels=121, limit_ma=850, led_ma=60, link=NO_PIXEL)
HELLO, CONFIGURE, PAINT, PING, KEY = map(number_of, ("HELLO", "CONFIGURE", "PAINT", "PING", "KEY"))
DONE = bytes((Status.DONE,))
GREETING = (1, 1, 7, 400, 247, 16)
"""Version, firmware, boot, pixels, payload, keys."""
DARK = bytes(BYTES * TAPE.pixels)
RED = b"\0\xff\0" * TAPE.pixels
NOISE = Random(121).randbytes(BYTES * TAPE.pixels)


class Talk:
    def __init__(self) -> None:
        self.link, self.now, self.keys = Link(TAPE), 0.0, list[Key]()

    def pi(self) -> list[Packet]:
        heard = Decoder().feed(self.link.data_to_send(self.now))
        assert all(isinstance(one, Packet) for one in heard)
        return [one for one in heard if isinstance(one, Packet)]

    def asks(self) -> Packet:
        (packet,) = self.pi()
        return packet

    def controller(self, type_: int, seq: int, payload: bytes) -> None:
        self.keys += self.link.receive(encode(Packet(type_, seq, payload)), self.now)

    def answer(self, asked: Packet, payload: bytes = DONE) -> None:
        self.controller(asked.type | ANSWER, asked.seq, payload)

    def greet(self, **other: int) -> Packet:
        """Let the controller answer HELLO; return the Pi's next request, if it continues."""
        fields = [field.name for field in MESSAGES["HELLO"].answer]
        values = {**dict(zip(fields, GREETING, strict=True)), **other}
        self.answer(self.asks(), DONE + packed(MESSAGES["HELLO"].answer, values.values()))
        return next(iter(self.pi()), Packet(0, 0, b""))

    def begin(self) -> Self:
        self.answer(self.greet())
        assert self.link.ready
        return self

    def paint(self, picture: bytes) -> None:
        self.link.show(picture)
        while not self.link.shown:
            self.answer(self.asks())

    def ping(self, boot: int) -> None:
        """Stay silent, then answer a PING as a controller started *boot* times."""
        self.now += 1
        self.answer(self.asks(), DONE + packed(MESSAGES["PING"].answer, (boot, 0, 0)))


def key(number: int, down: int = 1, boot: int = 7) -> bytes:
    return packed(MESSAGES["KEY"].fields, (boot, number, down))


@pytest.fixture
def talk() -> Talk:
    return Talk().begin()


HELLOS = [0.1 * n for n in range(30)]
THRICE = [0.1 * n for n in range(4)]
SHOWN = [0.25 * n for n in range(4)]


def reach(stage: int) -> Talk:
    talk = Talk()
    if stage == CONFIGURE:
        talk.answer(talk.asks(), DONE + packed(MESSAGES["HELLO"].answer, GREETING))
    if stage == PAINT:
        talk.begin().link.show(RED)
    if stage == PING:
        talk.begin().now += 1
    return talk


@pytest.mark.parametrize(
    ("asked", "times", "over", "end"),
    [
        (HELLO, HELLOS, 3.0, End.NO_ANSWER),
        (CONFIGURE, THRICE, 0.4, End.SILENCE),
        (PAINT, SHOWN, 1.0, End.SILENCE),
        (PING, THRICE, 0.4, End.SILENCE),
    ],
)
def test_unanswered_request_is_sent_again(
    asked: int, times: list[float], over: float, end: End
) -> None:
    talk = reach(asked)
    began, said = talk.now, dict[float, bytes]()
    while not talk.link.ended:
        if bytes_ := talk.link.data_to_send(talk.now):
            said[round(talk.now - began, 6)] = bytes_
        talk.now += talk.link.wait(talk.now)
    assert list(said) == pytest.approx(times)
    assert len({*said.values()}) == 1
    assert talk.now - began == pytest.approx(over)
    assert talk.link.ended is end
    assert talk.link.data_to_send(talk.now) == b""


def test_silence_is_broken_by_a_ping(talk: Talk) -> None:
    talk.paint(RED)
    assert talk.link.wait(talk.now) == 1
    talk.ping(boot=7)
    assert talk.link.shown
    talk.ping(boot=8)
    assert not talk.link.shown
    assert talk.greet(boot=8).type == CONFIGURE


def test_every_pixel_is_painted_again_though_pictures_change(talk: Talk) -> None:
    whole = list[float]()
    for step in range(5 * 300):
        talk.now = step / 5
        talk.link.show(bytes((step % 2 + 1, 0, 0)) + RED[3:])
        while not talk.link.shown:
            asked = talk.asks()
            runs = unpacked_runs(asked.payload[1:])
            if runs and sum(run.length for run in runs) == TAPE.pixels:
                whole.append(talk.now)
            talk.answer(asked)
    assert len(whole) == 30
    assert all(after - before <= 10.2 for before, after in pairwise(whole))


GREETED = [field.name for field in MESSAGES["HELLO"].answer]
OTHERS = [
    ({}, None),
    ({"version": 2}, End.OTHER_VERSION),
    ({"payload": 6}, End.REFUSED),
]


@pytest.mark.parametrize(("other", "end"), OTHERS)
def test_longer_greeting_is_understood(other: dict[str, int], end: End | None) -> None:
    talk = Talk()
    fields = {**dict(zip(GREETED, GREETING, strict=True)), **other}
    greeting = packed(MESSAGES["HELLO"].answer, fields.values())
    talk.answer(talk.asks(), DONE + greeting + b"\3\4")
    assert talk.link.greeting == (*fields.values(),)
    assert talk.link.ended is end
    assert bool(talk.link.data_to_send(talk.now + 10)) is (end is None)


def test_a_frame_goes_alone_after_a_long_silence(talk: Talk) -> None:
    """After detecting silence, a controller updates its link pixel and would lose another frame.
    Else the answer to a key goes together with a request."""
    talk.paint(RED)
    talk.now += ALONE_AFTER
    talk.controller(KEY, 5, key(6))
    assert talk.keys == [Key(7, 5, 6, down=True)]
    asked = talk.asks()
    assert asked.type == PING
    talk.controller(KEY, 5, key(6))
    talk.answer(asked, DONE + packed(MESSAGES["PING"].answer, (7, 0, 0)))
    assert talk.asks() == Packet(KEY | ANSWER, 5, DONE)
    talk.link.show(DARK)
    talk.controller(KEY, 6, key(6))
    talk.now += AT_LATEST
    assert [packet.type for packet in talk.pi()] == [KEY | ANSWER, PAINT]


@pytest.mark.parametrize(
    ("stage", "status", "end"),
    [
        (HELLO, Status.UNKNOWN, End.REFUSED),
        (PING, Status.UNFIT, End.REFUSED),
        (CONFIGURE, Status.UNFIT, End.UNFIT),
        (CONFIGURE, Status.MALFORMED, End.REFUSED),
        (PAINT, Status.MALFORMED, End.REFUSED),
    ],
)
def test_refused_request_is_not_sent_again(stage: int, status: Status, end: End) -> None:
    talk = reach(stage)
    talk.answer(talk.asks(), bytes((status,)))
    assert talk.link.ended is end
    assert not talk.link.ready


def test_a_controller_is_steady_once_it_did_something(talk: Talk) -> None:
    """A HELLO or half a picture is not enough: a picture that draws too much may reset it."""
    talk.link.show(NOISE)
    talk.answer(talk.asks())
    assert not talk.link.steady
    talk.paint(NOISE)
    assert talk.link.steady
    keys_alone = Talk().begin()
    assert not keys_alone.link.steady
    keys_alone.ping(boot=7)
    assert keys_alone.link.steady


def test_wait_is_until_there_is_something_to_say() -> None:
    waited, polled = (spoken(wait) for wait in (Link.wait, lambda *_: 0.001))
    assert waited == polled
    assert len(waited) > 300


def spoken(wait: Callable[[Link, float], float]) -> list[tuple[int, bytes]]:
    """Return what the Pi sends in each millisecond of a minute if it polls after *wait*."""
    chance, controller, link, said = Random(3), Controller(), Link(TAPE), list[tuple[int, bytes]]()
    now = 0
    for wanted in accumulate(chance.randrange(400) for _ in range(300)):
        while now < wanted:
            if frame := link.data_to_send(now / 1000):
                said.append((now, frame))
                heard = controller.receive(frame, now / 1000) if len(said) % 3 else b""
                link.receive(heard, now / 1000)
            link = Link(TAPE) if link.ended else link
            now = min(now + max(ceil(1000 * wait(link, now / 1000) - 1e-6), 1), wanted)
        link.show((RED, DARK, NOISE)[wanted % 3])
    return said


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
    talk.controller(KEY, 5, key(6))
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
    """However often it is repeated, and even if invalid, so that the controller can continue."""
    for _ in range(2):
        talk.controller(KEY, 9, payload)
        assert talk.link.wait(talk.now) == 0
        assert talk.pi() == [Packet(KEY | ANSWER, 9, bytes((status,)))]
    assert talk.keys == 2 * keys
