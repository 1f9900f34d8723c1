"""The Pi's side of the conversation with a board, on one opened port: PROTOCOL.md, Conversation.

Bytes and time come in as arguments: whoever holds the port writes what ``say`` says, listens for
``wait`` seconds at the most, and has it ``hear`` what came.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, assert_never

from firmware_bridge.link.framebuffer import Canvas
from firmware_bridge.link.inbound import End, Greeting, Key, key_in
from firmware_bridge.link.paint_hold import KeysFirst
from firmware_bridge.link.request import (
    AGAIN,
    AGAIN_AFTER_A_SHOW,
    HELLO_AGAIN,
    Answer,
    Ask,
    Asked,
    Question,
    ask,
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


class Stage(Enum):
    """How far a beginning has come."""

    HELLO = "nobody has answered yet"
    CONFIGURE = "the board has answered, and does not know its strip"
    PAINT = "the board shows what it is told to"


class Link:
    """The conversation with whoever is at a port that was opened just now: HELLO, CONFIGURE for
    *tape*, then every picture that is to be shown, until it has ``ended``."""

    def __init__(self, tape: Tape) -> None:
        self._tape, self._decoder = tape, Decoder()
        self._stage, self._seq, self._owed = Stage.HELLO, 0, b""
        self._asked: Asked | None = None
        self._spoke, self._canvas, self._keys_first = 0.0, Canvas(), KeysFirst()
        self.board: Greeting | None = None
        """Who answered HELLO; None before."""
        self.steady = False
        """Whether the board has shown a picture, or told that it is there."""
        self.ended: End | None = None
        """Why there is no more to be said; None while there is."""

    @property
    def ready(self) -> bool:
        """Whether the board knows its strip, and shows what it is told to."""
        return self._stage is Stage.PAINT and not self.ended

    @property
    def shown(self) -> bool:
        """Whether the board has answered that it shows what was wanted last."""
        return self._canvas.shown

    def show(self, picture: bytes) -> None:
        """Have the board show *picture*, three bytes a pixel as the strip wants them. Of several
        that come while it is busy only the last one is shown."""
        if len(picture) != BYTES * self._tape.pixels:
            raise ValueError(
                f"a picture of {self._tape.pixels} pixels has {BYTES * self._tape.pixels} bytes, "
                f"not {len(picture)}"
            )
        self._canvas.want(picture)

    def say(self, now: float) -> bytes:
        """What is to be written at *now*: nothing where nothing is due."""
        if self.ended:
            return b""
        if self._asked:
            return self._ask_again(self._asked, now)
        owed, self._owed = self._owed, b""
        question = self._next(now)
        said = owed + (self._ask(question, now) if question else b"")
        self._spoke = now if said else self._spoke
        return said

    def wait(self, now: float) -> float:
        """In how many seconds there will be something to say, if nothing is heard before."""
        if self._asked:
            return max(self._asked.due - now, 0.0)
        if self.ended or self._owed or self._next(now):
            return 0.0
        due = (self._spoke + PING_AFTER, self._canvas.doubted_at, self._paint_from)
        return min((at for at in due if at > now), default=now) - now

    def hear(self, data: bytes, now: float) -> tuple[Key, ...]:
        """Take what the board said; the keys that it told of, each as often as it did."""
        packets = (heard for heard in self._decoder.feed(data) if isinstance(heard, Packet))
        return tuple(key for packet in packets if (key := self._take(packet, now)))

    def _next(self, now: float) -> Question | None:
        """What to ask next; None where there is no need to ask anything."""
        match self._stage:
            case Stage.HELLO:
                again = AGAIN if self.board else HELLO_AGAIN
                return Question(Ask.HELLO, bytes((VERSION,)), again)
            case Stage.CONFIGURE:
                return Question(Ask.CONFIGURE, packed(MESSAGES["CONFIGURE"].fields, self._tape))
            case Stage.PAINT:
                return self._paint(now) or self._ping(now)
            case _:
                assert_never(self._stage)

    @property
    def _paint_from(self) -> float:
        return self._keys_first.due(self._canvas.wanted)

    def _paint(self, now: float) -> Question | None:
        assert self.board
        if now < self._paint_from:
            return None
        page = self._canvas.page(now, min(self.board.payload, LONGEST_PAYLOAD))
        if page is None:
            return None
        return Question(Ask.PAINT, page, AGAIN_AFTER_A_SHOW if page[0] & SHOW else AGAIN)

    def _ping(self, now: float) -> Question | None:
        return Question(Ask.PING) if now >= self._spoke + PING_AFTER else None

    def _ask(self, question: Question, now: float) -> bytes:
        self._asked = ask(question, self._seq, now)
        self._seq = (self._seq + 1) % 256
        return self._asked.frame

    def _ask_again(self, asked: Asked, now: float) -> bytes:
        if now < asked.due:
            return b""
        self._asked = asked.again(now)
        if not self._asked:
            self.ended = End.SILENCE if self.board else End.NOBODY
            return b""
        self._spoke = now
        return asked.frame

    def _take(self, packet: Packet, now: float) -> Key | None:
        if packet.type == KEY and self.board:
            return self._told(packet, now)
        if self._asked and (answer := self._asked.answer(packet)):
            asked, self._asked = self._asked, None
            if answer.status is Status.BUSY and asked.question.type is Ask.PAINT:
                self._put_off(asked, now)
            else:
                self._answered(asked.question.type, answer, now)
        return None

    def _told(self, packet: Packet, now: float) -> Key | None:
        """The key that *packet* tells of. Its answer is owed until the Pi may speak."""
        self._keys_first.key(now, self._canvas.wanted)
        key = key_in(packet)
        status = Status.DONE if key else Status.MALFORMED
        self._owed = encode(Packet(KEY | ANSWER, packet.seq, bytes((status,))))
        return key

    def _answered(self, asked: Ask, answer: Answer, now: float) -> None:
        match answer.status:
            case Status.DONE:
                self._done(asked, answer.values, now)
            case Status.UNCONFIGURED if asked is Ask.PAINT:
                self._begin_again()
            case Status.UNFIT if asked is Ask.CONFIGURE:
                self.ended = End.UNFIT
            case (
                Status.UNKNOWN | Status.MALFORMED | Status.UNCONFIGURED | Status.UNFIT | Status.BUSY
            ):
                self.ended = End.REFUSED
            case _:
                assert_never(answer.status)

    def _put_off(self, asked: Asked, now: float) -> None:
        """The board is busy. What was asked again it may have painted since, or not."""
        self._keys_first.busy(now)
        if asked.times:
            self._canvas.forget()
        else:
            self._canvas.put_off()

    def _done(self, asked: Ask, values: tuple[int, ...], now: float) -> None:
        match asked:
            case Ask.HELLO:
                self._greeted(Greeting(*values))
            case Ask.CONFIGURE:
                self._stage = Stage.PAINT
            case Ask.PAINT:
                self._canvas.painted(now)
                self.steady = self.steady or self.shown
            case Ask.PING:
                self.steady = True
                self._met(values[0])
            case _:
                assert_never(asked)

    def _greeted(self, board: Greeting) -> None:
        self.board, self._stage = board, Stage.CONFIGURE
        if board.version != VERSION:
            self.ended = End.OTHER_VERSION
        elif board.payload < LEAST_PAYLOAD:
            self.ended = End.REFUSED

    def _met(self, boot: int) -> None:
        """Begin again with a board that was started anew since HELLO."""
        if self.board and boot != self.board.boot:
            self._begin_again()

    def _begin_again(self) -> None:
        self._stage = Stage.HELLO
        self._canvas.forget()
