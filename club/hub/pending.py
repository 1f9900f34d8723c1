"""The reports of tables on their way into the journal."""

from itertools import chain
from typing import Final

from club.hub.reports import feat_changes, report_of
from club.hub.tables import Tables
from club.night.entry import Noted, Reported
from club.night.state import Night
from mqtt.payloads import Result
from mqtt.topics import Topics, result_of

MOST_RETAINED: Final = 50_000
"""Results that are remembered; a hostile table could send more."""


class PendingReports:
    """Keeps what tables report until the journal has it. For one thread.

    ``results`` are those that the broker holds, by topic, whether they are written down or not:
    all are offered again when there are other rounds.
    """

    def __init__(self, topics: Topics, tables: Tables) -> None:
        self._topics, self._tables = topics, tables
        self.results: dict[str, Result | None] = {}
        self._new: dict[str, None] = {}
        """The topics of the results that are not in the journal yet."""
        self._feats: dict[Noted, None] = {}
        """The feats that are not, either."""
        self._seated: dict[str, None] = {}
        """Tables whose state says something else of the game of the night than before."""
        self._offered: object = None
        """The rounds to which all results were offered."""

    def has_room(self, topic: str) -> bool:
        """True if the result at *topic* can be remembered."""
        return topic in self.results or len(self.results) < MOST_RETAINED

    def take_result(self, topic: str, result: Result | None) -> None:
        """Take a result; None where it was taken back."""
        self.results[topic] = result
        self._new[topic] = None

    def take_feat(self, feat: Noted) -> None:
        """Take a feat."""
        self._feats[feat] = None

    def take_seat(self, table: str) -> None:
        """Look at the feats in the state of *table*."""
        self._seated[table] = None

    def entries(self, night: Night | None) -> list[Reported | Noted]:
        """Return what *night* is to know; of results those that are new, or all of them where there
        are other rounds than before."""
        topics = self._new if _rounds(night) is self._offered else self.results
        reports = [report for topic in topics if (report := self._report(topic, night))]
        feats = (feat_changes(self._tables.said_by(table), night) for table in self._seated)
        return [*reports, *self._feats, *chain.from_iterable(feats)]

    def _report(self, topic: str, night: Night | None) -> Reported | None:
        name = result_of(self._topics, topic)
        return report_of(name, self.results.get(topic), night) if name else None

    def clear(self, night: Night | None) -> bool:
        """Forget what is in the journal of *night* now. True if results were among it."""
        had_results = bool(self._new)
        self._offered = _rounds(night)
        self._new, self._feats, self._seated = {}, {}, {}
        return had_results

    def offer_all(self) -> None:
        """Offer all results again, those that were not kept among them."""
        self._offered = None


def _rounds(night: Night | None) -> object:
    return night.rounds if night else None
