"""The state of the table as JSON, computed once for everybody who reads the same language."""

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, TypeAlias, cast

from msgspec import Raw

from scorekeeper.board.render.timeline import award_times
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.words import Words
from web.live.log import Log
from web.live.responses import SnapshotResponse, encoded, encoded_fields
from web.live.view import state_of

WordsFor: TypeAlias = Callable[[str], Words]
"""Words by language."""

MAX_AGE: Final = 60.0
"""Seconds. Anything older was shown long ago."""

Revision: TypeAlias = tuple[str, int]


class SnapshotCache:
    """Keeps the JSON of the newest snapshot, so that two hundred streams cost one encoding.

    *ticks* are the table's.
    """

    def __init__(self, words_for: WordsFor, ticks: Callable[[], float]) -> None:
        self._words_for, self._ticks, self._lock = words_for, ticks, Lock()
        self._revision: Revision = ("", -1)
        self._fields: dict[str, dict[str, Any]] = {}
        self._log = Log()

    def json(
        self,
        snapshot: Snapshot,
        lang: str,
        kind: type[SnapshotResponse] = SnapshotResponse,
        **own: Any,
    ) -> bytes:
        """Return *snapshot* in *lang* as a *kind* of response with its *own* fields."""
        age_ms = int(1000 * self._age(snapshot))
        return encoded(kind(age_ms=age_ms, **own, **self._state(snapshot, lang)))

    def nested(self, snapshot: Snapshot, lang: str) -> SnapshotResponse:
        """Return the SnapshotResponse of *snapshot*, encoded, for use inside another struct."""
        return cast(SnapshotResponse, Raw(self.json(snapshot, lang)))

    def ms_into_count(self, snapshot: Snapshot) -> int | None:
        """Return the age of *snapshot* in ms while its count is still being shown, else None."""
        age = self._age(snapshot)
        return int(1000 * age) if age < max(award_times(snapshot.latest), default=0.0) else None

    def _age(self, snapshot: Snapshot) -> float:
        return min(self._ticks() - snapshot.since, MAX_AGE)

    def _state(self, snapshot: Snapshot, lang: str) -> dict[str, Any]:
        revision = (snapshot.journal, snapshot.revision)
        with self._lock:
            if revision != self._revision:
                self._revision, self._fields = revision, {}
            if lang not in self._fields:
                self._fields[lang] = self._encode(snapshot, lang)
            return self._fields[lang]

    def _encode(self, snapshot: Snapshot, lang: str) -> dict[str, Any]:
        return encoded_fields(state_of(snapshot, self._words_for(lang), self._log))


def event_id(snapshot: Snapshot) -> str:
    """Return the id of *snapshot* in the event stream: ``<journal>.<revision>``."""
    return f"{snapshot.journal}.{snapshot.revision}"
