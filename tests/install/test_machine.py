"""The package on a whole machine: boot, supervision, upgrade, rollback, and power cuts."""

import os
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Final

import pytest

from tests.install.package_tree import build_package
from tests.install.whole_machine import ADDRESS, INSTALL, VirtualMachine, make_disk, why_not
from tests.kit.drivers.killed_table import ABANDON, START, Phone, acknowledged_by, begin, check

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(why_not() is not None, reason=why_not() or ""),
]

CUTS: Final = int(os.environ.get("POWER_CUTS", "100"))
OPEN: Final = (
    "grep -q access /etc/cribble/config.toml || "
    "{ sed -i '1i access = \"open\"' /etc/cribble/config.toml && systemctl restart cribble; }"
)

ANSWERS: Final = "/usr/libexec/cribble/answers --within"
UPTIME: Final = "cut -d ' ' -f 1 /proc/uptime"

BEGIN: Final = "    set_time_zone(active.config.time_zone)\n"
BROKEN: Final = {
    "fails": {"cribble/serve/run.py": {BEGIN: "    raise SystemExit(1)\n"}},
    "hangs": {"cribble/serve/run.py": {BEGIN: "    import time\n\n    time.sleep(10_000)\n"}},
    "config": {
        "cribble/config/file.py": {
            "    text = _text(raw, file)\n": "    if file.startswith('/etc'):\n"
            "        raise Fault('not any more')\n    text = _text(raw, file)\n"
        }
    },
    "scripts": {"packaging/maintainer/postinst": {"set -eu\n": "exit 1\n"}},
}


MOMENTS: Final = {
    "the old package is kept": "test -e /var/lib/cribble-package/upgrading-from",
    "dpkg has begun": "dpkg-query -W -f '${db:Status-Status}' cribble | grep -qv '^installed'",
    "dpkg replaces files": "dpkg-query -W -f '${db:Status-Status}' cribble | grep -q half-inst",
    "the games are saved": "test -s /var/lib/cribble-package/backup",
    "the new program is linked": "readlink /usr/lib/cribble/current | grep -q 0.1.1",
}


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The disk of a machine on which the package was installed offline."""
    place = tmp_path_factory.mktemp("machine")
    packages = [build_package(place, "0.1.0"), build_package(place, "0.1.1")]
    for number, changes in enumerate(BROKEN.values(), 1):
        packages.append(build_package(place, f"0.2.{number}", **changes))
    return make_disk(place, packages)


@pytest.fixture(scope="module")
def installed(fresh: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same disk after a first boot, so that later ones are faster."""
    with VirtualMachine(fresh, tmp_path_factory.mktemp("started")) as made:
        made.start()
        made.wait()
        made.shut_down()
        return made.disk


@pytest.fixture
def kitchen(installed: Path, tmp_path: Path) -> Iterator[VirtualMachine]:
    with VirtualMachine(installed, tmp_path / "kitchen") as made:
        yield made


def start(kitchen: VirtualMachine) -> None:
    """Boot the machine, with a match in progress and open access."""
    kitchen.start()
    kitchen.sh(OPEN)
    kitchen.wait()
    begin(kitchen, abandon=False)  # type: ignore[arg-type]


def test_at_boot_the_page_answers_on_port_80_by_name(fresh: Path, tmp_path: Path) -> None:
    with VirtualMachine(fresh, tmp_path / "kitchen") as kitchen:
        kitchen.start()
        kitchen.wait()
        for name in ("cribble.local", "kitchen.local", "kitchen", "cribble"):
            assert kitchen.ask("GET", "/healthz", host=name)[0] == 200
        assert kitchen.ask("GET", "/healthz", host="elsewhere.example")[0] == 421
        kitchen.soon("getent ahostsv4 cribble.local", r"^10\.0\.2\.15\b")
        assert kitchen.sh("stat -c %U /proc/$(systemctl show -P MainPID cribble)") == "cribble"
        assert kitchen.sh("systemctl list-units --failed --no-legend 'cribble*'") == ""
        kitchen.soon("timeout 20 avahi-browse -tpk _http._tcp", r"Cribble\\032on\\032kitchen")


def test_the_watchdog_restarts_a_program_that_hangs(kitchen: VirtualMachine) -> None:
    kitchen.start()
    kitchen.wait()
    before = kitchen.sh("systemctl show -P MainPID cribble")
    kitchen.sh(f"kill -STOP {before}")
    began = float(kitchen.sh(UPTIME))
    kitchen.soon("systemctl show -P MainPID cribble", rf"^(?!0$|{before}$)\d+$")
    seconds = float(kitchen.sh(UPTIME)) - began
    kitchen.wait()
    print(f"a program that hangs was started again after {seconds:.0f} s by the machine's clock")
    assert kitchen.sh("systemctl show -P NRestarts cribble") == "1"


def test_the_table_is_right_whatever_the_network_does(kitchen: VirtualMachine) -> None:
    """No network for a minute after boot; then one; then a router that assigns another address."""
    kitchen.forget_network()
    kitchen.start()
    kitchen.sh(f"{ANSWERS} 120; sleep 60; {ANSWERS} 5")
    assert "http://cribble.local/" in kitchen.sh("cribble join")
    for address in (ADDRESS, "10.0.2.77"):
        kitchen.plug_in(address)
        kitchen.wait()
        kitchen.soon("cribble join", rf"http://{re.escape(address)}/")
        kitchen.soon("getent ahostsv4 cribble.local", rf"^{re.escape(address)}\b")
    assert kitchen.sh("systemctl show -P NRestarts cribble") == "0"


def games(kitchen: VirtualMachine) -> str:
    """Return all entries; after a restore the journal has another id."""
    return kitchen.sh("cribble export - | tail -n +2")


def test_an_upgrade_is_tried_and_can_be_taken_back(kitchen: VirtualMachine) -> None:
    start(kitchen)
    before = games(kitchen)
    kitchen.sh(f"{INSTALL} /srv/cribble_0.1.1_amd64.deb 2>&1")
    assert kitchen.ask("GET", "/healthz")[1]["version"] == "0.1.1"
    kitchen.soon("systemctl is-active cribble-trial", "^inactive$")
    assert kitchen.sh("ls /var/lib/cribble-package/upgrading-from", code=2)
    begin(kitchen, abandon=True)
    after = games(kitchen)
    assert after != before
    kitchen.sh("cribble rollback 2>&1")
    kitchen.wait()
    assert kitchen.ask("GET", "/healthz")[1]["version"] == "0.1.0"
    assert games(kitchen) == after, "what was entered since stays"


@pytest.mark.parametrize("number", range(1, len(BROKEN) + 1), ids=[*BROKEN])
def test_an_upgrade_to_a_broken_package_is_undone(number: int, kitchen: VirtualMachine) -> None:
    start(kitchen)
    before, began = games(kitchen), time.monotonic()
    kitchen.sh(f"{INSTALL} /srv/cribble_0.2.{number}_amd64.deb 2>&1", code=None)
    installed = time.monotonic() - began
    kitchen.soon(
        "dpkg-query -W -f '${Version} ${db:Status-Status}' cribble", r"^0\.1\.0 installed$"
    )
    kitchen.soon("systemctl is-active cribble-trial", "^inactive$")
    seconds = time.monotonic() - began
    kitchen.wait()
    print(f"apt took {installed:.0f} s, all was back after {seconds:.0f} s")
    assert kitchen.ask("GET", "/healthz")[1]["version"] == "0.1.0"
    assert games(kitchen) == before
    assert kitchen.sh("dpkg --audit") == ""


@pytest.mark.parametrize("moment", MOMENTS)
def test_power_cut_in_an_upgrade_is_sorted_out_at_the_next_boot(
    moment: str, kitchen: VirtualMachine
) -> None:
    start(kitchen)
    before = games(kitchen)
    kitchen.sh(f"({INSTALL} /srv/cribble_0.1.1_amd64.deb >/dev/null 2>&1 &)")
    kitchen.sh(f"until {MOMENTS[moment]}; do sleep 0.5; done")
    kitchen.kill()
    kitchen.start()
    kitchen.soon("dpkg-query -W -f '${db:Status-Status}' cribble", "^installed$")
    kitchen.soon("systemctl is-active cribble-trial", "^inactive$")
    kitchen.wait()
    print(f"cut off when {moment}: then {kitchen.ask('GET', '/healthz')[1]['version']} answers")
    assert games(kitchen) == before
    assert kitchen.sh("dpkg --audit") == ""


def test_power_cuts_lose_no_acknowledged_entry(kitchen: VirtualMachine) -> None:
    chance, phones = random.Random(1), [Phone(kitchen, team) for team in range(2)]  # type: ignore[arg-type]
    began = time.monotonic()
    start(kitchen)
    for number in range(CUTS):
        if number % 5 == 0:
            for action in (ABANDON, START):
                assert kitchen.ask("POST", "/api/v1/actions", {"action": action})[0] == 201
        threads = [Thread(target=phone.enter_until_cut_off) for phone in phones]
        for thread in threads:
            thread.start()
        time.sleep(chance.uniform(0.2, 3))
        kitchen.kill()
        for thread in threads:
            thread.join()
        kitchen.start()
        kitchen.wait()
    check(kitchen, phones)  # type: ignore[arg-type]
    print(
        f"{CUTS} power cuts, {acknowledged_by(phones):,} acknowledged entries, 0 lost, 0 twice; "
        f"{time.monotonic() - began:.0f} s"
    )
