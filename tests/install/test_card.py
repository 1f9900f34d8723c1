"""The image of an SD card, from nothing: made, started on an emulated machine, set up by the first
phone, and played on over a power cut."""

import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from playwright.sync_api import expect

from cribble.own_wifi import ADDRESS, FIRST_LOGIN
from scorekeeper.device import WifiLogin
from tests.install.debian_tree import debian_mirrors
from tests.install.emulated_machine import HOME, EmulatedMachine, RadioMachine, why_not
from tests.install.package_tree import DATA_FOLDER, build_package
from tests.kit.drivers.browser import PATIENCE, Phone, started
from tests.kit.paths import ROOT
from tests.page.views.test_wizard import BLIND, WizardGuest

sys.path.append(str(ROOT / "packaging/image"))

from disk import Card, result_faults

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(why_not() is not None, reason=why_not() or ""),
]

CARDS: Final = 5
SLOWNESS: Final = 10
"""How much slower than the tests' own tables a page may be."""
START: Final = {"do": "start", "rules": "six-card", "players": ["Ann", "Ben"], "dealer": 1}


class Made(NamedTuple):
    """The image of a card, and the seconds of processor that the installation took."""

    image: Path
    seconds: float


def packaging(program: str, *arguments: object) -> float:
    """Run a *program* of packaging/image; return its seconds of processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = [sys.executable, ROOT / "packaging/image" / program, *map(str, arguments)]
    subprocess.run(words, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    place = tmp_path_factory.mktemp("image")
    base, image = place / "base.img", place / "cribble.img"
    packaging("debian.py", "trixie", base, *debian_mirrors())
    seconds = packaging("onto.py", base, build_package(place, architecture="arm64"), image)
    base.unlink()
    yield Made(image, seconds)
    image.unlink()


def test_installation_in_the_image_takes_two_minutes_of_processor(made: Made) -> None:
    print(f"Cribble was put onto the image in {made.seconds:.0f} s of processor")
    assert made.seconds <= 120


def test_image_holds_no_secret_and_no_way_in(made: Made) -> None:
    assert list(result_faults(Card(made.image))) == []


@pytest.fixture
def patience() -> Iterator[int]:
    """The timeout in milliseconds for what a phone sees, which lasts longer than elsewhere."""
    expect.set_options(timeout=SLOWNESS * PATIENCE)
    yield SLOWNESS * PATIENCE
    expect.set_options(timeout=PATIENCE)


def state(phone: Phone) -> dict[str, Any]:
    answer = phone.context.request.get(f"{phone.url}/api/v1/state")
    assert answer.ok
    return dict(answer.json())


def test_first_phone_is_led_to_a_table_whose_cards_outlast_a_power_cut(
    made: Made, tmp_path: Path, patience: int
) -> None:
    with EmulatedMachine(made.image, tmp_path) as machine:
        print(f"first boot: the page answered after {machine.start():.0f} s")
        assert "ordering cycle" not in machine.console, "systemd left a unit out"
        phone = Phone(started(), machine.port)
        phone.context.set_default_timeout(patience)
        phone.page.goto(f"{phone.url}/")
        guest = WizardGuest(phone.page, BLIND)
        guest.tap(phone.page.locator("[data-lang=en]"))
        guest.at("names")
        guest.tap(phone.page.locator(".bar .prime"))
        set_up_without_lights(guest)
        for action in (START, {"do": "starter", "card": "5H"}):
            body = {"action": action}
            answer = phone.context.request.post(f"{phone.url}/api/v1/actions", data=body)
            assert answer.ok, answer.text()
        phone.open().lay("7")
        before = state(phone)
        machine.kill()
        print(f"after the power cut: the page answered after {machine.start():.0f} s")
        phone.open()
        after = state(phone)
        assert len(after["laid"]) == 1
        assert (after["laid"], after["version"]) == (before["laid"], before["version"])
        expect(phone.page.locator(".app")).to_be_visible()
        phone.put_away()


def set_up_without_lights(guest: WizardGuest) -> None:
    """Go from the wizard's question about lights to the table."""
    page = guest.page
    guest.at("lights")
    choice, again = (page.locator(f"[data-{key}]") for key in ("name=null", "key=again"))
    expect(again).to_be_visible()
    while not choice.count():  # The search took longer than the page waits.
        guest.tap(again)
        expect(again).to_be_visible()
    guest.tap(choice)
    guest.at("keypad")
    guest.tap(page.locator(".offers .item").last)
    guest.at("print")
    guest.tap(page.locator(".bar .prime"))
    page.wait_for_url("**/")


def test_cards_made_from_one_image_have_secrets_of_their_own(made: Made, tmp_path: Path) -> None:
    secrets, ids = set(), set()
    for number in range(CARDS):
        with EmulatedMachine(made.image, tmp_path / str(number)) as machine:
            machine.start()
            machine.kill()
            secrets.add(machine.file(f"{DATA_FOLDER}/secrets.json"))
            ids.add(machine.file("/etc/machine-id"))
            machine.image.unlink()
    assert len(secrets) == len(ids) == CARDS


OPENED: Final = 90.0
"""Seconds after the program's start within which its own Wi-Fi must be up."""
CAPTIVE: Final = """\
import urllib.request
print(urllib.request.urlopen("http://connectivity.example/generate_204").read().decode())
"""
"""How a phone finds out that it has to show a page."""


def test_a_fresh_card_is_set_up_in_its_own_wifi_and_moves_home(
    made: Made, tmp_path: Path, patience: int
) -> None:
    """The radios are virtual; drivers, NetworkManager, wpa_supplicant and dnsmasq are real."""
    with RadioMachine(made.image, tmp_path) as machine:
        machine.switch_on()
        machine.until("true")
        machine.open_home()
        opened = seconds_until(machine, f"opened the table's Wi-Fi {FIRST_LOGIN.ssid}")
        print(f"the own Wi-Fi was up {opened:.0f} s after the program's start")
        assert opened <= OPENED

        machine.join(FIRST_LOGIN)
        machine.ask(
            f"mkdir -p /etc/netns/phone && echo nameserver {ADDRESS} > /etc/netns/phone/resolv.conf"
        )
        shown = machine.ask(f"ip netns exec phone python3 - <<'E'\n{CAPTIVE}E")
        assert f"{ADDRESS} in the browser" in shown

        machine.lead_to(ADDRESS)
        phone = Phone(started(), machine.port)
        phone.context.set_default_timeout(patience)
        own = host_names_home(phone)
        machine.join(HOME)
        moved = machine.until("ip -4 -br address show wlan0 | grep -o '192.168.50[0-9.]*'")
        machine.lead_to(moved)
        assert "cfg80211.ieee80211_regdom=CA" in machine.ask("cat /boot/firmware/cmdline.txt")
        phone.page.goto(f"{phone.url}/setup")
        set_up_without_lights(WizardGuest(phone.page, BLIND))
        expect(phone.page.locator(".app")).to_be_visible()

        machine.close_home()
        seconds_until(machine, f"opened the table's Wi-Fi {own.ssid}")
        machine.join(own)
        machine.lead_to(ADDRESS)
        expect(phone.open().page.locator(".app")).to_be_visible()
        phone.put_away()


def seconds_until(machine: RadioMachine, told: str) -> float:
    """Wait for a line in the program's log; return the machine's seconds since its start."""
    log = f'journalctl -u cribble -o short-monotonic | grep -m1 "{told}"'
    at = float(re.findall(r"[\d.]+", machine.until(log))[0])
    began = machine.ask("systemctl show cribble -P ActiveEnterTimestampMonotonic")
    return at - int(began) / 1e6


def host_names_home(phone: Phone) -> WifiLogin:
    """Become the host, and name country and home; return the login that the own Wi-Fi will have."""
    page, guest = phone.page, WizardGuest(phone.page, BLIND)
    page.goto(phone.url)
    guest.tap(page.locator("[data-lang=en]"))
    guest.at("names")
    guest.tap(page.locator(".bar .prime"))
    guest.at("network")
    page.get_by_label("Country").select_option("CA")
    page.get_by_label("Network").select_option(HOME.ssid)
    page.get_by_label("Its password").fill(HOME.password)
    guest.tap(page.locator("[data-key=go]"))
    told = page.locator("[data-key=joined]")
    expect(told).to_contain_text(HOME.ssid)
    name, password = re.findall(r"Wi-Fi is (\S+), with the password (\w+)", told.inner_text())[0]
    return WifiLogin(name, password)
