"""The join code, the marks that phones keep, and how often somebody may guess."""

import stat
from errno import EACCES
from pathlib import Path
from threading import Thread

import pytest

from tests.kit.drivers.web_server import HOST, PIN, Site
from web import Access
from web.auth.rate_limit import CODE_LIMIT, PIN_LIMIT, Limit, RateLimiter, Verdict
from web.auth.secrets import UNMISTAKABLE, Secrets, SecretsFault

SECRETS = Secrets("7QK4-93", "ab" * 32)


def test_a_scorer_token_is_valid_for_one_device_and_one_code() -> None:
    """A mark taken to another phone, or kept beyond the code it was given for, is worth nothing."""
    access, renewed = Access(SECRETS), Access(Secrets("8RM5-24", SECRETS.key))
    mark = access.scorer_token("ann")
    assert access.may_score("ann", mark)
    assert not access.may_score("ben", mark)
    assert not access.may_score("ann", mark[:-1])
    assert not access.may_score("ann", "é")
    assert not access.may_score("ann", None)
    assert not access.may_score(None, mark)
    assert not renewed.may_score("ann", mark)


def test_of_two_concurrent_renewals_the_code_saved_last_holds() -> None:
    kept: list[Secrets] = []

    def keep(fresh: Secrets) -> None:
        kept.append(fresh)
        if len(kept) == 1:
            second.start()
            second.join(0.2)

    access = Access(SECRETS, keep=keep)
    second = Thread(target=access.renew)
    access.renew()
    second.join()
    assert len(kept) == 2
    assert access.code == kept[-1].code


def test_a_code_can_be_read_out() -> None:
    """A code has four letters, a hyphen and two more, none of which look like another."""
    codes = {Secrets.generate().code for _ in range(200)}
    assert len(codes) == 200
    assert all(
        len(code) == 7 and code[4] == "-" and set(code) <= {*UNMISTAKABLE, "-"} for code in codes
    )
    assert not set("0O1ILU") & set(UNMISTAKABLE)


def test_secrets_are_saved_readable_by_their_owner_only(tmp_path: Path) -> None:
    """The file is made once, stays the same, and no other user of the machine may read it."""
    path = tmp_path / "secrets.json"
    made = Secrets.load(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert Secrets.load(path) == made
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_saving_secrets_replaces_the_file_as_a_whole(tmp_path: Path) -> None:
    """A file half written by an earlier try is no obstacle."""
    path = tmp_path / "secrets.json"
    path.with_suffix(".new").write_text("half")
    ruled = SECRETS.with_pin("482913")
    ruled.save(path)
    assert Secrets.load(path) == ruled
    assert [file.name for file in tmp_path.iterdir()] == ["secrets.json"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"code": "7QK4-93"}',
        '{"code": 7, "key": "ab"}',
        '{"code": "7QK4-93", "key": "no hex at all, though as long as one"}',
        '{"code": "", "key": "00112233445566778899aabbccddeeff"}',
    ],
)
def test_damaged_secrets_raise_a_fault_and_are_not_overwritten(tmp_path: Path, text: str) -> None:
    """Nobody loses a code because a file could not be understood."""
    path = tmp_path / "secrets.json"
    path.write_text(text)
    with pytest.raises(SecretsFault, match=r"secrets\.json cannot be used"):
        Secrets.load(path)
    assert path.read_text() == text


def test_secrets_of_another_user_are_not_to_be_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secrets.json"

    def closed(_: Path) -> bytes:
        raise PermissionError(EACCES, "Permission denied")

    Secrets.load(path)
    monkeypatch.setattr(Path, "read_bytes", closed)
    with pytest.raises(SecretsFault, match=r"Put sudo before the command\.$"):
        Secrets.load(path)


@pytest.mark.parametrize("limit", [CODE_LIMIT, PIN_LIMIT])
def test_rate_limit_refuses_an_address_after_too_many_wrong_guesses(limit: Limit) -> None:
    """After that even the right guess is of no use, while others may still try; later it may."""
    seconds = [1000.0]
    attempts = RateLimiter(limit, lambda: seconds[0])
    for _ in range(limit.each):
        assert attempts.judge("ann", right=False) is Verdict.WRONG
    assert attempts.judge("ann", right=True) is Verdict.TOO_MANY
    assert attempts.judge("ben", right=True) is Verdict.RIGHT
    seconds[0] += limit.seconds
    assert attempts.judge("ann", right=True) is Verdict.RIGHT


@pytest.mark.parametrize("limit", [CODE_LIMIT, PIN_LIMIT])
def test_rate_limit_refuses_all_addresses_after_too_many_wrong_guesses(limit: Limit) -> None:
    attempts = RateLimiter(limit, lambda: 1000.0)
    for guess in range(limit.together):
        attempts.judge(f"10.0.0.{guess}", right=False)
    assert attempts.judge("192.168.1.20", right=True) is Verdict.TOO_MANY


def test_rate_limit_makes_guessing_a_four_digit_pin_take_a_day() -> None:
    assert 10**4 / PIN_LIMIT.together * PIN_LIMIT.seconds > 48 * 3600


def test_a_host_token_is_valid_for_one_device_and_one_pin_version() -> None:
    """Setting a PIN, even the same one again, takes the right from all that had it."""
    ruled = SECRETS.with_pin("482913")
    access = Access(ruled)
    mark = access.host_token("ann")
    assert access.is_host("ann", mark)
    assert not access.is_host("ben", mark)
    assert not access.is_host("ann", access.scorer_token("ann"))
    assert not access.may_score("ann", mark)
    access.replace(ruled.with_pin("482913"))
    assert not access.is_host("ann", mark)
    assert access.is_pin("482913")


@pytest.mark.parametrize(
    "pin", ["", "4", "48291", "4829133", "482913 ", "\uff14\uff18\uff12\uff19\uff11\uff13", "é"]
)
def test_a_pin_is_compared_digit_for_digit(pin: str) -> None:
    """Empty, prefix, longer and look-alikes are refused; without a PIN nobody is host."""
    assert not Access(SECRETS.with_pin("482913")).is_pin(pin)
    assert not Access(SECRETS).is_pin(pin)
    assert not Access(SECRETS).is_host("ann", Access(SECRETS).host_token("ann"))


def test_secrets_without_a_pin_are_given_one(tmp_path: Path) -> None:
    """The code that phones know stays; the PIN is made once."""
    path = tmp_path / "secrets.json"
    path.write_text(f'{{"code": "7QK4-93", "key": "{SECRETS.key}"}}')
    found = Secrets.load(path)
    assert (found.code, found.key) == ("7QK4-93", SECRETS.key)
    assert len(found.pin) == 6
    assert Secrets.load(path) == found


def test_the_tag_of_rights_changes_with_the_secrets() -> None:
    first = SECRETS.with_pin("482913")
    access = Access(first)
    heard: list[str] = []
    access.subscribe(lambda: heard.append(access.tag))
    access.replace(first)
    access.renew()
    access.replace(first.with_pin("482913"))
    assert len(heard) == 2
    assert len({Access(first).tag, *heard}) == 3


def test_strangers_do_not_shut_out_a_phone_that_joined() -> None:
    """Its own wrong PINs are counted by themselves, and it too may try only so often."""
    site = Site()
    scorer = site.scorer()
    for guess in range(3 * PIN_LIMIT.together):
        environ = {"REMOTE_ADDR": f"10.0.0.{guess}"}
        site.phone().client.post(
            "/api/v1/host", base_url=f"http://{HOST}", json={"pin": "0000"}, environ_base=environ
        )
    assert site.phone().post("/api/v1/host", {"pin": PIN}).status_code == 429
    assert scorer.post("/api/v1/host", {"pin": PIN}).status_code == 200
    other = site.scorer()
    answers = [other.post("/api/v1/host", {"pin": "0000"}).status_code for _ in range(6)]
    assert answers == [403] * PIN_LIMIT.each + [429]


def test_the_host_sees_that_somebody_guesses() -> None:
    """The number of tries in the last hour is told to nobody else."""
    site = Site()
    host, scorer = site.host(), site.scorer()
    for _ in range(12):
        site.phone().post("/api/v1/join", {"code": "AAAA-AA"})
    assert host.get("/api/v1/devices").get_json()["guesses"] == 12
    assert scorer.get("/api/v1/devices").get_json()["guesses"] is None
