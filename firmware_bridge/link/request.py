"""Requests of the Pi, one at a time (stop and wait): repeats, and answers that fit."""

from contextlib import suppress
from enum import IntEnum
from typing import Final, NamedTuple, Self

from firmware_bridge.protocol.framing import Packet, encode
from firmware_bridge.protocol.messages import ANSWER, MESSAGES, Status, number_of, unpacked

HELLO_AGAIN: Final = 30 * (0.1,)
AGAIN: Final = 4 * (0.1,)
AGAIN_AFTER_A_SHOW: Final = 4 * (0.25,)
"""Seconds until a request is asked again, each time; after the last of them nobody is there."""


class RequestType(IntEnum):
    """The kinds of requests."""

    HELLO = number_of("HELLO")
    CONFIGURE = number_of("CONFIGURE")
    PAINT = number_of("PAINT")
    PING = number_of("PING")


class Request(NamedTuple):
    """A request, and the seconds until it is sent again, each time."""

    type: RequestType
    payload: bytes = b""
    again: tuple[float, ...] = AGAIN


class Answer(NamedTuple):
    """The status of an answer, and its values where it is DONE."""

    status: Status
    values: tuple[int, ...]


class PendingRequest(NamedTuple):
    """A request that waits for its answer: its number, repeats, and when it is due once more."""

    request: Request
    seq: int
    times: int
    due: float

    @property
    def frame(self) -> bytes:
        """The same bytes each time."""
        return encode(Packet(self.request.type, self.seq, self.request.payload))

    def again(self, now: float) -> Self | None:
        """Return it sent once more; None where that was often enough."""
        times = self.times + 1
        waits = self.request.again
        return self._replace(times=times, due=now + waits[times]) if times < len(waits) else None

    def answer(self, packet: Packet) -> Answer | None:
        """Return the answer in *packet*; None where it is no answer to this request."""
        if (packet.type, packet.seq) != (self.request.type | ANSWER, self.seq):
            return None
        with suppress(IndexError, ValueError):
            status = Status(packet.payload[0])
            fields = MESSAGES[self.request.type.name].answer if status is Status.DONE else ()
            content = packet.payload[1:]
            if self.request.type is RequestType.HELLO:  # Of a later version it may go on.
                content = content[: sum(field.bytes for field in fields)]
            values = unpacked(fields, content)
            return None if values is None else Answer(status, values)
        return None


def first_try(request: Request, seq: int, now: float) -> PendingRequest:
    """Return *request* sent for the first time."""
    return PendingRequest(request, seq, 0, now + request.again[0])
