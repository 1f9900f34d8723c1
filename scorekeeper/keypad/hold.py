"""OK and OK held are two keys on one button: only time can tell which it is. No clock in here."""

from typing import Final

from scorekeeper.keypad.key import Key, Keys

HOLD_SECONDS: Final = 0.8


class HoldDetector:
    """Turns buttons that go down and up at a second *now* into keys, each once.

    Every key counts when it goes down, but OK when it comes up, or just before another key that
    goes down meanwhile: quick fingers overlap. Kept down for *after* seconds it is OK held.
    """

    def __init__(self, after: float = HOLD_SECONDS) -> None:
        self._after = after
        self._since: float | None = None

    def down(self, key: Key, now: float) -> Keys:
        """Return the keys that a button going down makes, in their order."""
        before = self.up(Key.OK, now)
        if key is not Key.OK:
            return (*before, key)
        self._since = now
        return before

    def up(self, key: Key, now: float) -> Keys:
        """Return the keys that a button going up makes."""
        if key is not Key.OK or self._since is None:
            return ()
        held, self._since = now - self._since >= self._after, None
        return (Key.HELD if held else Key.OK,)

    def still(self, now: float) -> Keys:
        """Return OK held, once, as soon as the button has been down long enough."""
        if self._since is None or now - self._since < self._after:
            return ()
        self._since = None
        return (Key.HELD,)

    def wait(self, now: float) -> float | None:
        """Return in how many seconds to ask ``still``; None if no OK is down."""
        return None if self._since is None else max(self._since + self._after - now, 0.0)
