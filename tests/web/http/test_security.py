"""Security checks on every route, so that new ones are covered."""

import logging
from itertools import product

import pytest

from scorekeeper.game.codec import Unreadable
from tests.kit.drivers.web_server import HOST, Site
from tests.web.http.routes import BODIES, READING, RULES, SITE, WRITING, path_of, send
from web import Addresses, Network
from web.http.request import MAX_BODY, InvalidInput, parse_body
from web.http.security import is_same_origin
from web.live.write import ActionRequest

SCORER = SITE.scorer()


def test_every_route_that_takes_a_body_is_known_here() -> None:
    assert {rule for rule, _ in WRITING} == {key.split(" ")[-1] for key in BODIES}


WRONG_HEADERS = [
    ({"Origin": "http://evil.example"}, 403),
    ({"Origin": "http://192.168.1.20:80"}, 403),
    ({"Origin": "null"}, 403),
    ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
    ({"Content_Type": "multipart/form-data; boundary=x"}, 415),
    ({"Content_Type": "text/plain"}, 415),
    ({"Content_Type": ""}, 415),
    ({"Host": "evil.example"}, 421),
    ({"Host": ""}, 421),
]

NONSENSE = [b"", b"[" * 10_000, b"NaN", b"\xff", b'{"x":1,"x":1}', b"null"]


@pytest.mark.parametrize(("rule", "method"), WRITING)
def test_a_route_that_writes_refuses_nonsense_and_foreign_pages(
    site: Site, rule: str, method: str
) -> None:
    host, before = site.host(), site.table.now
    for headers, status in WRONG_HEADERS:
        assert send(host, rule, method, **headers).status_code == status, headers
    for body in NONSENSE:
        answer = host.post(path_of(rule), body, method)
        assert (answer.status_code, answer.json["code"]) == (400, "unreadable"), body
        assert answer.json["refused"]
    answer = host.post(path_of(rule), b" " * MAX_BODY + b"{}", method)
    assert (answer.status_code, answer.json["code"]) == (413, "too_large")
    assert site.table.now == before


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (b"{", ""),
        (b"[]", "array"),
        (b"{}", "action"),
        (b'{"action": {"do": "play", "card": "1H"}}', "1H"),
        (b'{"action": {"do": "fly"}}', "fly"),
        (b'{"action": {"do": "go", "aLl": true}}', "aLl"),
        (b'{"action": {"do": "go"}, "seen": "3"}', "seen"),
        (b'{"action": {"do": "go"}, "seen": -Infinity}', "malformed"),
        (b'{"action": {"do": "go"}, "seen": 1e999}', "seen"),
        (b'{"action": {"do": "go"}, "seen": ' + b"9" * 5000 + b"}", ""),
        (b'{"action": {"do": "go"}, "more": 1}', "more"),
        (b'{"action": {"do": "go", "do": "show"}}', "do"),
        (b'{"action": {"do": "rename", "seat": 0, "name": "\xff"}}', ""),
        (b'{"action": {"do": "rename", "seat": 0, "name": "\\ud800"}}', ""),
        (b'{"a":' * 3000 + b"1" + b"}" * 3000, ""),
        ("{}".encode("utf-16"), ""),
    ],
    ids=lambda value: repr(value[:60]) if isinstance(value, bytes) else None,
)
def test_an_unreadable_body_is_refused_with_the_reason(body: bytes, named: str) -> None:
    with pytest.raises((Unreadable, InvalidInput)) as told:
        parse_body(body, ActionRequest)
    assert named in str(told.value)
    assert "\n" not in str(told.value)


def test_get_requests_change_nothing(site: Site) -> None:
    before = site.table.now
    for phone, rule, method in product((site.scorer(), site.phone()), READING, ("GET", "HEAD")):
        asked = {"method": method, "base_url": f"http://{HOST}"}
        assert phone.client.open(path_of(rule), **asked).status_code < 500, rule
        assert site.table.now == before, rule


@pytest.mark.parametrize("rule", READING)
def test_every_response_carries_the_security_headers(rule: str) -> None:
    headers = SITE.phone().get(path_of(rule)).headers
    policy = headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert {"default-src 'none'", "frame-ancestors 'none'"} <= set(policy.split("; "))
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"]
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("rule", [rule.rule for rule in RULES])
def test_a_foreign_host_name_is_refused(rule: str) -> None:
    """DNS rebinding: a page whose host name points to this machine can read nothing."""
    answer = SCORER.get(path_of(rule), Host="evil.example")
    assert (answer.status_code, answer.json["code"]) == (421, "wrong_host")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("GET", "/static/000000000000/../../app.py", 404, "not_found"),
        ("GET", "/words/de.json", 404, "not_found"),
        ("GET", "/join.svg", 403, "may_not"),
        ("DELETE", "/api/v1/state", 405, "wrong_method"),
        ("TRACE", "/", 405, "wrong_method"),
        ("GET", "/api/v1/journal?after=x", 400, "unreadable"),
        ("GET", "/api/v1/journal?limit=-1", 400, "unreadable"),
        ("GET", "/api/v1/journal?after=٣", 400, "unreadable"),
    ],
)
def test_an_impossible_request_is_answered_in_a_sentence(
    method: str, path: str, status: int, code: str
) -> None:
    answer = SITE.phone().client.open(path, method=method, base_url=f"http://{HOST}")
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert answer.json["refused"].endswith(".")


def test_an_internal_error_reveals_no_details() -> None:
    def broken() -> None:
        raise ZeroDivisionError("secret")

    site = Site(health={"strip": broken})
    site.app.testing = False
    site.app.logger.disabled = True
    answer = site.phone().get("/healthz")
    assert (answer.status_code, answer.json["code"]) == (500, "broken")
    assert "secret" not in answer.text


def test_refused_devices_are_logged_once_a_second(caplog: pytest.LogCaptureFixture) -> None:
    site = Site()
    with caplog.at_level(logging.WARNING, "web.http.errors"):
        for _ in range(5):
            site.phone().post("/api/v1/join", {"code": "AAAA-AA"})
        site.phone().client.get("/", base_url="http://evil.example")
    (line,) = (one.getMessage() for one in caplog.records if "refused" in one.getMessage())
    assert line == "refused None: wrong_code (and 0 more)"


TABLE = Addresses(lambda: Network("192.168.1.20", "kitchen"), names=("score.example",))

OURS = (
    "192.168.1.20:8121",
    "10.0.0.7",
    "127.0.0.1:9000",
    "[::1]:8121",
    "[fe80::1]",
    "localhost:8121",
    "LOCALHOST",
    "cribble.local",
    "Cribble.local:8121",
    "cribble:8121",
    "score.example:80",
    "cribble.local.",
    "kitchen.local:8121",
    "Kitchen",
)
NOT_OURS = (
    "",
    "evil.example",
    "cribble.local.evil.example",
    "192.168.1.20.evil.example",
    "localhost.evil.example",
    "ann@localhost",
    "localhost/evil.example",
    "localhost:port",
    "localhost#",
    "127.1",
    "[::1",
    ", localhost",
)


@pytest.mark.parametrize("host", OURS)
def test_a_host_header_that_names_the_table_is_accepted(host: str) -> None:
    assert TABLE.accepts(host)


@pytest.mark.parametrize("host", NOT_OURS)
def test_a_host_header_of_another_name_is_refused(host: str) -> None:
    assert not TABLE.accepts(host)


def test_a_nameless_machine_answers_to_addresses_only() -> None:
    bare = Addresses()
    assert bare.local_url is None
    assert not bare.accepts("none.local")


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://10.0.0.7:8121", "10.0.0.7:8121", True),
        ("http://CRIBBLE.local:8121", "cribble.local:8121", True),
        ("https://score.example", "score.example", True),
        ("https://10.0.0.7:8121", "10.0.0.7:8121", False),
        ("http://10.0.0.7:9000", "10.0.0.7:8121", False),
        ("http://10.0.0.8:8121", "10.0.0.7:8121", False),
        ("http://10.0.0.7:8121.evil.example", "10.0.0.7:8121", False),
        ("http://evil.example#10.0.0.7:8121", "10.0.0.7:8121", False),
        ("file://10.0.0.7:8121", "10.0.0.7:8121", False),
        ("null", "10.0.0.7:8121", False),
        ("http://[", "10.0.0.7:8121", False),
        ("http://[::1", "[::1]:8121", False),
        ("http://a]", "10.0.0.7:8121", False),
        ("", "", False),
    ],
)
def test_a_page_may_write_where_it_came_from(origin: str, host: str, *, same: bool) -> None:
    assert is_same_origin(origin, host) is same


def test_the_qr_names_the_address_and_the_page_the_name() -> None:
    """Older phones do not resolve ``.local``, and people do not remember numbers."""
    assert TABLE.join("7QK4-93") == "http://192.168.1.20:8121/j/7QK4-93"
    assert TABLE.local_url == "http://kitchen.local:8121/"
    assert Addresses(lambda: Network("fe80::1"), 80).url == "http://[fe80::1]/"


def test_the_qr_of_a_phone_names_the_address_that_works_for_it() -> None:
    assert TABLE.join("7QK4-93", "10.0.0.7:8121") == "http://10.0.0.7:8121/j/7QK4-93"
    assert TABLE.join("7QK4-93", "cribble.local:8121") == "http://192.168.1.20:8121/j/7QK4-93"
    assert TABLE.join("7QK4-93", "127.0.0.1:8121") == "http://192.168.1.20:8121/j/7QK4-93"
