"""The device that the helper lights, opened for a program and closed after it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol, TypeAlias

from hardware.pwm_helper.protocol import WrongBytes
from scorekeeper.board.light.colour import Frame
from scorekeeper.device import DeviceFault


class OutputDevice(Protocol):
    """Anything that shows frames, and raises OSError where it cannot."""

    def show(self, frame: Frame) -> None:
        """Show the whole *frame*."""

    def close(self) -> None:
        """Give back what it holds; the picture stays as it is where it can."""


OpenDevice: TypeAlias = Callable[[int], OutputDevice]
"""Opens a device with a number of pixels. Raises DeviceFault."""


class StripHolder:
    """The strip of the helper: *open_device* opens it when a program needs it, and again after a
    fault, which is always a DeviceFault."""

    def __init__(self, open_device: OpenDevice) -> None:
        self._open_device = open_device
        self._device: OutputDevice | None = None
        self._pixels = 0

    def open(self, pixels: int) -> None:
        """Open the strip with *pixels* pixels; one that has as many stays as it is."""
        if self._device and self._pixels != pixels:
            self.go_dark()
        with _as_device_faults():
            self._device = self._device or self._open_device(pixels)
        self._pixels = pixels

    def show(self, frame: Frame) -> None:
        """Show the whole *frame*. Raises WrongBytes where the strip was closed."""
        if self._device is None:
            raise WrongBytes("nobody sends a frame after goodbye")
        try:
            with _as_device_faults():
                self._device.show(frame)
        except DeviceFault:
            self._close()
            raise

    def go_dark(self) -> None:
        """Put the lights out and close the strip, whatever it says to that."""
        if self._device:
            with suppress(DeviceFault):
                self.show(bytes(3 * self._pixels))
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
    """Writes each frame to the end of *path*: a line of ``rrggbb`` for every pixel."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="ascii")

    def show(self, frame: Frame) -> None:
        """Write the whole *frame*."""
        self._file.write(frame.hex(" ", 3) + "\n")
        self._file.flush()

    def close(self) -> None:
        """The lines stay."""
        self._file.close()
