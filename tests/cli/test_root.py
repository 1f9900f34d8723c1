"""Commands of the package run by root follow no symlink made by the table's user."""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from cribble.backup.archive import CONFIG
from cribble.folders import DEVICES, JOURNAL, SECRETS
from tests.kit.paths import DATA, ROOT

OTHER = 65_000

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


class RootFolders(NamedTuple):
    """The folder of a table owned by another user, and one of root's with a secret."""

    data: Path
    roots: Path

    @property
    def secret(self) -> Path:
        return self.roots / "secret.json"

    def typed(self, *words: str) -> "subprocess.CompletedProcess[str]":
        program = [sys.executable, "-m", "tests.cli.root_command"]
        config = str(self.data / CONFIG)
        line = [*program, *words, "--data", str(self.data), "--config", config]
        return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture
def machine() -> Iterator[RootFolders]:
    with tempfile.TemporaryDirectory(prefix="cribble-root-") as place:
        Path(place).chmod(0o711)
        machine = RootFolders(Path(place) / "data", Path(place) / "root")
        machine.data.mkdir(mode=0o700)
        machine.roots.mkdir(mode=0o700)
        copy = machine.data / JOURNAL
        shutil.copy(DATA / "journals/evenings.sqlite3", copy)
        machine.secret.write_text('{"root": 1}')
        machine.secret.chmod(0o640)
        user = pwd.getpwnam("nobody")
        (machine.data / CONFIG).touch()
        for path in (machine.data, machine.data / CONFIG, copy):
            os.chown(path, user.pw_uid, user.pw_gid)
        yield machine


def test_secrets_that_are_a_link_to_a_file_of_root_are_left_alone(machine: RootFolders) -> None:
    (machine.data / SECRETS).symlink_to(machine.secret)
    done = machine.typed("join")
    assert (done.returncode, SECRETS in done.stderr) == (2, True), done
    assert machine.secret.stat().st_mode & 0o777 == 0o640
    assert "root" not in done.stdout


def test_root_s_files_are_no_part_of_a_backup(machine: RootFolders) -> None:
    (machine.data / DEVICES).symlink_to(machine.secret)
    file = machine.roots / "evening.zip"
    done = machine.typed("backup", str(file))
    assert (done.returncode, DEVICES in done.stderr) == (2, True), done
    assert not file.exists()


def test_root_s_own_files_are_written_and_read_where_no_other_user_may(
    machine: RootFolders,
) -> None:
    file = machine.roots / "evening.zip"
    done = machine.typed("--lang", "en", "backup", str(file))
    assert done.returncode == 0, done.stderr
    assert (file.stat().st_uid, file.stat().st_mode & 0o777) == (0, 0o600)
    assert JOURNAL.replace("sqlite", "jsonl") in zipfile.ZipFile(file).namelist()
    done = machine.typed("restore", str(file))
    assert done.returncode == 0, done.stderr
    owners = {path.lstat().st_uid for path in machine.data.rglob("*")}
    assert owners == {pwd.getpwnam("nobody").pw_uid}


def test_games_of_a_closed_folder_are_adopted_but_no_link_in_it(machine: RootFolders) -> None:
    """They are read with the rights of that folder's owner."""
    theirs = machine.data.with_name("theirs")
    theirs.mkdir(mode=0o700)
    shutil.copy(DATA / "journals/evenings.sqlite3", theirs / JOURNAL)
    for path in (theirs, theirs / JOURNAL):
        os.chown(path, OTHER, OTHER)
    done = machine.typed("adopt", str(theirs))
    assert done.returncode == 0, done.stderr
    (theirs / DEVICES).symlink_to(machine.secret)
    done = machine.typed("adopt", str(theirs))
    assert (done.returncode, DEVICES in done.stderr) == (2, True), done
