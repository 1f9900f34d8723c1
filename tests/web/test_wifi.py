"""The Wi-Fi on the page: its QR code, the probes of phones, and another Wi-Fi to join."""

import pytest

from scorekeeper.device import WifiLogin
from tests.kit.drivers.web_server import Site
from tests.kit.fakes.machine import QuietWifi

PROBES = (
    "http://captive.apple.com/hotspot-detect.html",
    "http://connectivitycheck.gstatic.com/generate_204",
)


@pytest.mark.parametrize("probe", PROBES)
def test_probe_of_a_phone_is_led_to_the_page_in_the_own_wifi(probe: str) -> None:
    site = Site(wifi=QuietWifi(is_on=True))
    base, _, path = probe.removeprefix("http://").partition("/")
    told = site.phone().client.get(f"/{path}", base_url=f"http://{base}")
    assert (told.status_code, told.headers["Location"]) == (302, "http://192.168.1.20:8121/")
    assert told.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in told.headers


@pytest.mark.parametrize("wifi", [None, QuietWifi()])
def test_foreign_name_is_refused_everywhere_else(wifi: QuietWifi | None) -> None:
    site = Site(wifi=wifi)
    told = site.phone().client.get("/", base_url="http://captive.apple.com")
    assert told.status_code == 421


def test_foreign_name_writes_nothing_in_the_own_wifi_either() -> None:
    site = Site(wifi=QuietWifi(is_on=True))
    told = site.phone().client.post("/api/v1/join", json={}, base_url="http://captive.apple.com")
    assert told.status_code == 421


def test_qr_code_of_the_wifi_is_there_while_it_is() -> None:
    on = Site(wifi=QuietWifi(is_on=True)).phone().get("/wifi.svg")
    assert (on.status_code, on.mimetype) == (200, "image/svg+xml")
    assert Site(wifi=QuietWifi()).phone().get("/wifi.svg").status_code == 404
    assert Site(wifi=None).phone().get("/wifi.svg").status_code == 404


def test_host_names_another_wifi() -> None:
    wifi = QuietWifi(is_on=True)
    host = Site(wifi=wifi).host()
    told = host.get("/api/v1/wifi").get_json()
    assert told == {
        "ssid": "Cribble-7k2m",
        "password": "abcdefghjk",
        "on": True,
        "networks": [{"ssid": "Chalet", "strength": 80, "locked": True}],
        "refused": None,
    }
    asked = host.post("/api/v1/wifi", {"ssid": "Chalet", "password": "motdepasse"})
    assert (asked.status_code, wifi.asked) == (202, [WifiLogin("Chalet", "motdepasse")])
    assert Site(wifi=wifi).scorer().get("/api/v1/wifi").status_code == 403


def test_only_scorers_are_told_the_password_of_the_own_wifi_and_only_while_it_is_on() -> None:
    wifi = QuietWifi(is_on=True)
    site = Site(wifi=wifi)
    site.table.set_machine(wifi=wifi.login.ssid)
    watcher, scorer = site.phone(), site.scorer()
    assert scorer.get("/api/v1/me").get_json()["wifi"] == {
        "ssid": wifi.login.ssid,
        "password": wifi.login.password,
    }
    assert watcher.get("/api/v1/me").get_json()["wifi"] is None
    assert watcher.state()["machine"]["wifi"] == wifi.login.ssid
    assert wifi.login.password not in watcher.get("/api/v1/state").text
    wifi.is_on = False
    assert scorer.get("/api/v1/me").get_json()["wifi"] is None
