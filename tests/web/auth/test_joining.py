"""Joining: the code that a phone types, the rights and cookies that it gets, and its name."""

import pytest

from tests.kit.drivers.web_server import CODE, HOST, START, Phone, Site

LAY = {"do": "play", "card": "10H"}


def test_a_watcher_needs_no_code_and_sees_none(site: Site) -> None:
    """A phone that never joined learns neither the code nor the address that holds it."""
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
    """Empty, prefix, longer, wrong-case or wrong."""
    phone = site.phone()
    for code in ("", "7", "7QK4", "7QK4-9", "7QK4-933", "7qk4-93", "7QK493", "é", "7QK4-94"):
        answer = phone.post("/api/v1/join", {"code": code})
        assert (answer.status_code, answer.get_json()["code"]) == (403, "wrong_code"), code
    assert phone.enter(LAY).status_code == 403


@pytest.mark.parametrize("cookie", ["cribble_scorer_8121", "cribble_device_8121"])
def test_a_token_without_its_device_gives_no_right(site: Site, cookie: str) -> None:
    """The mark of one phone is worth nothing on another, and the name of a phone is no mark."""
    scorer = site.scorer()
    scorer.client.delete_cookie(cookie, domain=HOST.split(":")[0])
    assert scorer.enter(LAY).status_code == 403


def test_with_open_access_everybody_may_score() -> None:
    phone = Site(is_open=True).phone()
    assert phone.enter(START).status_code == 201
    me = phone.get("/api/v1/me").get_json()
    assert (me["access"], me["code"], me["join_url"]) == ("open", None, None)


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\nb\x00", "\u202eevil"])
def test_a_name_that_cannot_be_shown_is_refused(scorer: Phone, name: str) -> None:
    answer = scorer.post("/api/v1/me", {"name": name}, "PUT")
    assert (answer.status_code, answer.get_json()["code"]) == (422, "bad_value")


def test_a_phone_keeps_its_name(scorer: Phone) -> None:
    for name in ("Zoé", "Ann’s phone", "J’ai; gagné=😀"):
        assert scorer.post("/api/v1/me", {"name": name}, "PUT").get_json()["name"] == name
        assert scorer.get("/api/v1/me").get_json()["name"] == name
