"""The messages of the serial protocol and their fields.

Documented in PROTOCOL.md; ``firmware/core/protocol.h`` defines them in C; tests keep both
consistent. Numbers are big-endian. The type of an answer is that of its request with the highest
bit set; every answer begins with a `Status`."""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Final, NamedTuple

VERSION: Final = 1
"""Protocol version. HELLO and its answer begin the same way in every version and may be extended,
so that each side can determine the other's version."""

ANSWER: Final = 0x80
"""The bit set in the type of answers."""

NO_PIXEL: Final = 0xFFFF
"""The pixel number that means no pixel."""

PAINT_SHOW: Final = 1
"""Flag of a PAINT that completes an image, which is then shown."""

SAME: Final = 0x8000
"""Flag in the first pixel of a run: a single colour for all pixels follows."""

MAX_RUN_LENGTH: Final = 255
"""Maximum number of pixels in a run."""

HEAD: Final = 3
"""Size of a run's header in bytes: first pixel and length."""

BYTES: Final = 3
"""Bytes per pixel, in strip order."""


class Status(IntEnum):
    """The first byte of every answer."""

    DONE = 0
    UNKNOWN = 1
    """Unknown message. As for every status but DONE, the request had no effect."""
    MALFORMED = 2
    """The payload has the wrong length, or a value is out of range."""
    UNCONFIGURED = 3
    """The controller has restarted and requires CONFIGURE."""
    UNFIT = 4
    """The controller does not support that many pixels."""
    BUSY = 5
    """A key has priority, as the controller cannot receive while it updates the strip: retry after
    a few ms."""


class Field(NamedTuple):
    """An unsigned integer of ``bytes`` bytes, and its meaning."""

    name: str
    bytes: int
    meaning: str


class Message(NamedTuple):
    """A message: its type, the side that sends the request, its fields, and those of its answer
    after the status. In a PAINT, runs of pixels follow the fields."""

    type: int
    asker: str
    meaning: str
    fields: tuple[Field, ...] = ()
    answer: tuple[Field, ...] = ()


PI: Final = "Pi"
CONTROLLER: Final = "controller"

_BOOT: Final = Field("boot", 2, "number of starts of the controller, wraps after 65535")

MESSAGES: Final[Mapping[str, Message]] = {
    "HELLO": Message(
        0x01,
        PI,
        "identify the controller",
        (Field("version", 1, "protocol version of the Pi"),),
        (
            Field("version", 1, "protocol version of the controller"),
            Field("firmware", 1, "release number of the firmware"),
            _BOOT,
            Field("pixels", 2, "maximum number of pixels"),
            Field("payload", 1, "maximum payload in bytes"),
            Field("keys", 1, "number of keys: 16 or 0"),
        ),
    ),
    "CONFIGURE": Message(
        0x02,
        PI,
        "describe the strip",
        (
            Field("pixels", 2, "number of pixels, from 1"),
            Field("limit_ma", 2, "maximum current of the strip in mA"),
            Field("led_ma", 2, "current of one pixel at full white in mA, from 1"),
            Field("link", 2, "pixel that goes dark while the Pi is silent; FFFF: none"),
        ),
    ),
    "PAINT": Message(
        0x03,
        PI,
        "set colours of pixels",
        (Field("flags", 1, "1: show the picture after painting; 0: more follows"),),
    ),
    "PING": Message(
        0x04,
        PI,
        "check the link",
        (),
        (
            _BOOT,
            Field("lost", 2, "receive overruns since the start"),
            Field("bad", 2, "invalid frames since the start"),
        ),
    ),
    "KEY": Message(
        0x05,
        CONTROLLER,
        "report a key",
        (_BOOT, Field("key", 1, "0 to 15, row by row"), Field("down", 1, "1: pressed; 0: not")),
    ),
}
"""All messages by name."""


class Run(NamedTuple):
    """Consecutive pixels starting at ``first``: three bytes per pixel in strip order, or three
    bytes in total if all are the same."""

    first: int
    length: int
    colours: bytes

    @property
    def same(self) -> bool:
        """True if one colour applies to all pixels."""
        return len(self.colours) == BYTES < BYTES * self.length


def number_of(name: str) -> int:
    """Return the type of the message *name*."""
    return MESSAGES[name].type


KEY: Final = number_of("KEY")
"""The type of the only request sent by controllers."""


def packed(fields: Iterable[Field], values: Iterable[int]) -> bytes:
    """Encode *values* as *fields*. Raises OverflowError for a value out of range, ValueError for a
    wrong count."""
    pairs = zip(fields, values, strict=True)
    return b"".join(value.to_bytes(field.bytes, "big") for field, value in pairs)


def unpacked(fields: Iterable[Field], content: bytes) -> tuple[int, ...] | None:
    """Decode *content* as *fields*; None if its length is wrong."""
    values, start = [], 0
    for field in fields:
        values.append(int.from_bytes(content[start : start + field.bytes], "big"))
        start += field.bytes
    return tuple(values) if start == len(content) else None


def packed_runs(runs: Iterable[Run]) -> bytes:
    """Encode *runs* for the payload of a PAINT."""
    content = bytearray()
    for run in runs:
        first = run.first | SAME if run.same else run.first
        content += first.to_bytes(2, "big") + bytes((run.length,)) + run.colours
    return bytes(content)


def unpacked_runs(content: bytes) -> tuple[Run, ...] | None:
    """Decode the runs of a PAINT; None if *content* is malformed."""
    runs, start = [], 0
    while start < len(content):
        if len(content) < start + HEAD:
            return None
        first, length = int.from_bytes(content[start : start + 2], "big"), content[start + 2]
        size = BYTES if first & SAME else BYTES * length
        colours = content[start + HEAD : start + HEAD + size]
        if not length or len(colours) < size:
            return None
        runs.append(Run(first & ~SAME, length, colours))
        start += HEAD + size
    return tuple(runs)
