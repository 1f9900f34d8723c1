"""Generate the protocol's constants as a C header, firmware/core/protocol.h.

Run after each change: ``python -m firmware_bridge.protocol.c_header > …/firmware/core/protocol.h``.
"""

import sys
from collections.abc import Iterator

from firmware_bridge.protocol import messages
from firmware_bridge.protocol.framing import LONGEST_FRAME, LONGEST_PAYLOAD, LONGEST_STUFFED
from firmware_bridge.protocol.messages import MESSAGES, Field, Status

_HEAD = """\
/* The numbers of the protocol, written by `python -m firmware_bridge.protocol.c_header`:
 * PROTOCOL.md has their meaning. Do not edit. */
#ifndef CRIBBLE_PROTOCOL_H
#define CRIBBLE_PROTOCOL_H
"""


def header() -> str:
    """Return the contents of the header file."""
    return "\n".join((_HEAD, *_numbers(), "#endif", ""))


def _numbers() -> Iterator[str]:
    yield from _group(
        "Of the line.",
        {
            "PROTOCOL_VERSION": messages.VERSION,
            "LONGEST_FRAME": LONGEST_FRAME,
            "LONGEST_STUFFED": LONGEST_STUFFED,
            "LONGEST_PAYLOAD": LONGEST_PAYLOAD,
            "ANSWER": messages.ANSWER,
        },
    )
    yield from _group("In a PAINT.", {"PAINT_SHOW": messages.SHOW, "RUN_SAME": messages.SAME})
    yield from _group("In CONFIGURE.", {"NO_PIXEL": messages.NO_PIXEL})
    yield from _group("How an answer begins.", {f"STATUS_{one.name}": one.value for one in Status})
    for name, message in MESSAGES.items():
        yield from _group(
            f"{name}: {message.meaning}",
            {
                name: message.type,
                **_places(name, 0, message.fields),
                **_places(f"{name}_ANSWER", 1, message.answer),
            },
        )


def _places(name: str, at: int, fields: tuple[Field, ...]) -> dict[str, int]:
    """Return the offset of each of *fields* in a payload, starting at *at*, and the total size."""
    places = {}
    for field in fields:
        places[f"{name}_{field.name.upper()}"] = at
        at += field.bytes
    return {**places, f"{name}_BYTES": at}


def _group(title: str, numbers: dict[str, int]) -> Iterator[str]:
    yield f"/* {title} */"
    for name, number in numbers.items():
        yield f"#define {name} {f'{number:#06x}u' if number > 255 else number}"
    yield ""


if __name__ == "__main__":
    sys.stdout.write(header())
