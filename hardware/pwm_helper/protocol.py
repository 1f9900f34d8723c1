"""The messages between a program and the PWM helper: short, and each checked before it is used.

A message is its kind (a byte), the length of what follows (two bytes, high first), and that. The
program says hello with the number of its pixels and the bytes of each (3, or 4 with a white light),
then sends them as they go on the wire, frame by frame, and says goodbye. The helper
answers every hello and every frame: with nothing where all is well, else with what is wrong.
"""

import struct
from collections.abc import Iterator
from enum import IntEnum
from typing import Any, Final, NamedTuple

import msgspec

from scorekeeper.device import DeviceFault

HEAD: Final = struct.Struct(">BH")
GREETING: Final = struct.Struct(">7sBHB")
NAME: Final = b"cribble"
VERSION: Final = 2
MOST_PIXELS: Final = 4096
WIDTHS: Final = (3, 4)
LONGEST_ANSWER: Final = 4096
LONGEST_VALUE: Final = 200


class Kind(IntEnum):
    """The kind of a message."""

    HELLO = 1
    FRAME = 2
    GOODBYE = 3
    ANSWER = 4


class HelperMessage(NamedTuple):
    """One message, whole."""

    kind: Kind
    body: bytes = b""

    def __bytes__(self) -> bytes:
        return HEAD.pack(self.kind, len(self.body)) + self.body


class WrongBytes(ValueError):
    """The sender is no program, or no PWM helper, of this version."""


class HelperFault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reason that the PWM helper shows nothing: a sentence of the catalogue with its values."""

    sentence: str
    values: dict[str, str | int | float]


class Size(NamedTuple):
    """The size of a frame: its ``pixels``, and the bytes of each."""

    pixels: int
    width: int = 3

    @property
    def length(self) -> int:
        """The bytes of a frame."""
        return self.pixels * self.width


def hello(size: Size) -> HelperMessage:
    """Return the hello of a program whose frames have this *size*."""
    return HelperMessage(Kind.HELLO, GREETING.pack(NAME, VERSION, *size))


def picture_of(wire: bytes) -> HelperMessage:
    """Return the message with a whole frame, as it goes on the *wire*."""
    return HelperMessage(Kind.FRAME, wire)


def answer(fault: DeviceFault | None = None) -> HelperMessage:
    """Return the answer that all is well, or what is not."""
    if fault is None:
        return HelperMessage(Kind.ANSWER)
    values = {
        name: value if isinstance(value, int | float) else str(value)[:LONGEST_VALUE]
        for name, value in fault.values.items()
    }
    return HelperMessage(Kind.ANSWER, msgspec.json.encode(HelperFault(fault.sentence, values)))


def size_in(message: HelperMessage) -> Size:
    """Return the size that a hello names. Raises WrongBytes."""
    name, version, pixels, width = GREETING.unpack(message.body)
    is_hello = (name, version) == (NAME, VERSION)
    if not is_hello or not 0 < pixels <= MOST_PIXELS or width not in WIDTHS:
        raise WrongBytes(f"this is no hello: {message.body!r}")
    return Size(pixels, width)


def fault_in(message: HelperMessage) -> DeviceFault | None:
    """Return the fault in an answer; None where all is well. Raises WrongBytes."""
    if not message.body:
        return None
    try:
        told = msgspec.json.decode(message.body, type=HelperFault)
        return DeviceFault(told.sentence, **told.values)
    except (ValueError, LookupError, AttributeError, TypeError) as fault:
        raise WrongBytes(f"this is no answer: {message.body!r}") from fault


class MessageReader:
    """Puts messages together from pieces of any size.

    ``expects`` has the kinds that may come now, each with its shortest and its longest body.
    """

    def __init__(self, expects: dict[Kind, tuple[int, int]]) -> None:
        self.expects = expects
        self._held = bytearray()

    def take(self, piece: bytes) -> Iterator[HelperMessage]:
        """Yield the messages that *piece* makes whole. Raises WrongBytes once one cannot be."""
        self._held += piece
        while len(self._held) >= HEAD.size:
            kind, length = self._head()
            end = HEAD.size + length
            if len(self._held) < end:
                return
            body = bytes(self._held[HEAD.size : end])
            del self._held[:end]
            yield HelperMessage(kind, body)

    def _head(self) -> tuple[Kind, int]:
        kind, length = HEAD.unpack_from(self._held)
        least, most = self.expects.get(kind, (1, 0))
        if not least <= length <= most:
            raise WrongBytes(f"nobody waits for {length} bytes of kind {kind}")
        return Kind(kind), length


FROM_HELPER: Final[dict[Kind, Any]] = {Kind.ANSWER: (0, LONGEST_ANSWER)}
BEFORE_HELLO: Final[dict[Kind, Any]] = {Kind.HELLO: (GREETING.size, GREETING.size)}


def after_hello(size: Size) -> dict[Kind, tuple[int, int]]:
    """Return what a program with frames of *size* may send, as ``Reader.expects`` has it."""
    return {Kind.FRAME: (size.length, size.length), Kind.GOODBYE: (0, 0)}
