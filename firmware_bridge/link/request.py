"""Stop and wait: what the Pi asks, how often it asks again, and what counts as an answer."""

from __future__ import annotations

from contextlib import suppress
from enum import IntEnum
from typing import Final, NamedTuple

from firmware_bridge.protocol.framing import Packet, encode
from firmware_bridge.protocol.messages import ANSWER, MESSAGES, Status, number_of, unpacked

HELLO_AGAIN: Final = (0.1, *11 * (0.25,), 0.15)
AGAIN: Final = 4 * (0.1,)
AGAIN_AFTER_A_SHOW: Final = 4 * (0.25,)
"""Seconds until a question is asked again, each time; after the last of them nobody is there."""


class Ask(IntEnum):
    """What the Pi asks."""

    HELLO = number_of("HELLO")
    CONFIGURE = number_of("CONFIGURE")
    PAINT = number_of("PAINT")
    PING = number_of("PING")


class Question(NamedTuple):
    """What to ask, and the seconds until it is asked again, each time."""

    type: Ask
    payload: bytes = b""
    again: tuple[float, ...] = AGAIN


class Answer(NamedTuple):
    """Whether it is done, and the numbers that are told where it is."""

    status: Status
    values: tuple[int, ...]


class Asked(NamedTuple):
    """A question that waits for its answer: its number, how often it was asked again, and when it
    is due once more."""

    question: Question
    seq: int
    times: int
    due: float

    @property
    def frame(self) -> bytes:
        """The same bytes each time."""
        return encode(Packet(self.question.type, self.seq, self.question.payload))

    def again(self, now: float) -> Asked | None:
        """The same asked once more; None where that was often enough."""
        times = self.times + 1
        waits = self.question.again
        return self._replace(times=times, due=now + waits[times]) if times < len(waits) else None

    def answer(self, packet: Packet) -> Answer | None:
        """What *packet* answers; None where it is no answer to this."""
        if (packet.type, packet.seq) != (self.question.type | ANSWER, self.seq):
            return None
        with suppress(IndexError, ValueError):
            status = Status(packet.payload[0])
            fields = MESSAGES[self.question.type.name].answer if status is Status.DONE else ()
            values = unpacked(fields, packet.payload[1:])
            return None if values is None else Answer(status, values)
        return None


def ask(question: Question, seq: int, now: float) -> Asked:
    """*question* asked for the first time."""
    return Asked(question, seq, 0, now + question.again[0])
