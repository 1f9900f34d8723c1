"""What every request must pass: each route is walked, so that a new one cannot be forgotten."""

from typing import Any

import pytest
from werkzeug.routing import Rule
from werkzeug.test import Client

from tests.kit.drivers.web_server import CODE, HOST, PIN, Phone, Site
from web.http.request import MAX_BODY

BODIES = {
    "/api/v1/actions": {"action": {"do": "play", "card": "10H"}},
    "/api/v1/keys": {"key": "10"},
    "/api/v1/preview": {"action": {"do": "amend", "entry": 2, "actions": []}},
    "/api/v1/habits": {"counts": "check", "enters": "hands"},
    "/api/v1/join": {"code": CODE},
    "/api/v1/me": {"name": "Ann's phone"},
    "/api/v1/count": {"hand": ["5H", "5D", "5S", "JC"], "starter": "5C", "crib": False},
    "POST /api/v1/host": {"pin": PIN},
    "DELETE /api/v1/host": {},
    "/api/v1/code": {},
    "/api/v1/settings": {"brightness": 0.5},
    "/api/v1/replay": {"game": None},
}
"""Something good to send to each route that takes a body."""

FOR_ANYBODY = {("/api/v1/join", "POST"), ("/api/v1/count", "POST"), ("/api/v1/host", "POST")}
"""They take a body, but what is done needs no right: it asks for one, or only answers."""

RULES = tuple(Site().app.url_map.iter_rules())


def methods(rule: Rule) -> set[str]:
    """The methods of a route that are its own."""
    return (rule.methods or set()) - {"HEAD", "OPTIONS"}


WRITING = [(rule.rule, method) for rule in RULES for method in methods(rule) - {"GET"}]
READING = [rule.rule for rule in RULES if "GET" in methods(rule) and "stream" not in rule.rule]


def path_of(rule: str) -> str:
    """An address at which the route answers."""
    return (
        rule.replace("<code>", CODE)
        .replace("<lang>", "fr")
        .replace("<edition>", "0" * 12)
        .replace("<path:name>", "app.js")
    )


@pytest.fixture
def site() -> Site:
    """A table in the play."""
    return Site().in_the_play()


def send(phone: Phone, rule: str, method: str, **headers: str) -> Any:
    """Send the route something good."""
    body = BODIES.get(f"{method} {rule}", BODIES.get(rule))
    return phone.post(path_of(rule), body, method, **headers)


def test_every_route_that_takes_a_body_is_known_here() -> None:
    assert {rule for rule, _ in WRITING} == {key.split(" ")[-1] for key in BODIES}


@pytest.mark.parametrize(("rule", "method"), WRITING)
def test_a_valid_body_is_accepted(site: Site, rule: str, method: str) -> None:
    """The refusals below are for what they say, not for the body."""
    assert send(site.host(), rule, method).status_code in {200, 201}


@pytest.mark.parametrize(("rule", "method"), WRITING)
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://192.168.1.20:80"}, 403),
        ({"Origin": "null"}, 403),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content_Type": "multipart/form-data; boundary=x"}, 415),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": ""}, 415),
        ({"Host": "evil.example"}, 421),
        ({"Host": ""}, 421),
    ],
)
def test_a_route_that_writes_refuses(
    site: Site, rule: str, method: str, headers: dict[str, str], status: int
) -> None:
    """A foreign page, a form and a name that is not ours, even from the host's own phone."""
    before = site.table.now
    assert send(site.host(), rule, method, **headers).status_code == status
    assert site.table.now == before


@pytest.mark.parametrize(("rule", "method"), WRITING)
def test_a_route_that_writes_asks_for_the_right(site: Site, rule: str, method: str) -> None:
    """A phone that never joined is told so, in its language."""
    before = site.table.now
    answer = send(site.phone(), rule, method, Accept_Language="fr")
    if (rule, method) in FOR_ANYBODY:
        assert answer.status_code == 200
    else:
        assert answer.status_code == 403
        assert answer.json["code"] == "may_not"
    assert site.table.now == before


@pytest.mark.parametrize(("rule", "method"), WRITING)
def test_a_route_that_writes_refuses_a_body_too_long(site: Site, rule: str, method: str) -> None:
    answer = site.host().post(path_of(rule), b" " * MAX_BODY + b"{}", method)
    assert (answer.status_code, answer.json["code"]) == (413, "too_large")


@pytest.mark.parametrize(("rule", "method"), WRITING)
@pytest.mark.parametrize("body", [b"", b"[" * 10_000, b"NaN", b"\xff", b'{"x":1,"x":1}', b"null"])
def test_a_route_that_writes_refuses_nonsense(
    site: Site, rule: str, method: str, body: bytes
) -> None:
    before = site.table.now
    answer = site.host().post(path_of(rule), body, method)
    assert (answer.status_code, answer.json["code"]) == (400, "unreadable")
    assert answer.json["refused"]
    assert site.table.now == before


@pytest.mark.parametrize("rule", READING)
def test_get_requests_change_nothing(site: Site, rule: str) -> None:
    """Every GET, from a scorer and from a watcher, leaves the table as it was."""
    before = site.table.now
    for phone in (site.scorer(), site.phone()):
        for method in ("GET", "HEAD"):
            status = phone.client.open(
                path_of(rule), method=method, base_url=f"http://{HOST}"
            ).status_code
            assert status < 500
    assert site.table.now == before


@pytest.mark.parametrize("rule", READING)
def test_every_response_carries_the_security_headers(site: Site, rule: str) -> None:
    """No page elsewhere may frame it, no foreign script runs in it, and no kind is guessed."""
    headers = site.phone().get(path_of(rule)).headers
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"]
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("rule", [rule.rule for rule in RULES])
def test_a_foreign_host_name_is_refused(site: Site, rule: str) -> None:
    """A page that had its own name pointed at this machine reads nothing here."""
    answer = site.scorer().get(path_of(rule), Host="evil.example")
    assert (answer.status_code, answer.json["code"]) == (421, "wrong_host")


@pytest.mark.parametrize("host", ["cribble.local:8121", "[::1]:8121", "10.0.0.7", "localhost"])
def test_a_page_may_write_under_any_of_our_names(site: Site, host: str) -> None:
    """Origin and Host agree, whichever name the phone used."""
    body = {"code": CODE}
    answer = site.phone().post("/api/v1/join", body, Host=host, Origin=f"http://{host}")
    assert answer.status_code == 200


def test_a_program_sends_no_origin(site: Site) -> None:
    """Only browsers do, and only they can be made to ask by somebody else's page."""
    answer = Client(site.app).post("/api/v1/join", json={"code": CODE}, base_url=f"http://{HOST}")
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "not_found"),
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("GET", "/static/000000000000/app.js", 404, "not_found"),
        ("GET", "/static/000000000000/../../app.py", 404, "not_found"),
        ("GET", "/words/de.json", 404, "not_found"),
        ("GET", "/join.svg", 403, "may_not"),
        ("DELETE", "/api/v1/state", 405, "wrong_method"),
        ("TRACE", "/", 405, "wrong_method"),
        ("POST", "/nothing", 404, "not_found"),
        ("GET", "/api/v1/actions", 405, "wrong_method"),
        ("GET", "/api/v1/journal?after=x", 400, "unreadable"),
        ("GET", "/api/v1/journal?limit=-1", 400, "unreadable"),
        ("GET", "/api/v1/journal?after=٣", 400, "unreadable"),
    ],
)
def test_an_unknown_path_is_answered_with_404(
    site: Site, method: str, path: str, status: int, code: str
) -> None:
    answer = site.phone().client.open(path, method=method, base_url=f"http://{HOST}")
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert answer.json["refused"].endswith(".")


def test_a_wrong_method_is_answered_with_405_and_allow(site: Site) -> None:
    answer = site.phone().post("/api/v1/state", {})
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_an_internal_error_reveals_no_details(site: Site) -> None:

    def broken() -> None:
        raise ZeroDivisionError("secret")

    site = Site(health={"strip": broken})
    site.app.testing = False
    site.app.logger.disabled = True
    answer = site.phone().get("/healthz")
    assert (answer.status_code, answer.json["code"]) == (500, "broken")
    assert "secret" not in answer.text
