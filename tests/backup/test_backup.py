"""A backup brings everything back on another machine, or nothing is changed."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from typing import BinaryIO

import msgspec
import pytest

from cribble.backup.archive import (
    CONFIG,
    GAMES,
    MANIFEST,
    SMALL,
    BackupPart,
    InvalidBackup,
    Manifest,
    restore,
    write_backup,
)
from cribble.config.schema import Config
from cribble.folders import DEVICES, JOURNAL, SECRETS, SETTINGS
from scorekeeper.journal import Journal, JournalFault, export_lines
from scorekeeper.words import Fault
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.table_setup import entered
from tests.kit.paths import DATA
from web import Secrets

PARTS = {
    SECRETS: b'{"code":"7QK4-93","key":"' + b"ab" * 32 + b'","pin":"123456","pin_version":"1"}',
    SETTINGS: b'{"brightness":0.5,"families":[]}',
    DEVICES: b'{"0123":1}',
    CONFIG: b'language = "fr"\n',
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a table with games behind it."""
    folder = tmp_path / "here"
    folder.mkdir()
    copy(DATA / "journals/evenings.sqlite3", folder / JOURNAL)
    for name, content in PARTS.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture
def file(data: Path, tmp_path: Path) -> Path:
    """A backup of it."""
    file = tmp_path / "evening.zip"
    with file.open("wb") as out:
        write_backup(out, data, data / CONFIG)
    return file


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of *folder* but the lock."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith((".tally", "-shm", "-wal"))
    }


def test_another_machine_has_the_same_games_codes_settings_and_config(
    data: Path, file: Path, tmp_path: Path
) -> None:
    there = tmp_path / "there"
    done = restore(file, there, there / CONFIG, Config())
    assert entered(there / JOURNAL) == entered(data / JOURNAL)
    assert {name: (there / name).read_bytes() for name in PARTS} == PARTS
    assert (done.staged.entries, done.replaced) == (Journal.open(there / JOURNAL).last, None)
    assert (there / SECRETS).stat().st_mode & 0o777 == 0o600
    assert Secrets.load(there / SECRETS).pin == "123456"


def test_backup_from_the_terminal_is_its_owner_s_alone_from_the_first_byte(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The codes are in it, and a home folder may be open to others."""
    file, modes = tmp_path / "made.zip", list[int]()

    def written(out: BinaryIO, data: Path, config: Path | None) -> Manifest:
        modes.append(file.stat().st_mode & 0o777)
        return write_backup(out, data, config)

    monkeypatch.setattr("cribble.backup.archive.write_backup", written)
    assert typed("backup", str(file), "--data", str(data)).code == 0
    assert modes == [0o600]
    assert file.stat().st_mode & 0o777 == 0o600


def test_what_was_there_is_kept_with_the_entries_of_its_log(file: Path, tmp_path: Path) -> None:
    """A journal that was killed has its last entries in its log alone."""
    there = tmp_path / "there"
    there.mkdir()
    for part in DATA.glob("journals/killed.sqlite3*"):
        copy(part, there / part.name.replace("killed.sqlite3", JOURNAL))
    (there / CONFIG).write_text("port = 9000\n")
    (there / CONFIG).chmod(0o644)
    done = restore(file, there, there / CONFIG, Config())
    assert done.replaced
    assert (done.replaced / CONFIG).read_text() == "port = 9000\n"
    assert (there / CONFIG).stat().st_mode & 0o777 == 0o644, "people read it as before"
    kept = b"".join(export_lines(done.replaced / JOURNAL))
    assert kept == (DATA / "journals/killed.jsonl").read_bytes()
    assert b"".join(export_lines(there / JOURNAL)).count(b"\n") == done.staged.entries + 1


def test_config_that_is_the_system_s_is_put_beside_the_games(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All else is restored; the config that is there stays as it is."""
    there, system = tmp_path / "there", tmp_path / "etc" / "config.toml"
    system.parent.mkdir()
    system.write_text("port = 80\n")
    monkeypatch.setattr("cribble.backup.archive.os.access", lambda *_, **__: False)
    done = restore(file, there, system, Config())
    assert done.config == there / CONFIG
    assert (there / CONFIG).read_bytes() == PARTS[CONFIG]
    assert system.read_text() == "port = 80\n"


def test_an_open_table_is_not_replaced(data: Path, file: Path) -> None:
    journal = Journal.open(data / JOURNAL)
    before = contents(data)
    with pytest.raises(JournalFault, match="another program"):
        restore(file, data, data / CONFIG, Config())
    assert contents(data) == before
    journal.close()


def changed(file: Path, **parts: bytes | None) -> None:
    """Replace *parts* of the zip, and leave out those that are None."""
    with zipfile.ZipFile(file) as old:
        content = {info.filename: old.read(info) for info in old.infolist()}
    content |= {name: part for name, part in parts.items() if part is not None}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name, part in content.items():
            if name not in parts or parts[name] is not None:
                new.writestr(name, part)


def manifest(file: Path, **fields: object) -> None:
    with zipfile.ZipFile(file) as archive:
        told = json.loads(archive.read(MANIFEST))
    changed(file, **{MANIFEST: json.dumps(told | fields).encode()})


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-200])


def bomb(file: Path) -> None:
    """Zeros that a zip keeps in next to nothing."""
    changed(file, **{GAMES: bytes(200 << 20)})


def link(file: Path) -> None:
    with zipfile.ZipFile(file, "a") as archive:
        info = zipfile.ZipInfo("link")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")


HARM: dict[str, tuple[Callable[[Path], None], str]] = {
    "cut short": (cut, "is not a backup of Cribble"),
    "no zip": (lambda file: file.write_bytes(b"games"), "is not a backup of Cribble"),
    "no manifest": (lambda file: changed(file, **{MANIFEST: None}), "no manifest.json"),
    "a manifest of nonsense": (lambda file: changed(file, **{MANIFEST: b"[]"}), "manifest.json"),
    "newer": (lambda file: manifest(file, format=9), "of format 9 of a newer Cribble"),
    "a part changed": (lambda file: changed(file, **{SECRETS: b"{}"}), "secrets.json is not as"),
    "a part gone": (lambda file: changed(file, **{GAMES: None}), "journal.jsonl is not as"),
    "a path": (lambda file: changed(file, **{"../evil": b"x"}), "has a part ../evil"),
    "a link": (link, "has a part link"),
    "a bomb": (bomb, "is"),
}


@pytest.mark.parametrize("harm", HARM)
def test_a_spoilt_backup_is_refused_and_nothing_changes(harm: str, data: Path, file: Path) -> None:
    spoil, told = HARM[harm]
    spoil(file)
    before = contents(data)
    with pytest.raises(Fault) as refused:
        restore(file, data, data / CONFIG, Config())
    assert told in str(refused.value)
    assert contents(data) == before


def test_a_forged_part_with_its_right_hash_is_refused_too(data: Path, file: Path) -> None:
    """Somebody who can write a manifest can still not bring in what the program cannot use."""
    for name, content in ((SECRETS, b'{"code":1}'), (SETTINGS, b'{"x":1}'), (CONFIG, b"port = x")):
        out = io.BytesIO()
        (data / name).write_bytes(content)
        write_backup(out, data, data / CONFIG)
        (data / name).write_bytes(PARTS[name])
        file.write_bytes(out.getvalue())
        before = contents(data)
        with pytest.raises(Fault):
            restore(file, data, data / CONFIG, Config())
        assert contents(data) == before


def test_a_part_that_is_larger_than_it_may_be_is_refused(data: Path, file: Path) -> None:
    """Small in the file, and valid JSON: the manifest alone tells its size."""
    content = b" " * SMALL + b"{}"
    part = BackupPart(len(content), hashlib.sha256(content).hexdigest())
    manifest = Manifest(version="0", made="", parts={SETTINGS: part})
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as forged:
        forged.writestr(SETTINGS, content)
        forged.writestr(MANIFEST, msgspec.json.encode(manifest))
    before = contents(data)
    with pytest.raises(InvalidBackup, match=r"its part settings\.json"):
        restore(file, data, data / CONFIG, Config())
    assert contents(data) == before


def test_both_commands_say_what_they_did(data: Path, tmp_path: Path) -> None:
    file, there = tmp_path / "all.zip", tmp_path / "there"
    config = ("--config", str(data / CONFIG))
    saved = typed("backup", str(file), "--data", str(data), *config, "--lang", "en")
    assert (saved.code, saved.err.split(":")[0]) == (0, f"{file} has everything")
    assert typed("backup", str(file), "--data", str(data)).err.endswith("is there already.\n")
    back = typed("restore", str(file), "--data", str(there), home=tmp_path)
    assert (back.code, back.out.count("\n")) == (0, 2)
    again = typed("restore", str(file), "--data", str(there), "--lang", "en", home=tmp_path)
    assert "What was there before is in" in again.out
    missing = typed("restore", str(tmp_path / "no.zip"), "--data", str(there))
    assert (missing.code, missing.err.count("\n")) == (2, 1)
