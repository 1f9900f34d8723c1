"""The join code, tokens of phones, and limits on guessing."""

import stat
from pathlib import Path
from threading import Thread

import pytest

from tests.kit.drivers.web_server import CODE, PIN, Phone, Site
from tests.kit.fakes.lights import Watch
from web import Access
from web.auth.access import FIRST_HOST_SECONDS, UNMISTAKABLE, FirstHost, Secrets, SecretsFault
from web.auth.rate_limit import JOIN_LIMIT, PIN_LIMIT, RateLimiter, Verdict

SECRETS = Secrets("7QK4-93", "ab" * 32)


def test_a_scorer_token_is_valid_for_one_device_and_one_code() -> None:
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
    codes = {Secrets.generate().code for _ in range(200)}
    assert len(codes) == 200
    assert all(
        len(code) == 7 and code[4] == "-" and set(code) <= {*UNMISTAKABLE, "-"} for code in codes
    )
    assert not set("0O1ILU") & set(UNMISTAKABLE)


def test_secrets_are_saved_readable_by_their_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "secrets.json"
    made = Secrets.load(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert Secrets.load(path) == made
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"code": "7QK4-93", "key": "no hex at all, though as long as one"}',
        '{"code": "", "key": "00112233445566778899aabbccddeeff"}',
        '{"code": "\udcff", "key": "00112233445566778899aabbccddeeff"}',
    ],
)
def test_damaged_secrets_raise_a_fault_and_are_not_overwritten(tmp_path: Path, text: str) -> None:
    path = tmp_path / "secrets.json"
    content = text.encode(errors="surrogateescape")
    path.write_bytes(content)
    with pytest.raises(SecretsFault, match=r"secrets\.json cannot be used"):
        Secrets.load(path)
    assert path.read_bytes() == content


def test_a_machine_that_changes_its_ipv6_address_stays_the_same_one() -> None:
    attempts = RateLimiter(PIN_LIMIT, lambda: 1000.0)
    verdicts = [attempts.judge(f"2001:db8::{n:x}", right=False) for n in range(10)]
    assert verdicts.count(Verdict.WRONG) == PIN_LIMIT.each
    assert attempts.judge("2001:db8:0:1::1", right=True) is Verdict.RIGHT
    assert attempts.judge("::ffff:192.168.1.9", right=False) is Verdict.WRONG
    assert attempts.judge("::ffff:192.168.1.8", right=True) is Verdict.RIGHT


def test_what_is_too_old_to_count_is_forgotten() -> None:
    seconds = [1000.0]
    attempts = RateLimiter(PIN_LIMIT, lambda: seconds[0])
    for n in range(10_000):
        seconds[0] += PIN_LIMIT.seconds
        attempts.judge(f"10.0.{n // 250}.{n % 250}", right=False, guest=f"{n}")
    assert len(vars(attempts)["_failures"]) == 1


@pytest.mark.parametrize(
    "pin", ["", "4", "48291", "4829133", "482913 ", "\uff14\uff18\uff12\uff19\uff11\uff13", "é"]
)
def test_a_pin_is_compared_digit_for_digit(pin: str) -> None:
    assert not Access(SECRETS.with_pin("482913")).is_pin(pin)
    assert not Access(SECRETS).is_pin(pin)
    assert not Access(SECRETS).is_host("ann", Access(SECRETS).host_token("ann"))


def pin_from(phone: Phone, address: str, pin: str) -> int:
    phone.address = address
    return phone.post("/api/v1/host", {"pin": pin}).status_code


def test_strangers_shut_out_neither_a_guest_nor_a_host_who_has_not_joined() -> None:
    site = Site()
    scorer = site.scorer()
    for guess in range(15):
        assert pin_from(site.phone(), f"10.0.0.{guess % 3}", "0000") == 403
    assert pin_from(site.phone(), "192.168.1.30", PIN) == 200
    for guess in range(200):
        pin_from(site.phone(), f"10.0.1.{guess}", "0000")
    assert pin_from(site.phone(), "10.0.0.0", PIN) == 429
    assert pin_from(site.phone(), "192.168.1.31", PIN) == 200
    assert pin_from(scorer, "192.168.1.32", PIN) == 200


def test_a_guest_may_try_only_so_often() -> None:
    """Its wrong PINs are counted separately from those of strangers at its address."""
    site = Site()
    scorer = site.scorer()
    for _ in range(2 * PIN_LIMIT.each):
        pin_from(site.phone(), "10.0.0.9", "0000")
    answers = [pin_from(scorer, "10.0.0.9", "0000") for _ in range(6)]
    assert answers == [403] * PIN_LIMIT.each + [429]


def test_guests_who_join_again_and_again_guess_sixty_pins_in_five_minutes() -> None:
    seconds = [1000.0]
    site = Site(clock=lambda: seconds[0])
    scorer, answers = site.scorer(), list[int]()
    for guess in range(500):
        seconds[0] += 0.5
        phone = site.phone()
        phone.post("/api/v1/join", {"code": CODE})
        answers.append(phone.post("/api/v1/host", {"pin": f"{guess:06}"}).status_code)
    assert answers.count(403) == 60
    assert set(answers) == {403, 429}
    host = site.phone()
    assert pin_from(host, "192.168.1.30", PIN) == 200
    assert host.get("/api/v1/devices").json["guesses"] == 500
    assert scorer.get("/api/v1/devices").json["guesses"] is None


def test_joins_are_limited_by_address() -> None:
    seconds = [1000.0]
    site = Site(clock=lambda: seconds[0])

    def join(phone: Phone, address: str) -> int:
        phone.address = address
        return phone.post("/api/v1/join", {"code": CODE}).status_code

    first = site.phone()
    joins = [join(phone, "10.0.0.9") for phone in (first, *(site.phone() for _ in range(500)))]
    assert joins.count(200) == JOIN_LIMIT.each
    assert join(site.phone(), "10.0.0.7") == 200
    assert join(first, "10.0.0.9") == 200
    seconds[0] += JOIN_LIMIT.seconds
    site.scorer()


def test_first_host_right_is_over_after_fifteen_minutes() -> None:
    clock, taken = Watch(), []
    first_host = FirstHost(clock, is_fresh=lambda: True, taken=lambda: taken.append(1))
    clock.seconds += FIRST_HOST_SECONDS - 1
    assert first_host.is_open
    clock.seconds += 1
    assert not first_host.is_open
    assert first_host.is_late
    assert not first_host.take()
    assert not taken
    first_host.close()
    assert not first_host.is_late


def test_of_many_phones_one_is_first() -> None:
    first_host, won = FirstHost(Watch(), is_fresh=lambda: True), list[bool]()
    threads = [Thread(target=lambda: won.append(first_host.take())) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert won.count(True) == 1
