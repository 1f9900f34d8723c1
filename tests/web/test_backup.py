"""Backups on the page: only the host may download or upload one, and a restore is atomic."""

import io
import tracemalloc
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest

from cribble.backup.archive import (
    CONFIG,
    GAMES,
    MANIFEST,
    BackupPart,
    Manifest,
    finish,
    write_backup,
)
from cribble.backup.backups import UPLOAD, Backups, NightlyBackup
from cribble.config.schema import Config
from cribble.folders import DEVICES, JOURNAL, NIGHT, SECRETS, SETTINGS
from cribble.system.process import WallClock
from scorekeeper.game.actions import Start
from scorekeeper.journal import Journal, export_lines
from scorekeeper.table import Table
from tests.backup.archives import HARM, PARTS, changed
from tests.kit.drivers.table_setup import entered
from tests.kit.drivers.web_server import Phone, Site
from tests.kit.paths import DATA

PIECE = 11_250


class Kept:
    def __init__(self, data: Path) -> None:
        self.data, self.closed = data, list[bool]()
        self.table = Table(Journal.open(data / JOURNAL))
        nightly = NightlyBackup(
            data,
            data / CONFIG,
            lambda _: None,
            journal=lambda: self.table.now.journal,
            clock=WallClock(lambda: True),
        )
        self.backups = Backups(
            nightly,
            own=Config,
            entries=lambda: self.table.now.version,
            close=lambda: self.closed.append(True),
        )
        self.site = Site(table=self.table, backups=self.backups)
        self.host = self.site.host()

    def close(self) -> None:
        self.table.close()

    def send(self, content: bytes, host: Phone | None = None) -> int:
        status = 0
        for offset in range(0, len(content) or 1, PIECE):
            piece = b64encode(content[offset : offset + PIECE]).decode()
            body = {"offset": offset, "data": piece}
            sent = (host or self.host).post("/api/v1/backup/upload", body, "PUT")
            status = sent.status_code
        return status

    def offer(self) -> tuple[int, Any]:
        told = self.host.post("/api/v1/backup/offer", {})
        return told.status_code, told.get_json()


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """The table's folder, in memory if possible, since importing journals is slow on a disk."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as folder:
        for name, content in PARTS.items():
            (Path(folder) / name).write_bytes(content)
        yield Path(folder)


@pytest.fixture
def kept(data: Path) -> Iterator[Kept]:
    copy(DATA / "journals/evenings.sqlite3", data / JOURNAL)
    with closing(Kept(data)) as one:
        yield one


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(JOURNAL)
    }


def test_host_saves_everything_in_one_file(kept: Kept) -> None:
    saved = kept.host.get("/api/v1/backup")
    assert (saved.status_code, saved.mimetype) == (200, "application/zip")
    assert int(saved.headers["Content-Length"]) == len(saved.data)
    assert 'filename="cribble-20' in saved.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(saved.data)) as archive:
        assert {*archive.namelist()} == {GAMES, MANIFEST, *PARTS}
        assert archive.read(SECRETS) == PARTS[SECRETS]
    assert not [path for path in kept.data.iterdir() if "tmp" in path.name]


def test_backup_that_was_saved_is_offered_and_accepted(kept: Kept) -> None:
    saved = kept.host.get("/api/v1/backup").data
    assert kept.send(saved) == 200
    status, offer = kept.offer()
    assert (status, offer["entries"], offer["replaces"]) == (
        200,
        kept.table.now.version,
        kept.table.now.version,
    )
    assert {*offer["parts"]} == {GAMES, *PARTS}
    kept.send(saved[:-1])
    changed = kept.host.post("/api/v1/backup/restore", {"sha256": offer["sha256"]})
    assert (changed.status_code, kept.closed, kept.backups.accepted) == (422, [], False)
    kept.send(saved)
    kept.offer()
    done = kept.host.post("/api/v1/backup/restore", {"sha256": offer["sha256"]})
    assert (done.status_code, kept.closed, kept.backups.accepted) == (202, [True], True)
    kept.close()
    before = entered(kept.data / JOURNAL)
    assert finish(kept.data, kept.data / CONFIG)
    assert entered(kept.data / JOURNAL) == before
    (replaced,) = kept.data.glob("replaced-*")
    assert (replaced / JOURNAL).exists()
    assert not (kept.data / UPLOAD).exists()


@pytest.mark.parametrize("harm", ["cut short", "a part changed"])
def test_a_spoilt_upload_is_refused_and_nothing_changes(
    harm: str, kept: Kept, tmp_path: Path
) -> None:
    file = tmp_path / "evening.zip"
    file.write_bytes(kept.host.get("/api/v1/backup").data)
    spoil, told = HARM[harm]
    spoil(file)
    before, entries = files(kept.data), list(export_lines(kept.data / JOURNAL))
    assert kept.send(file.read_bytes()) == 200
    status, refused = kept.offer()
    assert status == 422
    assert told in refused["refused"]
    assert (files(kept.data), list(export_lines(kept.data / JOURNAL))) == (before, entries)


def test_500_backups_with_a_flipped_bit_are_refused_or_whole(data: Path) -> None:
    with closing(Kept(data)) as kept:
        kept.table.submit(Start(rules="six-card", players=("Ann", "Ben"), dealer=0))
        whole, luck = kept.host.get("/api/v1/backup").data, Random(29)
        statuses = set[int]()
        for _ in range(500):
            spoilt = bytearray(whole)
            spoilt[luck.randrange(len(whole))] ^= 1 << luck.randrange(8)
            assert kept.send(bytes(spoilt)) == 200
            statuses.add(kept.offer()[0])
    assert statuses == {200, 422}


@pytest.mark.parametrize("nested", [MANIFEST, DEVICES, SETTINGS, SECRETS, NIGHT])
def test_deeply_nested_json_is_refused(nested: str, kept: Kept, tmp_path: Path) -> None:
    deep = b"[" * 100_000
    if nested != MANIFEST:
        (kept.data / nested).write_bytes(deep)
    file = tmp_path / "evening.zip"
    with file.open("wb") as out:
        write_backup(out, kept.data, None)
    if nested == MANIFEST:
        changed(file, **{MANIFEST: deep})
    assert kept.send(file.read_bytes()) == 200
    assert kept.offer()[0] == 422


def test_small_upload_costs_little_memory(kept: Kept, tmp_path: Path) -> None:
    """Though it would expand to a line of 64 MB with a valid checksum."""
    file = tmp_path / "evening.zip"
    content = b" " * (64 << 20)
    part = BackupPart(len(content), sha256(content).hexdigest())
    made = Manifest(version="0", made="", parts={GAMES: part})
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(GAMES, content)
        archive.writestr(MANIFEST, msgspec.json.encode(made))
    assert file.stat().st_size < 70_000
    kept.send(file.read_bytes())
    tracemalloc.start()
    try:
        status, _ = kept.offer()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert status == 422
    assert peak < 32 << 20


def test_pieces_go_on_where_the_last_one_ended(kept: Kept) -> None:
    assert kept.send(b"a" * (2 * PIECE)) == 200
    again = {"offset": PIECE, "data": b64encode(b"b").decode()}
    told = kept.host.post("/api/v1/backup/upload", again, "PUT")
    assert (told.status_code, told.get_json()) == (409, {"received": 2 * PIECE})
    assert kept.send(b"c") == 200
    assert (kept.data / UPLOAD).read_bytes() == b"c"
    assert (kept.data / UPLOAD).stat().st_mode & 0o777 == 0o600


def test_nonsense_is_no_piece(kept: Kept) -> None:
    for data, offset, status in (("###", 0, 422), ("A" * 15_004, 0, 400), ("", 1 << 50, 400)):
        piece = {"offset": offset, "data": data}
        told = kept.host.post("/api/v1/backup/upload", piece, "PUT")
        assert told.status_code == status
    assert not (kept.data / UPLOAD).exists()


def test_an_upload_may_not_fill_the_disk(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cribble.backup.backups.MIN_FREE", 1 << 62)
    told = kept.host.post("/api/v1/backup/upload", {"offset": 0, "data": "AAAA"}, "PUT")
    assert told.status_code == 422
    assert "the maximum is 0 bytes" in told.get_json()["refused"]
