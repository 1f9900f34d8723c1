"""Profiles of NetworkManager: the table's own Wi-Fi, and one that it joins."""

from typing import Any, Final

from scorekeeper.game.live import WifiLogin

PROFILE: Final = "Cribble"
"""The name of the own Wi-Fi's profile; it is in memory only."""
ADDRESS: Final = "10.42.0.1"
"""This machine in its own Wi-Fi; the name server there gives it for every name."""


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
