"""The table's own Wi-Fi, which replaces a network that has been missing for a minute."""

import hashlib
import hmac
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final

from cribble.system.platform import MODEL, ROOT, is_a_pi, is_service
from cribble.wifi.networkmanager import ADDRESS, NetworkManager
from scorekeeper.device import DeviceFault
from scorekeeper.machine import WifiLogin
from scorekeeper.words import Fault, en
from scorekeeper.words.errors import shown
from web import AccessPoint

LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""No look-alikes: the password is read off a sticker."""
PASSWORD: Final = 10
SUFFIX: Final = 4

MOST_SSID: Final = 32
"""Bytes of a name (IEEE 802.11)."""
LEAST_PASSWORD, MOST_PASSWORD = 8, 63
"""Letters of a WPA password; 64 are a key in hexadecimal."""


def own_login(key: str) -> WifiLogin:
    """Return the login derived from the *key* of the table's secrets, so that a printed sticker
    stays valid after a restore."""
    digits = hmac.digest(bytes.fromhex(key), b"wifi", hashlib.sha256)
    number = int.from_bytes(digits, "big")
    letters = []
    for _ in range(PASSWORD + SUFFIX):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    word = "".join(letters)
    return WifiLogin(f"Cribble-{word[:SUFFIX]}", word[SUFFIX:])


def checked(ssid: str, password: str) -> WifiLogin:
    """Return a login as typed. Raises Fault for an impossible name or password."""
    if not 1 <= len(ssid.encode()) <= MOST_SSID or not ssid.isprintable():
        sentence = en("{ssid} cannot be: the name of a Wi-Fi has 1 to {most} letters.")
        raise Fault(sentence, ssid=shown(ssid), most=MOST_SSID)
    fits = LEAST_PASSWORD <= len(password) <= MOST_PASSWORD and password.isprintable()
    if password and not (fits and password.isascii()):
        raise Fault(
            en("The password of a Wi-Fi has {least} to {most} letters, or there is none."),
            least=LEAST_PASSWORD,
            most=MOST_PASSWORD,
        )
    return WifiLogin(ssid, password)


log = logging.getLogger(__name__)

OFFLINE_SECONDS: Final = 60.0
"""Time without a network until the table makes one."""
FIRST_SECONDS: Final = 60.0
"""Time after the start in which OK held makes it at once."""
UNUSED_SECONDS: Final = 300.0
"""Time without a page open until it looks for a known Wi-Fi again: after a power cut a router takes
longer to start than this machine."""
AGAIN_SECONDS: Final = 60.0
"""Pause after a failure."""
LOOK_SECONDS: Final = 1.0


def is_wanted(choice: str, environ: Mapping[str, str], model: Path = ROOT / MODEL) -> bool:
    """True if the config's *choice* is a Wi-Fi of its own; ``auto`` means only on a Raspberry Pi
    that runs the table as a service."""
    if choice != "auto":
        return choice == "on"
    return is_service(environ) and is_a_pi(model)


class OwnWifi:
    """Gives the table a Wi-Fi of its own, from a thread of its own.

    *address* looks up the address of this machine; *followers* counts the open pages; *is_held* is
    true while OK is held; *tell* takes faults, and *show* the login while that Wi-Fi is on, else
    None.
    """

    def __init__(
        self,
        radio: NetworkManager,
        login: WifiLogin,
        *,
        address: Callable[[], str | None],
        followers: Callable[[], int],
        is_held: Callable[[], bool],
        tell: Callable[[Fault], None],
        show: Callable[[WifiLogin | None], None],
        ticks: Callable[[], float] = monotonic,
    ) -> None:
        self._radio, self.login = radio, login
        self._address, self._followers, self._is_held = address, followers, is_held
        self._tell, self._show, self._ticks = tell, show, ticks
        self._started = self._since = self._visited = ticks()
        self._lock, self._closed = Lock(), Event()
        self.is_on = False
        """True while the own Wi-Fi is there."""
        self.fault: Fault | None = None
        """The reason for which the last requested Wi-Fi was not joined."""
        self.networks: tuple[AccessPoint, ...] = ()
        """The Wi-Fis in reach before the own one began: most radios hear none beside it."""
        self._wanted: WifiLogin | None = None
        self._thread = Thread(target=self._run, name="wifi", daemon=True)

    def start(self) -> None:
        """Begin to look for a network."""
        self._thread.start()

    def stop(self) -> None:
        """Stop looking. The own Wi-Fi stays: a table that starts again finds its phones there."""
        self._closed.set()

    def ask(self, ssid: str, password: str) -> None:
        """Ask for another Wi-Fi, to be joined soon. Raises Fault for an invalid login."""
        wanted = checked(ssid, password)
        with self._lock:
            self._wanted, self.fault = wanted, None

    def look(self) -> None:
        """Do what is due. Faults of the radio are logged, and tried again."""
        with self._lock:
            wanted, self._wanted = self._wanted, None
        now = self._ticks()
        if wanted:
            self._join(wanted)
        elif self.is_on:
            if self._followers():
                self._visited = now
            is_unused = now >= self._visited + UNUSED_SECONDS
            if is_unused or self._address() not in (None, ADDRESS):
                self._end()
        elif self._address() is not None:
            self._since = now
        elif now >= self._since + OFFLINE_SECONDS or (
            now < self._started + FIRST_SECONDS and self._is_held()
        ):
            self._begin()

    def _run(self) -> None:
        while not self._closed.wait(LOOK_SECONDS):
            try:
                self.look()
            except Exception:
                log.exception("a mistake in this program about the Wi-Fi")
                self._since = self._ticks() + AGAIN_SECONDS

    def _begin(self) -> None:
        try:
            self.networks = self._radio.access_points()
            self._radio.start(self.login)
        except DeviceFault as fault:
            log.warning("no Wi-Fi of its own: %s", fault)
            self._since = self._ticks() + AGAIN_SECONDS - OFFLINE_SECONDS
            return
        log.info("own Wi-Fi %s", self.login.ssid)
        self.is_on, self._visited = True, self._ticks()
        self._show(self.login)

    def _end(self) -> None:
        try:
            self._radio.stop()
        except DeviceFault as fault:
            log.warning("own Wi-Fi: %s", fault)
        log.info("own Wi-Fi ended")
        self.is_on, self._since = False, self._ticks()
        self._show(None)

    def _join(self, wanted: WifiLogin) -> None:
        """Join another Wi-Fi; if that fails, the own one is back, and the page says why."""
        was_on, self.is_on = self.is_on, False
        try:
            if was_on:
                self._radio.stop()
            self._show(None)
            self._radio.join(wanted)
        except DeviceFault as fault:
            log.warning("the Wi-Fi %s was not joined: %s", wanted.ssid, fault)
            self.fault = Fault(fault.sentence, **fault.values)
            self._tell(self.fault)
            if was_on:
                self._begin()
        else:
            log.info("joined the Wi-Fi %s", wanted.ssid)
            self._since = self._ticks()
