"""Backups: creation, restore on another machine, damaged ones refused, recovery after a kill."""

import re
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copy
from typing import BinaryIO

import pytest

from club.hub.hub import Hub
from club.hub.journal import HubJournal
from club.night.entry import Enrol
from cribble.backup.archive import (
    CONFIG,
    SMALL,
    Manifest,
    commit,
    finish,
    restore,
    stage,
    write_backup,
)
from cribble.cli.overrides import ActiveConfig
from cribble.config.file import read_config
from cribble.config.schema import Config, MqttConfig
from cribble.folders import (
    HUB,
    HUB_JOURNAL,
    HUB_SECRETS,
    JOURNAL,
    NIGHT,
    RESTORING,
    SECRETS,
    SETTINGS,
)
from cribble.serve.run import finish_restore
from scorekeeper.game.actions import Start
from scorekeeper.journal import Journal, JournalFault, export_lines
from scorekeeper.table import Table
from scorekeeper.words import Fault
from tests.backup.archives import HARM, PARTS
from tests.backup.killed_restores import killed_restores
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.table_setup import entered
from tests.kit.fakes.file_damage import flip
from tests.kit.paths import DATA
from web import Secrets


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    copy(DATA / "journals/evenings.sqlite3", folder / JOURNAL)
    for name, content in PARTS.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture
def file(data: Path, tmp_path: Path) -> Path:
    return backup_of(data, tmp_path / "evening.zip")


def backup_of(data: Path, file: Path) -> Path:
    with file.open("wb") as out:
        write_backup(out, data, data / CONFIG)
    return file


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files of *folder* except the lock."""
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
    """A backup contains the codes, and a home folder may be readable by other users."""
    file, modes = tmp_path / "made.zip", list[int]()

    def written(out: BinaryIO, data: Path, config: Path | None) -> Manifest:
        modes.append(file.stat().st_mode & 0o777)
        return write_backup(out, data, config)

    monkeypatch.setattr("cribble.backup.archive.write_backup", written)
    done = typed("backup", str(file), "--data", str(data), "--lang", "en")
    assert (done.code, done.err.split(":")[0]) == (0, f"{file} contains everything")
    assert modes == [0o600]
    assert file.stat().st_mode & 0o777 == 0o600
    assert typed("backup", str(file), "--data", str(data)).err.endswith("already exists.\n")


def test_config_that_is_the_system_s_is_put_beside_the_games(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


@pytest.mark.parametrize("harm", HARM)
def test_a_spoilt_backup_is_refused_and_nothing_changes(harm: str, data: Path, file: Path) -> None:
    spoil, told = HARM[harm]
    spoil(file)
    before = contents(data)
    with pytest.raises(Fault, match=re.escape(told)):
        restore(file, data, data / CONFIG, Config())
    assert contents(data) == before


def test_a_forged_part_with_its_right_hash_is_refused_too(data: Path, file: Path) -> None:
    long = b" " * SMALL + b"{}"
    for name, content in ((SECRETS, b'{"code":1}'), (SETTINGS, long), (CONFIG, b"port = x")):
        (data / name).write_bytes(content)
        backup_of(data, file)
        (data / name).write_bytes(PARTS[name])
        before = contents(data)
        with pytest.raises(Fault):
            restore(file, data, data / CONFIG, Config())
        assert contents(data) == before


def club_night(folder: Path, name: str) -> None:
    (folder / HUB).mkdir()
    (folder / HUB / HUB_SECRETS).write_bytes(PARTS[SECRETS])
    with closing(HubJournal.open(folder / HUB / HUB_JOURNAL)) as journal:
        Hub(journal).submit(Enrol(name), by="director")


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A table that was killed: its last entries are only in the write-ahead log; and a hub."""
    (folder := tmp_path / "here").mkdir()
    for part in DATA.glob("journals/killed.sqlite3*"):
        copy(part, folder / part.name.replace("killed.sqlite3", JOURNAL))
    for name, content in PARTS.items():
        (folder / name).write_bytes(content.replace(b"7QK4", b"2222").replace(b"fr", b"en"))
    (folder / CONFIG).chmod(0o644)
    (folder / NIGHT).write_bytes(b"{}")
    club_night(folder, "Ann")
    return folder


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A backup of another table and hub, without files of a night."""
    (there := tmp_path / "there").mkdir()
    with closing(Table(Journal.open(there / JOURNAL))) as table:
        table.submit(Start(rules="six-card", players=("Ann", "Zoé")))
    for name, content in PARTS.items():
        (there / name).write_bytes(content)
    club_night(there, "Zoé")
    return backup_of(there, tmp_path / "evenings.zip")


def content_of(folder: Path) -> list[object]:
    with closing(HubJournal.open(folder / HUB / HUB_JOURNAL)) as journal:
        night = [written.entry for written in journal.after(0)]
    games = list(export_lines(folder / JOURNAL))[1:]
    files = {name: folder / name for name in (*PARTS, NIGHT)}
    return [games, night, {name: one.read_bytes() for name, one in files.items() if one.exists()}]


def test_restore_killed_anywhere_is_finished_by_the_next_start_or_changed_nothing(
    here: Path, evening: Path, tmp_path: Path
) -> None:
    (into := tmp_path / "killed").mkdir()
    folders, are_new = killed_restores(evening, here, into), list[bool]()
    for folder in folders:
        finish(folder, folder / CONFIG)
        assert not (folder / RESTORING).exists()
        are_new.append(bool(aside := list(folder.glob("replaced-*"))))
        if aside:
            (replaced,) = aside
            assert (replaced / CONFIG).read_bytes() == b'language = "en"\n'
            kept = b"".join(export_lines(replaced / JOURNAL))
            assert kept == (DATA / "journals/killed.jsonl").read_bytes()
    contents = list(map(content_of, folders))
    assert are_new == sorted(are_new), "once it is marked it is finished"
    assert are_new.count(True) > 20
    old, new = content_of(here), contents[-1]
    assert old != new
    assert contents == [new if is_new else old for is_new in are_new]
    assert (folders[-1] / CONFIG).stat().st_mode & 0o777 == 0o644, "people read it as before"


def test_restore_that_cannot_be_finished_yet_is_finished_later(here: Path, evening: Path) -> None:
    """The hub is running: the host is told, or the table waits for it."""
    stage(evening, here, Config())
    with closing(HubJournal.open(here / HUB / HUB_JOURNAL)):
        with pytest.raises(JournalFault, match="another program"):
            commit(here)
        assert not finish(here, here / CONFIG)
    stage(evening, here, Config())
    commit(here)
    with (
        closing(Journal.open(here / JOURNAL)),
        pytest.raises(JournalFault, match="another program"),
    ):
        finish(here, here / CONFIG)
    assert finish(here, here / CONFIG)
    assert not finish(here, here / CONFIG)


def test_restore_that_could_not_begin_is_forgotten_and_says_why(here: Path, evening: Path) -> None:
    old = content_of(here)
    stage(evening, here, Config())
    commit(here)
    with closing(HubJournal.open(here / HUB / HUB_JOURNAL)):
        failed = finish_restore(ActiveConfig(Config(data=str(here)), here / CONFIG))
    assert failed
    assert "another program" in str(failed)
    assert finish_restore(ActiveConfig(Config(data=str(here)), here / CONFIG)) is None
    assert content_of(here) == old
    assert not [*here.glob("replaced-*"), *here.glob(RESTORING)]


THEIRS = """
data = "/mnt/theirs"  # Their disk.
port = 8199
host = "10.0.0.9"
access = "open"
names = ["theirs.lan"]
language = "fr"

[strip]
name = "spi"
order = "RGB"  # As it was soldered.

[mqtt]
url = "mqtt://10.0.0.1"
user = "table"
password_file = "/mnt/theirs/password"
"""
OURS = """
# Ours.
data = "{data}"
port = 8099
host = "127.0.0.1"
names = ["ours.lan"]
"""


@pytest.fixture
def of_another_machine(tmp_path: Path) -> Path:
    (there := tmp_path / "another").mkdir()
    copy(DATA / "journals/evenings.sqlite3", there / JOURNAL)
    (there / CONFIG).write_text(THEIRS)
    return backup_of(there, tmp_path / "theirs.zip")


def test_backup_of_another_machine_leaves_port_folder_address_and_access_as_they_are(
    of_another_machine: Path, tmp_path: Path
) -> None:
    data, config = tmp_path / "ours", tmp_path / "config.toml"
    config.write_text(OURS.format(data=data))
    done = typed("restore", str(of_another_machine), "--config", str(config))
    assert done.code == 0, done.err
    assert 'strip.name: "terminal" → "spi"\n' in done.out
    assert "port" not in done.out
    now = read_config(config)
    assert (now.data, now.port, now.host) == (str(data), 8099, "127.0.0.1")
    assert (now.access, now.names, now.language) == ("code", ("ours.lan",), "fr")
    assert now.strip.order == "RGB"
    assert now.mqtt == MqttConfig(url="mqtt://10.0.0.1"), "the password is in a file of theirs"
    assert "# As it was soldered." in config.read_text()
    again = typed("restore", str(of_another_machine), "--config", str(config))
    assert "→" not in again.out


PLACES = """
[strip]
name = "leds0"
at = "/srv/table/.bashrc"

[[keypad]]
name = "usb"
at = "/srv/table/.profile"

[[keypad]]
name = "microcontroller"
at = "/dev/serial/by-id/usb-Arduino-if00"

[[keypad]]
name = "matrix"
rows = [21, 20, 16, 12]
"""


def test_config_of_a_backup_names_no_file_as_a_device(tmp_path: Path) -> None:
    (there := tmp_path / "there").mkdir()
    (there / CONFIG).write_text(PLACES)
    file = backup_of(there, tmp_path / "places.zip")
    other = tmp_path / "other"
    restore(file, other, other / CONFIG, Config())
    now = read_config(other / CONFIG)
    assert (now.strip.name, now.strip.at) == ("leds0", "")
    assert [(one.name, one.at, one.rows[0]) for one in now.keypads] == [
        ("usb", "", 5),
        ("microcontroller", "/dev/serial/by-id/usb-Arduino-if00", 5),
        ("matrix", "", 21),
    ]
    restore(file, there, there / CONFIG, read_config(there / CONFIG))
    assert read_config(there / CONFIG).strip.at == "/srv/table/.bashrc"


def test_config_with_which_no_table_could_open_is_refused(here: Path, tmp_path: Path) -> None:
    """The wizard and the doctor would be unreachable."""
    (there := tmp_path / "there").mkdir()
    (there / CONFIG).write_text('[board]\nshape = "classic"\nholes = 8\n')
    file = backup_of(there, tmp_path / "board.zip")
    with pytest.raises(Fault, match=r"A .* board cannot have"):
        restore(file, here, here / CONFIG, Config())


def test_flipped_bits_are_refused_in_a_sentence(evening: Path, tmp_path: Path) -> None:
    luck = Random(29)
    for number in range(25):
        spoilt = tmp_path / "spoilt.zip"
        copy(evening, spoilt)
        flip(spoilt, luck.randrange(spoilt.stat().st_size), luck.randrange(8))
        done = typed("restore", str(spoilt), "--data", str(tmp_path / "data"), home=tmp_path)
        assert done.code in (0, 2), done.err
        assert done.err.count("\n") == done.code // 2, f"flip {number}: {done.err}"
