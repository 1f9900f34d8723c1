"""A strip on SPI (GPIO 10) of any Pi; does not require root or disable analogue audio.

A WS2812 decodes a bit by the length of its high pulse: 0.4 µs or 0.8 µs, ± 0.15 µs. Each bit is
encoded as several SPI bits at a matching clock rate.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from hardware.device import current_user, missing, require_device
from hardware.strips.strip import StripSetup, arranged
from scorekeeper.board.light import Frame
from scorekeeper.device import DeviceFault, Health
from scorekeeper.words import en

RESET_SECONDS: Final = 300e-6
"""Seconds of low level before and after a frame: new LEDs need 280 µs, old ones 50 µs. Before a
frame, because SPI may start with a spurious pulse."""


class Pulses(NamedTuple):
    """The SPI bits for a ``zero`` and a ``one``, and the SPI clock in ``hertz``."""

    zero: str
    one: str
    hertz: int


PULSES: Final[Mapping[int, Pulses]] = {
    3: Pulses("100", "110", 2_400_000),
    8: Pulses("11000000", "11111000", 6_400_000),
}
"""Encodings by SPI bits per bit: high for 0.42 or 0.83 µs (3 bits), 0.31 or 0.78 µs (8 bits). The
Pi rounds the clock down to a divisor of its core clock; both are within tolerance."""


class Symbols:
    """Encodes LED data as SPI data, with 3 or 8 SPI *bits* per bit."""

    def __init__(self, bits: int) -> None:
        pulses = PULSES[bits]
        self.hertz = pulses.hertz
        self._reset = bytes(round(RESET_SECONDS * pulses.hertz / 8))
        as_bits = (
            "".join(pulses.one if bit == "1" else pulses.zero for bit in f"{byte:08b}")
            for byte in range(256)
        )
        self._bytes = tuple(int(each, 2).to_bytes(len(each) // 8, "big") for each in as_bits)

    def encoded(self, lights: bytes) -> bytes:
        """Return *lights* as SPI data, including the reset before and after."""
        return self._reset + b"".join([self._bytes[byte] for byte in lights]) + self._reset

    def lights_in(self, room: int, order: str) -> int:
        """Return the number of LEDs with colour *order* that fit into *room* bytes of SPI data."""
        light = len(order) * len(self._bytes[0])
        return (room - 2 * len(self._reset)) // light


BUFFER: Final = Path("/sys/module/spidev/parameters/bufsiz")
DEFAULT_BUFFER: Final = 4096
"""Default size of the kernel's SPI buffer in bytes."""
ROOMY_BUFFER: Final = 32768


class SpiDevice(Protocol):
    """The part of ``spidev.SpiDev`` used here."""

    def writebytes2(self, values: bytes, /) -> None:
        """Send *values*, without gaps if they fit into the kernel's buffer."""

    def close(self) -> None: ...


class SpiStrip:
    """Shows frames on a strip of *pixels* LEDs on *device*."""

    health = Health.OK

    def __init__(self, device: SpiDevice, symbols: Symbols, order: str, pixels: int) -> None:
        self._device, self._symbols = device, symbols
        self._order, self._pixels = order, pixels

    def show(self, frame: Frame) -> None:
        """Send *frame*. Blocks until it is transmitted."""
        self._device.writebytes2(self._symbols.encoded(arranged(frame, self._order)))

    def close(self) -> None:
        try:
            self.show(bytes(3 * self._pixels))
        finally:
            self._device.close()


def open_strip(setup: StripSetup) -> SpiStrip:
    try:
        from spidev import SpiDev
    except ImportError:
        raise missing("spidev", "sudo apt install python3-spidev") from None
    device, path = SpiDev(), setup.wiring.at
    try:
        require_device(path)
        device.open_path(path)
        device.max_speed_hz = PULSES[setup.wiring.symbol_bits].hertz
    except OSError as fault:
        device.close()
        match fault:
            case DeviceFault():
                raise
            case FileNotFoundError():
                sentence = en(
                    "{device} not found: add the line dtparam=spi=on to /boot/firmware/config.txt "
                    "and restart the Pi."
                )
            case PermissionError():
                sentence = en(
                    "{user} is not allowed to use {device}: run sudo usermod -aG spi {user} and "
                    "restart the Pi."
                )
            case _:
                sentence = en("{device} is not a working SPI device ({fault}); try /dev/spidev0.0.")
        reason = fault.strerror or str(fault)
        raise DeviceFault(sentence, device=path, user=current_user(), fault=reason) from fault
    return strip_on(device, setup)


def strip_on(device: SpiDevice, setup: StripSetup, buffer: Path = BUFFER) -> SpiStrip:
    """Return the strip on *device*. Raises DeviceFault if a frame does not fit into the kernel's
    *buffer*: a gap between transfers would reset the LEDs."""
    order, pixels = setup.wiring.order, setup.board.pixels
    symbols = Symbols(setup.wiring.symbol_bits)
    wanted = len(symbols.encoded(bytes(len(order) * pixels)))
    room = int(buffer.read_text(encoding="ascii")) if buffer.exists() else DEFAULT_BUFFER
    if wanted > room:
        device.close()
        sentence = en(
            "{pixels} lights need {wanted} bytes per SPI transfer, but the kernel sends at most "
            "{room}: add spidev.bufsiz={roomy} to the single line in /boot/firmware/cmdline.txt "
            "and restart the Pi."
        )
        raise DeviceFault(sentence, pixels=pixels, wanted=wanted, room=room, roomy=roomy(wanted))
    return SpiStrip(device, symbols, order, pixels)


def roomy(wanted: int) -> int:
    """Return a buffer size for at least *wanted* bytes, with room for longer strips."""
    return max(ROOMY_BUFFER, 1 << (wanted - 1).bit_length())
