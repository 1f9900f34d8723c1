"""Secrets that cannot be read do not keep a table shut, and only the terminal hears of the PIN."""

import io
import os
import stat
from pathlib import Path

import pytest

from cribble.cli.main import run
from cribble.serve.settings import load_access
from cribble.serve.terminal import to_keep_score
from cribble.system.process import is_system_journal
from scorekeeper.words import Fault, Words
from web import Access, Addresses, Network, Secrets

ADDRESSES = Addresses(lambda: Network("192.168.1.20", "cribble"))
TABLE_USER = 4242


@pytest.mark.parametrize("text", ["", "{", '{"code": "", "key": "x"}'])
def test_spoilt_secrets_are_set_aside_and_said(tmp_path: Path, text: str) -> None:
    """The table opens, with a new code; what was there is kept."""
    path, told = tmp_path / "secrets.json", list[Fault]()
    path.write_text(text)
    access = load_access(path, told.append, is_open=False)
    assert access.code == Secrets.load(path).code
    (fault,) = told
    assert (tmp_path / fault.values["aside"]).read_text() == text
    assert "new join code" in str(fault)
    assert load_access(path, told.append, is_open=False).code == access.code
    assert len(told) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("command", [["pin", "482913"], ["code", "--renew"], ["pin"]])
def test_secrets_written_by_root_belong_to_the_owner_of_the_folder(
    tmp_path: Path, command: list[str]
) -> None:
    """After `sudo cribble pin 482913` the table still opens."""
    os.chown(tmp_path, TABLE_USER, TABLE_USER)
    assert run([*command, "--data", str(tmp_path)]) == 0
    found = (tmp_path / "secrets.json").stat()
    assert (found.st_uid, stat.S_IMODE(found.st_mode)) == (TABLE_USER, 0o600)


def test_a_pin_is_read_from_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """So that it is in no list of commands; one that cannot be is refused in a sentence."""
    monkeypatch.setattr("sys.stdin", io.StringIO("482913\n"))
    assert run(["pin", "-", "--data", str(tmp_path)]) == 0
    assert Secrets.load(tmp_path / "secrets.json").pin == "482913"
    monkeypatch.setattr("sys.stdin", io.StringIO("12\n"))
    assert run(["pin", "-", "--data", str(tmp_path)]) == 2
    assert "0000–99999999" in capsys.readouterr().err
    assert Secrets.load(tmp_path / "secrets.json").pin == "482913"


def test_code_and_pin_stay_out_of_the_system_journal(tmp_path: Path) -> None:
    """Others of this machine may read that one."""
    with (tmp_path / "out").open("w") as out:
        found = os.fstat(out.fileno())
        stream = f"{found.st_dev}:{found.st_ino}"
        assert is_system_journal({"JOURNAL_STREAM": stream}, out)
        assert not is_system_journal({"JOURNAL_STREAM": "8:1"}, out)
    assert not is_system_journal({}, io.StringIO())
    secrets = Secrets.generate()
    access, words = Access(secrets), Words.of("en")
    shown = str(to_keep_score(words, ADDRESSES, access))
    hidden = str(to_keep_score(words, ADDRESSES, access, private=False))
    assert secrets.code in shown
    assert secrets.pin in shown
    assert secrets.code not in hidden
    assert secrets.pin not in hidden
