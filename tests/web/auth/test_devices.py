"""Joining phones: the code, their cookies, and their names and numbers."""

from pathlib import Path

import pytest
from werkzeug.test import Client

from scorekeeper.journal import Journal
from scorekeeper.table import Table
from tests.kit.drivers.web_server import CODE, HOST, START, Phone, Site
from web import Secrets
from web.auth.devices import MAX_DEVICES, Devices

LAY = {"do": "play", "card": "10H"}


def test_a_watcher_needs_no_code_and_sees_none(site: Site) -> None:
    phone = site.phone()
    me = phone.get("/api/v1/me").get_json()
    assert (me["scorer"], me["code"], me["join_url"]) == (False, None, None)
    for path in ("/", "/join", "/j/7QK4-93", "/api/v1/state", "/api/v1/me", "/healthz"):
        assert CODE not in phone.get(path).text, path


def test_a_phone_that_joined_shows_the_code_to_the_next(site: Site) -> None:
    scorer = site.scorer()
    me = scorer.get("/api/v1/me").get_json()
    assert (me["scorer"], me["code"]) == (True, CODE)
    assert me["join_url"] == f"http://{HOST}/j/{CODE}"
    assert me["local_url"] == "http://cribble.local:8121/"
    qr = scorer.get("/join.svg")
    assert qr.mimetype == "image/svg+xml"
    assert b"<svg" in qr.data


def test_the_cookies_cannot_be_read_by_scripts(site: Site) -> None:
    answer = site.phone().post("/api/v1/join", {"code": CODE})
    for cookie in answer.headers.getlist("Set-Cookie"):
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie


def test_a_join_code_is_compared_letter_for_letter(site: Site) -> None:
    phone = site.phone()
    for code in ("", "7", "7QK4", "7QK4-9", "7QK4-933", "7qk4-93", "7QK493", "é", "7QK4-94"):
        answer = phone.post("/api/v1/join", {"code": code})
        assert (answer.status_code, answer.get_json()["code"]) == (403, "wrong_code"), code
    assert phone.enter(LAY).status_code == 403


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\nb\x00", "\u202eevil"])
def test_a_name_that_cannot_be_shown_is_refused(scorer: Phone, name: str) -> None:
    answer = scorer.post("/api/v1/me", {"name": name}, "PUT")
    assert (answer.status_code, answer.get_json()["code"]) == (422, "bad_value")


def test_a_phone_keeps_its_name(scorer: Phone) -> None:
    for name in ("Zoé", "Ann’s phone", "J’ai; gagné=😀"):
        assert scorer.post("/api/v1/me", {"name": name}, "PUT").get_json()["name"] == name
        assert scorer.get("/api/v1/me").get_json()["name"] == name


def test_the_oldest_devices_are_forgotten_beyond_the_limit() -> None:
    devices = Devices()
    numbers = [devices.number(f"phone {n}") for n in range(3 * MAX_DEVICES)]
    assert len(set(numbers)) == 3 * MAX_DEVICES
    assert len(vars(devices)["_numbers"]) == MAX_DEVICES


def test_a_phone_keeps_its_number_from_evening_to_evening(tmp_path: Path) -> None:
    path = tmp_path / "devices.json"
    assert [Devices.load(path).number(name) for name in ("a secret", "b")] == [1, 2]
    assert [Devices.load(path).number(name) for name in ("c", "b", "a secret")] == [3, 2, 1]
    assert "secret" not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600


def test_numbers_that_cannot_be_read_or_saved_are_made_afresh(tmp_path: Path) -> None:
    path = tmp_path / "devices.json"
    path.write_bytes(b"[")
    assert Devices.load(path).number("a") == 1
    nowhere = Devices.load(tmp_path / "none" / "devices.json")
    assert [nowhere.number(name) for name in ("a", "b", "a")] == [1, 2, 1]


def test_two_tables_on_one_machine_keep_their_phones_apart() -> None:
    """Browsers store cookies by host, not by port: joining one table affects no other."""
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


def test_looking_at_devices_numbers_nobody(tmp_path: Path) -> None:
    """At an open table anyone can make up cookies: only entries get a number."""
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
