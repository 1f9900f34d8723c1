"""The join code, the marks that phones keep, and how often somebody may guess."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from web.access import Access
from web.attempts import EACH, PERIOD, TOGETHER, Attempts
from web.join_code import UNMISTAKABLE, Secrets, SecretsFault

SECRETS = Secrets("7QK4-93", "ab" * 32)


@pytest.mark.parametrize("code", ["", "7", "7QK4", "7QK4-9", "7QK4-933", "7qk4-93", "7QK493", "é"])
def test_only_the_whole_code_is_the_code(code: str) -> None:
    """Empty, prefix, longer and wrong-case codes are refused."""
    assert not Access(SECRETS).admits(code)
    assert Access(SECRETS).admits("7QK4-93")


def test_a_mark_holds_for_one_phone_and_one_code() -> None:
    """A mark taken to another phone, or kept beyond the code it was given for, is worth nothing."""
    access, renewed = Access(SECRETS), Access(Secrets("8RM5-24", SECRETS.key))
    mark = access.mark("ann")
    assert access.may_score("ann", mark)
    assert not access.may_score("ben", mark)
    assert not access.may_score("ann", mark[:-1])
    assert not access.may_score("ann", "é")
    assert not access.may_score("ann", None)
    assert not access.may_score(None, mark)
    assert not renewed.may_score("ann", mark)


def test_at_an_open_table_everybody_keeps_score() -> None:
    """``access = "open"`` asks for no mark."""
    assert Access(SECRETS, is_open=True).may_score(None, None)


def test_a_code_can_be_read_out() -> None:
    """A code has four letters, a hyphen and two more, none of which look like another."""
    codes = {Secrets.made().code for _ in range(200)}
    assert len(codes) == 200
    assert all(
        len(code) == 7 and code[4] == "-" and set(code) <= {*UNMISTAKABLE, "-"} for code in codes
    )
    assert not set("0O1ILU") & set(UNMISTAKABLE)


def test_secrets_are_kept_for_their_owner_alone(tmp_path: Path) -> None:
    """The file is made once, stays the same, and no other user of the machine may read it."""
    path = tmp_path / "secrets.json"
    made = Secrets.kept(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert Secrets.kept(path) == made
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_new_secrets_replace_the_old_ones_whole(tmp_path: Path) -> None:
    """A file half written by an earlier try is no obstacle."""
    path = tmp_path / "secrets.json"
    path.with_suffix(".new").write_text("half")
    SECRETS.keep(path)
    assert Secrets.kept(path) == SECRETS
    assert [file.name for file in tmp_path.iterdir()] == ["secrets.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"code": "7QK4-93"}', '{"code": 7, "key": "ab"}'])
def test_damaged_secrets_are_told_and_left_alone(tmp_path: Path, text: str) -> None:
    """Nobody loses a code because a file could not be understood."""
    path = tmp_path / "secrets.json"
    path.write_text(text)
    with pytest.raises(SecretsFault, match=r"secrets\.json cannot be used"):
        Secrets.kept(path)
    assert path.read_text() == text


class Clock:
    """A clock that a test winds."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_a_phone_may_guess_a_few_times_a_minute() -> None:
    """After that it waits, while others may still try; a minute later it may again."""
    clock = Clock()
    attempts = Attempts(clock)
    for _ in range(EACH):
        assert attempts.allowed("ann")
        attempts.failed("ann")
    assert not attempts.allowed("ann")
    assert attempts.allowed("ben")
    clock.seconds += PERIOD
    assert attempts.allowed("ann")


def test_everybody_together_may_not_guess_much_more() -> None:
    """Many addresses are no way round the limit."""
    attempts = Attempts(Clock())
    for guess in range(TOGETHER):
        attempts.failed(f"10.0.0.{guess}")
    assert not attempts.allowed("192.168.1.20")
