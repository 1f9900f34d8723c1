"""The state of the table as bytes, worked out once for everybody who reads the same language."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TypeAlias

from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.wire import to_json
from scorekeeper.words import Words
from web.state import state_of

Speaking: TypeAlias = Callable[[str], Words]
"""Words by language."""

Moment: TypeAlias = tuple[str, int]


class Told:
    """Keeps the JSON of the newest snapshot, so that two hundred streams cost one encoding."""

    def __init__(self, words: Speaking) -> None:
        self._words, self._lock = words, Lock()
        self._moment: Moment = ("", -1)
        self._kept: dict[str, bytes] = {}

    def json(self, snapshot: Snapshot, lang: str) -> bytes:
        """*snapshot* for phones in *lang*."""
        moment = (snapshot.journal, snapshot.pulse)
        with self._lock:
            if moment != self._moment:
                self._moment, self._kept = moment, {}
            if lang not in self._kept:
                self._kept[lang] = to_json(state_of(snapshot, self._words(lang)))
            return self._kept[lang]


def name_of(snapshot: Snapshot) -> str:
    """The id of a snapshot in a stream: ``<journal>.<pulse>``."""
    return f"{snapshot.journal}.{snapshot.pulse}"
