"""The pictures of a board: the one that it has, the one that is wanted, and the way between."""

from math import inf
from typing import Final

from firmware_bridge.protocol.paint_encoding import paints

REPAINT_AFTER: Final = 10.0
"""Seconds after which every pixel is painted again, whatever moves: noise may have changed one."""


class Framebuffer:
    """Paints whatever was wanted last, page by page; a picture of which a page was painted is ended
    first, so that none is shown which nobody wanted."""

    def __init__(self) -> None:
        self.wanted: bytes | None = None
        """The picture that the board shall show."""
        self._has: bytes | None = None
        self._begun, self._pages, self._painted = b"", tuple[bytes, ...](), 0
        self._whole_at = 0.0

    @property
    def shown(self) -> bool:
        """True if the board shows what is wanted, and nothing else is on its way to it."""
        return self.wanted is not None and not self._pages and self._has == self.wanted

    @property
    def doubted_at(self) -> float:
        """The time from which on the next picture is to be painted whole."""
        return self._whole_at + REPAINT_AFTER if self._has else inf

    def want(self, picture: bytes) -> None:
        """Have the board show *picture*."""
        self.wanted = picture

    def forget(self) -> None:
        """The picture that the board has is unknown from now on."""
        self._has, self._pages = None, ()

    def page(self, now: float, longest: int) -> bytes | None:
        """The payload of the next PAINT, the same until ``painted``; None if none is due."""
        if not self._pages and now >= self.doubted_at:
            self._has = None
        if not self._pages and self.wanted is not None and self.wanted != self._has:
            self._begun, self._pages = self.wanted, paints(self._has, self.wanted, longest)
            self._painted = 0
        return self._pages[self._painted] if self._pages else None

    def painted(self, now: float) -> None:
        """The board has painted the page; the last one of a picture has shown it."""
        self._painted += 1
        if self._painted == len(self._pages):
            self._whole_at = self._whole_at if self._has else now
            self._has, self._pages = self._begun, ()

    def put_off(self) -> None:
        """The page was not painted: if none of its picture was, a newer one may come first."""
        if not self._painted:
            self._pages = ()
