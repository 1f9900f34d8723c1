"""The pictures of a board: the one that it has, the one that is wanted, and the way between."""

from __future__ import annotations

from math import inf
from typing import Final

from firmware_bridge.painting import paints

REPAINT_AFTER: Final = 10.0
"""Seconds after which a picture is painted anew that nothing has changed: noise may have."""


class Canvas:
    """Paints whatever was wanted last, page by page; a picture that was begun is ended first, so
    that none is shown which nobody wanted."""

    def __init__(self) -> None:
        self._wanted: bytes | None = None
        self._has: bytes | None = None
        self._begun, self._pages = b"", tuple[bytes, ...]()
        self._ended = 0.0

    @property
    def shown(self) -> bool:
        """Whether the board shows what is wanted, and nothing else is on its way to it."""
        return self._wanted is not None and not self._pages and self._has == self._wanted

    @property
    def doubted_at(self) -> float:
        """When it is to be painted anew though nobody changes it."""
        return self._ended + REPAINT_AFTER if self._has else inf

    def want(self, picture: bytes) -> None:
        """This is what the board shall show."""
        self._wanted = picture

    def forget(self) -> None:
        """Nobody knows any more what the board has."""
        self._has, self._pages = None, ()

    def page(self, now: float, longest: int) -> bytes | None:
        """The payload of the next PAINT, the same until it is ``painted``; None where there is
        nothing to paint."""
        if now >= self.doubted_at:
            self._has = None
        if not self._pages and self._wanted is not None and self._wanted != self._has:
            self._begun, self._pages = self._wanted, paints(self._has, self._wanted, longest)
        return self._pages[0] if self._pages else None

    def painted(self, now: float) -> None:
        """The board has painted the page; the last one of a picture has shown it."""
        self._pages = self._pages[1:]
        if not self._pages:
            self._has, self._ended = self._begun, now
