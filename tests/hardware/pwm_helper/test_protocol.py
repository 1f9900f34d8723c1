"""The protocol of the PWM helper: packets, noise, and addresses."""

import atexit
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import rpi_ws281x
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
from hardware.pwm_helper.rpi_ws281x import Ws281xDevice, check
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


def test_fault_travels_as_its_sentence_and_values() -> None:
    fault = DeviceFault("Pin {pin} is {what}.", pin=18, what="é")
    told = fault_in(answer(fault))
    assert told
    assert msgspec.to_builtins(told.message) == {
        "sentence": "Pin {pin} is {what}.",
        "values": {"pin": 18, "what": "é"},
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


DRIVER = rpi_ws281x.ws


class Recorder:
    """The driver of the library, whose calls are recorded instead of made."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        real = getattr(DRIVER, name)
        return real if isinstance(real, int) else partial(self._record, name)

    def _record(self, name: str, *values: Any) -> Any:
        self.calls.append((name, *values))
        return 0 if name in {"ws2811_init", "ws2811_render"} else (name, *values)


@pytest.mark.parametrize(("pin", "width"), [(18, 3), (13, 3), (10, 4)])
def test_driver_is_asked_as_the_library_asks_it(
    pin: int, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For each frame as well; and the pin is released before the process ends."""
    frame = bytes(range(1, 1 + 5 * width))
    colours = [rpi_ws281x.Color(*frame[at : at + width]) for at in range(0, len(frame), width)]
    theirs, ours = Recorder(), Recorder()
    kind = ours.SK6812_STRIP_RGBW if width == 4 else ours.WS2811_STRIP_RGB
    with monkeypatch.context() as patch:
        patch.setattr(atexit, "register", lambda function: None)
        patch.setattr("rpi_ws281x.rpi_ws281x.ws", theirs)
        strip = rpi_ws281x.PixelStrip(5, pin, channel=int(pin == 13), strip_type=kind)
        strip.begin()
        for number, colour in enumerate(colours):
            strip.setPixelColor(number, colour)
        strip.show()
    with monkeypatch.context() as patch:
        patch.setattr("rpi_ws281x.ws", ours)
        device = Ws281xDevice(Size(5, width), pin)
        device.show(frame)
        assert ours.calls == theirs.calls
        device.close()
    driver = ("new_ws2811_t",)
    assert ours.calls[-2:] == [("ws2811_fini", driver), ("delete_ws2811_t", driver)]


REFUSED = {
    "Raspberry Pi 5 Model B Rev 1.0": "leds0",
    "Some Other Board": "no Raspberry Pi",
    "": "no Raspberry Pi",
}


@pytest.mark.parametrize("model", REFUSED)
def test_unknown_board_is_refused_before_the_library_is_asked(tmp_path: Path, model: str) -> None:
    file = tmp_path / "model"
    file.write_text(f"{model}\0")
    with pytest.raises(DeviceFault, match=REFUSED[model]):
        check(10, file, is_root=True)


@pytest.mark.parametrize("model", ["Zero 2 W Rev 1.0", "400 Rev 1.0", "Compute Module 4 Rev 1.0"])
def test_known_pis_need_root_but_for_spi(
    tmp_path: Path, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the major version of the library that is known."""
    file = tmp_path / "model"
    file.write_text(f"Raspberry Pi {model}\0")
    check(10, file, is_root=False)
    with monkeypatch.context() as patch:
        patch.setattr("hardware.pwm_helper.rpi_ws281x.version", lambda _: "6.0.0")
        with pytest.raises(DeviceFault, match=r"rpi_ws281x 6\.0\.0: .*'rpi-ws281x<6'"):
            check(10, file, is_root=False)
    for pin in (12, 13, 18, 19, 21):
        check(pin, file, is_root=True)
        with pytest.raises(DeviceFault, match=f"Pin {pin} needs root.*pin 10"):
            check(pin, file, is_root=False)
