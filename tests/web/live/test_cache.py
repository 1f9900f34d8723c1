"""The state of the table, encoded once for everybody, and its age."""

import json
from typing import Any

from msgspec.structs import replace

from scorekeeper.game.snapshot import Snapshot
from scorekeeper.machine import Machine
from scorekeeper.words import Words
from tests.kit.formats.states import SHOW, TWELVE, after, played, start
from web.live.state import SnapshotCache


class Keeping:
    """A cache of states at a table whose clock the test moves."""

    def __init__(self) -> None:
        self.seconds, self.dressed = 100.0, list[str]()
        self.cache = SnapshotCache(self._speak, lambda: self.seconds, lambda: None, Machine)

    def _speak(self, lang: str) -> Words:
        self.dressed.append(lang)
        return Words.of(lang)

    def ask(self, snapshot: Snapshot, lang: str = "en") -> Any:
        """The state as that phone reads it."""
        return json.loads(self.cache.json(snapshot, lang))


def test_a_state_is_encoded_once_for_everybody() -> None:
    """Only its age is written again for every phone in that language."""
    keeping, snapshot = Keeping(), played("")
    assert keeping.ask(snapshot) == keeping.ask(snapshot)
    assert keeping.ask(snapshot)["prompt"] != keeping.ask(snapshot, "fr")["prompt"]
    assert keeping.dressed == ["en", "fr"]
    newer = played("10H")
    assert keeping.ask(newer)["version"] == 3
    assert keeping.dressed == ["en", "fr", "en"]


def test_a_state_knows_how_old_it_is() -> None:
    keeping, snapshot = Keeping(), replace(after(start()), since=98.75)
    ages = []
    for keeping.seconds in (98.75, 100.0, 158.0, 1000.0):
        ages.append(keeping.ask(snapshot)["age_ms"])
    assert ages == [0, 1250, 59250, 60000]
    assert keeping.ask(after(start()))["age_ms"] == 60000


def test_a_count_is_being_told_until_its_last_line() -> None:
    keeping, snapshot = Keeping(), replace(after(*SHOW[:-1], TWELVE), since=100.0)
    into_count = []
    for keeping.seconds in (100.0, 101.5, 103.125, 103.25, 200.0):
        into_count.append(keeping.cache.ms_into_count(snapshot))
    assert into_count == [0, 1500, 3125, None, None]
    keeping.seconds = 100.0
    assert keeping.cache.ms_into_count(replace(after(start()), since=100.0)) is None
