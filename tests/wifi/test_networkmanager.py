"""Calls to NetworkManager, by its D-Bus interface as python-dbusmock has it.

The radio itself is tried nowhere.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cribble.boot_helper.client import ENVIRONMENT
from cribble.boot_helper.steps import NAMES_FILE
from cribble.own_wifi import ADDRESS, NetworkManager
from scorekeeper.device import DeviceFault
from scorekeeper.machine import WifiLogin
from tests.kit.fakes.network.network_manager import (
    MockedNetworkManager,
    lacking,
    mocked_network_manager,
)
from tests.wizard.test_boot_helper import listening
from web.context import WifiNetwork

OWN, HOME = WifiLogin("Cribble-7k2m", "abcdefghjk"), WifiLogin("Chalet é", "motdepasse")
DISCONNECTED, UNAVAILABLE = 30, 20

pytestmark = pytest.mark.skipif(lacking() is not None, reason=lacking() or "")


@pytest.fixture
def mocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MockedNetworkManager]:
    with mocked_network_manager(tmp_path, monkeypatch) as manager:
        yield manager


def add_radio(mocked: MockedNetworkManager, name: str = "wlan0", state: int = DISCONNECTED) -> str:
    return str(mocked.mock("AddWiFiDevice", "ssu", name, name, state))


def add_network(mocked: MockedNetworkManager, device: str, name: str, strength: int) -> None:
    there = (device, name, name, "00:23:F8:7E:12:BB", 2, 2412, 5400, strength, 0x188)
    mocked.mock("AddAccessPoint", "ssssuuuyu", *there)


def test_own_wifi_is_a_shared_access_point_in_memory(mocked: MockedNetworkManager) -> None:
    add_radio(mocked)
    NetworkManager().start(OWN)
    (profile,) = mocked.profiles()
    assert profile["802-11-wireless"] == {"ssid": b"Cribble-7k2m", "mode": "ap", "band": "bg"}
    secured = profile["802-11-wireless-security"]
    assert (secured["key-mgmt"], secured["psk"], secured["proto"]) == (
        "wpa-psk",
        "abcdefghjk",
        ["rsn"],
    )
    assert profile["ipv4"]["method"] == "shared"
    (address,) = profile["ipv4"]["address-data"]
    assert address["address"][1] == ADDRESS
    assert not profile["connection"]["autoconnect"]


def test_own_wifi_is_there_once_and_goes(mocked: MockedNetworkManager) -> None:
    add_radio(mocked)
    radio = NetworkManager()
    radio.start(OWN)
    radio.start(OWN)
    assert len(mocked.profiles()) == 1
    radio.stop()
    assert mocked.profiles() == []


def test_names_lead_here_while_the_own_wifi_is_on(
    mocked: MockedNetworkManager, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after one that could not begin; NetworkManager reads the file when a Wi-Fi begins."""
    path, file = tmp_path / "boot.sock", tmp_path / NAMES_FILE
    monkeypatch.setenv(ENVIRONMENT, str(path))
    add_radio(mocked)
    for act, is_on in ((lambda: NetworkManager().start(OWN), True), (NetworkManager().stop, False)):
        with listening(path, tmp_path):
            act()
        assert file.exists() == is_on
        path.unlink()


def test_another_profile_of_that_name_is_left_alone(mocked: MockedNetworkManager) -> None:
    """Somebody's router may be called Cribble."""
    add_radio(mocked)
    NetworkManager().join(WifiLogin("Cribble", ""))
    NetworkManager().stop()
    assert [one["connection"]["id"] for one in mocked.profiles()] == ["Cribble"]


def test_wifi_of_the_house_is_joined_and_remembered(mocked: MockedNetworkManager) -> None:
    add_radio(mocked)
    radio = NetworkManager()
    radio.start(OWN)
    radio.join(HOME)
    (profile,) = mocked.profiles()
    assert profile["connection"]["id"] == "Chalet é"
    assert bytes(profile["802-11-wireless"]["ssid"]).decode() == "Chalet é"
    assert profile["802-11-wireless-security"] == {"key-mgmt": "wpa-psk", "psk": "motdepasse"}
    assert profile["802-11-wireless"]["powersave"] == 2, "off, and in this Wi-Fi alone"


def test_open_wifi_has_no_security(mocked: MockedNetworkManager) -> None:
    add_radio(mocked)
    NetworkManager().join(WifiLogin("Café", ""))
    assert "802-11-wireless-security" not in mocked.profiles()[0]


def test_networks_in_reach_are_listed_the_strongest_first(mocked: MockedNetworkManager) -> None:
    device = add_radio(mocked)
    for name, strength in (("Chalet", 40), ("Voisin", 80)):
        add_network(mocked, device, name, strength)
    assert NetworkManager().access_points() == (
        WifiNetwork("Voisin", 80, locked=True),
        WifiNetwork("Chalet", 40, locked=True),
    )


def test_a_machine_without_a_radio_is_refused_a_wifi(mocked: MockedNetworkManager) -> None:
    radio = NetworkManager()
    for call in (radio.access_points, lambda: radio.start(OWN), lambda: radio.join(OWN)):
        with pytest.raises(DeviceFault, match="no Wi-Fi that can be used"):
            call()
    add_radio(mocked, state=UNAVAILABLE)
    with pytest.raises(DeviceFault, match="no Wi-Fi that can be used"):
        radio.access_points()


def test_radio_that_cannot_be_an_access_point_comes_last(mocked: MockedNetworkManager) -> None:
    poor, good = add_radio(mocked, "wlan0"), add_radio(mocked, "wlan1")
    wireless = "org.freedesktop.NetworkManager.Device.Wireless"
    mocked.mock("SetProperty", "sssv", poor, wireless, "WirelessCapabilities", ("u", 0x01))
    add_network(mocked, good, "Chalet", 40)
    assert [point.ssid for point in NetworkManager().access_points()] == ["Chalet"]


def test_machine_without_networkmanager_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path / 'nothing'}")
    for asked in (NetworkManager().stop, NetworkManager().access_points):
        with pytest.raises(DeviceFault, match="NetworkManager refused: "):
            asked()
