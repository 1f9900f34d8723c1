"""Rights of watchers, scorers and the host; wrong and renewed codes and PINs."""

from typing import Any

import pytest

from tests.kit.drivers.web_server import CODE, PIN, SECRETS, Phone, Site
from tests.web.http.routes import FOR_ANYBODY, WRITING, send
from web import Access, Secrets
from web.auth.devices import MAX_DEVICES, Caller, ConnectedDevices
from web.auth.rate_limit import PIN_LIMIT

FOR_THE_HOST = {
    ("/api/v1/settings", "PUT"),
    ("/api/v1/code", "POST"),
    ("/api/v1/host", "DELETE"),
    ("/api/v1/backup/upload", "PUT"),
    ("/api/v1/backup/offer", "POST"),
    ("/api/v1/backup/restore", "POST"),
    ("/api/v1/wifi", "POST"),
}
"""Everything that a scorer may not do."""

WIZARD = ("/api/v1/setup", "/api/v1/doctor")
FIRST_HOST = "/api/v1/setup/first-host"
REFUSED = {"/api/v1/agreements": "not_on_table", "/api/v1/check": "wrong_phase"}
"""There is no night to agree about, and no claim to check during the play."""

ROLES = ("watcher", "scorer", "host")


def may(role: str, rule: str, method: str) -> bool:
    if (rule, method) in FOR_ANYBODY:
        return True
    if rule == FIRST_HOST:
        return False  # The table is not fresh.
    is_host = (rule, method) in FOR_THE_HOST or rule.startswith(WIZARD)
    return role == "host" or (role == "scorer" and not is_host)


@pytest.mark.parametrize(("rule", "method"), WRITING)
@pytest.mark.parametrize("role", ROLES)
def test_each_role_may_use_its_operations_only(
    site: Site, role: str, rule: str, method: str
) -> None:
    phone = {"watcher": site.phone, "scorer": site.scorer, "host": site.host}[role]()
    before = (site.table.now, site.settings.now, site.access.code)
    answer = send(phone, rule, method)
    if role == "host" and rule.startswith(WIZARD) and rule != FIRST_HOST:
        assert (answer.status_code, answer.json["refused"]) == (422, "There is no machine.")
    elif may(role, rule, method) and rule in REFUSED:
        assert (answer.status_code, answer.json["code"]) == (422, REFUSED[rule])
    elif may(role, rule, method):
        assert answer.status_code in {200, 201, 202}
    else:
        assert (answer.status_code, answer.json["code"]) == (403, "may_not")
        assert (site.table.now, site.settings.now, site.access.code) == before


def test_at_an_open_table_the_host_is_the_host_all_the_same() -> None:
    site = Site(is_open=True)
    body = {"brightness": 0.5}
    assert site.phone().post("/api/v1/settings", body, "PUT").status_code == 403
    assert site.host().post("/api/v1/settings", body, "PUT").status_code == 200


def test_the_pin_makes_a_phone_host(site: Site) -> None:
    phone = site.phone()
    answer = phone.post("/api/v1/host", {"pin": PIN})
    assert answer.json["host"] is answer.json["scorer"] is True
    assert answer.json["code"] == CODE
    assert phone.enter({"do": "play", "card": "10H"}).status_code == 201
    left = phone.post("/api/v1/host", {}, "DELETE").json
    assert (left["host"], left["scorer"], left["code"]) == (False, False, None)
    assert phone.get("/api/v1/me").json["host"] is False
    assert site.scorer().get("/api/v1/me").json["host"] is False


def test_pins_can_be_guessed_a_few_times_only() -> None:
    seconds = [1000.0]
    site = Site(clock=lambda: seconds[0])
    for guess in range(PIN_LIMIT.each):
        assert site.phone().post("/api/v1/host", {"pin": f"{guess:04}"}).status_code == 403
    answer = site.phone().post("/api/v1/host", {"pin": PIN})
    assert (answer.status_code, answer.json["code"]) == (429, "too_many")
    assert answer.headers["Retry-After"] == str(PIN_LIMIT.seconds)
    site.scorer()
    seconds[0] += PIN_LIMIT.seconds
    site.host()


def test_a_new_pin_revokes_every_right_and_what_was_forged_with_the_old_key(site: Site) -> None:
    host, scorer, forger = site.host(), site.scorer(), site.phone()
    forger.client.set_cookie("cribble_device_8121", device := "f" * 32, domain="192.168.1.20")
    forged = Access(SECRETS).host_token(device)
    forger.client.set_cookie("cribble_host_8121", forged, domain="192.168.1.20")
    assert forger.get("/api/v1/me").json["host"] is True
    tag = site.table.machine.rights_tag
    host.post("/api/v1/code", {})
    assert forger.get("/api/v1/me").json["host"] is True, "a new code is not enough"
    site.access.replace(SECRETS.with_pin(PIN))
    for phone in (host, scorer, forger):
        assert phone.post("/api/v1/settings", {"brightness": 0.5}, "PUT").status_code == 403
        assert phone.get("/api/v1/me").json["scorer"] is False
    assert scorer.post("/api/v1/join", {"code": CODE}).status_code == 200
    assert site.table.machine.rights_tag != tag
    site.host()


def test_a_renewed_code_revokes_all_scorers_but_the_host_who_asked(site: Site) -> None:
    host, scorer = site.host(), site.scorer()
    assert host.post("/api/v1/join", {"code": CODE}).status_code == 200
    tag = site.table.machine.rights_tag
    fresh = host.post("/api/v1/code", {}).json["code"]
    assert fresh != CODE
    assert site.table.machine.rights_tag != tag
    assert scorer.enter({"do": "play", "card": "10H"}).status_code == 403
    assert scorer.get("/join.svg").status_code == 403
    old = scorer.post("/api/v1/join", {"code": CODE})
    assert (old.status_code, old.json["code"]) == (403, "wrong_code")
    assert scorer.post("/api/v1/join", {"code": fresh}).status_code == 200
    assert host.post("/api/v1/host", {}, "DELETE").json["scorer"] is True


def test_a_code_that_cannot_be_saved_is_not_renewed() -> None:
    def full(secrets: Secrets) -> None:
        raise OSError(28, "No space left on device")

    access = Access(SECRETS, keep=full)
    with pytest.raises(OSError, match="No space"):
        access.renew()
    assert access.code == CODE


def roles(phone: Phone) -> list[tuple[str | None, str, bool]]:
    devices = phone.get("/api/v1/devices").json["devices"]
    return sorted(
        ((one["name"], one["role"], one["you"]) for one in devices), key=lambda one: one[1]
    )


def test_devices_are_listed_for_scorers_without_secrets() -> None:
    site = Site()
    host, scorer, watcher = site.host(), site.scorer(), site.phone()
    host.post("/api/v1/me", {"name": "Ann’s phone"}, "PUT")
    watcher.get("/")
    watcher.get("/api/v1/state")
    assert watcher.get("/api/v1/devices").status_code == 403
    assert roles(host) == [
        ("Ann’s phone", "host", True),
        ("Phone\u00a02", "scorer", False),
        (None, "watcher", False),
    ]
    told = scorer.get("/api/v1/devices").text
    for cookie in ("cribble_device_8121", "cribble_scorer_8121", "cribble_host_8121"):
        for phone in (host, scorer, watcher):
            found = phone.client.get_cookie(cookie, domain="192.168.1.20")
            assert found is None or found.value not in told
    assert CODE not in told
    assert PIN not in told


def test_devices_show_a_revoked_role_no_more() -> None:
    site = Site()
    host = site.host()
    site.scorer()
    host.post("/api/v1/code", {})
    assert [role for _, role, _ in roles(host)] == ["host", "watcher"]


def test_a_device_is_as_old_as_its_last_request() -> None:
    now = iter((10.0, 12.0, 15.0))
    connected = ConnectedDevices(lambda: next(now))
    for name in ("ann", "ben"):
        connected.note(Caller(name), trusted=False)
    assert [(one.device, age) for one, age in connected.devices()] == [("ben", 3.0), ("ann", 5.0)]


def test_watchers_are_forgotten_before_scorers() -> None:
    """Names for devices can be made up without limit: devices with rights are kept."""
    connected = ConnectedDevices(lambda: 0.0)
    connected.note(Caller("ann"), trusted=True)
    for number in range(3 * MAX_DEVICES):
        connected.note(Caller(f"watcher {number}"), trusted=False)
    known = [caller.device for caller, _ in connected.devices()]
    assert len(known) == MAX_DEVICES
    assert "ann" in known


def test_no_address_gives_a_right(site: Site) -> None:
    here: Any = {"REMOTE_ADDR": "127.0.0.1"}
    answer = site.phone().client.get("/api/v1/me", base_url="http://localhost", environ_base=here)
    assert (answer.json["scorer"], answer.json["host"]) == (False, False)
