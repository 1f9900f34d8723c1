"""`cribble join` and `cribble adopt`: output after installation, and importing earlier games."""

import json
from pathlib import Path
from shutil import copy

import pytest

from cribble.folders import JOURNAL, SECRETS
from cribble.own_wifi import FIRST_LOGIN, own_login
from cribble.serve.terminal import HALVES, address_lines, to_join
from scorekeeper.words import Words
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.serving import serving
from tests.kit.drivers.table_setup import entered
from tests.kit.drivers.wizard_table import fresh_machine
from tests.kit.fakes.machine import QuietWifi
from tests.kit.paths import DATA
from web import Access, Addresses, Network, Secrets

CODE, PIN = "7QK4-93", "482913"
LAN, NONE = Network("192.168.1.20", "pi"), Network(None, "pi")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    secrets = {"code": CODE, "key": "ab" * 32, "pin": PIN, "pin_version": "1"}
    (tmp_path / SECRETS).write_text(json.dumps(secrets), encoding="utf-8")
    return tmp_path


def test_join_shows_code_pin_and_a_qr_without_a_terminal(data: Path) -> None:
    done = typed("join", "--data", str(data))
    assert (done.code, done.err) == (0, "")
    assert CODE in done.out
    assert PIN in done.out
    assert "The table is not open." in done.out
    squares = [line for line in done.out.splitlines() if line and set(line) <= {*HALVES}]
    assert len({len(line) for line in squares}) == 1
    assert len(squares) >= 12
    assert "\x1b" not in done.out


@pytest.mark.parametrize(("network", "leads"), [(LAN, "192.168.1.20"), (NONE, "cribble.local")])
@pytest.mark.parametrize(("is_open", "path"), [(False, f"j/{CODE}"), (True, "")])
def test_the_qr_never_leads_to_a_loopback(
    data: Path, network: Network, leads: str, is_open: bool, path: str
) -> None:
    """Without a network it uses the machine's future name there."""
    access = Access(Secrets.load(data / SECRETS), is_open=is_open, keep=lambda _: None)
    addresses = Addresses(lambda: network, 80)
    welcome = to_join(Words.of("en"), addresses, access, announced=True)
    assert welcome.address == f"http://{leads}/{path}"
    assert f"http://cribble.local/{path}" in "\n".join(welcome.lines)


def test_a_name_that_nothing_announces_is_not_shown(data: Path) -> None:
    access = Access(Secrets.load(data / SECRETS), is_open=False, keep=lambda _: None)
    for network in (LAN, NONE):
        addresses = Addresses(lambda: network._replace(announced=False), 80)  # noqa: B023 - asked at once
        welcome = to_join(Words.of("en"), addresses, access, announced=False)
        lines = [*address_lines(Words.of("en"), addresses), *welcome.lines]
        assert ".local" not in "\n".join(lines)
        assert (welcome.address is None) == (network is NONE)


def test_join_says_whether_the_table_is_open(data: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "served") as table:
        config = tmp_path / "config.toml"
        config.write_text(f"port = {table.port}\n", encoding="utf-8")
        join = ("join", "--data", str(data), "--config", str(config))
        assert "The table is open: " in typed(*join).out
    done = typed(*join)
    assert "The table is not open. Its address when open: http://" in done.out


@pytest.mark.parametrize("is_on", [True, False])
def test_join_names_the_own_wifi_while_it_is_on(is_on: bool, data: Path, tmp_path: Path) -> None:
    own = own_login("ab" * 32)
    for login in (FIRST_LOGIN, own):
        (folder := tmp_path / login.ssid).mkdir()
        with fresh_machine(folder, wifi=QuietWifi(is_on=is_on, login=login)) as host:
            config = data / "config.toml"
            config.write_text(f"port = {host.port}\n", encoding="utf-8")
            shown = typed("join", "--data", str(data), "--config", str(config)).out
        assert (login.ssid in shown) == (login.password in shown) == is_on


def test_adopt_brings_the_games_of_another_folder(data: Path, tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    there.mkdir()
    copy(DATA / "journals/evenings.sqlite3", there / JOURNAL)
    copy(data / SECRETS, there)
    assert typed("code", "--data", str(here)).code == 0
    done = typed("adopt", str(there), "--data", str(here))
    assert (done.code, done.err) == (0, "")
    entries, kept = done.out.splitlines()
    assert entries.endswith("entries were copied.")
    assert "replaced-" in kept
    assert entered(here / JOURNAL) == entered(there / JOURNAL)
    assert typed("code", "--data", str(here)).out == f"{CODE}\n"
    assert (there / JOURNAL).exists()


def test_adopt_refuses_a_folder_without_games_and_its_own(data: Path) -> None:
    assert "does not exist" in typed("adopt", str(data), "--data", str(data)).err
    copy(DATA / "journals/evenings.sqlite3", data / JOURNAL)
    assert "is already the data folder" in typed("adopt", str(data), "--data", str(data)).err
