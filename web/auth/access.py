"""Rights to keep score and to be host, given to phones that know the join code or the PIN."""

import hmac
from collections.abc import Callable
from threading import Lock

from web.auth.secrets import Secrets

Listener = Callable[[], None]


class Access:
    """Checks codes and tokens. Network addresses are not considered: they give no right.

    A token is an HMAC of the device and the code (for the host: of the PIN), so a new code or PIN
    revokes all older tokens. *keep* saves new secrets; if it raises OSError nothing changes.
    """

    def __init__(
        self,
        secrets: Secrets,
        *,
        is_open: bool = False,
        keep: Callable[[Secrets], None] = lambda _: None,
    ) -> None:
        self.is_open = is_open
        self._secrets, self._keep, self._lock = secrets, keep, Lock()
        self._listeners: list[Listener] = []

    @property
    def code(self) -> str:
        """The join code."""
        return self._secrets.code

    @property
    def pin(self) -> str:
        """The host's PIN, to be shown in the terminal and nowhere else."""
        return self._secrets.pin

    @property
    def invitation(self) -> str | None:
        """The join code to display, or None when access is open (so that phones do not store a code
        that would be valid on a later, closed evening)."""
        return None if self.is_open else self.code

    @property
    def tag(self) -> str:
        """A digest that changes with the secrets and reveals nothing of them."""
        held = self._secrets
        return self._mac(f"tag {held.code} {held.pin} {held.pin_version}")[:12]

    def subscribe(self, listener: Listener) -> None:
        """Call *listener* after every change of the secrets."""
        self._listeners.append(listener)

    def replace(self, secrets: Secrets) -> None:
        """Use other *secrets* from now on."""
        with self._lock:
            changed = self._set(secrets)
        if changed:
            self._notify()

    def renew(self) -> None:
        """Make a new join code. Raises OSError if it cannot be saved."""
        with self._lock:  # Of two hosts who renew at the same time, the code saved last holds.
            fresh = self._secrets.with_new_code()
            self._keep(fresh)
            self._set(fresh)
        self._notify()

    def is_code(self, code: str) -> bool:
        """True if *code* is the join code, letter for letter."""
        return self._is_same(code, self._secrets.code)

    def is_pin(self, pin: str) -> bool:
        """True if *pin* is the host's PIN, digit for digit."""
        return bool(self._secrets.pin) and self._is_same(pin, self._secrets.pin)

    def scorer_token(self, device: str) -> str:
        """Return the token of *device* as a scorer."""
        return self._mac(f"{self._secrets.code} {device}")

    def host_token(self, device: str) -> str:
        """Return the token of *device* as the host's."""
        held = self._secrets
        return self._mac(f"host {held.pin} {held.pin_version} {device}")

    def may_score(self, device: str | None, token: str | None) -> bool:
        """True if *device* with this scorer *token* may enter cards."""
        return self.is_open or self.has_joined(device, token)

    def has_joined(self, device: str | None, token: str | None) -> bool:
        """True if *device* with this scorer *token* joined with the code, at an open table too."""
        return _is_valid(self.scorer_token, device, token)

    def is_host(self, device: str | None, token: str | None) -> bool:
        """True if *device* with this host *token* is the host's."""
        return bool(self._secrets.pin) and _is_valid(self.host_token, device, token)

    def _set(self, secrets: Secrets) -> bool:
        changed, self._secrets = secrets != self._secrets, secrets
        return changed

    def _notify(self) -> None:
        """Not under the lock: a listener may ask this object again."""
        for listener in self._listeners:
            listener()

    def _mac(self, text: str) -> str:
        return hmac.digest(bytes.fromhex(self._secrets.key), text.encode(), "sha256").hex()

    def _is_same(self, one: str, other: str) -> bool:
        """Compare digests, so that the time it takes reveals neither letters nor lengths."""
        digests = (self._mac(f"same {text}") for text in (one, other))
        return hmac.compare_digest(*digests)


def _is_valid(token_of: Callable[[str], str], device: str | None, token: str | None) -> bool:
    if device is None or token is None:
        return False
    return hmac.compare_digest(token_of(device).encode(), token.encode())
