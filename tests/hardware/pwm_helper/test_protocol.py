"""The protocol of the PWM helper: packets, noise, and addresses."""

from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from hardware.pwm_helper.protocol import (
    GOODBYE,
    LONGEST_ANSWER,
    LONGEST_PACKET,
    MOST_PIXELS,
    SOCKET,
    HelperAddress,
    Size,
    WrongPacket,
    answer,
    fault_in,
    frame,
    hello,
    helper_address,
    size_in,
    wire_in,
)
from scorekeeper.device import DeviceFault


@given(some.binary(max_size=200))
def test_any_bytes_are_read_or_refused(noise: bytes) -> None:
    """At the lamp and at the program."""
    for read in (size_in, fault_in, lambda packet: wire_in(packet, Size(4))):
        with suppress(WrongPacket):
            read(noise)


@given(some.binary(min_size=12, max_size=12))
def test_frame_arrives_as_it_was_sent(wire: bytes) -> None:
    assert wire_in(frame(wire), Size(4)) == wire
    assert len(frame(bytes(Size(MOST_PIXELS, 4).length))) == LONGEST_PACKET


@pytest.mark.parametrize(
    "packet", [b"", frame(bytes(11)), frame(bytes(13)), hello(Size(4)), GOODBYE]
)
def test_packet_that_is_no_frame_of_the_size_is_refused(packet: bytes) -> None:
    with pytest.raises(WrongPacket):
        wire_in(packet, Size(4))


@pytest.mark.parametrize("size", [Size(0), Size(MOST_PIXELS + 1), Size(4, 2), Size(4, 5)])
def test_hello_with_an_impossible_size_is_refused(size: Size) -> None:
    for known in (Size(MOST_PIXELS), Size(4, 4)):
        assert size_in(hello(known)) == known
    with pytest.raises(WrongPacket):
        size_in(hello(size))


def test_fault_travels_as_its_sentence_and_values() -> None:
    fault = DeviceFault("Pin {pin} is {what}.", pin=18, what="é" * 1000)
    told = fault_in(answer(fault))
    assert told
    assert msgspec.to_builtins(told.message) == {
        "sentence": "Pin {pin} is {what}.",
        "values": {"pin": 18, "what": "é" * 200},
    }
    assert fault_in(answer()) is None
    for body in (b"{}", b'{"sentence":"{x}","values":{}}', b'{"sentence":"{","values":{}}'):
        with pytest.raises(WrongPacket):
            fault_in(answer() + body)
    for packet in (b"", GOODBYE, answer() + bytes(LONGEST_ANSWER)):
        with pytest.raises(WrongPacket):
            fault_in(packet)


PLACES = {
    "": HelperAddress(18, SOCKET),
    "12": HelperAddress(12, SOCKET),
    "GPIO10": HelperAddress(10, SOCKET),
    "21@/a/b": HelperAddress(21, Path("/a/b")),
    "@/a/b": HelperAddress(18, Path("/a/b")),
}


@pytest.mark.parametrize("at", PLACES)
def test_address_has_a_pin_and_a_socket(at: str) -> None:
    assert helper_address(at) == PLACES[at]


@pytest.mark.parametrize("at", ["17", "-18", "/dev/spidev0.0", "1²", "1" * 5000])
def test_address_with_an_unknown_pin_is_refused(at: str) -> None:
    with pytest.raises(DeviceFault, match=f'"{at}".*10, 12, 13, 18, 19, 21'):
        helper_address(at)
