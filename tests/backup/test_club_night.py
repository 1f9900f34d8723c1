"""Backups include a club night: the hub's folder, and the table's assignment."""

import json
import zipfile
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from club.hub.hub import Hub
from club.hub.journal import HubJournal
from club.night.entry import Arrive, Enrol, Leave, Open, Pair, Plan, Undo
from cribble.backup.archive import HUB_ENTRIES, MANIFEST, restore, stage, write_backup
from cribble.config.schema import Config
from cribble.folders import HUB, HUB_BROKER, HUB_JOURNAL, HUB_SECRETS, NIGHT, SECRETS
from mqtt.night import NightRecord
from mqtt.payloads import Seat
from scorekeeper.words import Fault
from tests.backup.archives import PARTS, changed

SECRET = PARTS[SECRETS]
FILES = {
    f"{HUB}/{HUB_SECRETS}": SECRET,
    f"{HUB}/{HUB_BROKER}/broker.json": b'{"port":1883,"password":"x"}',
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a machine that is both table 7 and the hub of a night in progress."""
    folder = tmp_path / "here"
    for name, content in FILES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    NightRecord(seat=Seat(night="2026-11-22", round=2)).save(folder / NIGHT)
    with closing(HubJournal.open(folder / HUB / HUB_JOURNAL)) as journal:
        hub = Hub(journal)
        for key, entry in enumerate((Open("2026-11-22"), Enrol("Ann"), Enrol("Zoé"), Leave("p2"))):
            hub.submit(entry, by="director", key=str(key))
        for asked in (Undo(), Plan(rounds=1), Pair()):
            hub.submit(asked, by="director")
    return folder


@pytest.mark.parametrize(
    "broker",
    [{"password": 7}, {"password": 65 * "x"}, {"port": 70000}, {"port": "1\nlistener 2"}],
)
def test_a_broker_of_a_backup_writes_no_line_of_its_own(
    data: Path, tmp_path: Path, broker: object
) -> None:
    """The port is written to mosquitto's config, so it must not contain a line break."""
    (data / HUB / HUB_BROKER / "broker.json").write_text(json.dumps(broker))
    backup(data, tmp_path / "night.zip")
    with pytest.raises(Fault, match=r"hub-broker\.json"):
        stage(tmp_path / "night.zip", tmp_path, Config())


def backup(data: Path, file: Path) -> list[str]:
    with file.open("wb") as out:
        manifest = write_backup(out, data, None)
    return sorted(manifest.parts)


def test_a_night_goes_on_where_it_was_on_another_machine(data: Path, tmp_path: Path) -> None:
    file, there = tmp_path / "night.zip", tmp_path / "there"
    with closing(HubJournal.open(data / HUB / HUB_JOURNAL)) as journal:
        before = Hub(journal)  # The hub is running meanwhile.
        parts = backup(data, file)
    assert parts == ["hub-broker.json", "hub-night.jsonl", HUB_SECRETS, NIGHT]
    stage(file, data, Config())
    assert restore(file, there, there / "config.toml", Config()).replaced is None
    with closing(HubJournal.open(there / HUB / HUB_JOURNAL)) as journal:
        after = Hub(journal)
        assert after.lines() == before.lines()
        assert after.now.club == before.now.club
        assert after.now.undo == before.now.undo
        assert journal.by_key("3").version == 4
        assert after.id != before.id
        after.submit(Arrive("p1"), by="director")
    for name in (*FILES, NIGHT):
        assert (there / name).read_bytes() == (data / name).read_bytes()
        assert (there / name).stat().st_mode & 0o777 == 0o600


def test_a_backup_without_a_night_leaves_the_hub_alone(data: Path, tmp_path: Path) -> None:
    table, file = tmp_path / "table", tmp_path / "table.zip"
    table.mkdir()
    (table / SECRETS).write_bytes(SECRET)
    assert backup(table, file) == [SECRETS]
    before = (data / HUB / HUB_JOURNAL).read_bytes()
    restore(file, data, data / "config.toml", Config())
    assert (data / HUB / HUB_JOURNAL).read_bytes() == before
    assert not (data / NIGHT).exists(), "its matches are those of the journal that was replaced"


@pytest.mark.parametrize("line", [b"{}", b'["{}","a","b",null]', b"[" * 90_000, b"\xff"])
def test_forged_entries_are_refused_and_nothing_changes(
    data: Path, tmp_path: Path, line: bytes
) -> None:
    file = tmp_path / "night.zip"
    backup(data, file)
    with zipfile.ZipFile(file) as archive:
        content = archive.read(HUB_ENTRIES) + line + b"\n"
        told = json.loads(archive.read(MANIFEST))
    told["parts"][HUB_ENTRIES] = {"size": len(content), "sha256": sha256(content).hexdigest()}
    changed(file, **{HUB_ENTRIES: content, MANIFEST: json.dumps(told).encode()})
    before = (data / HUB / HUB_JOURNAL).read_bytes()
    with pytest.raises(Fault, match="Line 8"):
        restore(file, data, data / "config.toml", Config())
    assert (data / HUB / HUB_JOURNAL).read_bytes() == before
    assert (data / NIGHT).exists()
