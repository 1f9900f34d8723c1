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
from typing import Any, Final, TypeAlias

from cribble.boot_helper.client import ask_helper, helper_socket
from cribble.boot_helper.steps import BootStep, Verb
from scorekeeper.device import DeviceFault
from scorekeeper.machine import WifiLogin
from scorekeeper.words import Fault, en
from web import AccessPoint

Profile: TypeAlias = dict[str, dict[str, tuple[str, Any]]]
"""Settings by section and name, each with its D-Bus type."""

PROFILE: Final = "Cribble"
"""The name of the own Wi-Fi's profile, which is never saved."""
ADDRESS: Final = "10.42.0.1"
"""The address of this machine in its own Wi-Fi; the name server there gives it for every name."""


def own_profile(login: WifiLogin) -> Profile:
    """Return the settings of the own Wi-Fi: WPA2 on 2.4 GHz, which every phone has, with DHCP."""
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
            "pmf": ("i", 1),  # Off: the Pi's chip refuses all clients with it.
        },
        "ipv4": {
            "method": ("s", "shared"),
            "address-data": ("aa{sv}", [{"address": ("s", ADDRESS), "prefix": ("u", 24)}]),
        },
        "ipv6": {"method": ("s", "ignore")},
    }


def home_profile(login: WifiLogin) -> Profile:
    """Return the settings of a Wi-Fi to join; one without a password is open."""
    profile: Profile = {
        "connection": {"id": ("s", login.ssid), "type": ("s", "802-11-wireless")},
        "802-11-wireless": {
            "ssid": ("ay", login.ssid.encode()),
            "mode": ("s", "infrastructure"),
            "hidden": ("b", True),  # Also finds it if its name is not sent out.
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
    """Have root resolve every name in a shared Wi-Fi to this machine, or no longer; dnsmasq reads
    that when the Wi-Fi begins. Without the package phones open no captive portal."""
    if helper_socket():
        try:
            ask_helper([BootStep(Verb.NAMES, "here" if on else "away")])
        except Fault as fault:
            log.warning("names in the own Wi-Fi: %s", fault)


class NetworkManager:
    """The machine's NetworkManager. Every method raises DeviceFault if it does not answer or
    refuses."""

    def start(self, login: WifiLogin) -> None:
        """Begin the own Wi-Fi; return when phones can join it."""
        with _Session() as session:
            session.radio()
            session.forget_own()
            lead_names_here(on=True)
            try:
                session.activate("AddConnectionUnsaved", own_profile(login), login.ssid)
            except DeviceFault:
                lead_names_here(on=False)
                raise

    def stop(self) -> None:
        """End the own Wi-Fi: NetworkManager returns to the known ones."""
        lead_names_here(on=False)
        with _Session() as session:
            session.forget_own()

    def access_points(self) -> tuple[AccessPoint, ...]:
        """Return the Wi-Fis in reach, the strongest first, each once."""
        with _Session() as session:
            points = [point for point in session.access_points() if point.ssid]
        points.sort(key=lambda point: (point.strength, point.ssid))
        strongest = {point.ssid: point for point in points}.values()
        by_strength = sorted(strongest, key=lambda point: (-point.strength, point.ssid))
        return tuple(by_strength[:MOST_NETWORKS])

    def join(self, login: WifiLogin) -> None:
        """Join the Wi-Fi of *login* and remember it. Raises DeviceFault, with the Wi-Fi forgotten,
        if it refuses this machine."""
        with _Session() as session:
            session.activate("AddConnection", home_profile(login), login.ssid)
            session.forget_own()


class _Session:
    """A D-Bus connection to NetworkManager."""

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
        """Return the first result of a method, or None. Raises DeviceFault."""
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
        """Return a property. Raises DeviceFault."""
        _, value = self.call(path, "org.freedesktop.DBus.Properties", "Get", "ss", interface, name)
        return value

    def radio(self) -> str:
        """Return the path of a usable Wi-Fi device, preferably one that can be an access point.
        Raises DeviceFault if there is none."""
        device, wireless = f"{NAME}.Device", f"{NAME}.Device.Wireless"
        usable = [
            path
            for path in self.call(PATH, NAME, "GetDevices")
            if self.get(path, device, "DeviceType") == WIFI
            and self.get(path, device, "State") >= USABLE
        ]
        if not usable:
            raise DeviceFault(en("This machine has no Wi-Fi that can be used."))
        able = (
            path for path in usable if self.get(path, wireless, "WirelessCapabilities") & CAN_BE_AP
        )
        return str(next(able, usable[0]))

    def access_points(self) -> Iterator[AccessPoint]:
        point = f"{NAME}.AccessPoint"
        for path in self.call(self.radio(), f"{NAME}.Device.Wireless", "GetAllAccessPoints"):
            with suppress(DeviceFault):  # It may be gone by now.
                name = bytes(self.get(path, point, "Ssid")).decode("utf-8", "replace")
                locked = self.get(path, point, "Flags") & PRIVACY
                locked |= self.get(path, point, "WpaFlags") | self.get(path, point, "RsnFlags")
                yield AccessPoint(name, int(self.get(path, point, "Strength")), bool(locked))

    def activate(self, method: str, profile: Profile, ssid: str) -> None:
        """Add *profile* by *method*, activate it and wait for it. Raises DeviceFault, with the
        profile deleted, if that fails."""
        device, settings = self.radio(), f"{NAME}.Settings"
        added = self.call(f"{PATH}/Settings", settings, method, "a{sa{sv}}", profile)
        try:
            path = self.call(PATH, NAME, "ActivateConnection", "ooo", added, device, NOTHING)
            self._await_activation(path, ssid)
        except DeviceFault:
            with suppress(DeviceFault):  # An unsaved profile may be gone already.
                self.call(added, f"{settings}.Connection", "Delete")
            raise

    def _await_activation(self, path: str, ssid: str) -> None:
        due = time.monotonic() + JOIN_SECONDS
        state = None
        while state != DEACTIVATED and time.monotonic() < due:
            try:
                state = self.get(path, f"{NAME}.Connection.Active", "State")
            except DeviceFault:  # It failed, and is gone.
                break
            if state == ACTIVATED:
                return
            time.sleep(LOOK_SECONDS)
        sentence = en(
            "The Wi-Fi {ssid} did not let this machine in: look at its name and its password."
        )
        raise DeviceFault(sentence, ssid=ssid)

    def forget_own(self) -> None:
        """Delete the profile of the own Wi-Fi, which ends it."""
        for path in self.call(f"{PATH}/Settings", f"{NAME}.Settings", "ListConnections"):
            with suppress(DeviceFault):
                profile = self.call(path, f"{NAME}.Settings.Connection", "GetSettings")
                is_ours = profile["connection"]["id"][1] == PROFILE
                if is_ours and profile.get("802-11-wireless", {}).get("mode", ("s", ""))[1] == "ap":
                    self.call(path, f"{NAME}.Settings.Connection", "Delete")


def _refused(reason: str) -> DeviceFault:
    return DeviceFault(en("NetworkManager refused: {reason}."), reason=reason[:200].rstrip("."))
