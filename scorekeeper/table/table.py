"""The table: the one place where a game changes. Decide, write it down, then show it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC
from itertools import islice
from threading import Condition, Lock
from typing import Final, NamedTuple, Unpack

from msgspec.structs import replace

from scorekeeper.game.actions import Amend, Asked, Redo, Undo
from scorekeeper.game.answer import Answer, answer
from scorekeeper.game.events import Abandoned, DealBegan, Events, GameWon
from scorekeeper.game.live import NOTHING_LIVE, Live, LiveChanges
from scorekeeper.game.record import Place
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Righted, Snapshot
from scorekeeper.game.state import Game
from scorekeeper.journal.errors import JournalFault, Trouble
from scorekeeper.journal.export import exported_row, heading
from scorekeeper.journal.games import Finished, Played, finished_in
from scorekeeper.journal.history import Moment, Past
from scorekeeper.journal.journal import Journal
from scorekeeper.journal.repair import Clock, utc_now
from scorekeeper.journal.row import Line, Row, raw_json
from scorekeeper.table.commands import Move, Signed, amend, check_by, check_key, do, redo, undo
from scorekeeper.table.preview import Preview, preview

REVISION_BITS: Final = 20
"""Room for changes of the live state between two lines: no revision ever means two different games,
not even after a restart, which forgets how many changes there were."""

LONG_AGO: Final = 86_400.0
"""So old, in seconds, is what the table finds when it opens: whatever it told was told by then."""

ENDS: Final = (DealBegan, GameWon, Abandoned)
"""When these happen nobody is in a hurry, and the backup follows."""


class Receipt(NamedTuple):
    """An accepted entry: its line, what it answered, and the table as it is now."""

    version: int
    answer: Answer
    snapshot: Snapshot


class Table:
    """For any thread. What raises, a Refusal or a JournalFault, has changed nothing.

    *clock* says when an entry was made, *ticks* counts seconds and never goes back.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        clock: Clock = utc_now,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._journal, self._clock, self._past = journal, clock, Past(journal)
        self._ticks, self._since = ticks, ticks() - LONG_AGO
        self._writing, self._changed = Lock(), Condition()
        try:
            self._moment = self._past.after(journal.last)
        except JournalFault as fault:
            if fault.code is not Trouble.DAMAGED:
                raise
            journal.mend(only_whole=False)
            journal.ready()
            self._moment = self._past.after(journal.last)
        self._now = self._seen(journal.last << REVISION_BITS, NOTHING_LIVE)

    @property
    def now(self) -> Snapshot:
        """The table as everybody may see it."""
        return self._now

    def ticks(self) -> float:
        """The second that it is now, as ``Snapshot.since`` counts them."""
        return self._ticks()

    def submit(
        self, asked: Asked, *, seen: int | None = None, key: str | None = None, by: str = ""
    ) -> Receipt:
        """Do what is *asked*. It is kept before anybody can see it.

        *seen* is the version on which it was asked: Refusal STALE where there is a newer one. The
        *key* of an accepted entry, however old, gets that entry's answer and adds nothing. *by* is
        who asks.
        """
        check_by(by)
        if key is not None:
            check_key(key)
        with self._alone():
            if key is not None and (row := self._journal.by_key(key)):
                return self._again(row)
            self._check_seen(seen)
            signed = Signed(self._journal.last + 1, by, self._time())
            move = self._decide(asked, signed)
            self._keep(move, asked, signed, key)
            before = self._now.game
            self._publish(Moment(move.after, before, move.events, by, move.kind, move.touched))
            if any(isinstance(event, ENDS) for event in move.events):
                self._journal.back_up()
            return self._receipt(signed.version, move.events, move.after.game)

    def answered(self, key: str) -> Receipt | None:
        """The answer that the entry with this *key* got, however old; None where there is none."""
        with self._alone():
            row = self._journal.by_key(key)
            return self._again(row) if row else None

    def preview(self, asked: Amend) -> Preview:
        """What an amend would lead to. Nothing is done, and nothing told that is not public."""
        with self._alone():
            thought = preview(self._moment.standing, asked)
            return replace(thought, version=self._journal.last)

    def set_live(self, *, at: int | None = None, **changes: Unpack[LiveChanges]) -> None:
        """Change the live state and wake everybody who waits, unless nothing is different.

        *at* is the version for which a pending entry was typed: on another one it is dropped.
        """
        with self._changed:
            live = replace(self._now.live, **changes)
            if at is not None and at != self._now.version:
                live = replace(live, pending_entry=None)
            if live != self._now.live:
                # Not from the journal: a line may be in it already that is not decided upon here.
                self._now = replace(self._now, revision=self._now.revision + 1, live=live)
                self._changed.notify_all()

    def after(self, revision: int, timeout: float) -> Snapshot:
        """Wait for a snapshot with another revision; after *timeout* seconds the same one again."""
        with self._changed:
            self._changed.wait_for(lambda: self._now.revision != revision, timeout)
            return self._now

    def lines(self, after: int = 0, limit: int = 200) -> tuple[Line, ...]:
        """At most *limit* lines of the journal after line *after*, oldest first."""
        with self._alone():
            last = min(after + limit, self._journal.last)
            rows = self._journal.rows(after + 1, last) if last > after else ()
        return tuple(row.read() for row in rows)

    def games(self, before: tuple[int, int] | None = None, limit: int = 50) -> tuple[Finished, ...]:
        """At most *limit* finished games, newest first, older than the one whose ``match`` and
        ``place`` are *before*."""
        with self._alone():
            games = self._journal.finished(self._moment.standing, before)
            return tuple(islice(games, limit))

    def played(self, name: tuple[int, int]) -> Played | None:
        """The finished game whose ``match`` and ``place`` are *name*; None where there is none."""
        with self._alone():
            return self._journal.played(self._moment.standing, name)

    def ended(self) -> tuple[str, int, tuple[Finished, ...]]:
        """What the list of finished games follows from: the journal, the line down to which the
        record is at hand (what lies below one never changes), and the games that ended since.
        """
        standing = self._moment.standing
        floor = standing.place.floor if standing.place else standing.begun
        return self._now.journal, floor, finished_in(standing, 0)

    def places(self) -> tuple[Place, ...]:
        """What was entered in the game on the table, oldest first, each with the table after it."""
        top = self._moment.standing.place
        return tuple(reversed(tuple(top.at_hand()))) if top else ()

    def exported(self, chunk: int = 500) -> Iterator[bytes]:
        """The journal up to now as ``export_lines`` writes it, read so many lines at a time."""
        with self._alone():
            name, last = self._journal.name, self._journal.last
        yield heading(name, last)
        for first in range(1, last + 1, chunk):
            with self._alone():
                rows = self._journal.rows(first, min(first + chunk - 1, last))
            yield from map(exported_row, rows)

    def close(self) -> None:
        """Let go of the journal, its backup brought up to date."""
        with self._writing:
            self._journal.close()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One thread at a time reads or writes the journal, in which the table is up to date.

        A damaged journal is mended if nothing is lost by it; whoever met the damage asks again.
        """
        with self._writing:
            try:
                self._catch_up()
                yield
            except JournalFault as fault:
                if fault.code is Trouble.DAMAGED:
                    with suppress(JournalFault):
                        self._journal.mend(only_whole=True)
                        self._catch_up()
                raise

    def _catch_up(self) -> None:
        """After a fault the journal may have a line more than was shown, or be a mended one."""
        self._journal.ready()
        if (self._journal.name, self._journal.last) != (self._now.journal, self._now.version):
            self._publish(self._past.after(self._journal.last))

    def _check_seen(self, seen: int | None) -> None:
        if seen is not None and seen != self._now.version:
            moment = self._moment
            raise Refusal(Code.STALE, by=moment.by, how=moment.kind, latest=moment.touched)

    def _decide(self, asked: Asked, signed: Signed) -> Move:
        standing = self._moment.standing
        match asked:
            case Undo():
                return undo(standing, self._past.before)
            case Redo():
                return redo(standing)
            case Amend():
                return amend(standing, asked, signed)
            case _:
                return do(standing, asked, signed, self._past.before)

    def _keep(self, move: Move, asked: Asked, signed: Signed, key: str | None) -> None:
        """Write the line."""
        after = move.after
        row = Row(
            version=signed.version,
            kind=move.kind,
            match=after.match,
            head=after.top.version if after.top else 0,
            redo_head=after.tip,
            undoes=move.undoes,
            action=raw_json(asked),
            events=raw_json(move.kept or move.events),
            by=signed.by,
            at=signed.at,
            key=key,
            game=after.begun,
            sum="",
        )
        self._journal.write(row, self._moment.standing, after)

    def _publish(self, moment: Moment) -> None:
        with self._changed:
            self._moment, self._since = moment, self._ticks()
            revision = max(self._now.revision + 1, self._journal.last << REVISION_BITS)
            self._now = self._seen(revision, replace(self._now.live, pending_entry=None))
            self._changed.notify_all()

    def _seen(self, revision: int, live: Live) -> Snapshot:
        standing = self._moment.standing
        return Snapshot(
            journal=self._journal.name,
            version=self._journal.last,
            revision=revision,
            since=self._since,
            game=standing.game,
            before=self._moment.before,
            latest=self._moment.events,
            righted=_righted(self._moment),
            record=standing.place.deal if standing.place else (),
            undo=standing.top.change if standing.top else None,
            redo=standing.undone[-1].change if standing.undone else None,
            live=live,
        )

    def _again(self, row: Row) -> Receipt:
        """The answer that *row* got: as a rule it belongs to the game on the table."""
        for deed in self._moment.standing.deeds():
            if deed.version == row.version:
                return self._receipt(row.version, row.happened(), deed.place.game)
        then = self._past.after(row.version)
        return self._receipt(row.version, then.events, then.standing.game)

    def _receipt(self, version: int, events: Events, game: Game) -> Receipt:
        return Receipt(version, answer(version, events, game), self._now)

    def _time(self) -> str:
        now = self._clock().astimezone(UTC)
        return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _righted(moment: Moment) -> Righted | None:
    if moment.kind == "do" or moment.touched is None:
        return None
    return Righted(how=moment.kind, change=moment.touched, by=moment.by)
