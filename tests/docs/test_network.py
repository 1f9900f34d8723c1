"""The package gives the own Wi-Fi and the backups on a stick the rights that they need."""

from cribble import own_wifi
from cribble.backup import backups
from tests.kit.paths import ROOT

PACKAGE = ROOT / "packaging" / "root"


def test_package_lets_the_table_have_its_wifi_and_its_stick() -> None:
    """Root allows it for the user, the address and the label of the program."""
    assert not (PACKAGE / "etc/NetworkManager").exists(), "other Wi-Fis stay as they are"
    rights = (PACKAGE / "usr/share/polkit-1/rules.d/60-cribble.rules").read_text()
    assert 'subject.user === "cribble"' in rights
    for action in ("network-control", "settings.modify.system", "wifi.share.protected"):
        assert f'"{own_wifi.NAME}.{action}"' in rights
    rule = (PACKAGE / "usr/lib/udev/rules.d/61-cribble-stick.rules").read_text()
    place = "/run/cribble-stick"
    assert f'ENV{{ID_FS_LABEL}}!="{backups.STICK}"' in rule
    assert f"$devnode {place}" in rule
    unit = (PACKAGE / "usr/lib/systemd/system/cribble.service").read_text()
    assert f"-{place}\n" in unit
