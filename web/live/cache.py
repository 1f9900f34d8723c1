"""The state of the table as bytes, worked out once for everybody who reads the same language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any, Final, TypeAlias

from scorekeeper.board.render.timeline import told_at
from scorekeeper.game.codec import to_json
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.words import Words
from web.live.view import state_of

Speaking: TypeAlias = Callable[[str], Words]
"""Words by language."""

OLDEST: Final = 60.0
"""Seconds. Whatever is older was told long ago."""

Moment: TypeAlias = tuple[str, int]


class Told:
    """Keeps the JSON of the newest snapshot, so that two hundred streams cost one encoding.

    *ticks* are the table's.
    """

    def __init__(self, words: Speaking, ticks: Callable[[], float]) -> None:
        self._words, self._ticks, self._lock = words, ticks, Lock()
        self._moment: Moment = ("", -1)
        self._kept: dict[str, bytes] = {}

    def json(self, snapshot: Snapshot, lang: str) -> bytes:
        """*snapshot* for phones in *lang*, and how old it is now."""
        age_ms = int(1000 * self._age(snapshot))
        return led_by({"age_ms": age_ms}, self._without_age(snapshot, lang))

    def telling(self, snapshot: Snapshot) -> int | None:
        """How many milliseconds old *snapshot* is, while some of it is still to be told."""
        age = self._age(snapshot)
        return int(1000 * age) if age < max(told_at(snapshot.latest), default=0.0) else None

    def _age(self, snapshot: Snapshot) -> float:
        return min(self._ticks() - snapshot.since, OLDEST)

    def _without_age(self, snapshot: Snapshot, lang: str) -> bytes:
        moment = (snapshot.journal, snapshot.revision)
        with self._lock:
            if moment != self._moment:
                self._moment, self._kept = moment, {}
            if lang not in self._kept:
                self._kept[lang] = to_json(state_of(snapshot, self._words(lang)))
            return self._kept[lang]


def led_by(few: Mapping[str, Any], told: bytes) -> bytes:
    """The JSON object *told* with a *few* fields before the rest, which need not be made anew."""
    return b"%s,%s" % (to_json(few)[:-1], told[1:])


def name_of(snapshot: Snapshot) -> str:
    """The id of a snapshot in a stream: ``<journal>.<revision>``."""
    return f"{snapshot.journal}.{snapshot.revision}"
