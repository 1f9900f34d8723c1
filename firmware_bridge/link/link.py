"""The Pi's side of the conversation with a board, on one opened port: PROTOCOL.md, Conversation.

Bytes and time come in as arguments: the owner of the port writes what ``data_to_send``
returns, listens for ``wait`` seconds at the most, and hands what came to ``receive``.
"""

from enum import Enum
from typing import Final, assert_never

from firmware_bridge.link.framebuffer import Framebuffer
from firmware_bridge.link.inbound import End, Greeting, Key, key_in
from firmware_bridge.link.paint_hold import PaintHold
from firmware_bridge.link.request import (
    AGAIN,
    AGAIN_AFTER_A_SHOW,
    HELLO_AGAIN,
    Answer,
    PendingRequest,
    Request,
    RequestType,
    first_try,
)
from firmware_bridge.protocol.framing import LONGEST_PAYLOAD, Decoder, Packet, encode
from firmware_bridge.protocol.messages import (
    ANSWER,
    BYTES,
    KEY,
    MESSAGES,
    SHOW,
    VERSION,
    Status,
    packed,
)
from firmware_bridge.protocol.paint_encoding import LEAST_PAYLOAD
from firmware_bridge.protocol.pixels import Tape

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
