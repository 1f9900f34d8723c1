"""Name and password of the own Wi-Fi, and those that people type."""

import re

import pytest

from cribble.wifi.own_wifi import LETTERS, checked, own_login
from scorekeeper.game.live import WifiLogin
from scorekeeper.words import Fault

KEY = "ab" * 32


def test_own_login_stays_the_same_and_is_another_for_each_table() -> None:
    """A sticker that was printed once is right for ever, and after a restore elsewhere too."""
    mine = own_login(KEY)
    assert mine == own_login(KEY)
    assert re.fullmatch(rf"Cribble-[{LETTERS}]{{4}}", mine.ssid)
    assert re.fullmatch(rf"[{LETTERS}]{{10}}", mine.password)
    others = {own_login(f"{number:064x}") for number in range(200)}
    assert len(others) == len({one.password for one in others}) == 200


def test_password_says_nothing_of_the_key() -> None:
    """It does not begin the key's other digests: rights are signed with those."""
    assert own_login(KEY).password not in KEY


@pytest.mark.parametrize(
    ("ssid", "password"),
    [("Chalet", "motdepasse"), ("é" * 16, ""), ("x", "12345678"), ("My home", "p" * 63)],
)
def test_login_that_can_be_is_taken(ssid: str, password: str) -> None:
    assert checked(ssid, password) == WifiLogin(ssid, password)


@pytest.mark.parametrize(
    ("ssid", "password", "why"),
    [
        ("", "12345678", '^"" cannot be: the name of a Wi-Fi has 1 to 32'),
        ("é" * 17, "12345678", f'^"{"é" * 17}" cannot be: the name of a Wi-Fi has 1 to 32'),
        ("a\nb", "12345678", r'^"a\\nb" cannot be: the name of a Wi-Fi has 1 to 32'),
        ("Chalet", "1234567", "password of a Wi-Fi has 8 to 63"),
        ("Chalet", "p" * 64, "password of a Wi-Fi has 8 to 63"),
        ("Chalet", "mot de passé", "password of a Wi-Fi has 8 to 63"),
        ("Chalet", "1234567\x00", "password of a Wi-Fi has 8 to 63"),
    ],
)
def test_login_that_cannot_be_is_refused(ssid: str, password: str, why: str) -> None:
    with pytest.raises(Fault, match=why):
        checked(ssid, password)
