"""Frames on the serial line: examples byte by byte, any chunking, every kind of small damage."""

import random
from collections.abc import Callable, Iterator

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.protocol.framing import (
    LONGEST_FRAME,
    LONGEST_PAYLOAD,
    Bad,
    Decoder,
    Packet,
    encode,
)

packets = st.builds(
    Packet, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=LONGEST_PAYLOAD)
)
PING = Packet(0x04, 1, b"")


def test_the_check_is_the_one_in_the_catalogues() -> None:
    """CRC-16/GENIBUS of the customary digits 1 to 9 is D64E."""
    frame = encode(Packet(ord("1"), ord("2"), b"3456789"))
    assert cobs.decode(frame[1:-1])[-2:].hex() == "d64e"


@given(packets)
def test_stuffing_is_cobs(packet: Packet) -> None:
    """An independent COBS reads every frame, and makes the same bytes of what it read."""
    stuffed = encode(packet)[1:-1]
    body = cobs.decode(stuffed)
    assert body[:-2] == bytes((packet.type, packet.seq)) + packet.payload
    assert cobs.encode(body) == stuffed


@given(st.lists(packets, max_size=5), st.integers(1, 9))
def test_packets_survive_any_chunking(sent: list[Packet], step: int) -> None:
    wire, decoder = b"".join(map(encode, sent)), Decoder()
    heard = [h for at in range(0, len(wire), step) for h in decoder.feed(wire[at : at + step])]
    assert heard == sent


@given(st.binary(max_size=600), st.lists(packets, max_size=3))
def test_noise_before_a_frame_costs_nothing(noise: bytes, sent: list[Packet]) -> None:
    heard = Decoder().feed(noise + b"".join(map(encode, sent)))
    assert list(heard[len(heard) - len(sent) :]) == sent


def test_the_longest_frame() -> None:
    """A full payload makes exactly 254 bytes, zeros or not; one byte more is refused."""
    packet = Packet(1, 1, b"\xff" * LONGEST_PAYLOAD)
    assert len(encode(packet)) == LONGEST_FRAME == 254
    assert Decoder().feed(encode(packet)) == (packet,)
    with pytest.raises(ValueError, match="at most 247 bytes, not 248"):
        encode(Packet(1, 1, bytes(LONGEST_PAYLOAD + 1)))


@pytest.mark.parametrize(("type_", "seq"), [(256, 0), (-1, 0), (0, 256), (0, -1)])
def test_type_and_number_are_bytes(type_: int, seq: int) -> None:
    with pytest.raises(ValueError, match=r"(type|seq) is a byte, 0 to 255, not (256|-1)"):
        encode(Packet(type_, seq, b""))


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
    """One fault a frame, however long it is, and no memory of it afterwards."""
    assert Decoder().feed(wire + encode(PING)) == (fault, PING)


def test_an_open_frame_needs_more() -> None:
    decoder = Decoder()
    assert decoder.feed(b"\0\0\0" + encode(PING)[:-1]) == ()
    assert decoder.take(0) == PING
    assert decoder.feed(b"\0\0") == ()


def flips(frame: bytes) -> Iterator[bytes]:
    """The frame with each of its bits, delimiters included, turned over in turn."""
    for bit in range(len(frame) * 8):
        damaged = bytearray(frame)
        damaged[bit // 8] ^= 1 << bit % 8
        yield bytes(damaged)


def losses(frame: bytes) -> Iterator[bytes]:
    """The frame with each of its bytes lost, doubled, or the last one that arrived."""
    for at in range(len(frame)):
        yield frame[:at] + frame[at + 1 :]
        yield frame[:at] + frame[at : at + 1] + frame[at:]
        yield frame[:at]


@pytest.mark.parametrize("damages", [flips, losses])
def test_small_damage_never_makes_another_packet(
    damages: Callable[[bytes], Iterator[bytes]],
) -> None:
    chance = random.Random(121)
    lengths = [*range(40)] * 4 + [LONGEST_PAYLOAD // 2] * 5 + [LONGEST_PAYLOAD]
    for length in lengths:
        # Few different bytes: zeros and small runs are where stuffing can go wrong.
        payload = bytes(chance.choices([0, 0, 1, 2, 3, 255, chance.randrange(256)], k=length))
        packet = Packet(chance.randrange(256), chance.randrange(256), payload)
        for damaged in damages(encode(packet)):
            heard = [h for h in Decoder().feed(damaged + encode(PING)) if isinstance(h, Packet)]
            assert heard in ([PING], [packet, PING]), damaged.hex(" ")
