"""PROTOCOL.md, the Python tables and the C header agree."""

import re
from itertools import product
from pathlib import Path

import pytest
from cobs import cobs
from hypothesis import example, given
from hypothesis import strategies as st

import firmware_bridge
from firmware_bridge.link import Link
from firmware_bridge.protocol.c_header import header
from firmware_bridge.protocol.framing import (
    MAX_FRAME_BYTES,
    MAX_PAYLOAD_BYTES,
    Bad,
    Decoder,
    Packet,
    encode,
)
from firmware_bridge.protocol.messages import (
    ANSWER,
    BYTES,
    MESSAGES,
    PAINT_SHOW,
    Field,
    Run,
    Status,
    unpacked_runs,
)
from firmware_bridge.protocol.pixels import MIN_PAYLOAD, Pixels, Tape, paints
from firmware_bridge.simulated import Controller
from tests.kit.formats.frame_file import FRAMES, STEP, Played, lines, picture

ROOM = Path(firmware_bridge.__file__).parent
PROTOCOL = (ROOM / "PROTOCOL.md").read_text(encoding="utf-8")


def table_after(heading: str) -> list[list[str]]:
    """Return the cells of the first table below *heading*, without its header."""
    rows = PROTOCOL.split(heading, 1)[1].split("\n| ", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def said(fields: tuple[Field, ...], more: str = "") -> str:
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


@pytest.mark.parametrize(
    ("who", "digits"), re.findall(r"^ {4}(pi|controller) +([0-9a-f ]+)$", PROTOCOL, re.MULTILINE)
)
def test_the_documents_frames_are_frames(who: str, digits: str) -> None:
    frame = bytes.fromhex(digits)
    (packet,) = Decoder().feed(frame)
    assert isinstance(packet, Packet)
    assert encode(packet) == frame
    asked = next((m for m in MESSAGES.values() if m.type == packet.type & ~ANSWER), None)
    if asked:
        asks = {"pi": "Pi", "controller": "controller"}[who] == asked.asker
        assert asks is not bool(packet.type & ANSWER)


packets = st.builds(
    Packet, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=MAX_PAYLOAD_BYTES)
)
PING = Packet(0x04, 1, b"")


@given(packets)
def test_stuffing_is_cobs(packet: Packet) -> None:
    stuffed = encode(packet)[1:-1]
    body = cobs.decode(stuffed)
    assert body[:-2] == bytes((packet.type, packet.seq)) + packet.payload
    assert cobs.encode(body) == stuffed


def test_the_longest_frame() -> None:
    packet = Packet(1, 1, b"\xff" * MAX_PAYLOAD_BYTES)
    assert len(encode(packet)) == MAX_FRAME_BYTES == 254
    assert Decoder().feed(encode(packet)) == (packet,)
    with pytest.raises(ValueError, match="at most 247 bytes, not 248"):
        encode(Packet(1, 1, bytes(MAX_PAYLOAD_BYTES + 1)))


@pytest.mark.parametrize(
    ("wire", "fault"),
    [
        (b"\0\x01\0", Bad.TOO_SHORT),
        (b"\0\x04\x01\x02\x03\0", Bad.TOO_SHORT),
        (b"\0\x05\x04\x01\0", Bad.MISSTUFFED),
        (b"\0\x06\x04\x01\x3e\x15\0", Bad.MISSTUFFED),
        (b"\0\xff\x04\x01\x3e\x15\0", Bad.MISSTUFFED),
        (b"\0\x05\x04\x01\x3e\x14\0", Bad.CHECKSUM),
        (b"\0" + b"\x01" * 253 + b"\0", Bad.TOO_LONG),
        (b"\0" + b"\x01" * 9000 + b"\0", Bad.TOO_LONG),
    ],
)
def test_a_bad_frame_is_named_once_and_the_next_one_understood(wire: bytes, fault: Bad) -> None:
    assert Decoder().feed(wire + encode(PING)) == (fault, PING)


FILES = sorted(FRAMES.glob("*.hex"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_simulated_controller_does_what_the_captured_frames_say(path: Path) -> None:
    Played(lambda boot: Controller(boot=boot)).play(path)


def test_the_pi_says_what_the_captured_frames_say() -> None:
    link, steps, said = Link(Tape(363, 850, 60, 362)), 0, b""
    for line in lines(FRAMES / "table.hex"):
        match line.word:
            case "wants":
                link.show(picture(line.rest) or b"")
                said = link.data_to_send(steps * STEP)
            case "wait":
                for _ in range(round(float(line.rest) / STEP)):
                    assert not said, f"before line {line.number}: {said.hex(' ')}"
                    steps += 1
                    said = link.data_to_send(steps * STEP)
            case "pi":
                assert said == bytes.fromhex(line.rest), f"line {line.number}: {said.hex(' ')}"
                said = b""
            case "board":
                link.receive(bytes.fromhex(line.rest), steps * STEP)
                said = link.data_to_send(steps * STEP)
    assert (said, link.shown, link.ended) == (b"", True, None)


LETTERS = {".": b"\0\0\0", "r": b"\xff\0\0", "g": b"\0\xff\0", "b": b"\0\0\xff", "w": b"\xff" * 3}


def coloured(letters: str) -> bytes:
    return b"".join(LETTERS[letter] for letter in letters)


def painted(has: bytes, pages: tuple[bytes, ...], room: int = 400) -> bytes:
    pixels, tape = Pixels(room), Tape(len(has) // BYTES, 65535, 60, 0xFFFF)
    pixels.paint(Run(at, 1, has[BYTES * at : BYTES * (at + 1)]) for at in range(tape.pixels))
    for page in pages:
        runs = unpacked_runs(page[1:])
        assert runs is not None
        assert all(map(tape.holds, runs))
        pixels.paint(runs)
    return pixels.of(tape)


pictures = st.integers(1, 60).flatmap(
    lambda length: st.tuples(
        *2 * (st.text("..rgb", min_size=length, max_size=length).map(coloured),)
    )
)


@given(pictures, st.integers(MIN_PAYLOAD, 40))
@example((coloured("r" * 363), coloured("." * 363)), 40)
def test_the_pages_make_the_picture(two: tuple[bytes, bytes], longest: int) -> None:
    has, wanted = two
    for known in (has, None):
        pages = paints(known, wanted, longest)
        assert painted(has, pages) == wanted
        assert [page[0] for page in pages] == [0] * (len(pages) - 1) + [PAINT_SHOW]
        assert max(map(len, pages)) <= longest


def test_no_encoding_is_shorter() -> None:
    dark = coloured("......")
    for letters in map("".join, product(".rg", repeat=6)):
        (page,) = paints(dark, coloured(letters))
        assert len(page) == 1 + fewest("......", letters), letters


def fewest(has: str, wanted: str) -> int:
    best = [0] * (len(wanted) + 1)
    for at in reversed(range(len(wanted))):
        ways = [best[at + 1]] if has[at] == wanted[at] else []
        for end in range(at + 1, len(wanted) + 1):
            alike = len({*wanted[at:end]}) == 1
            ways.append(best[end] + 3 + 3 * (1 if alike else end - at))
        best[at] = min(ways)
    return best[0]
