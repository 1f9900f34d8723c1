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


def key_in(packet: Packet) -> Key | None:
    """Return the key in a KEY; None where it is malformed."""
    match unpacked(MESSAGES["KEY"].fields, packet.payload):
        case (boot, number, 0 | 1 as down) if number < KEYS:
            return Key(boot, packet.seq, number, bool(down))
        case _:
            return None


class End(Enum):
    """The reasons that a conversation is over, and its port to be closed."""

    NOBODY = "HELLO was not answered"
    SILENCE = "a board that was there does not answer any more"
    OTHER_VERSION = "the board speaks another version of the protocol"
    UNFIT = "the board has no room for so many pixels"
    REFUSED = "the board takes for nonsense what this version may say"


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


REPAINT_AFTER: Final = 10.0
"""Seconds after which every pixel is painted again, whatever moves: noise may have changed one."""


class Framebuffer:
    """Paints whatever was wanted last, page by page; a picture of which a page was painted is ended
    first, so that none is shown which nobody wanted."""

    def __init__(self) -> None:
        self.wanted: bytes | None = None
        """The picture that the board shall show."""
        self._has: bytes | None = None
        self._begun, self._pages, self._painted = b"", tuple[bytes, ...](), 0
        self._whole_at = 0.0

    @property
    def shown(self) -> bool:
        """True if the board shows what is wanted, and nothing else is on its way to it."""
        return self.wanted is not None and not self._pages and self._has == self.wanted

    @property
    def doubted_at(self) -> float:
        """The time from which on the next picture is to be painted whole."""
        return self._whole_at + REPAINT_AFTER if self._has else inf

    def want(self, picture: bytes) -> None:
        """Have the board show *picture*."""
        self.wanted = picture

    def forget(self) -> None:
        """The picture that the board has is unknown from now on."""
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
        """The board has painted the page; the last one of a picture has shown it."""
        self._painted += 1
        if self._painted == len(self._pages):
            self._whole_at = self._whole_at if self._has else now
            self._has, self._pages = self._begun, ()

    def put_off(self) -> None:
        """The page was not painted: if none of its picture was, a newer one may come first."""
        if not self._painted:
            self._pages = ()


AFTER_BUSY: Final = 0.02
"""Seconds in which contacts that have moved come to rest, and the key is sent."""
AT_ONCE: Final = 0.004
"""Seconds after a key in which a new picture may still be one that was on its way before."""
AT_LATEST: Final = 0.012
"""Seconds after a key in which somebody should have drawn what it did, if it did anything."""


class PaintHold:
    """Knows when a board was busy or sent a key, and so from when on it is to be painted."""

    def __init__(self) -> None:
        self._from = self._at_latest = 0.0
        self._before: bytes | None = None

    def busy(self, now: float) -> None:
        """The board takes no picture at *now*, for a key is settling; or one was sent meanwhile."""
        if now >= self._at_latest:
            self._from = self._at_latest = now + AFTER_BUSY

    def key(self, now: float, wanted: bytes | None) -> None:
        """A key came at *now*, when *wanted* is the newest picture."""
        self._from, self._at_latest, self._before = now + AT_ONCE, now + AT_LATEST, wanted

    def due(self, wanted: bytes | None) -> float:
        """Return the time from which on *wanted*, the newest picture, may be painted."""
        return self._at_latest if wanted is self._before else self._from


PING_AFTER: Final = 1.0
"""Seconds of silence."""
ALONE_AFTER: Final = 2.0
"""Seconds of silence after which a frame goes alone: a board that has given the Pi up shows its
link pixel again at the first that it hears, and hears no other meanwhile."""


class Stage(Enum):
    """The steps of a beginning."""

    HELLO = "nobody has answered yet"
    CONFIGURE = "the board has answered, and does not know its strip"
    PAINT = "the board shows the pictures"


class Link:
    """The conversation with the board at a port that was just opened: HELLO, CONFIGURE for *tape*,
    then every picture that is to be shown, until it has ``ended``."""

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
        """True if the board has answered that it shows what was wanted last."""
        return self._framebuffer.shown

    def show(self, picture: bytes) -> None:
        """Have the board show *picture*, three bytes a pixel as the strip wants them. Of several
        that come while it is busy only the last one is shown."""
        if len(picture) != BYTES * self._tape.pixels:
            raise ValueError(
                f"a picture of {self._tape.pixels} pixels has {BYTES * self._tape.pixels} bytes, "
                f"not {len(picture)}"
            )
        self._framebuffer.want(picture)

    def data_to_send(self, now: float) -> bytes:
        """Return the bytes to write at *now*: none where nothing is due."""
        if self.ended:
            return b""
        if self._pending:
            return self._ask_again(self._pending, now)
        owed, self._owed = self._owed, b""
        request = self._next(now)
        if request and now >= self._sent_at + ALONE_AFTER:
            owed = b""  # A board that still waits for it sends the key again.
        said = owed + (self._ask(request, now) if request else b"")
        self._sent_at = now if said else self._sent_at
        return said

    def wait(self, now: float) -> float:
        """Return in how many seconds there will be something to say, if nothing is heard before."""
        if self._pending:
            return max(self._pending.due - now, 0.0)
        if self.ended or self._owed or self._next(now):
            return 0.0
        due = (self._sent_at + PING_AFTER, self._framebuffer.doubted_at, self._paint_from)
        return min((at for at in due if at > now), default=now) - now

    def receive(self, data: bytes, now: float) -> tuple[Key, ...]:
        """Take what the board said. Return the keys in it, each as often as it was sent."""
        packets = (heard for heard in self._decoder.feed(data) if isinstance(heard, Packet))
        return tuple(key for packet in packets if (key := self._take(packet, now)))

    def _next(self, now: float) -> Request | None:
        """Return the next request; None where there is none."""
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

    def _ask(self, request: Request, now: float) -> bytes:
        self._pending = first_try(request, self._seq, now)
        self._seq = (self._seq + 1) % 256
        return self._pending.frame

    def _ask_again(self, pending: PendingRequest, now: float) -> bytes:
        if now < pending.due:
            return b""
        self._pending = pending.again(now)
        if not self._pending:
            self.ended = End.SILENCE if self.board else End.NOBODY
            return b""
        self._sent_at = now
        return pending.frame

    def _take(self, packet: Packet, now: float) -> Key | None:
        if packet.type == KEY and self.board:
            return self._key(packet, now)
        if self._pending and (answer := self._pending.answer(packet)):
            pending, self._pending = self._pending, None
            if answer.status is Status.BUSY and pending.request.type is RequestType.PAINT:
                self._put_off(pending, now)
            else:
                self._answered(pending.request.type, answer, now)
        return None

    def _key(self, packet: Packet, now: float) -> Key | None:
        """Return the key in *packet*. Its answer is owed until the Pi may speak."""
        self._paint_hold.key(now, self._framebuffer.wanted)
        key = key_in(packet)
        status = Status.DONE if key else Status.MALFORMED
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

    def _put_off(self, pending: PendingRequest, now: float) -> None:
        """The board is busy. A request that was sent again it may have painted since, or not."""
        self._paint_hold.busy(now)
        if pending.times:
            self._framebuffer.forget()
        else:
            self._framebuffer.put_off()

    def _done(self, kind: RequestType, values: tuple[int, ...], now: float) -> None:
        match kind:
            case RequestType.HELLO:
                self._greeted(Greeting(*values))
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

    def _greeted(self, board: Greeting) -> None:
        self.board, self._stage = board, Stage.CONFIGURE
        if board.version != VERSION:
            self.ended = End.OTHER_VERSION
        elif board.payload < LEAST_PAYLOAD:
            self.ended = End.REFUSED

    def _begin_again(self) -> None:
        self._stage = Stage.HELLO
        self._framebuffer.forget()
