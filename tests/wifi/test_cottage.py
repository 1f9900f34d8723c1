"""A cottage: the whole program in a network of its own that has none, and NetworkManager's mock."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cribble.own_wifi import own_login
from tests.kit.fakes.network.network_manager import MockedNetworkManager as Mocked
from tests.kit.fakes.network.network_manager import lacking, mocked_network_manager
from tests.kit.machines.own_network import OwnNetwork, why_not
from tests.wifi.test_networkmanager import add_network, add_radio
from web import Secrets

PAGE = "http://127.0.0.1:8121"


def until(true: Callable[[], bool], seconds: float) -> float:
    """Wait until that is *true*; return how long it took."""
    began = time.monotonic()
    while not true():
        assert time.monotonic() - began < seconds, "that takes too long"
        time.sleep(0.5)
    return time.monotonic() - began


@pytest.mark.slow
@pytest.mark.skipif(why_not() is not None, reason=why_not() or "")
@pytest.mark.skipif(lacking() is not None, reason=lacking() or "")
def test_table_without_a_network_makes_a_wifi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a minute; its login is shown and said, and phones' probes are led to the page.

    What a radio would do is done with `ip`: it gives the machine the address that NetworkManager
    was asked for.
    """
    config, data = tmp_path / "it.toml", tmp_path / "data"
    config.write_text('own_wifi = "on"\naccess = "open"\nlanguage = "en"\n')
    with mocked_network_manager(tmp_path, monkeypatch) as mocked:
        add_network(mocked, add_radio(mocked), "Chalet", 70)
        command = [sys.executable, "-m", "cribble", "serve", "--config", str(config)]
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": os.environ.copy()}
        table = OwnNetwork([*command, "--data", str(data)], **options)
        try:
            until(lambda: _answers(table), 60)
            login = own_login(Secrets.load(data / "secrets.json").key)
            assert "wifi" not in _machine(table)
            took = until(lambda: "wifi" in _machine(table), 100)
            assert took > 40, "a router needs a moment, too"
            assert _machine(table)["wifi"] == login.ssid
            me = json.loads(table.fetch(f"{PAGE}/api/v1/me"))
            assert me["wifi"] == {"ssid": login.ssid, "password": login.password}
            _check_profile(mocked, login.ssid, login.password)
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


def _check_profile(mocked: Mocked, ssid: str, password: str) -> None:
    (profile,) = (one for one in mocked.profiles() if one["connection"]["id"] == "Cribble")
    assert profile["802-11-wireless"]["ssid"] == ssid.encode()
    assert profile["802-11-wireless-security"]["psk"] == password
