"""NetworkManager by D-Bus: the methods that a table needs. Not tried with a radio.

It follows NetworkManager's D-Bus API (networkmanager.dev, 1.42): settings are a{sa{sv}}, states
and types are numbers. Each call opens a connection of its own, so that either end may restart. Its
user needs the rights that the package's polkit rule gives.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from cribble.boot_helper.client import ask_helper, helper_socket
from cribble.boot_helper.steps import BootStep, Verb
from cribble.wifi.own_wifi import ADDRESS
from scorekeeper.device import DeviceFault
from scorekeeper.game.live import WifiLogin
from scorekeeper.words import Fault, en
from web import AccessPoint

if TYPE_CHECKING:
    from jeepney.io.blocking import DBusConnection


PROFILE: Final = "Cribble"
"""The name of the own Wi-Fi's profile; it is in memory only."""


def own_profile(login: WifiLogin) -> dict[str, dict[str, tuple[str, Any]]]:
    """Return the settings of the own Wi-Fi: WPA2 on 2.4 GHz, which every phone has; addresses are
    given out (``shared``)."""
    return {
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
            "pmf": ("i", 1),  # Off: the Pi's chip lets nobody in with it.
        },
        "ipv4": {
            "method": ("s", "shared"),
            "address-data": (
                "aa{sv}",
                [{"address": ("s", ADDRESS), "prefix": ("u", 24)}],
            ),
        },
        "ipv6": {"method": ("s", "ignore")},
    }


def home_profile(login: WifiLogin) -> dict[str, dict[str, tuple[str, Any]]]:
    """Return the settings of a Wi-Fi to join; one without a password is open."""
    profile: dict[str, dict[str, tuple[str, Any]]] = {
        "connection": {"id": ("s", login.ssid), "type": ("s", "802-11-wireless")},
        "802-11-wireless": {
            "ssid": ("ay", login.ssid.encode()),
            "mode": ("s", "infrastructure"),
            "hidden": ("b", True),  # Found too where its name is not sent out.
            "powersave": ("u", 2),  # Off: else the first tap after a pause is half a second late.
        },
        "ipv4": {"method": ("s", "auto")},
        "ipv6": {"method": ("s", "auto")},
    }
    if login.password:
        profile["802-11-wireless-security"] = {
            "key-mgmt": ("s", "wpa-psk"),
            "psk": ("s", login.password),
        }
    return profile


log = logging.getLogger(__name__)

NAME: Final = "org.freedesktop.NetworkManager"
PATH: Final = "/org/freedesktop/NetworkManager"
NOTHING: Final = "/"
"""The path of no object."""

WIFI: Final = 2
"""NM_DEVICE_TYPE_WIFI."""
USABLE: Final = 30
"""NM_DEVICE_STATE_DISCONNECTED, the first of the states in which a device can be used."""
CAN_BE_AP: Final = 0x40
"""NM_WIFI_DEVICE_CAP_AP."""
ACTIVATED, DEACTIVATED = 2, 4
"""NM_ACTIVE_CONNECTION_STATE."""
PRIVACY: Final = 0x1
"""NM_802_11_AP_FLAGS_PRIVACY."""

ANSWER_SECONDS: Final = 10.0
JOIN_SECONDS: Final = 45.0
"""Seconds until a Wi-Fi has let this machine in and given it an address."""
LOOK_SECONDS: Final = 0.5
MOST_NETWORKS: Final = 30


def lead_names_here(on: bool) -> None:
    """Have root lead every name in a Wi-Fi that this machine shares to it, or no longer; dnsmasq
    reads that when the Wi-Fi begins. Without the package phones only show no page by themselves."""
    if helper_socket():
        try:
            ask_helper([BootStep(Verb.NAMES, "here" if on else "away")])
        except Fault as fault:
            log.warning("names in the own Wi-Fi: %s", fault)


class NetworkManager:
    """The machine's NetworkManager. Every method raises DeviceFault where it does not answer or
    refuses."""

    def radio(self) -> str | None:
        """Return the path of a Wi-Fi device that can be used, best one that can have a Wi-Fi of its
        own; None where there is none."""
        with _Session() as session:
            return session.radio()

    def start(self, login: WifiLogin) -> None:
        """Begin the own Wi-Fi, and wait until phones can join it."""
        with _Session() as session:
            device = session.radio()
            if device is None:
                raise DeviceFault(en("This machine has no Wi-Fi that can be used."))
            session.forget_own()
            lead_names_here(on=True)
            try:
                path = session.settings("AddConnectionUnsaved", own_profile(login))
                session.activate(path, device, login.ssid)
            except DeviceFault:
                lead_names_here(on=False)
                raise

    def stop(self) -> None:
        """End the own Wi-Fi: NetworkManager goes back to those that it knows."""
        lead_names_here(on=False)
        with _Session() as session:
            session.forget_own()

    def access_points(self) -> tuple[AccessPoint, ...]:
        """Return the Wi-Fis in reach, the strongest first, each once."""
        with _Session() as session:
            device = session.radio()
            found: dict[str, AccessPoint] = {}
            for one in session.access_points(device) if device else ():
                if (
                    one.ssid
                    and one.strength > found.get(one.ssid, one._replace(strength=-1)).strength
                ):
                    found[one.ssid] = one
        strongest = sorted(found.values(), key=lambda one: (-one.strength, one.ssid))
        return tuple(strongest[:MOST_NETWORKS])

    def join(self, login: WifiLogin) -> None:
        """Join the Wi-Fi of *login*, and remember it. Raises DeviceFault where that does not let
        this machine in; it is forgotten again then."""
        with _Session() as session:
            device = session.radio()
            if device is None:
                raise DeviceFault(en("This machine has no Wi-Fi that can be used."))
            path = session.settings("AddConnection", home_profile(login))
            try:
                session.activate(path, device, login.ssid)
            except DeviceFault:
                session.delete(path)
                raise
            session.forget_own()


class _Session:
    """A connection to D-Bus on which NetworkManager is asked."""

    def __enter__(self) -> _Session:
        self._line = _line()
        return self

    def __exit__(self, *raised: object) -> None:
        self._line.close()

    def call(
        self, path: str, interface: str, method: str, signature: str = "", *values: Any
    ) -> Any:
        """Return what a method returns, or None. Raises DeviceFault."""
        from jeepney import DBusAddress, new_method_call
        from jeepney.wrappers import DBusErrorResponse, unwrap_msg

        there = DBusAddress(path, bus_name=NAME, interface=interface)
        asked = new_method_call(there, method, signature or None, values)
        try:
            answer = unwrap_msg(self._line.send_and_get_reply(asked, timeout=ANSWER_SECONDS))
        except DBusErrorResponse as fault:
            said = fault.data[0] if fault.data and isinstance(fault.data[0], str) else fault.name
            raise _refused(said) from fault
        except (OSError, TimeoutError, ConnectionError) as fault:
            raise _refused(str(fault) or type(fault).__name__) from fault
        return answer[0] if answer else None

    def get(self, path: str, interface: str, name: str) -> Any:
        """Return a property. Raises DeviceFault."""
        got = self.call(path, "org.freedesktop.DBus.Properties", "Get", "ss", interface, name)
        return got[1]

    def radio(self) -> str | None:
        device, wireless = f"{NAME}.Device", f"{NAME}.Device.Wireless"
        usable = [
            path
            for path in self.call(PATH, NAME, "GetDevices")
            if self.get(path, device, "DeviceType") == WIFI
            and self.get(path, device, "State") >= USABLE
        ]
        able = (
            one for one in usable if self.get(one, wireless, "WirelessCapabilities") & CAN_BE_AP
        )
        return next(able, usable[0] if usable else None)

    def access_points(self, device: str) -> Iterator[AccessPoint]:
        point = f"{NAME}.AccessPoint"
        for path in self.call(device, f"{NAME}.Device.Wireless", "GetAllAccessPoints"):
            with suppress(DeviceFault):  # It may have gone since.
                name = bytes(self.get(path, point, "Ssid")).decode("utf-8", "replace")
                locked = self.get(path, point, "Flags") & PRIVACY
                locked |= self.get(path, point, "WpaFlags") | self.get(path, point, "RsnFlags")
                yield AccessPoint(name, int(self.get(path, point, "Strength")), bool(locked))

    def settings(self, method: str, profile: dict[str, dict[str, tuple[str, Any]]]) -> str:
        """Add a profile; return its path."""
        return str(self.call(f"{PATH}/Settings", f"{NAME}.Settings", method, "a{sa{sv}}", profile))

    def activate(self, profile: str, device: str, ssid: str) -> None:
        """Activate *profile*, which is that of *ssid*, on *device* and wait for it. Raises
        DeviceFault."""
        path = self.call(PATH, NAME, "ActivateConnection", "ooo", profile, device, NOTHING)
        due = time.monotonic() + JOIN_SECONDS
        while time.monotonic() < due:
            try:
                state = self.get(path, f"{NAME}.Connection.Active", "State")
            except DeviceFault:  # It failed, and is gone.
                break
            if state == ACTIVATED:
                return
            if state == DEACTIVATED:
                break
            time.sleep(LOOK_SECONDS)
        sentence = en(
            "The Wi-Fi {ssid} did not let this machine in: look at its name and its password."
        )
        raise DeviceFault(sentence, ssid=ssid)

    def forget_own(self) -> None:
        """Delete the profile of the own Wi-Fi, which ends it."""
        for path in self.call(f"{PATH}/Settings", f"{NAME}.Settings", "ListConnections"):
            with suppress(DeviceFault):
                told = self.call(path, f"{NAME}.Settings.Connection", "GetSettings")
                is_ours = told["connection"]["id"][1] == PROFILE
                if is_ours and told.get("802-11-wireless", {}).get("mode", ("s", ""))[1] == "ap":
                    self.delete(path)

    def delete(self, path: str) -> None:
        """Delete a profile."""
        self.call(path, f"{NAME}.Settings.Connection", "Delete")


def _line() -> DBusConnection:
    try:
        from jeepney.io.blocking import open_dbus_connection

        return open_dbus_connection(bus="SYSTEM")
    except (ImportError, OSError, ValueError, KeyError) as fault:
        raise _refused(str(fault)) from fault


def _refused(reason: str) -> DeviceFault:
    sentence = en("NetworkManager does not do that ({reason}).")
    return DeviceFault(sentence, reason=reason[:200])
