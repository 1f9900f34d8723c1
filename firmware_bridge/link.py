"""The protocol session with a controller on an open port; see PROTOCOL.md, Conversation.

Sans-I/O: the caller writes the result of ``data_to_send``, reads for at most ``wait`` seconds, and
passes received bytes to ``receive``.
"""

from contextlib import suppress
from enum import Enum, IntEnum
from math import inf
from typing import Final, NamedTuple, Self, assert_never

from firmware_bridge.protocol.framing import MAX_PAYLOAD_BYTES, Decoder, Packet, encode
from firmware_bridge.protocol.messages import (
    ANSWER,
    BYTES,
    KEY,
    MESSAGES,
    PAINT_SHOW,
    VERSION,
    Status,
    number_of,
    packed,
    unpacked,
)
from firmware_bridge.protocol.pixels import MIN_PAYLOAD, Tape, paints

KEYS: Final = 16


class Greeting(NamedTuple):
    """A controller's answer to HELLO."""

    version: int
    firmware: int
    boot: int
    pixels: int
    payload: int
    keys: int


class Key(NamedTuple):
    """A key press (``down``) or release. ``boot``: start count of the controller; ``seq``: event
    number."""

    boot: int
    seq: int
    number: int
    down: bool


class End(Enum):
    """Why a session ended. Its port is then closed."""

    NO_ANSWER = "no response to HELLO"
    SILENCE = "the controller no longer responds"
    OTHER_VERSION = "the controller uses another protocol version"
    UNFIT = "the controller does not support that many pixels"
    REFUSED = "the controller rejects valid requests of this version"


HELLO_AGAIN: Final = 30 * (0.1,)
AGAIN: Final = 4 * (0.1,)
UPDATE_AGAIN: Final = 4 * (0.25,)
"""Timeouts in seconds of the attempts at each request; after the last one, the session ends."""


class RequestType(IntEnum):
    HELLO = number_of("HELLO")
    CONFIGURE = number_of("CONFIGURE")
    PAINT = number_of("PAINT")
    PING = number_of("PING")


class Request(NamedTuple):
    """A request, with the timeouts of its attempts."""

    type: RequestType
    payload: bytes = b""
    again: tuple[float, ...] = AGAIN


class Answer(NamedTuple):
    """The status of an answer, and its values if DONE."""

    status: Status
    values: tuple[int, ...]


class PendingRequest(NamedTuple):
    """A request waiting for its answer: sequence number, retries, and time of the next retry."""

    request: Request
    seq: int
    times: int
    due: float

    @property
    def frame(self) -> bytes:
        """The encoded request, the same in every attempt."""
        return encode(Packet(self.request.type, self.seq, self.request.payload))

    def again(self, now: float) -> Self | None:
        """Return the next attempt; None after the last one."""
        times = self.times + 1
        waits = self.request.again
        return self._replace(times=times, due=now + waits[times]) if times < len(waits) else None

    def answer(self, packet: Packet) -> Answer | None:
        """Return the answer in *packet*; None if it is not for this request."""
        if (packet.type, packet.seq) != (self.request.type | ANSWER, self.seq):
            return None
        with suppress(IndexError, ValueError):
            status = Status(packet.payload[0])
            fields = MESSAGES[self.request.type.name].answer if status is Status.DONE else ()
            content = packet.payload[1:]
            if self.request.type is RequestType.HELLO:  # Later versions may extend it.
                content = content[: sum(field.bytes for field in fields)]
            values = unpacked(fields, content)
            return None if values is None else Answer(status, values)
        return None


REPAINT_AFTER: Final = 10.0
"""Seconds between complete repaints, to repair undetected transmission errors."""


class Framebuffer:
    """The image on the controller, the image to show, and the PAINT payloads (pages) to be sent.
    Once started, an image is completed before the next begins, to avoid tearing."""

    def __init__(self) -> None:
        self.wanted: bytes | None = None
        """The image to show; None before the first."""
        self._has: bytes | None = None
        self._begun, self._pages, self._painted = b"", tuple[bytes, ...](), 0
        self._whole_at = 0.0

    @property
    def shown(self) -> bool:
        """True if the controller shows the wanted image and no page is pending."""
        return self.wanted is not None and not self._pages and self._has == self.wanted

    @property
    def doubted_at(self) -> float:
        """When the next complete repaint is due."""
        return self._whole_at + REPAINT_AFTER if self._has else inf

    def forget(self) -> None:
        """Mark the controller's image as unknown, so that the next one is sent completely."""
        self._has, self._pages = None, ()

    def page(self, now: float, longest: int) -> bytes | None:
        """Return the payload of the next PAINT, the same until ``painted``; None if none is due."""
        if not self._pages and now >= self.doubted_at:
            self._has = None
        if not self._pages and self.wanted is not None and self.wanted != self._has:
            self._begun, self._pages = self.wanted, paints(self._has, self.wanted, longest)
            self._painted = 0
        return self._pages[self._painted] if self._pages else None

    def painted(self, now: float) -> None:
        """Record an acknowledged PAINT. After the last one, the controller shows the new image."""
        self._painted += 1
        if self._painted == len(self._pages):
            self._whole_at = self._whole_at if self._has else now
            self._has, self._pages = self._begun, ()

    def refused(self, *, asked_twice: bool) -> None:
        """Record that a PAINT was refused; if it was the first of its image, a newer image may
        replace it. *asked_twice*: an earlier attempt may have succeeded."""
        if asked_twice:
            self.forget()
        elif not self._painted:
            self._pages = ()


AFTER_BUSY: Final = 0.02
"""Delay in seconds before a refused PAINT is retried: keys are debounced and sent meanwhile."""
AT_ONCE: Final = 0.003
"""Minimum delay in seconds from a key to a newer image; an earlier one may be unrelated to it."""
AT_LATEST: Final = 0.012
"""Minimum delay in seconds from a key to an older image; the key's effect is expected by then."""


class PaintHold:
    """Delays PAINTs in favour of keys: a controller cannot communicate while it updates the strip,
    for up to 12 ms, so an outdated image would delay the effect of a key by as much."""

    def __init__(self) -> None:
        self._from = self._at_latest = 0.0
        self._before: bytes | None = None

    def busy(self, now: float) -> None:
        """Record that the controller refused a PAINT at *now*, because a key was pending."""
        if now >= self._at_latest:
            self._from = self._at_latest = now + AFTER_BUSY

    def key(self, now: float, wanted: bytes | None) -> None:
        """Record a key at *now*; *wanted* is the newest image at that time."""
        self._from, self._at_latest, self._before = now + AT_ONCE, now + AT_LATEST, wanted

    def due(self, wanted: bytes | None) -> float:
        """Return when *wanted*, the newest image, may be painted."""
        return self._at_latest if wanted is self._before else self._from


PING_AFTER: Final = 1.0
"""Seconds of silence before a PING."""
ALONE_AFTER: Final = 2.0
"""Seconds of silence after which only one frame is sent: a controller that has timed out redraws
its link pixel at the first frame, and cannot receive meanwhile."""


class Stage(Enum):
    """The stages of a session."""

    HELLO = "no response yet"
    CONFIGURE = "the controller has responded, and is not configured yet"
    PAINT = "the controller shows frames"


class Link:
    """A session on a newly opened port: HELLO, CONFIGURE for *tape*, then images."""

    def __init__(self, tape: Tape) -> None:
        self._tape, self._decoder = tape, Decoder()
        self._stage, self._seq, self._owed = Stage.HELLO, 0, b""
        self._pending: PendingRequest | None = None
        self._sent_at, self._framebuffer, self._paint_hold = 0.0, Framebuffer(), PaintHold()
        self.greeting: Greeting | None = None
        """The answer to HELLO; None before it."""
        self.steady = False
        """True after the controller has shown an image or answered a PING."""
        self.ended: End | None = None
        """Why the session ended; None before."""

    @property
    def ready(self) -> bool:
        """True if the controller is configured and accepts images."""
        return self._stage is Stage.PAINT and not self.ended

    @property
    def shown(self) -> bool:
        """True if the controller has confirmed the newest image."""
        return self._framebuffer.shown

    def show(self, picture: bytes) -> None:
        """Set the image to show, three bytes per pixel in strip order. While the controller is
        busy, a newer image replaces it. Raises ValueError if its length is wrong."""
        if len(picture) != BYTES * self._tape.pixels:
            raise ValueError(
                f"{self._tape.pixels} pixels need {BYTES * self._tape.pixels} bytes, not "
                f"{len(picture)}"
            )
        self._framebuffer.wanted = picture

    def data_to_send(self, now: float) -> bytes:
        """Return the bytes to write at *now*, if any."""
        if self.ended:
            return b""
        if pending := self._pending:
            if now < pending.due:
                return b""
            self._pending = pending.again(now)
            if self._pending:
                self._sent_at = now
                return pending.frame
            self.ended = End.SILENCE if self.greeting else End.NO_ANSWER
            return b""
        data, self._owed = self._owed, b""
        request = self._next(now)
        if request and now >= self._sent_at + ALONE_AFTER:
            data = b""  # The controller retransmits the key if necessary.
        if request:
            self._pending = PendingRequest(request, self._seq, 0, now + request.again[0])
            self._seq = (self._seq + 1) % 256
            data += self._pending.frame
        self._sent_at = now if data else self._sent_at
        return data

    def wait(self, now: float) -> float:
        """Return the seconds until there is data to send, unless data is received earlier."""
        if self._pending:
            return max(self._pending.due - now, 0.0)
        if self.ended or self._owed or self._next(now):
            return 0.0
        due = (self._sent_at + PING_AFTER, self._framebuffer.doubted_at, self._paint_from)
        return min((at for at in due if at > now), default=now) - now

    def receive(self, data: bytes, now: float) -> tuple[Key, ...]:
        """Process *data* from the controller. Return its keys, including retransmitted ones."""
        packets = (packet for packet in self._decoder.feed(data) if isinstance(packet, Packet))
        return tuple(key for packet in packets if (key := self._take(packet, now)))

    def _next(self, now: float) -> Request | None:
        match self._stage:
            case Stage.HELLO:
                again = AGAIN if self.greeting else HELLO_AGAIN
                return Request(RequestType.HELLO, bytes((VERSION,)), again)
            case Stage.CONFIGURE:
                return Request(
                    RequestType.CONFIGURE, packed(MESSAGES["CONFIGURE"].fields, self._tape)
                )
            case Stage.PAINT:
                ping = Request(RequestType.PING) if now >= self._sent_at + PING_AFTER else None
                return self._paint(now) or ping
            case _:
                assert_never(self._stage)

    @property
    def _paint_from(self) -> float:
        return self._paint_hold.due(self._framebuffer.wanted)

    def _paint(self, now: float) -> Request | None:
        assert self.greeting
        if now < self._paint_from:
            return None
        page = self._framebuffer.page(now, min(self.greeting.payload, MAX_PAYLOAD_BYTES))
        if page is None:
            return None
        return Request(RequestType.PAINT, page, UPDATE_AGAIN if page[0] & PAINT_SHOW else AGAIN)

    def _take(self, packet: Packet, now: float) -> Key | None:
        if packet.type == KEY and self.greeting:
            return self._key(packet, now)
        if self._pending and (answer := self._pending.answer(packet)):
            pending, self._pending = self._pending, None
            if answer.status is Status.BUSY and pending.request.type is RequestType.PAINT:
                self._paint_hold.busy(now)
                self._framebuffer.refused(asked_twice=pending.times > 0)
            else:
                self._answered(pending.request.type, answer, now)
        return None

    def _key(self, packet: Packet, now: float) -> Key | None:
        """Return the key in *packet*, and queue the answer to it."""
        self._paint_hold.key(now, self._framebuffer.wanted)
        key, status = None, Status.MALFORMED
        match unpacked(MESSAGES["KEY"].fields, packet.payload):
            case (boot, number, 0 | 1 as down) if number < KEYS:
                key, status = Key(boot, packet.seq, number, bool(down)), Status.DONE
        self._owed = encode(Packet(KEY | ANSWER, packet.seq, bytes((status,))))
        return key

    def _answered(self, kind: RequestType, answer: Answer, now: float) -> None:
        match answer.status:
            case Status.DONE:
                self._done(kind, answer.values, now)
            case Status.UNCONFIGURED if kind is RequestType.PAINT:
                self._begin_again()
            case Status.UNFIT if kind is RequestType.CONFIGURE:
                self.ended = End.UNFIT
            case (
                Status.UNKNOWN | Status.MALFORMED | Status.UNCONFIGURED | Status.UNFIT | Status.BUSY
            ):
                self.ended = End.REFUSED
            case _:
                assert_never(answer.status)

    def _done(self, kind: RequestType, values: tuple[int, ...], now: float) -> None:
        match kind:
            case RequestType.HELLO:
                self.greeting, self._stage = Greeting(*values), Stage.CONFIGURE
                if self.greeting.version != VERSION:
                    self.ended = End.OTHER_VERSION
                elif self.greeting.payload < MIN_PAYLOAD:
                    self.ended = End.REFUSED
            case RequestType.CONFIGURE:
                self._stage = Stage.PAINT
            case RequestType.PAINT:
                self._framebuffer.painted(now)
                self.steady = self.steady or self.shown
            case RequestType.PING:
                self.steady = True
                # After a restart since HELLO.
                if self.greeting and values[0] != self.greeting.boot:
                    self._begin_again()
            case _:
                assert_never(kind)

    def _begin_again(self) -> None:
        self._stage = Stage.HELLO
        self._framebuffer.forget()
