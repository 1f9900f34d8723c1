"""OK and OK held are two keys on one button: which it is shows only after a while. No clock."""

from __future__ import annotations

from typing import Final

from scorekeeper.keypad.key import Key, Keys

HOLD_SECONDS: Final = 0.8


class Holding:
    """Takes buttons that go down and up at a second *now*, and gives keys, each once.

    Every key counts when it goes down, but OK when it comes up, or just before another key that
    goes down meanwhile: quick fingers overlap. Kept down for *after* seconds it is OK held.
    """

    def __init__(self, after: float = HOLD_SECONDS) -> None:
        self._after = after
        self._since: float | None = None

    def down(self, key: Key, now: float) -> Keys:
        """The keys that this makes at once, in their order."""
        before = self.up(Key.OK, now)
        if key is not Key.OK:
            return (*before, key)
        self._since = now
        return before

    def up(self, key: Key, now: float) -> Keys:
        """The same for a button that is let go."""
        if key is not Key.OK or self._since is None:
            return ()
        held, self._since = now - self._since >= self._after, None
        return (Key.HELD if held else Key.OK,)

    def still(self, now: float) -> Keys:
        """OK held, once, as soon as the button has been down for so long."""
        if self._since is None or now - self._since < self._after:
            return ()
        self._since = None
        return (Key.HELD,)

    def wait(self, now: float) -> float | None:
        """In how many seconds to ask ``still``; None where no OK is down."""
        return None if self._since is None else max(self._since + self._after - now, 0.0)
