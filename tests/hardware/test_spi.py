"""A strip on SPI: its lights read the frame that was sent, and a missing pin is explained."""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.drivers import strip_driver
from hardware.strips.spi import PULSES, SpiStrip, Symbols, roomy, strip_on
from hardware.strips.strip import ORDERS, StripSetup, StripWiring, arranged
from scorekeeper.device import DeviceFault
from scorekeeper.words import Words
from tests.kit.formats.game_frames import BOARD, game_frames
from tests.kit.oracles.ws2812_decoder import colours, taken

BITS = tuple(PULSES)


class Pin:
    """An opened SPI device: it keeps what was sent last, until it is closed."""

    def __init__(self) -> None:
        self.sent, self.closed = b"", False

    def writebytes2(self, values: bytes, /) -> None:
        assert not self.closed
        self.sent = values

    def close(self) -> None:
        self.closed = True


def open_spi(at: str, bits: int = 8) -> None:
    strip_driver("spi").open(StripSetup(BOARD, StripWiring(at=at, symbol_bits=bits)))


def test_a_white_light_stays_dark() -> None:
    assert arranged(bytes((1, 2, 3, 4, 5, 6)), "RGBW") == bytes((1, 2, 3, 0, 4, 5, 6, 0))


@pytest.mark.parametrize("bits", BITS)
@given(frame=st.binary(max_size=60).map(lambda part: part[: len(part) // 3 * 3]))
def test_lights_read_what_was_sent(bits: int, frame: bytes) -> None:
    """All pulses are as long as the data sheet wants them, and each byte arrives."""
    symbols = Symbols(bits)
    assert taken(symbols.encoded(frame), symbols.hertz) == frame


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("slower", [250e6 / 104 / 2.4e6, 250e6 / 40 / 6.4e6])
def test_a_pi_may_be_a_little_slower(bits: int, slower: float) -> None:
    symbols = Symbols(bits)
    assert taken(symbols.encoded(b"\x00\xff\xa5"), round(symbols.hertz * slower)) == b"\x00\xff\xa5"


@pytest.mark.parametrize(("bits", "hertz", "of_363"), [(3, 2_400_000, 3447), (8, 6_400_000, 9192)])
def test_three_bits_fit_into_the_default_buffer(bits: int, hertz: int, of_363: int) -> None:
    symbols = Symbols(bits)
    assert (symbols.hertz, len(symbols.encoded(bytes(1089)))) == (hertz, of_363)


@pytest.mark.parametrize("bits", BITS)
def test_every_frame_of_a_game_arrives(bits: int) -> None:
    pin, symbols, order = Pin(), Symbols(bits), ORDERS[bits % len(ORDERS)]
    strip = SpiStrip(pin, symbols, order, BOARD.pixels)
    for frame in {*game_frames()[bits % 4 :: 4]}:
        strip.show(frame)
        assert colours(taken(pin.sent, symbols.hertz), order) == frame
    strip.close()
    assert taken(pin.sent, symbols.hertz) == bytes(3 * BOARD.pixels)
    assert pin.closed


def test_missing_device_is_reported_with_the_line_that_enables_spi() -> None:
    with pytest.raises(DeviceFault) as caught:
        open_spi("/dev/spidev7.7")
    assert str(caught.value) == (
        "There is no /dev/spidev7.7: add the line dtparam=spi=on to /boot/firmware/config.txt and "
        "restart the Pi."
    )
    assert Words.of("fr").say(caught.value.sentence, **caught.value.values).startswith("Il n’y a")


def test_file_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DeviceFault, match=r"file is not a device\.$"):
        open_spi(str(tmp_path / "file"))


def test_other_device_is_refused() -> None:
    with pytest.raises(DeviceFault, match=r"/dev/null is no SPI device.*Inappropriate ioctl"):
        open_spi("/dev/null")


def test_missing_library_is_reported_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(DeviceFault, match="sudo apt install python3-spidev"):
        open_spi("/dev/spidev0.0")


def test_buffer_too_small_is_reported_with_the_kernel_option(tmp_path: Path) -> None:
    """The kernel would pause in the middle of a frame."""
    buffer = tmp_path / "bufsiz"
    buffer.write_text("4096\n", encoding="ascii")
    pin, setup = Pin(), StripSetup(BOARD)
    with pytest.raises(DeviceFault) as caught:
        strip_on(pin, setup, buffer)
    assert pin.closed
    assert str(caught.value) == (
        "363 lights take 9192 bytes of SPI at once, and the kernel sends 4096: add "
        "spidev.bufsiz=32768 to the one line of /boot/firmware/cmdline.txt and restart the Pi."
    )
    buffer.write_text("32768\n", encoding="ascii")
    pin = Pin()
    strip_on(pin, setup, buffer).show(bytes(3 * 363))
    assert len(pin.sent) == 9192
    assert [roomy(wanted) for wanted in (4097, 32768, 32769)] == [32768, 32768, 65536]
    with pytest.raises(DeviceFault, match="the kernel sends 4096"):
        strip_on(pin, setup, tmp_path / "no bufsiz")
