"""Files beside the journal with the names of before 0.1.0 are read, and rewritten with today's."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from scorekeeper.game.actions import EntryModeChange, Start
from web import Secrets, Settings, SettingsPatch, read_file

SECRETS = {"code": "7QK4-93", "key": "ab" * 32, "pin": "482913", "reign": "cd" * 8}
FAMILY = {
    "name": "Tremblay", "rules": "acc", "players": ["Ann", "Ben"], "colours": [],
    "counts": "muggins", "enters": "hands", "options": {"target": 61}, "scores": [],
    "captains": [],
}  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of the table."""
    return tmp_path / "file.json"


def saved(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value, separators=(",", ":")))
    return path


def test_earlier_secrets_keep_code_pin_and_rights(path: Path) -> None:
    expected = Secrets("7QK4-93", "ab" * 32, "482913", "cd" * 8)
    assert Secrets.load(saved(path, SECRETS)) == expected
    assert "pin_version" in json.loads(path.read_bytes())
    assert "reign" not in json.loads(path.read_bytes())
    assert Secrets.load(path) == expected


def test_earlier_families_keep_how_they_count_and_what_they_enter(path: Path) -> None:
    later = {
        **{name: value for name, value in FAMILY.items() if name not in {"counts", "enters"}},
        "name": "Gagnon",
        "counted_by": "check",
        "entered": "hands",
    }
    six_card = {**later, "name": "Roy", "rules": "six-card"}
    saved(path, {"brightness": 0.5, "families": [FAMILY, later, six_card]})
    for _ in range(2):
        now = Settings(patch=read_file(path, SettingsPatch)).now
        assert now.brightness == 0.5
        start = Start(
            rules="acc",
            players=("Ann", "Ben"),
            options={"target": 61, "muggins": True},
            entry_mode=EntryModeChange(counted_by="players", entered="hands"),
        )
        assert [(one.name, one.start) for one in now.families] == [
            ("Tremblay", start),
            ("Gagnon", replace(start, options={"target": 61})),
            ("Roy", replace(start, rules="six-card", options={"target": 61, "muggins": False})),
        ]
    assert "counts" not in path.read_text()


def test_earlier_settings_are_read_on_a_disk_that_cannot_be_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("web.renamed_fields.write_private", full)
    saved(path, {"families": [FAMILY]})
    (family,) = Settings(patch=read_file(path, SettingsPatch)).now.families
    assert family.start.entry_mode == EntryModeChange(counted_by="players", entered="hands")
