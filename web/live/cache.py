"""The state of the table as JSON, computed once for everybody who reads the same language."""

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, TypeAlias, cast

from msgspec import Raw

from scorekeeper.board.render.timeline import award_times
from scorekeeper.game.codec import to_json
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.machine import Machine
from scorekeeper.table import InputLockout
from scorekeeper.words import Words
from web.live.log import Log
from web.live.responses import SnapshotResponse, response_json
from web.live.view import state_of

WordsFor: TypeAlias = Callable[[str], Words]
"""Words by language."""

MAX_AGE: Final = 60.0
"""Seconds. Anything older was shown long ago."""

Revision: TypeAlias = tuple[str, int]


class SnapshotCache:
    """Keeps the JSON of the newest snapshot, so that two hundred streams cost one encoding.

    *ticks* and *machine* are the table's, and *lockout* is the one of its keypads that is in force.
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
        self._revision: Revision = ("", -1)
        self._states: dict[str, bytes] = {}
        self._log = Log()

    def json(self, snapshot: Snapshot, lang: str, **own: Any) -> bytes:
        """Return *snapshot* in *lang* as a SnapshotResponse, or one with its *own* fields first."""
        age_ms = int(1000 * self._age(snapshot))
        locked = self._locked(lang)
        return response_json(self._state(snapshot, lang), **own, **locked, age_ms=age_ms)

    def nested(self, snapshot: Snapshot, lang: str) -> SnapshotResponse:
        """Return the SnapshotResponse of *snapshot*, encoded, for use inside another struct."""
        return cast(SnapshotResponse, Raw(self.json(snapshot, lang)))

    def ms_into_count(self, snapshot: Snapshot) -> int | None:
        """Return the age of *snapshot* in ms while its count is still being shown, else None."""
        age = self._age(snapshot)
        return int(1000 * age) if age < max(award_times(snapshot.latest), default=0.0) else None

    def _locked(self, lang: str) -> dict[str, Any]:
        """Return for how long keys are refused, and why: with each state, so that all pages of keys
        say it at once."""
        if not (lockout := self._lockout()):
            return {"locked_ms": 0, "locked_why": None}
        ms = max(0, round(1000 * (lockout.until - self._ticks())))
        return {"locked_ms": ms, "locked_why": self._words_for(lang).rejection(lockout.rejection)}

    def _age(self, snapshot: Snapshot) -> float:
        return min(self._ticks() - snapshot.since, MAX_AGE)

    def _state(self, snapshot: Snapshot, lang: str) -> bytes:
        revision = (snapshot.journal, snapshot.revision)
        with self._lock:
            if revision != self._revision:
                self._revision, self._states = revision, {}
            if lang not in self._states:
                words, machine = self._words_for(lang), self._machine()
                self._states[lang] = to_json(state_of(snapshot, words, self._log, machine))
            return self._states[lang]


def event_id(snapshot: Snapshot) -> str:
    """Return the id of *snapshot* in the event stream: ``<journal>.<revision>``."""
    return f"{snapshot.journal}.{snapshot.revision}"
