"""The table's own Wi-Fi access point, started after a minute without a network.

Uses NetworkManager over D-Bus (networkmanager.dev, 1.42): settings are a{sa{sv}}, states and types
are numbers. Each call opens a new connection, so either side may restart. The user needs the
permissions granted by the package's polkit rule. Not tested on real hardware.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, Final, TypeAlias

from cribble.boot_helper.client import ask_helper, helper_socket
from cribble.boot_helper.steps import NAMES_FILE, BootStep, Verb
from cribble.system.process import MODEL, ROOT, is_a_pi, is_service
from scorekeeper.device import DeviceFault, WifiLogin
from scorekeeper.words import Fault, en
from scorekeeper.words.catalogue import shown
from web import WifiNetwork

Profile: TypeAlias = dict[str, dict[str, tuple[str, Any]]]
"""NetworkManager settings by section and name, as D-Bus type and value."""

PROFILE: Final = "Cribble"
"""Name of the access point's profile, which is not saved."""
ADDRESS: Final = "10.42.0.1"
"""This machine's address as an access point; its DNS server returns it for all names."""


log = logging.getLogger(__name__)

NAME: Final = "org.freedesktop.NetworkManager"
PATH: Final = "/org/freedesktop/NetworkManager"
NOTHING: Final = "/"
"""D-Bus path that means no object."""

WIFI: Final = 2
"""NM_DEVICE_TYPE_WIFI."""
USABLE: Final = 30
"""NM_DEVICE_STATE_DISCONNECTED, the lowest state of a usable device."""
CAN_BE_AP: Final = 0x40
"""NM_WIFI_DEVICE_CAP_AP."""
ACTIVATED, DEACTIVATED = 2, 4
"""NM_ACTIVE_CONNECTION_STATE."""
PRIVACY: Final = 0x1
"""NM_802_11_AP_FLAGS_PRIVACY."""

ANSWER_SECONDS: Final = 10.0
JOIN_SECONDS: Final = 45.0
"""Timeout for joining a Wi-Fi, including DHCP."""
STATE_SECONDS: Final = 0.5
MAX_NETWORKS: Final = 30


def lead_names_here(on: bool) -> None:
    """Make names on a shared Wi-Fi resolve to this machine if *on*, else normally, from its next
    start. No-op without the boot helper; phones then show no captive portal."""
    if helper_socket():
        try:
            ask_helper([BootStep(Verb.NAMES, "here" if on else "away")])
        except Fault as fault:
            log.warning("cannot redirect names on the table's Wi-Fi: %s", fault)


class NetworkManager:
    """A D-Bus client for NetworkManager. All methods raise DeviceFault on timeout or refusal."""

    def start(self, login: WifiLogin) -> None:
        """Start the access point and wait until phones can join."""
        with _Session() as session:
            session.radio()
            session.forget_own()
            lead_names_here(on=True)
            # WPA2 on 2.4 GHz, which all phones support, with DHCP.
            profile: Profile = {
                "connection": {
                    "id": ("s", PROFILE),
                    "type": ("s", "802-11-wireless"),
                    "autoconnect": ("b", False),
                },
                "802-11-wireless": {
                    "ssid": ("ay", login.ssid.encode()),
                    "mode": ("s", "ap"),
                    "band": ("s", "bg"),
                },
                "802-11-wireless-security": {
                    "key-mgmt": ("s", "wpa-psk"),
                    "psk": ("s", login.password),
                    "proto": ("as", ["rsn"]),
                    "pairwise": ("as", ["ccmp"]),
                    "group": ("as", ["ccmp"]),
                    "pmf": ("i", 1),  # Off: with it, the Pi's chip rejects all clients.
                },
                "ipv4": {
                    "method": ("s", "shared"),
                    "address-data": ("aa{sv}", [{"address": ("s", ADDRESS), "prefix": ("u", 24)}]),
                },
                "ipv6": {"method": ("s", "ignore")},
            }
            try:
                session.activate("AddConnectionUnsaved", profile, login.ssid)
            except DeviceFault:
                lead_names_here(on=False)
                raise

    def stop(self) -> None:
        """Stop the access point; NetworkManager reconnects to known networks."""
        lead_names_here(on=False)
        with _Session() as session:
            session.forget_own()

    def access_points(self) -> tuple[WifiNetwork, ...]:
        """Return the Wi-Fi networks in range, strongest first, without duplicates."""
        with _Session() as session:
            points = [point for point in session.access_points() if point.ssid]
        points.sort(key=lambda point: (point.strength, point.ssid))
        strongest = {point.ssid: point for point in points}.values()
        by_strength = sorted(strongest, key=lambda point: (-point.strength, point.ssid))
        return tuple(by_strength[:MAX_NETWORKS])

    def join(self, login: WifiLogin) -> None:
        """Join a Wi-Fi (open if no password is given) and save it. Raises DeviceFault, with nothing
        saved."""
        profile: Profile = {
            "connection": {"id": ("s", login.ssid), "type": ("s", "802-11-wireless")},
            "802-11-wireless": {
                "ssid": ("ay", login.ssid.encode()),
                "mode": ("s", "infrastructure"),
                "hidden": ("b", True),  # Works for hidden networks too.
                "powersave": ("u", 2),  # Off: else taps after a pause are 0.5 s late.
            },
            "ipv4": {"method": ("s", "auto")},
            "ipv6": {"method": ("s", "auto")},
        }
        if login.password:
            security = {"key-mgmt": ("s", "wpa-psk"), "psk": ("s", login.password)}
            profile["802-11-wireless-security"] = security
        with _Session() as session:
            session.activate("AddConnection", profile, login.ssid)
            session.forget_own()


class _Session:
    def __enter__(self) -> _Session:
        try:
            from jeepney.io.blocking import open_dbus_connection

            self._connection = open_dbus_connection(bus="SYSTEM")
        except (ImportError, OSError, ValueError, KeyError) as fault:
            raise _refused(str(fault)) from fault
        return self

    def __exit__(self, *raised: object) -> None:
        self._connection.close()

    def call(
        self, path: str, interface: str, method: str, signature: str = "", *values: Any
    ) -> Any:
        """Call a method; return its first result, or None. Raises DeviceFault."""
        from jeepney import DBusAddress, new_method_call
        from jeepney.wrappers import DBusErrorResponse, unwrap_msg

        address = DBusAddress(path, bus_name=NAME, interface=interface)
        request = new_method_call(address, method, signature or None, values)
        try:
            reply = self._connection.send_and_get_reply(request, timeout=ANSWER_SECONDS)
            results = unwrap_msg(reply)
        except DBusErrorResponse as fault:
            reason = fault.data[0] if fault.data and isinstance(fault.data[0], str) else fault.name
            raise _refused(reason) from fault
        except (OSError, TimeoutError, ConnectionError) as fault:
            raise _refused(str(fault) or type(fault).__name__) from fault
        return results[0] if results else None

    def get(self, path: str, interface: str, name: str) -> Any:
        """Return the value of a property. Raises DeviceFault."""
        _, value = self.call(path, "org.freedesktop.DBus.Properties", "Get", "ss", interface, name)
        return value

    def radio(self) -> str:
        """Return the path of a Wi-Fi device, preferably with AP support. Raises DeviceFault."""
        device, wireless = f"{NAME}.Device", f"{NAME}.Device.Wireless"
        usable = [
            path
            for path in self.call(PATH, NAME, "GetDevices")
            if self.get(path, device, "DeviceType") == WIFI
            and self.get(path, device, "State") >= USABLE
        ]
        if not usable:
            raise DeviceFault(en("This machine has no usable Wi-Fi."))
        able = (
            path for path in usable if self.get(path, wireless, "WirelessCapabilities") & CAN_BE_AP
        )
        return str(next(able, usable[0]))

    def access_points(self) -> Iterator[WifiNetwork]:
        point = f"{NAME}.AccessPoint"
        for path in self.call(self.radio(), f"{NAME}.Device.Wireless", "GetAllAccessPoints"):
            with suppress(DeviceFault):  # It may have disappeared.
                name = bytes(self.get(path, point, "Ssid")).decode("utf-8", "replace")
                locked = self.get(path, point, "Flags") & PRIVACY
                locked |= self.get(path, point, "WpaFlags") | self.get(path, point, "RsnFlags")
                yield WifiNetwork(name, int(self.get(path, point, "Strength")), bool(locked))

    def activate(self, method: str, profile: Profile, ssid: str) -> None:
        """Add *profile* with *method* and activate it. On failure, delete it and raise
        DeviceFault."""
        device, settings = self.radio(), f"{NAME}.Settings"
        added = self.call(f"{PATH}/Settings", settings, method, "a{sa{sv}}", profile)
        try:
            path = self.call(PATH, NAME, "ActivateConnection", "ooo", added, device, NOTHING)
            due, state = time.monotonic() + JOIN_SECONDS, None
            with suppress(DeviceFault):  # The connection failed and was removed.
                while state != DEACTIVATED and time.monotonic() < due:
                    state = self.get(path, f"{NAME}.Connection.Active", "State")
                    if state == ACTIVATED:
                        return
                    time.sleep(STATE_SECONDS)
            sentence = en(
                "The Wi-Fi network {ssid} rejected this machine: check the name and password."
            )
            raise DeviceFault(sentence, ssid=ssid)
        except DeviceFault:
            with suppress(DeviceFault):  # An unsaved profile may be deleted.
                self.call(added, f"{settings}.Connection", "Delete")
            raise

    def forget_own(self) -> None:
        for path in self.call(f"{PATH}/Settings", f"{NAME}.Settings", "ListConnections"):
            with suppress(DeviceFault):
                profile = self.call(path, f"{NAME}.Settings.Connection", "GetSettings")
                is_ours = profile["connection"]["id"][1] == PROFILE
                if is_ours and profile.get("802-11-wireless", {}).get("mode", ("s", ""))[1] == "ap":
                    self.call(path, f"{NAME}.Settings.Connection", "Delete")


def _refused(reason: str) -> DeviceFault:
    return DeviceFault(en("NetworkManager refused: {reason}."), reason=reason[:200].rstrip("."))


LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Alphabet without look-alikes, because passwords are read from a sticker."""
PASSWORD: Final = 10
SUFFIX: Final = 4

MAX_SSID: Final = 32
"""Maximum length of an SSID in bytes (IEEE 802.11)."""
MIN_PASSWORD, MAX_PASSWORD = 8, 63
"""Minimum and maximum length of a WPA passphrase; 64 characters would be a raw key."""


FIRST_LOGIN: Final = WifiLogin("Cribble", "fifteen-two")
"""The login of a machine that never had a host, as docs/card.md prints it: it keeps the password of
the home's Wi-Fi, which the wizard asks for, from crossing the air in clear."""


NO_NETWORK: Final = en(
    "No network: join the table’s own Wi-Fi, {ssid}, with the password {password}."
)


def own_login(key: str) -> WifiLogin:
    """Return the login derived from *key*, so that printed stickers stay valid after a restore."""
    digits = hmac.digest(bytes.fromhex(key), b"wifi", hashlib.sha256)
    number = int.from_bytes(digits, "big")
    letters = []
    for _ in range(PASSWORD + SUFFIX):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    word = "".join(letters)
    return WifiLogin(f"Cribble-{word[:SUFFIX]}", word[SUFFIX:])


def checked(ssid: str, password: str) -> WifiLogin:
    """Validate a login. Raises Fault for an invalid name or password."""
    if not 1 <= len(ssid.encode()) <= MAX_SSID or not ssid.isprintable():
        sentence = en("{ssid} cannot be used: a Wi-Fi name must have 1 to {most} characters.")
        raise Fault(sentence, ssid=shown(ssid), most=MAX_SSID)
    fits = MIN_PASSWORD <= len(password) <= MAX_PASSWORD and password.isprintable()
    if password and not (fits and password.isascii()):
        sentence = en(
            "A Wi-Fi password must have {least} to {most} characters; leave it empty for "
            "an open network."
        )
        raise Fault(sentence, least=MIN_PASSWORD, most=MAX_PASSWORD)
    return WifiLogin(ssid, password)


OFFLINE_SECONDS: Final = 60.0
"""Time without a network after which the access point starts."""
FIRST_SECONDS: Final = 60.0
"""Time after startup during which holding OK starts the access point at once."""
UNUSED_SECONDS: Final = 300.0
"""Idle time after which known networks are tried again: after a power cut, a router boots more
slowly than this machine."""
AGAIN_SECONDS: Final = 60.0
"""Delay in seconds before a failed start is retried."""
POLL_SECONDS: Final = 1.0


def is_wanted(choice: str, environ: Mapping[str, str], model: Path = ROOT / MODEL) -> bool:
    """Return whether *choice* enables the access point; ``auto``: on a Pi, as a service."""
    if choice != "auto":
        return choice == "on"
    return is_service(environ) and is_a_pi(model)


class OwnWifi:
    """Starts and stops the access point in a background thread.

    *login* returns the login of the next start. *address* returns this machine's address, or None;
    *followers* counts open pages; *is_held* returns whether OK is held. *tell* is called with
    faults, and *show* with the login while the access point is on, else None.
    """

    def __init__(
        self,
        radio: NetworkManager,
        login: Callable[[], WifiLogin],
        *,
        address: Callable[[], str | None],
        followers: Callable[[], int],
        is_held: Callable[[], bool],
        tell: Callable[[Fault], None],
        show: Callable[[WifiLogin | None], None],
        ticks: Callable[[], float] = monotonic,
    ) -> None:
        self._radio, self.next_login = radio, login
        self._login: WifiLogin | None = None
        self._address, self._followers, self._is_held = address, followers, is_held
        self._tell, self._show, self._ticks = tell, show, ticks
        self._started = self._since = self._visited = ticks()
        self._lock, self._closed = Lock(), Event()
        self.is_on = False
        """True while the access point is on."""
        self.fault: Fault | None = None
        """The reason why the last requested Wi-Fi was not joined."""
        self.networks: tuple[WifiNetwork, ...] = ()
        """Networks seen before the access point started; most adapters cannot scan while it is
        on."""
        self._wanted: WifiLogin | None = None
        self._thread = Thread(target=self._run, name="wifi", daemon=True)

    @property
    def login(self) -> WifiLogin:
        """The login of the access point; while it is off, that of its next start."""
        return self._login or self.next_login()

    def start(self) -> None:
        if Path("/", NAMES_FILE).exists():  # Left over from a power cut.
            lead_names_here(on=False)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread. The access point stays on, so that phones stay connected."""
        self._closed.set()

    def ask(self, ssid: str, password: str) -> None:
        """Request to join another Wi-Fi. Raises Fault for an invalid login."""
        wanted = checked(ssid, password)
        with self._lock:
            self._wanted, self.fault = wanted, None

    def poll(self) -> None:
        """Start, stop or join as needed. Failures are logged and retried."""
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
        while not self._closed.wait(POLL_SECONDS):
            try:
                self.poll()
            except Exception:
                log.exception("internal error in the Wi-Fi thread")
                self._since = self._ticks() + AGAIN_SECONDS

    def _begin(self, login: WifiLogin | None = None) -> None:
        login = login or self.next_login()
        try:
            self.networks = self._radio.access_points()
            self._radio.start(login)
        except DeviceFault as fault:
            log.warning("cannot open the table's Wi-Fi: %s", fault)
            self._since = self._ticks() + AGAIN_SECONDS - OFFLINE_SECONDS
            return
        log.info("opened the table's Wi-Fi %s", login.ssid)
        self.is_on, self._login, self._visited = True, login, self._ticks()
        self._show(login)

    def _end(self) -> None:
        try:
            self._radio.stop()
        except DeviceFault as fault:
            log.warning("cannot close the table's Wi-Fi: %s", fault)
        log.info("closed the table's Wi-Fi")
        self.is_on, self._login, self._since = False, None, self._ticks()
        self._show(None)

    def _join(self, wanted: WifiLogin) -> None:
        """Join another Wi-Fi; on failure, restart the access point and report the fault."""
        was_on, login, self.is_on, self._login = self.is_on, self._login, False, None
        try:
            if was_on:
                self._radio.stop()
            self._show(None)
            self._radio.join(wanted)
        except DeviceFault as fault:
            log.warning("cannot join the Wi-Fi %s: %s", wanted.ssid, fault)
            self.fault = Fault(fault.sentence, **fault.values)
            self._tell(self.fault)
            if was_on:
                self._begin(login)  # Phones know this one.
        else:
            log.info("joined the Wi-Fi %s", wanted.ssid)
            self._since = self._ticks()
