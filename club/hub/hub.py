"""The hub: accepts entries one at a time, makes each durable, and publishes the result."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from threading import Condition, RLock
from typing import Final, NamedTuple

from club.hub.journal import HubJournal
from club.night.decide import decide, is_decided, redoable, undoable
from club.night.entry import Entry, Noted, Open, Redo, Refused, Reported, Undo, Why
from club.night.evolve import Written, evolve_all, news_of, replay
from club.night.state import Club
from scorekeeper.journal import Clock, JournalFault, Trouble, utc_now
from scorekeeper.table import Listeners
from scorekeeper.words import en
from scorekeeper.words.errors import BAD_VALUES


class Snapshot(NamedTuple):
    """The club after entry ``version``, and the entries that the director's undo and redo would
    affect."""

    version: int
    club: Club
    undo: Written | None
    redo: Written | None
    rival: str | None = None
    """Another hub that runs the night of this club; None if this hub does."""


TABLE: Final = "table"
"""The author of entries received from the broker."""


class Hub:
    """The club and its journal. Thread-safe; ``now`` takes no lock. *clock* returns the time."""

    _base: Club
    _club: Club
    _lines: list[Written]

    def __init__(self, journal: HubJournal, clock: Clock = utc_now) -> None:
        """Raises JournalFault if the journal cannot be read."""
        self._journal, self._clock = journal, clock
        self._writing, self._changed = RLock(), Condition()
        self.on_change = Listeners[Snapshot]()
        """Called with each new snapshot, after the locks are released."""
        self._forget()
        try:
            self._read_on()
        except JournalFault as fault:
            if fault.code is not Trouble.DAMAGED:
                raise
            journal.repair(only_whole=False)
            self._read_on()
        self._now = self._snapshot(None)

    @property
    def now(self) -> Snapshot:
        """The newest snapshot."""
        return self._now

    @property
    def id(self) -> str:
        """The random name of this hub's journal, which distinguishes the hubs of a club."""
        return self._journal.name

    @property
    def journal(self) -> HubJournal:
        """The journal, to check its health."""
        return self._journal

    def lines(self) -> tuple[Written, ...]:
        with self._writing:
            return tuple(self._lines)

    def submit(self, entry: Entry, *, by: str, key: str | None = None) -> Snapshot:
        """Decide *entry* and write it to the journal. Repeating a *key* has no effect; Refused
        BAD_VALUE if that was another entry.

        Raises Refused, CannotPair, and JournalFault if it cannot be written.
        """
        with self._writing:
            if self._now.rival is not None:
                sentence = en(
                    "Another hub is running this club’s night; this one is only watching."
                )
                raise Refused(Why.WATCHING, sentence)
            self._read_on()  # After a fault, an entry may be durable that was never published.
            written = self._journal.by_key(key) if key else None
            if written and not is_decided(entry, written.entry):
                sentence, number = BAD_VALUES["used_key"], str(written.version)
                raise Refused(Why.BAD_VALUE, sentence, value=key, wanted=number)
            if written is None:
                decided = decide(self._club, entry, self._lines)
                self._take_all(self._journal.write(decided, self._time(), by=by, key=key))
                self._journal.back_up()
            snapshot = self._publish()
        self.on_change(snapshot)
        return snapshot

    def report(self, entries: Sequence[Reported | Noted]) -> None:
        """Write table reports that the journal does not yet have, in one transaction.

        Raises JournalFault.
        """
        with self._writing:
            if self._now.rival is not None:
                return
            self._read_on()
            news = news_of(self._club, entries)
            if not news:
                return
            self._take_all(self._journal.write(news, self._time(), by=TABLE))
            self._journal.back_up()
            snapshot = self._publish()
        self.on_change(snapshot)

    def set_rival(self, rival: str | None) -> None:
        """Set the hub that runs the night instead of this one; None if this one does."""
        with self._writing:
            if rival == self._now.rival:
                return
            self._now = self._now._replace(rival=rival)
            snapshot = self._publish()
        self.on_change(snapshot)

    def _time(self) -> str:
        return self._clock().isoformat(timespec="milliseconds")

    def _read_on(self) -> None:
        self._journal.ready()
        if self._journal.name != self._name:
            self._forget()  # It was repaired.
        self._take_all(self._journal.after(self._version))

    def _forget(self) -> None:
        """Reset to the empty club, before the first entry of the journal."""
        self._name, self._version = self._journal.name, 0
        self._base = self._club = Club()
        self._lines = list[Written]()

    def _take_all(self, lines: Iterable[Written]) -> None:
        """Apply durable entries; consecutive reports are applied together."""
        for kind, run in groupby(lines, lambda line: type(line.entry)):
            news = list(run)
            self._lines += news
            if kind in (Undo, Redo):  # They affect entries before them.
                self._club = replay(self._base, self._lines)
            else:
                self._club = evolve_all(self._club, news)
            if kind is Open:
                self._base, self._lines = self._club, []
            self._version = news[-1].version

    def _publish(self) -> Snapshot:
        with self._changed:
            self._now = self._snapshot(self._now.rival)
            self._changed.notify_all()
            return self._now

    def _snapshot(self, rival: str | None) -> Snapshot:
        undo, redo = undoable(self._lines), redoable(self._lines)
        return Snapshot(self._journal.last, self._club, undo, redo, rival)

    def after(self, seen: Snapshot | None, seconds: float) -> Snapshot:
        """Wait for a snapshot other than *seen*, for at most *seconds*; return the newest."""
        with self._changed:
            self._changed.wait_for(lambda: self._now is not seen, seconds)
            return self._now
