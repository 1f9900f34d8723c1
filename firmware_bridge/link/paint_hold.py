"""Holds paints back for keys: a board that shows a picture hears and sends nothing, for up to 12
ms, and the picture before the one that answers the key would cost as much again."""

from typing import Final

AFTER_BUSY: Final = 0.02
"""Seconds in which contacts that have moved come to rest, and the key is sent."""
AT_ONCE: Final = 0.004
"""Seconds after a key in which a new picture may still be one that was on its way before."""
AT_LATEST: Final = 0.012
"""Seconds after a key in which somebody should have drawn what it did, if it did anything."""


class PaintHold:
    """Knows when a board was busy or sent a key, and so from when on it is to be painted."""

    def __init__(self) -> None:
        self._from = self._at_latest = 0.0
        self._before: bytes | None = None

    def busy(self, now: float) -> None:
        """The board takes no picture at *now*, for a key is settling; or one was sent meanwhile."""
        if now >= self._at_latest:
            self._from = self._at_latest = now + AFTER_BUSY

    def key(self, now: float, wanted: bytes | None) -> None:
        """A key came at *now*, when *wanted* is the newest picture."""
        self._from, self._at_latest, self._before = now + AT_ONCE, now + AT_LATEST, wanted

    def due(self, wanted: bytes | None) -> float:
        """Return the time from which on *wanted*, the newest picture, may be painted."""
        return self._at_latest if wanted is self._before else self._from
