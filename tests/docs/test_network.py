"""The pages about the own Wi-Fi and backups say what the program does, and so does the package."""

from cribble.backup import nightly
from cribble.wifi import login, networkmanager, own_wifi
from tests.kit.paths import ROOT

NETWORK = " ".join((ROOT / "docs/network.md").read_text(encoding="utf-8").split())
KEEPING = " ".join((ROOT / "docs/keeping.md").read_text(encoding="utf-8").split())
PACKAGE = ROOT / "packaging" / "root"


def test_page_says_that_no_radio_was_tried() -> None:
    assert "**The radio was never tried †:**" in NETWORK
    french = (ROOT / "docs/fr/network.md").read_text(encoding="utf-8")
    assert "n’a jamais été essayée †" in " ".join(french.split())


def test_times_of_the_own_wifi_are_the_program_s() -> None:
    assert own_wifi.OFFLINE_SECONDS == 60
    assert "After a minute without a network." in NETWORK
    assert own_wifi.FIRST_SECONDS == 60
    assert "hold OK on the keypad during the first minute" in NETWORK
    assert own_wifi.UNUSED_SECONDS == 300
    assert "**Nobody has had the page open for five minutes.**" in NETWORK


def test_name_and_password_are_as_long_as_the_page_says() -> None:
    assert (login.SUFFIX, login.PASSWORD) == (4, 10)
    assert "It’s called `Cribble-` with four letters, and its password has ten." in NETWORK


def test_times_of_the_backups_are_the_program_s() -> None:
    assert (nightly.BEGINS.total_seconds(), nightly.KEPT) == (4 * 3600, 14)
    assert "each night at four, or a minute after it starts" in KEEPING
    assert "keeps the last fourteen in `backups`" in KEEPING
    assert (nightly.SETTLE_SECONDS, nightly.LOOK_SECONDS) == (60, 10)
    assert "ten seconds after you plug it in" in KEEPING
    assert nightly.CLOCK_SECONDS == 600
    assert "for ten minutes at most" in KEEPING


def test_package_lets_the_table_have_its_wifi_and_its_stick() -> None:
    """Root allows it for the user, the address and the label of the program."""
    assert not (PACKAGE / "etc/NetworkManager").exists(), "other Wi-Fis stay as they are"
    rights = (PACKAGE / "usr/share/polkit-1/rules.d/60-cribble.rules").read_text()
    assert 'subject.user === "cribble"' in rights
    for action in ("network-control", "settings.modify.system", "wifi.share.protected"):
        assert f'"{networkmanager.NAME}.{action}"' in rights
    rule = (PACKAGE / "usr/lib/udev/rules.d/61-cribble-stick.rules").read_text()
    place = "/run/cribble-stick"
    assert f'ENV{{ID_FS_LABEL}}!="{nightly.STICK}"' in rule
    assert f"$devnode {place}" in rule
    unit = (PACKAGE / "usr/lib/systemd/system/cribble.service").read_text()
    assert f"-{place}\n" in unit
