"""Phones have a name of the table's until their owners give one."""

from pathlib import Path

from werkzeug.test import Client

from scorekeeper.journal import Journal
from scorekeeper.table import Table
from tests.kit.drivers.web_server import START, TO_THE_PLAY, Phone, Site
from web import Secrets
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
    """A broken file is begun again; without a place for one they hold while the program runs."""
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
    for cookie in ("cribble_device_8121", "cribble_scorer_8121"):
        kept = second.client.get_cookie(cookie, domain="192.168.1.20")
        moved.client.set_cookie(cookie, kept.value, domain="192.168.1.20")
    late = moved.enter({"do": "go"}, seen=1)
    assert late.json["by"] == "Phone 2"
    moved.enter({"do": "peg", "team": 0, "points": 1})
    for lang, phone in {"en": "Phone", "fr": "le téléphone"}.items():
        record = moved.get(f"/api/v1/state?lang={lang}").json["record"]
        assert [one["by"] for one in record] == [f"{phone} {number}" for number in (1, 2, 2)]
    moved.enter({"do": "undo"})
    correction = moved.get("/api/v1/state?lang=fr").json["latest"]["correction"]
    assert correction.startswith("Le téléphone 2 a défait")


def test_two_tables_on_one_machine_keep_their_phones_apart() -> None:
    """Browsers keep cookies by host, not by port: joining one table takes no right at another."""
    here, there = Site(), Site()
    there.access.replace(Secrets.generate())
    phone = here.scorer()
    at = "192.168.1.20:8122"
    joined = Client(there.app).post(
        "/api/v1/join",
        base_url=f"http://{at}",
        json={"code": there.access.code},
        headers={"Origin": f"http://{at}"},
    )
    for line in joined.headers.getlist("Set-Cookie"):
        name, value = line.split(";")[0].split("=", 1)
        phone.client.set_cookie(name, value, domain="192.168.1.20")
    assert phone.enter(START).status_code == 201


def test_a_phone_that_joined_before_cookies_had_the_port_is_still_known() -> None:
    """Nobody joins again because the program is newer."""
    site = Site()
    phone, later = site.scorer(), site.phone()
    for name in ("cribble_device", "cribble_scorer"):
        kept = phone.client.get_cookie(f"{name}_8121", domain="192.168.1.20")
        assert kept
        later.client.set_cookie(name, kept.value, domain="192.168.1.20")
    assert later.enter(START).status_code == 201


def test_looking_at_devices_numbers_nobody(tmp_path: Path) -> None:
    """At an open table cookies can be made up without end: only what enters gets a number."""
    path = tmp_path / "devices.json"
    site = Site(is_open=True, devices=Devices.load(path))
    for number in range(5):
        watcher = site.phone()
        watcher.client.set_cookie("cribble_device", f"{number:032}", domain="192.168.1.20")
        listed = watcher.get("/api/v1/devices").get_json()["devices"]
    assert {one["name"] for one in listed} == {"a phone"}
    assert not path.exists()
    assert site.phone().enter(START).get_json()["record"][0]["by"] == "Phone 1"


def test_a_players_phone_signs_by_the_player_wherever_that_one_sits() -> None:
    """The name is the player's, not the chair's; a name of its own goes before it, and null takes
    either back."""
    phone = Site(Table(Journal.in_memory())).scorer()
    french = {"Accept-Language": "fr"}

    def named(**names: str | None) -> str | None:
        signs: str | None = phone.post("/api/v1/me", names, "PUT").json["signs"]
        return signs

    assert named(player="Luc") == "Luc’s phone"
    phone.enter(START)
    (listed,) = phone.get("/api/v1/devices", **french).json["devices"]
    assert listed["name"] == "le téléphone de Luc"
    assert phone.get("/api/v1/journal").json["lines"][0]["by"] == "Luc’s phone"
    assert named(name="Tablet") == "Tablet"
    assert named(name=None) == "Luc’s phone"
    assert named(player=None) == "Phone 1"
    assert phone.post("/api/v1/me", {"player": "Phone 2"}, "PUT").status_code == 422
