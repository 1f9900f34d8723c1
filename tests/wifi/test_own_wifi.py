"""The table's own Wi-Fi: its login, and when it starts and stops."""

import re
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cribble.folders import SECRETS
from cribble.own_wifi import (
    ADDRESS,
    FIRST_LOGIN,
    LETTERS,
    OwnWifi,
    checked,
    is_wanted,
    own_login,
)
from cribble.serve.run import own_wifi
from scorekeeper.device import DeviceFault, WifiLogin
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from scorekeeper.words import Fault
from tests.kit.drivers.wizard_table import fresh_machine
from web import Secrets
from web.context import WifiNetwork

KEY = "ab" * 32


def test_own_login_stays_the_same_and_is_another_for_each_table() -> None:
    """The password is no prefix of other digests of the key, with which tokens are signed."""
    mine = own_login(KEY)
    assert mine == own_login(KEY)
    assert re.fullmatch(rf"Cribble-[{LETTERS}]{{4}}", mine.ssid)
    assert re.fullmatch(rf"[{LETTERS}]{{10}}", mine.password)
    assert mine.password not in KEY
    others = {own_login(f"{number:064x}") for number in range(200)}
    assert len(others) == len({one.password for one in others}) == 200


@pytest.mark.parametrize(
    ("ssid", "password", "why"),
    [
        ("", "12345678", "a Wi-Fi name must have 1 to 32"),
        ("é" * 17, "12345678", "a Wi-Fi name must have 1 to 32"),
        ("a\nb", "12345678", r'^"a\\nb" cannot be used'),
        ("Chalet", "1234567", "Wi-Fi password must have 8 to 63"),
        ("Chalet", "p" * 64, "Wi-Fi password must have 8 to 63"),
        ("Chalet", "mot de passé", "Wi-Fi password must have 8 to 63"),
    ],
)
def test_login_that_cannot_be_is_refused(ssid: str, password: str, why: str) -> None:
    with pytest.raises(Fault, match=why):
        checked(ssid, password)
    assert checked("é" * 16, "p" * 63) == WifiLogin("é" * 16, "p" * 63)


OWN, HOME = WifiLogin("Cribble-7k2m", "abcdefghjk"), WifiLogin("Chalet", "motdepasse")
LAN = "192.168.1.7"


@dataclass
class Cottage:
    """A fake radio and its surroundings, which records calls."""

    asked: list[str] = field(default_factory=list)
    address: str | None = None
    followers: int = 0
    held: bool = False
    broken: bool = False
    has_host: bool = True
    right: str = HOME.password
    now: float = 0.0
    told: list[str] = field(default_factory=list)
    shown: list[WifiLogin | None] = field(default_factory=list)

    def start(self, login: WifiLogin) -> None:
        self.asked.append(f"start {login.ssid}")
        if self.broken:
            raise DeviceFault("no radio")
        self.address = ADDRESS

    def stop(self) -> None:
        self.asked.append("stop")
        self.address = None

    def access_points(self) -> tuple[WifiNetwork, ...]:
        return (WifiNetwork(HOME.ssid, 80, locked=True),)

    def join(self, login: WifiLogin) -> None:
        self.asked.append(f"join {login.ssid}")
        if login.password != self.right:
            raise DeviceFault("wrong password")
        self.address = LAN

    def __post_init__(self) -> None:
        """Make the Wi-Fi of a table here, whose time is this one's."""
        self.wifi = OwnWifi(
            self,
            lambda: OWN if self.has_host else FIRST_LOGIN,
            address=lambda: self.address,
            followers=lambda: self.followers,
            is_held=lambda: self.held,
            tell=lambda fault: self.told.append(str(fault)),
            show=self.shown.append,
            ticks=lambda: self.now,
        )

    def polled(self, *, until: float) -> list[str]:
        before = len(self.asked)
        while self.now < until:
            self.now += 1.0
            self.wifi.poll()
        return self.asked[before:]


def test_login_of_a_new_machine_is_printed_until_the_next_start_after_it_has_a_host() -> None:
    here = Cottage(has_host=False)
    here.polled(until=61)
    assert here.shown == [FIRST_LOGIN]
    assert checked(FIRST_LOGIN.ssid, FIRST_LOGIN.password) == FIRST_LOGIN
    here.has_host = True
    assert here.wifi.login == FIRST_LOGIN, "phones are in it"
    here.polled(until=500)
    assert here.shown == [FIRST_LOGIN, None, OWN]


def test_wrong_password_leads_back_to_the_wifi_that_the_first_phone_knows() -> None:
    here = Cottage(has_host=False)
    here.polled(until=61)
    here.has_host = True
    here.wifi.ask(HOME.ssid, "not the right one")
    here.polled(until=62)
    assert here.shown == [FIRST_LOGIN, None, FIRST_LOGIN]


def test_login_is_printed_for_a_table_until_it_has_a_host(tmp_path: Path) -> None:
    with (
        fresh_machine(tmp_path, 'own_wifi = "on"\n') as host,
        closing(Table(Journal.in_memory())) as table,
    ):
        active = host.wizard.active
        wifi = own_wifi(active, table, lambda: host.app, lambda _: None, lambda _: None)
        assert wifi
        assert wifi.login == FIRST_LOGIN
        host.become_first_host()
        assert wifi.login == own_login(Secrets.load(active.data / SECRETS).key)


def test_minute_without_a_network_begins_the_own_wifi() -> None:
    here = Cottage()
    assert here.polled(until=59) == []
    assert here.polled(until=61) == ["start Cribble-7k2m"]
    assert here.wifi.is_on
    assert here.shown == [OWN]
    assert here.wifi.networks == (WifiNetwork(HOME.ssid, 80, locked=True),)


def test_ok_held_at_the_start_begins_it_now_where_there_is_no_network() -> None:
    here = Cottage()
    here.polled(until=3)
    here.held = True
    assert here.polled(until=4) == ["start Cribble-7k2m"]
    at_home = Cottage(address=LAN, held=True)
    assert at_home.polled(until=30) == []


def test_ok_held_later_begins_a_game_and_no_wifi() -> None:
    here = Cottage(address=LAN)
    here.polled(until=100)
    here.address, here.held = None, True
    assert here.polled(until=105) == []


def test_own_wifi_stays_while_a_page_is_open_and_ends_when_none_is() -> None:
    """After a power cut the router starts later than the table."""
    here = Cottage(followers=2)
    here.polled(until=61)
    assert here.polled(until=4000) == []
    here.followers = 0
    assert here.polled(until=4299) == []
    assert here.polled(until=4301) == ["stop"]
    assert here.shown == [OWN, None]
    assert here.polled(until=4359) == []
    assert here.polled(until=4362) == ["start Cribble-7k2m"], "and nobody was at home"


def test_own_wifi_ends_when_a_cable_is_plugged_in() -> None:
    here = Cottage(followers=1)
    here.polled(until=61)
    here.address = LAN
    assert here.polled(until=62) == ["stop"]


def test_page_names_another_wifi_and_the_table_moves_there() -> None:
    here = Cottage(followers=1)
    here.polled(until=61)
    here.wifi.ask(HOME.ssid, HOME.password)
    assert here.polled(until=62) == ["stop", "join Chalet"]
    assert (here.wifi.is_on, here.wifi.fault, here.shown[-1]) == (False, None, None)
    assert here.polled(until=1000) == []


def test_wrong_password_brings_the_own_wifi_back_and_says_why() -> None:
    here = Cottage(followers=1)
    here.polled(until=61)
    here.wifi.ask("Chalet", "motdepass")
    assert here.polled(until=62) == ["stop", "join Chalet", "start Cribble-7k2m"]
    assert str(here.wifi.fault) == "wrong password"
    assert here.told == ["wrong password"]
    here.wifi.ask(HOME.ssid, HOME.password)
    assert here.wifi.fault is None
    assert here.polled(until=63) == ["stop", "join Chalet"]


def test_an_invalid_login_is_refused_before_the_wifi_is_left() -> None:
    here = Cottage()
    with pytest.raises(Fault):
        here.wifi.ask("", "")
    assert here.polled(until=2) == []


def test_radio_that_fails_is_tried_again_each_minute() -> None:
    here = Cottage(broken=True)
    assert here.polled(until=200) == ["start Cribble-7k2m"] * 3
    assert here.shown == []
    here.broken = False
    here.polled(until=300)
    assert here.wifi.is_on


@pytest.mark.parametrize(
    ("choice", "environ", "model", "wanted"),
    [
        ("auto", {"INVOCATION_ID": "x"}, "Raspberry Pi 4 Model B\0", True),
        ("auto", {}, "Raspberry Pi 4 Model B\0", False),
        ("auto", {"INVOCATION_ID": "x"}, "ThinkPad", False),
        ("on", {}, "ThinkPad", True),
        ("off", {"INVOCATION_ID": "x"}, "Raspberry Pi 4 Model B\0", False),
    ],
)
def test_only_a_pi_that_is_a_table_makes_one_by_itself(
    choice: str, environ: dict[str, str], model: str, wanted: bool, tmp_path: Path
) -> None:
    """The Wi-Fi of a laptop belongs to its owner."""
    (tmp_path / "model").write_text(model)
    assert is_wanted(choice, environ, tmp_path / "model") is wanted
    assert is_wanted("auto", {"INVOCATION_ID": "x"}, tmp_path / "none") is False
