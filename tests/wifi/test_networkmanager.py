"""Calls to NetworkManager over D-Bus, mocked by python-dbusmock, and the whole program in a network
namespace without a network. The radio is not tested."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import which
from typing import Any, Final, NamedTuple

import pytest

from cribble.boot_helper.client import ENVIRONMENT
from cribble.boot_helper.steps import NAMES_FILE
from cribble.own_wifi import ADDRESS, NetworkManager, own_login
from scorekeeper.device import DeviceFault, WifiLogin
from tests.kit.drivers.own_network import OwnNetwork, why_not
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.wizard_table import listening
from web import Secrets
from web.context import WifiNetwork

PYTHON: Final = "/usr/bin/python3"
"""Debian's Python, for which python3-dbusmock is packaged."""
MANAGER: Final = "/org/freedesktop/NetworkManager"
NAME: Final = "org.freedesktop.NetworkManager"

CONFIG: Final = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <keep_umask/>
  <listen>unix:path={path}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


@cache
def lacking() -> str | None:
    if which("dbus-daemon") is None:
        return "dbus-daemon is missing: apt-get install dbus"
    there = subprocess.run([PYTHON, "-c", "import dbusmock"], capture_output=True, check=False)
    return None if there.returncode == 0 else "apt-get install python3-dbusmock"


class MockedNetworkManager(NamedTuple):
    """The mock at *address*, whose objects can be changed by its own methods."""

    address: str

    def mock(self, method: str, signature: str, *values: Any) -> Any:
        return self.call(MANAGER, "org.freedesktop.DBus.Mock", method, signature, *values)

    def call(self, path: str, interface: str, method: str, signature: str, *values: Any) -> Any:
        from jeepney import DBusAddress, new_method_call
        from jeepney.io.blocking import open_dbus_connection
        from jeepney.wrappers import unwrap_msg

        with open_dbus_connection(bus=self.address) as line:
            there = DBusAddress(path, bus_name=NAME, interface=interface)
            asked = new_method_call(there, method, signature or None, values)
            answer = unwrap_msg(line.send_and_get_reply(asked, timeout=30))
        return answer[0] if answer else None

    def profiles(self) -> list[dict[str, Any]]:
        """Return the settings of all profiles, as plain values."""
        paths = self.call(f"{MANAGER}/Settings", f"{NAME}.Settings", "ListConnections", "")
        connection = f"{NAME}.Settings.Connection"
        return [_plain(self.call(path, connection, "GetSettings", "")) for path in paths]


def _plain(settings: Any) -> dict[str, Any]:
    return {
        group: {key: value for key, (_, value) in values.items()}
        for group, values in settings.items()
    }


@contextmanager
def mocked_network_manager(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MockedNetworkManager]:
    """Context manager: NetworkManager on this process's system bus."""
    config, path = folder / "bus.conf", folder / "bus"
    config.write_text(CONFIG.format(path=path))
    address = f"unix:path={path}"
    environ = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": address}
    bus = subprocess.Popen(["dbus-daemon", "--nofork", f"--config-file={config}"])
    try:
        soon(path.exists)
        mock = subprocess.Popen(
            [PYTHON, "-m", "dbusmock", "--system", "--template", "networkmanager"],
            env=environ,
            stdout=subprocess.DEVNULL,
        )
        try:
            manager = MockedNetworkManager(address)
            soon(lambda: _is_up(manager))
            monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
            yield manager
        finally:
            mock.terminate()
            mock.wait(60)
    finally:
        bus.terminate()
        bus.wait(60)


def _is_up(manager: MockedNetworkManager) -> bool:
    try:
        manager.call(MANAGER, NAME, "GetDevices", "")
    except Exception:  # noqa: BLE001 (the bus, or the mock on it, is not there yet)
        return False
    return True


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


def test_names_lead_here_while_the_own_wifi_is_on(
    mocked: MockedNetworkManager, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after a failed start; NetworkManager reads the file when a Wi-Fi starts."""
    path, file = tmp_path / "boot.sock", tmp_path / NAMES_FILE
    monkeypatch.setenv(ENVIRONMENT, str(path))
    add_radio(mocked)
    for act, is_on in ((lambda: NetworkManager().start(OWN), True), (NetworkManager().stop, False)):
        with listening(path, tmp_path):
            act()
        assert file.exists() == is_on
        path.unlink()


def test_another_profile_of_that_name_is_left_alone(mocked: MockedNetworkManager) -> None:
    """A router may have the SSID Cribble."""
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
        with pytest.raises(DeviceFault, match="no usable Wi-Fi"):
            call()
    add_radio(mocked, state=UNAVAILABLE)
    with pytest.raises(DeviceFault, match="no usable Wi-Fi"):
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


PAGE = "http://127.0.0.1:8121"


@pytest.mark.slow
@pytest.mark.skipif(why_not() is not None, reason=why_not() or "")
def test_table_without_a_network_makes_a_wifi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The radio's part is done with `ip`, which assigns the requested address."""
    config, data = tmp_path / "it.toml", tmp_path / "data"
    config.write_text('own_wifi = "on"\naccess = "open"\nlanguage = "en"\n')
    with mocked_network_manager(tmp_path, monkeypatch) as mocked:
        add_network(mocked, add_radio(mocked), "Chalet", 70)
        command = [sys.executable, "-m", "cribble", "serve", "--config", str(config)]
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": os.environ.copy()}
        table = OwnNetwork([*command, "--data", str(data)], **options)
        try:
            soon(lambda: _answers(table), 60)
            login = own_login(Secrets.load(data / "secrets.json").key)
            assert "wifi" not in _machine(table)
            took = soon(lambda: "wifi" in _machine(table), 100)
            assert took > 40, "a router needs a moment, too"
            assert _machine(table)["wifi"] == login.ssid
            me = json.loads(table.fetch(f"{PAGE}/api/v1/me"))
            assert me["wifi"] == {"ssid": login.ssid, "password": login.password}
            (own,) = (one for one in mocked.profiles() if one["connection"]["id"] == "Cribble")
            assert own["802-11-wireless"]["ssid"] == login.ssid.encode()
            assert own["802-11-wireless-security"]["psk"] == login.password
            table.ip("link add lan type veth peer name other")
            table.ip("addr add 10.42.0.1/24 dev lan")
            table.ip("link set lan up")
            probe = "http://10.42.0.1:8121/generate_204"
            told = table.fetch(probe, "connectivitycheck.gstatic.com")
            assert told.startswith("302"), "it follows, under the same foreign name, and ends"
            assert table.fetch(f"{PAGE}/wifi.svg").startswith("<svg")
        finally:
            table.program.terminate()
            _, err = table.program.communicate(timeout=20)
    assert f"join the table’s own Wi-Fi, {login.ssid}, with the password {login.password}." in err


def _answers(table: OwnNetwork) -> bool:
    try:
        return "uptime" in table.fetch(f"{PAGE}/healthz")
    except subprocess.CalledProcessError:
        return False


def _machine(table: OwnNetwork) -> dict[str, object]:
    told: dict[str, object] = json.loads(table.fetch(f"{PAGE}/api/v1/state"))["machine"]
    return told
