"""The protocol of the PWM helper: messages in pieces, noise, and addresses."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from hardware.pwm_helper.address import SOCKET, HelperAddress, helper_address
from hardware.pwm_helper.protocol import (
    BEFORE_HELLO,
    FROM_HELPER,
    MOST_PIXELS,
    HelperMessage,
    Kind,
    MessageReader,
    Size,
    WrongBytes,
    after_hello,
    answer,
    fault_in,
    hello,
    picture_of,
    size_in,
)
from scorekeeper.device import DeviceFault


@given(some.lists(some.binary(min_size=12, max_size=12)), some.integers(1, 9))
def test_reader_joins_messages_from_pieces_of_any_size(frames: list[bytes], size: int) -> None:
    sent = b"".join(bytes(picture_of(frame)) for frame in frames)
    reader = MessageReader(after_hello(Size(4)))
    pieces = (sent[at : at + size] for at in range(0, len(sent), size))
    got = [message for piece in pieces for message in reader.take(piece)]
    assert got == [HelperMessage(Kind.FRAME, frame) for frame in frames]


@given(some.binary(max_size=200))
def test_reader_survives_any_bytes(noise: bytes) -> None:
    """They are read, waited for, or refused: by the lamp and by the program."""
    for expects in (BEFORE_HELLO, after_hello(Size(4)), FROM_HELPER):
        try:
            for message in MessageReader(expects).take(noise):
                read = size_in if message.kind is Kind.HELLO else fault_in
                if message.kind in (Kind.HELLO, Kind.ANSWER):
                    read(message)
        except WrongBytes:
            pass


WRONG = {
    "a frame before the hello": (BEFORE_HELLO, bytes(picture_of(bytes(12)))),
    "a frame of another length": (after_hello(Size(5)), bytes(picture_of(bytes(12)))[:3]),
    "a second hello": (after_hello(Size(4)), bytes(hello(Size(4)))),
    "a kind that there is not": (after_hello(Size(4)), b"\x09\0\0"),
    "an endless answer": (FROM_HELPER, b"\x04\xff\xff"),
}


@pytest.mark.parametrize("what", WRONG)
def test_unexpected_message_is_refused_at_its_head(what: str) -> None:
    expects, sent = WRONG[what]
    with pytest.raises(WrongBytes):
        list(MessageReader(expects).take(sent))


@pytest.mark.parametrize("size", [Size(0), Size(MOST_PIXELS + 1), Size(4, 2), Size(4, 5)])
def test_hello_with_an_impossible_size_is_refused(size: Size) -> None:
    for known in (Size(MOST_PIXELS), Size(4, 4)):
        assert size_in(hello(known)) == known
    with pytest.raises(WrongBytes):
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
        with pytest.raises(WrongBytes):
            fault_in(HelperMessage(Kind.ANSWER, body))


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
