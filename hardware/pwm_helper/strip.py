"""What the lamp has lit: as many lights as the program says, opened for it and put away again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol, TypeAlias

from hardware.pwm_helper.protocol import WrongBytes
from scorekeeper.board.light.colour import Frame
from scorekeeper.board.light.device import StripFault
from scorekeeper.words import en


class Shows(Protocol):
    """What the lamp lights: anything that shows frames, and raises OSError where it cannot."""

    def show(self, frame: Frame) -> None:
        """Show the whole *frame*."""
        ...

    def close(self) -> None:
        """Give back what it holds; the picture stays as it is where it can."""
        ...


OpenShows: TypeAlias = Callable[[int], Shows]
"""Opens what is lit, by its number of pixels. Raises StripFault."""


class Bulbs:
    """Opened by *open_shows* when a program needs them, and anew after a fault, which is always a
    StripFault.
    """

    def __init__(self, open_shows: OpenShows) -> None:
        self._open_shows = open_shows
        self._shows: Shows | None = None
        self._pixels = 0

    def number(self, pixels: int) -> None:
        """Be so many; those that are lit already stay as they are."""
        if self._shows and self._pixels != pixels:
            self.go_dark()
        with _explained():
            self._shows = self._shows or self._open_shows(pixels)
        self._pixels = pixels

    def show(self, frame: Frame) -> None:
        """Show the whole *frame*. Raises WrongBytes where they were put away."""
        if self._shows is None:
            raise WrongBytes("nobody sends a frame after goodbye")
        try:
            with _explained():
                self._shows.show(frame)
        except StripFault:
            self._put_away()
            raise

    def go_dark(self) -> None:
        """Show nothing, whatever they say to that."""
        if self._shows:
            with suppress(StripFault):
                self.show(bytes(3 * self._pixels))
        self._put_away()

    def _put_away(self) -> None:
        if self._shows:
            with suppress(OSError):
                self._shows.close()
        self._shows = None


@contextmanager
def _explained() -> Iterator[None]:
    """Whatever goes wrong is said in a sentence."""
    try:
        yield
    except StripFault:
        raise
    except OSError as fault:
        raise StripFault(
            en("The lamp process cannot light the strip ({reason}): it is tried again."),
            reason=fault.strerror or str(fault),
        ) from fault
