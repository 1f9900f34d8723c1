"""The device that the helper lights, opened for a program and closed after it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol, TypeAlias

from hardware.pwm_helper.protocol import Size, WrongBytes
from scorekeeper.device import DeviceFault


class OutputDevice(Protocol):
    """Anything that shows frames, and raises OSError where it cannot."""

    def show(self, wire: bytes) -> None:
        """Show a whole frame, as it goes on the *wire*."""

    def close(self) -> None:
        """Give back what it holds; the picture stays as it is where it can."""


OpenDevice: TypeAlias = Callable[[Size], OutputDevice]
"""Opens a device for frames of a size. Raises DeviceFault."""


class StripHolder:
    """The strip of the helper: *open_device* opens it when a program needs it, and again after a
    fault, which is always a DeviceFault."""

    def __init__(self, open_device: OpenDevice) -> None:
        self._open_device = open_device
        self._device: OutputDevice | None = None
        self._size = Size(0)

    def open(self, size: Size) -> None:
        """Open the strip for frames of *size*; if it is open for such it stays as it is."""
        if self._device and self._size != size:
            self.go_dark()
        with _as_device_faults():
            self._device = self._device or self._open_device(size)
        self._size = size

    def show(self, wire: bytes) -> None:
        """Show a whole frame, as it goes on the *wire*. Raises WrongBytes if the strip is
        closed."""
        if self._device is None:
            raise WrongBytes("nobody sends a frame after goodbye")
        try:
            with _as_device_faults():
                self._device.show(wire)
        except DeviceFault:
            self._close()
            raise

    def go_dark(self) -> None:
        """Put the lights out and close the strip, whatever it says to that."""
        if self._device:
            with suppress(DeviceFault):
                self.show(bytes(self._size.length))
        self._close()

    def _close(self) -> None:
        if self._device:
            with suppress(OSError):
                self._device.close()
        self._device = None


@contextmanager
def _as_device_faults() -> Iterator[None]:
    """Raise a DeviceFault in the place of any other OSError in here."""
    try:
        yield
    except DeviceFault:
        raise
    except OSError as fault:
        raise DeviceFault(
            "The lamp process cannot light the strip ({reason}): it is tried again.",
            reason=fault.strerror or str(fault),
        ) from fault


class TextDevice:
    """Writes each frame to the end of *path*: a line, with as many bytes for every pixel as *size*
    says, in the order in which they go on the wire."""

    def __init__(self, path: Path, size: Size) -> None:
        self._file, self._width = path.open("a", encoding="ascii"), size.width

    def show(self, wire: bytes) -> None:
        """Write the whole frame."""
        self._file.write(wire.hex(" ", self._width) + "\n")
        self._file.flush()

    def close(self) -> None:
        """The lines stay."""
        self._file.close()
