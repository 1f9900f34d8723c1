"""Who may keep score: anybody whose phone was shown the join code, or anybody at an open table."""

from __future__ import annotations

import hmac
from hashlib import sha256

from web.join_code import Secrets


class Access:
    """Compares codes and marks phones. Knows nothing of addresses: where a phone is gives no right.

    A mark holds for one device and one code, so a new code takes every right back.
    """

    def __init__(self, secrets: Secrets, *, is_open: bool = False) -> None:
        self.code, self.is_open = secrets.code, is_open
        self._key = bytes.fromhex(secrets.key)

    @property
    def invitation(self) -> str | None:
        """The code to show to scorers; none at an open table, where everybody is one already and
        would keep it for an evening that is not.
        """
        return None if self.is_open else self.code

    def admits(self, code: str) -> bool:
        """Whether *code* is the join code, to the letter."""
        return hmac.compare_digest(code.encode(), self.code.encode())

    def mark(self, device: str) -> str:
        """What a phone keeps to show that it was given the right."""
        return hmac.new(self._key, f"{self.code} {device}".encode(), sha256).hexdigest()

    def may_score(self, device: str | None, mark: str | None) -> bool:
        """Whether the device that shows *mark* may enter cards."""
        if self.is_open:
            return True
        if device is None or mark is None:
            return False
        return hmac.compare_digest(self.mark(device).encode(), mark.encode())
