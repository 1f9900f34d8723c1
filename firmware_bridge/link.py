"""The Pi's side of the conversation with a board, on one opened port: PROTOCOL.md, Conversation.

No port and no clock: the owner of the port writes what ``data_to_send`` returns, listens for at
most ``wait`` seconds, and passes the bytes that it read to ``receive``.
"""

from contextlib import suppress
from enum import Enum, IntEnum
from math import inf
from typing import Final, NamedTuple, Self, assert_never

from firmware_bridge.protocol.framing import LONGEST_PAYLOAD, Decoder, Packet, encode
from firmware_bridge.protocol.messages import (
    ANSWER,
    BYTES,
    KEY,
    MESSAGES,
    SHOW,
    VERSION,
    Status,
    number_of,
    packed,
    unpacked,
)
from firmware_bridge.protocol.pixels import LEAST_PAYLOAD, Tape, paints

KEYS: Final = 16


class Greeting(NamedTuple):
    """A board's answer to HELLO."""

    version: int
    firmware: int
    boot: int
    pixels: int
    payload: int
    keys: int


class Key(NamedTuple):
    """A key that went ``down`` or up, numbered ``seq`` by a board started ``boot`` times."""

    boot: int
    seq: int
    number: int
    down: bool


class End(Enum):
    """The reasons for which a conversation ended; its port is then closed."""

    NO_ANSWER = "HELLO was not answered"
    SILENCE = "the board answers no more"
    OTHER_VERSION = "the board speaks another version of the protocol"
    UNFIT = "the board has no room for that many pixels"
    REFUSED = "the board rejects valid requests of this version"


HELLO_AGAIN: Final = 30 * (0.1,)
AGAIN: Final = 4 * (0.1,)
AGAIN_AFTER_A_SHOW: Final = 4 * (0.25,)
"""Timeouts in seconds of each try of a request; after the last of them the board is gone."""


class RequestType(IntEnum):
    HELLO = number_of("HELLO")
    CONFIGURE = number_of("CONFIGURE")
    PAINT = number_of("PAINT")
    PING = number_of("PING")


class Request(NamedTuple):
    """A request, with the timeouts of its tries."""

    type: RequestType
    payload: bytes = b""
    again: tuple[float, ...] = AGAIN


class Answer(NamedTuple):
    """The status of an answer, and its values if it is DONE."""

    status: Status
    values: tuple[int, ...]


class PendingRequest(NamedTuple):
    """A request that waits for its answer: its number, retries, and when the next is due."""

    request: Request
    seq: int
    times: int
    due: float

    @property
    def frame(self) -> bytes:
        """The same bytes each time."""
        return encode(Packet(self.request.type, self.seq, self.request.payload))

    def again(self, now: float) -> Self | None:
        """Return the request sent once more; None after the last try."""
        times = self.times + 1
        waits = self.request.again
        return self._replace(times=times, due=now + waits[times]) if times < len(waits) else None

    def answer(self, packet: Packet) -> Answer | None:
        """Return the answer in *packet*; None if it does not answer this request."""
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


REPAINT_AFTER: Final = 10.0
"""Seconds after which every pixel is painted again, whatever moves: noise may have changed one."""


class Framebuffer:
    """The picture that a board has, the one wanted, and the paints between, page by page. A started
    picture is finished before the next begins, so no torn picture is shown."""

    def __init__(self) -> None:
        self.wanted: bytes | None = None
        """The picture that the board shall show."""
        self._has: bytes | None = None
        self._begun, self._pages, self._painted = b"", tuple[bytes, ...](), 0
        self._whole_at = 0.0

    @property
    def shown(self) -> bool:
        """True if the board shows the wanted picture, and none is on its way."""
        return self.wanted is not None and not self._pages and self._has == self.wanted

    @property
    def doubted_at(self) -> float:
        """When the next picture is to be painted whole."""
        return self._whole_at + REPAINT_AFTER if self._has else inf

    def forget(self) -> None:
        """Assume nothing about the picture that the board has."""
        self._has, self._pages = None, ()

    def page(self, now: float, longest: int) -> bytes | None:
        """The payload of the next PAINT, the same until ``painted``; None if none is due."""
        if not self._pages and now >= self.doubted_at:
            self._has = None
        if not self._pages and self.wanted is not None and self.wanted != self._has:
            self._begun, self._pages = self.wanted, paints(self._has, self.wanted, longest)
            self._painted = 0
        return self._pages[self._painted] if self._pages else None

    def painted(self, now: float) -> None:
        """Note that the board has painted the page; the last one of a picture shows it."""
        self._painted += 1
        if self._painted == len(self._pages):
            self._whole_at = self._whole_at if self._has else now
            self._has, self._pages = self._begun, ()

    def refused(self, *, asked_twice: bool) -> None:
        """Note that the page was not painted: a picture not yet begun may be replaced. If it was
        *asked_twice*, the board may have painted it before."""
        if asked_twice:
            self.forget()
        elif not self._painted:
            self._pages = ()


AFTER_BUSY: Final = 0.02
"""Seconds in which contacts that have moved come to rest, and the key is sent."""
AT_ONCE: Final = 0.004
"""Seconds after a key in which a new picture may still be one that was on its way before."""
AT_LATEST: Final = 0.012
"""Seconds after a key in which its effect, if any, should have been drawn."""


class PaintHold:
    """Holds paints back for keys: a board that shows a picture hears and sends nothing, for up to
    12 ms, and a picture just before the answer to the key would cost as much again."""

    def __init__(self) -> None:
        self._from = self._at_latest = 0.0
        self._before: bytes | None = None

    def busy(self, now: float) -> None:
        """The board refused a picture at *now*: a key is settling, or was sent meanwhile."""
        if now >= self._at_latest:
            self._from = self._at_latest = now + AFTER_BUSY

    def key(self, now: float, wanted: bytes | None) -> None:
        """A key came at *now*, when *wanted* is the newest picture."""
        self._from, self._at_latest, self._before = now + AT_ONCE, now + AT_LATEST, wanted

    def due(self, wanted: bytes | None) -> float:
        """Return when *wanted*, the newest picture, may be painted."""
        return self._at_latest if wanted is self._before else self._from


PING_AFTER: Final = 1.0
"""Seconds of silence."""
ALONE_AFTER: Final = 2.0
"""Seconds of silence after which a frame goes alone: a board that has given the Pi up shows its
link pixel again at the first frame, and is deaf meanwhile."""


class Stage(Enum):
    """The steps of the handshake."""

    HELLO = "no answer yet"
    CONFIGURE = "the board has answered, and does not know its strip"
    PAINT = "the board shows pictures"


class Link:
    """A conversation with the board at a port that was just opened: HELLO, CONFIGURE for *tape*,
    then pictures, until it has ``ended``."""

    def __init__(self, tape: Tape) -> None:
        self._tape, self._decoder = tape, Decoder()
        self._stage, self._seq, self._owed = Stage.HELLO, 0, b""
        self._pending: PendingRequest | None = None
        self._sent_at, self._framebuffer, self._paint_hold = 0.0, Framebuffer(), PaintHold()
        self.board: Greeting | None = None
        """The board that answered HELLO; None before."""
        self.steady = False
        """True once the board has shown a picture, or answered a PING."""
        self.ended: End | None = None
        """The reason that the conversation is over; None while it goes on."""

    @property
    def ready(self) -> bool:
        """True if the board knows its strip and takes pictures."""
        return self._stage is Stage.PAINT and not self.ended

    @property
    def shown(self) -> bool:
        """True if the board has confirmed that it shows the newest picture."""
        return self._framebuffer.shown

    def show(self, picture: bytes) -> None:
        """Have the board show *picture*, three bytes a pixel as the strip wants them. Of several
        that come while it is busy only the last one is shown."""
        if len(picture) != BYTES * self._tape.pixels:
            raise ValueError(
                f"a picture of {self._tape.pixels} pixels has {BYTES * self._tape.pixels} bytes, "
                f"not {len(picture)}"
            )
        self._framebuffer.wanted = picture

    def data_to_send(self, now: float) -> bytes:
        """Return the bytes to write at *now*: empty if nothing is due."""
        if self.ended:
            return b""
        if pending := self._pending:
            if now < pending.due:
                return b""
            self._pending = pending.again(now)
            if self._pending:
                self._sent_at = now
                return pending.frame
            self.ended = End.SILENCE if self.board else End.NO_ANSWER
            return b""
        data, self._owed = self._owed, b""
        request = self._next(now)
        if request and now >= self._sent_at + ALONE_AFTER:
            data = b""  # A board that still waits for it sends the key again.
        if request:
            self._pending = PendingRequest(request, self._seq, 0, now + request.again[0])
            self._seq = (self._seq + 1) % 256
            data += self._pending.frame
        self._sent_at = now if data else self._sent_at
        return data

    def wait(self, now: float) -> float:
        """Return the seconds until there is data to send, if none is received earlier."""
        if self._pending:
            return max(self._pending.due - now, 0.0)
        if self.ended or self._owed or self._next(now):
            return 0.0
        due = (self._sent_at + PING_AFTER, self._framebuffer.doubted_at, self._paint_from)
        return min((at for at in due if at > now), default=now) - now

    def receive(self, data: bytes, now: float) -> tuple[Key, ...]:
        """Process *data* from the board. Return the keys in it, each as often as it was sent."""
        packets = (packet for packet in self._decoder.feed(data) if isinstance(packet, Packet))
        return tuple(key for packet in packets if (key := self._take(packet, now)))

    def _next(self, now: float) -> Request | None:
        """Return the next request, if any."""
        match self._stage:
            case Stage.HELLO:
                again = AGAIN if self.board else HELLO_AGAIN
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
        assert self.board
        if now < self._paint_from:
            return None
        page = self._framebuffer.page(now, min(self.board.payload, LONGEST_PAYLOAD))
        if page is None:
            return None
        return Request(RequestType.PAINT, page, AGAIN_AFTER_A_SHOW if page[0] & SHOW else AGAIN)

    def _take(self, packet: Packet, now: float) -> Key | None:
        if packet.type == KEY and self.board:
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
        """Return the key in *packet*. Its answer is owed until the Pi may speak."""
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
                self.board, self._stage = Greeting(*values), Stage.CONFIGURE
                if self.board.version != VERSION:
                    self.ended = End.OTHER_VERSION
                elif self.board.payload < LEAST_PAYLOAD:
                    self.ended = End.REFUSED
            case RequestType.CONFIGURE:
                self._stage = Stage.PAINT
            case RequestType.PAINT:
                self._framebuffer.painted(now)
                self.steady = self.steady or self.shown
            case RequestType.PING:
                self.steady = True
                if self.board and values[0] != self.board.boot:  # It was restarted since HELLO.
                    self._begin_again()
            case _:
                assert_never(kind)

    def _begin_again(self) -> None:
        self._stage = Stage.HELLO
        self._framebuffer.forget()
