"""Who may keep score, and who is host: phones that were shown the join code, or the host's PIN."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import sha256
from threading import Lock

from web.auth.secrets import Secrets


def _nowhere(secrets: Secrets) -> None:
    pass


class Access:
    """Compares codes and marks phones. Knows nothing of addresses: where a phone is gives no right.

    A mark holds for one device and one code, so a new code takes every right back; so it is with
    the host's PIN. *keep* writes down new secrets, and may raise OSError: then nothing changes.
    """

    def __init__(
        self,
        secrets: Secrets,
        *,
        is_open: bool = False,
        keep: Callable[[Secrets], None] = _nowhere,
    ) -> None:
        self.is_open = is_open
        self._secrets, self._keep, self._lock = secrets, keep, Lock()
        self._hearers: list[Callable[[], None]] = []

    @property
    def code(self) -> str:
        """The join code."""
        return self._secrets.code

    @property
    def pin(self) -> str:
        """The host's PIN, for the terminal of the table and nowhere else."""
        return self._secrets.pin

    @property
    def invitation(self) -> str | None:
        """The code to show to scorers; none at an open table, where everybody is one already and
        would keep it for an evening that is not.
        """
        return None if self.is_open else self.code

    @property
    def tag(self) -> str:
        """Names the rights as they are given now, and tells nothing of the secrets."""
        held = self._secrets
        return self._mac(f"tag {held.code} {held.pin} {held.reign}")[:12]

    def tell(self, hearer: Callable[[], None]) -> None:
        """Have *hearer* called whenever codes were changed."""
        self._hearers.append(hearer)

    def take(self, secrets: Secrets) -> None:
        """Go by other secrets from now on."""
        with self._lock:
            self._go_by(secrets)

    def renew(self) -> None:
        """Make another join code. Raises OSError where it cannot be kept."""
        with self._lock:  # Of two hosts who renew at once, the code that is kept last holds.
            fresh = self._secrets.renewed()
            self._keep(fresh)
            self._go_by(fresh)

    def admits(self, code: str) -> bool:
        """Whether *code* is the join code, to the letter."""
        return self._same(code, self._secrets.code)

    def crowns(self, pin: str) -> bool:
        """Whether *pin* is the host's, to the digit."""
        return bool(self._secrets.pin) and self._same(pin, self._secrets.pin)

    def mark(self, device: str) -> str:
        """What a phone keeps to show that it was given the right."""
        return self._mac(f"{self._secrets.code} {device}")

    def host_mark(self, device: str) -> str:
        """What a phone keeps to show that it is the host's."""
        held = self._secrets
        return self._mac(f"host {held.pin} {held.reign} {device}")

    def may_score(self, device: str | None, mark: str | None) -> bool:
        """Whether the device that shows *mark* may enter cards."""
        return self.is_open or _shows(self.mark, device, mark)

    def is_host(self, device: str | None, mark: str | None) -> bool:
        """Whether the device that shows *mark* is the host's."""
        return bool(self._secrets.pin) and _shows(self.host_mark, device, mark)

    def _go_by(self, secrets: Secrets) -> None:
        if secrets != self._secrets:
            self._secrets = secrets
            for hearer in self._hearers:
                hearer()

    def _mac(self, text: str) -> str:
        return hmac.new(bytes.fromhex(self._secrets.key), text.encode(), sha256).hexdigest()

    def _same(self, one: str, other: str) -> bool:
        """Compared as digests: the time it takes tells neither letters nor lengths."""
        digests = (self._mac(f"same {text}") for text in (one, other))
        return hmac.compare_digest(*digests)


def _shows(right: Callable[[str], str], device: str | None, mark: str | None) -> bool:
    if device is None or mark is None:
        return False
    return hmac.compare_digest(right(device).encode(), mark.encode())
