"""A link, and whoever the test makes of the board at its other end."""

from random import Random
from typing import Self

from firmware_bridge.link import Key, Link
from firmware_bridge.protocol.framing import Decoder, Packet, encode
from firmware_bridge.protocol.messages import (
    ANSWER,
    BYTES,
    MESSAGES,
    NO_PIXEL,
    Status,
    number_of,
    packed,
)
from firmware_bridge.protocol.pixels import Tape

TAPE = Tape(pixels=121, limit_ma=850, led_ma=60, link=NO_PIXEL)
HELLO, CONFIGURE, PAINT, PING, KEY = map(number_of, ("HELLO", "CONFIGURE", "PAINT", "PING", "KEY"))
DONE = bytes((Status.DONE,))
GREETING = (1, 1, 7, 400, 247, 16)
"""Version, firmware, boot, pixels, payload, keys."""
DARK = bytes(BYTES * TAPE.pixels)
RED = b"\0\xff\0" * TAPE.pixels
NOISE = Random(121).randbytes(BYTES * TAPE.pixels)


class Talk:
    """A link and whoever the test makes of the board."""

    def __init__(self) -> None:
        self.link, self.now, self.keys = Link(TAPE), 0.0, list[Key]()

    def pi(self) -> list[Packet]:
        heard = Decoder().feed(self.link.data_to_send(self.now))
        assert all(isinstance(one, Packet) for one in heard)
        return [one for one in heard if isinstance(one, Packet)]

    def asks(self) -> Packet:
        (packet,) = self.pi()
        return packet

    def board(self, type_: int, seq: int, payload: bytes) -> None:
        self.keys += self.link.receive(encode(Packet(type_, seq, payload)), self.now)

    def answer(self, asked: Packet, payload: bytes = DONE) -> None:
        self.board(asked.type | ANSWER, asked.seq, payload)

    def greet(self, **other: int) -> Packet:
        """The board answers HELLO; what the Pi asks then, if it goes on."""
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
        """Silence, and a PING that a board answers which was started *boot* times."""
        self.now += 1
        self.answer(self.asks(), DONE + packed(MESSAGES["PING"].answer, (boot, 0, 0)))


def key(number: int, down: int = 1, boot: int = 7) -> bytes:
    return packed(MESSAGES["KEY"].fields, (boot, number, down))
