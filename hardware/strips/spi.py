"""A strip on the SPI pins of any Pi: data at GPIO 10, no root and no sound to give up for it."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Protocol

from hardware.strips.colour_order import arranged
from hardware.strips.setup import Fitting, Wires
from hardware.strips.user import user
from hardware.strips.waveform import PULSES, Symbols
from scorekeeper.board.light.colour import Frame
from scorekeeper.board.light.device import Health, StripFault
from scorekeeper.words import en

BUFFER: Final = Path("/sys/module/spidev/parameters/bufsiz")
USUAL_BUFFER: Final = 4096
"""Bytes that the kernel sends in one go, if nobody asked for more."""
ROOMY_BUFFER: Final = 32768


class SpiDevice(Protocol):
    """What is used of ``spidev.SpiDev``, which is opened and as fast as the symbols want it."""

    def writebytes2(self, values: bytes, /) -> None:
        """Send *values*, without a pause where the kernel's buffer has room for them all."""
        ...

    def close(self) -> None:
        """Give the device back."""
        ...


class SpiStrip:
    """Shows frames on a strip of so many *pixels* behind *device*."""

    health = Health.OK

    def __init__(self, device: SpiDevice, symbols: Symbols, order: str, pixels: int) -> None:
        self._device, self._symbols = device, symbols
        self._order, self._pixels = order, pixels

    def show(self, frame: Frame) -> None:
        """Send *frame*; the lights have it when this returns."""
        self._device.writebytes2(self._symbols.encoded(arranged(frame, self._order)))

    def close(self) -> None:
        """Put the lights out."""
        try:
            self.show(bytes(3 * self._pixels))
        finally:
            self._device.close()


def open_strip(fitting: Fitting) -> SpiStrip:
    """The strip at the SPI device of the wires. Raises StripFault."""
    return strip_on(_opened(fitting.wires), fitting)


def strip_on(device: SpiDevice, fitting: Fitting, buffer: Path = BUFFER) -> SpiStrip:
    """The strip behind *device*, which is closed where the kernel's *buffer* is too small for it.
    Raises StripFault."""
    wires, pixels = fitting.wires, fitting.board.pixels
    symbols = Symbols(wires.symbol_bits)
    dark = arranged(bytes(3 * pixels), wires.order)
    try:
        check_buffer(len(symbols.encoded(dark)), pixels, buffer)
    except StripFault:
        device.close()
        raise
    return SpiStrip(device, symbols, wires.order, pixels)


def check_buffer(wanted: int, pixels: int, buffer: Path) -> None:
    """Raises StripFault where the kernel would send *wanted* bytes in pieces: a pause between them
    is long enough for the lights to begin anew."""
    room = int(buffer.read_text(encoding="ascii")) if buffer.exists() else USUAL_BUFFER
    if wanted > room:
        raise StripFault(
            en(
                "{pixels} lights take {wanted} bytes of SPI at once, and the kernel sends {room}: "
                "add spidev.bufsiz={roomy} to the one line of /boot/firmware/cmdline.txt and "
                "restart the Pi."
            ),
            pixels=pixels,
            wanted=wanted,
            room=room,
            roomy=roomy(wanted),
        )


def roomy(wanted: int) -> int:
    """A buffer for *wanted* bytes, and for longer strips too."""
    return max(ROOMY_BUFFER, 1 << (wanted - 1).bit_length())


def _opened(wires: Wires) -> SpiDevice:
    try:
        from spidev import SpiDev
    except ImportError:
        raise StripFault(
            en("Python's spidev is missing: sudo apt install python3-spidev brings it.")
        ) from None
    device = SpiDev()
    try:
        device.open_path(wires.at)
        device.max_speed_hz = PULSES[wires.symbol_bits].hertz
    except OSError as fault:
        device.close()
        raise _said(fault, wires.at) from fault
    opened: SpiDevice = device
    return opened


def _said(fault: OSError, path: str) -> StripFault:
    match fault:
        case FileNotFoundError():
            return StripFault(
                en(
                    "There is no {device}: add the line dtparam=spi=on to "
                    "/boot/firmware/config.txt and restart the Pi."
                ),
                device=path,
            )
        case PermissionError():
            return StripFault(
                en(
                    "{user} may not use {device}: say sudo usermod -aG spi {user} and restart "
                    "the Pi."
                ),
                device=path,
                user=user(),
            )
        case _:
            return StripFault(
                en("{device} is no SPI device that works ({fault}); /dev/spidev0.0 is one."),
                device=path,
                fault=fault.strerror or str(fault),
            )
