"""The state of the table as JSON, encoded once for each language."""

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, TypeAlias, cast

from msgspec import Raw

from scorekeeper.board.scene import award_times
from scorekeeper.game.codec import to_json
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.machine import Machine
from scorekeeper.table import InputLockout
from scorekeeper.words import Words
from web.live.log import Log
from web.live.state import SnapshotResponse, response_json, state_of

WordsFor: TypeAlias = Callable[[str], Words]
"""Words by language."""

MAX_AGE: Final = 60.0
"""Seconds. Anything older was shown long ago."""


class SnapshotCache:
    """Caches the JSON of the newest snapshot, so that two hundred streams cost one encoding.

    *ticks* and *machine* are the table's; *lockout* is that of its keypads, if any.
    """

    def __init__(
        self,
        words_for: WordsFor,
        ticks: Callable[[], float],
        lockout: Callable[[], InputLockout | None],
        machine: Callable[[], Machine],
    ) -> None:
        self._words_for, self._ticks, self._lock = words_for, ticks, Lock()
        self._lockout, self._machine = lockout, machine
        self._revision = ("", -1)
        self._states: dict[str, bytes] = {}
        self._log = Log()

    def json(self, snapshot: Snapshot, lang: str, **own: Any) -> bytes:
        """Return *snapshot* in *lang* as a SnapshotResponse, or one with its *own* fields first."""
        revision = (snapshot.journal, snapshot.revision)
        with self._lock:
            if revision != self._revision:
                self._revision, self._states = revision, {}
            if (state := self._states.get(lang)) is None:
                words = self._words_for(lang)
                state = to_json(state_of(snapshot, words, self._log, self._machine()))
                self._states[lang] = state
        # With each state, so that all pages of keys show a lockout at once.
        locked_ms, locked_why = 0, None
        if lockout := self._lockout():
            locked_ms = max(0, round(1000 * (lockout.until - self._ticks())))
            locked_why = self._words_for(lang).rejection(lockout.rejection)
        age_ms = int(1000 * self._age(snapshot))
        return response_json(
            state, **own, locked_ms=locked_ms, locked_why=locked_why, age_ms=age_ms
        )

    def nested(self, snapshot: Snapshot, lang: str) -> SnapshotResponse:
        """Return the SnapshotResponse of *snapshot*, encoded, for use inside another struct."""
        return cast(SnapshotResponse, Raw(self.json(snapshot, lang)))

    def ms_into_count(self, snapshot: Snapshot) -> int | None:
        """Return the age of *snapshot* in ms while its count is still being shown, else None."""
        age = self._age(snapshot)
        return int(1000 * age) if age < max(award_times(snapshot.latest), default=0.0) else None

    def _age(self, snapshot: Snapshot) -> float:
        return min(self._ticks() - snapshot.since, MAX_AGE)


def event_id(snapshot: Snapshot) -> str:
    """Return the id of *snapshot* in the event stream: ``<journal>.<revision>``."""
    return f"{snapshot.journal}.{snapshot.revision}"
