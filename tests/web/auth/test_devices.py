"""What phones are called until their owners say."""

from pathlib import Path

from scorekeeper.journal import Journal
from scorekeeper.table import Table
from scorekeeper.words import Words
from tests.kit.drivers.web_server import TO_THE_PLAY, Phone, Site
from web.auth.devices import MAX_DEVICES, Devices


def test_devices_are_numbered_in_the_order_they_enter() -> None:
    devices = Devices()
    assert [devices.number(name) for name in ("a", "b", "a", "c")] == [1, 2, 1, 3]


def test_the_oldest_devices_are_forgotten_beyond_the_limit() -> None:
    devices = Devices()
    numbers = [devices.number(f"phone {n}") for n in range(3 * MAX_DEVICES)]
    assert len(set(numbers)) == 3 * MAX_DEVICES
    assert len(vars(devices)["_numbers"]) == MAX_DEVICES


def test_a_phone_keeps_its_number_from_evening_to_evening(tmp_path: Path) -> None:
    """No other gets it, whoever comes first next time; nothing that is kept names a device."""
    path = tmp_path / "devices.json"
    assert [Devices.load(path).number(name) for name in ("a secret", "b")] == [1, 2]
    assert [Devices.load(path).number(name) for name in ("c", "b", "a secret")] == [3, 2, 1]
    assert "secret" not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600


def test_numbers_that_cannot_be_read_or_saved_are_made_afresh(tmp_path: Path) -> None:
    """A broken file is begun anew; without a place for one they hold while the program runs."""
    path = tmp_path / "devices.json"
    path.write_bytes(b"[")
    assert Devices.load(path).number("a") == 1
    nowhere = Devices.load(tmp_path / "none" / "devices.json")
    assert [nowhere.number(name) for name in ("a", "b", "a")] == [1, 2, 1]


def test_each_page_names_a_phone_in_its_own_language(tmp_path: Path) -> None:
    table, path = Table(Journal.in_memory()), tmp_path / "devices.json"
    before = Site(table, devices=Devices.load(path))
    first, second = before.scorer(), before.scorer()
    second.client.set_cookie("cribble_lang", "fr", domain="192.168.1.20")
    for phone, action in zip((first, second), TO_THE_PLAY, strict=True):
        assert phone.enter(action).status_code == 201

    after = Site(table, devices=Devices.load(path))
    moved = Phone(after.app)
    for cookie in ("cribble_device", "cribble_scorer"):
        kept = second.client.get_cookie(cookie, domain="192.168.1.20")
        moved.client.set_cookie(cookie, kept.value, domain="192.168.1.20")
    late = moved.enter({"do": "go"}, seen=1)
    assert late.json["by"] == "Phone 2"
    moved.enter({"do": "peg", "team": 0, "points": 1})
    for lang, phone in {"en": "Phone", "fr": "Téléphone"}.items():
        record = moved.get(f"/api/v1/state?lang={lang}").json["record"]
        assert [one["by"] for one in record] == [f"{phone} {number}" for number in (1, 2, 2)]
    moved.enter({"do": "undo"})
    righted = moved.get("/api/v1/state?lang=fr").json["latest"]["righted"]
    assert righted.startswith("Téléphone 2 a annulé")


def test_journals_of_before_are_read_too() -> None:
    """They keep the name as whoever entered read it; a name of one's own is nobody's to change."""
    kept = {"Téléphone 3": "Phone 3", "Téléphone": "Téléphone", "Ann": "Ann", "": ""}
    assert {by: Words.of("en").scorer(by) for by in kept} == kept
