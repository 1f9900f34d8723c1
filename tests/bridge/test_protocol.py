"""PROTOCOL.md, the rows in Python and the header in C say the same."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import firmware_bridge
from firmware_bridge.protocol.c_header import header
from firmware_bridge.protocol.framing import Decoder, Packet, encode
from firmware_bridge.protocol.messages import (
    ANSWER,
    LONGEST_RUN,
    MESSAGES,
    SAME,
    Field,
    Run,
    Status,
    packed,
    packed_runs,
    unpacked,
    unpacked_runs,
)

ROOM = Path(firmware_bridge.__file__).parent
PROTOCOL = (ROOM / "PROTOCOL.md").read_text(encoding="utf-8")


def table_after(heading: str) -> list[list[str]]:
    """The cells of the first table below *heading*, without its head."""
    rows = PROTOCOL.split(heading, 1)[1].split("\n| ", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def said(fields: tuple[Field, ...], more: str = "") -> str:
    """*fields* as a cell of the table has them."""
    names = [f"{field.name} {field.bytes}" for field in fields]
    return ", ".join([*names, more] if more else names)


def test_c_header_is_up_to_date() -> None:
    assert (ROOM / "firmware/core/protocol.h").read_text(encoding="utf-8") == header()


def test_every_message_stands_in_the_document() -> None:
    assert table_after("## Messages") == [
        [
            f"{message.type:02X}",
            name,
            message.asker,
            said(message.fields, "runs" if name == "PAINT" else ""),
            said(message.answer),
        ]
        for name, message in MESSAGES.items()
    ]


def test_every_status_stands_in_the_document() -> None:
    statuses = PROTOCOL.split("| status | name | means |", 1)[1].split("\n\n", 1)[0]
    found = re.findall(r"\| (\d\d) \| ([A-Z]+) \|", statuses)
    assert found == [(f"{status.value:02X}", status.name) for status in Status]


def examples() -> Iterator[tuple[str, bytes]]:
    """Return the side that says each frame that the document has in hex."""
    for who, digits in re.findall(r"^ {4}(pi|board) +([0-9a-f ]+)$", PROTOCOL, re.MULTILINE):
        yield who, bytes.fromhex(digits)


@pytest.mark.parametrize(("who", "frame"), list(examples()))
def test_the_documents_frames_are_frames(who: str, frame: bytes) -> None:
    """Each decodes, comes out the same when it is encoded, and is said by whom it may be."""
    (packet,) = Decoder().feed(frame)
    assert isinstance(packet, Packet)
    assert encode(packet) == frame
    asked = next((m for m in MESSAGES.values() if m.type == packet.type & ~ANSWER), None)
    if asked:
        asks = {"pi": "Pi", "board": "board"}[who] == asked.asker
        assert asks is not bool(packet.type & ANSWER)


def test_numbers_have_the_high_byte_first() -> None:
    fields = MESSAGES["CONFIGURE"].fields
    content = packed(fields, (363, 850, 60, 0xFFFF))
    assert content.hex(" ") == "01 6b 03 52 00 3c ff ff"
    assert unpacked(fields, content) == (363, 850, 60, 0xFFFF)
    assert unpacked(fields, content[:-1]) is None
    assert unpacked(fields, content + b"\0") is None


def test_a_number_that_has_no_room_is_refused() -> None:
    with pytest.raises(ValueError, match="limit_ma has 2 bytes, too few for 65536"):
        packed(MESSAGES["CONFIGURE"].fields, (363, 65536, 60, 0))


RUNS = (Run(4, 1, b"\1\2\3"), Run(300, 2, b"\1\2\3\4\5\6"), Run(0, LONGEST_RUN, b"\0\0\0"))


def test_runs_are_three_bytes_and_their_colours() -> None:
    content = packed_runs(RUNS)
    assert content.hex(" ") == "00 04 01 01 02 03 01 2c 02 01 02 03 04 05 06 80 00 ff 00 00 00"
    assert unpacked_runs(content) == RUNS
    assert unpacked_runs(b"") == ()


@pytest.mark.parametrize(
    "content",
    [b"\0", b"\0\4", b"\0\4\1", b"\0\4\0", b"\0\4\1\1\2", SAME.to_bytes(2, "big") + b"\2\1"],
)
def test_unfinished_run_unpacks_to_none(content: bytes) -> None:
    assert unpacked_runs(content) is None
