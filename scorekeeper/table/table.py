"""The table, the only place where the game changes: decide, write to the journal, publish."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC
from functools import partial
from threading import Condition, Lock
from typing import Any, Final, NamedTuple, TypeAlias, Unpack

from msgspec.structs import replace

from scorekeeper.device import NEW_MACHINE, MachineChanges, MachineState
from scorekeeper.game.actions import Amend, Asked, Start
from scorekeeper.game.codec import answer
from scorekeeper.game.events import Abandoned, DealBegan, Events, GameWon
from scorekeeper.game.live import LiveChanges
from scorekeeper.game.marks import GameName, Marks
from scorekeeper.game.record import RecordNode
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Correction, Snapshot
from scorekeeper.game.state import Game
from scorekeeper.journal.files import JournalFault, Trouble
from scorekeeper.journal.history import History, Line, Moment, Row
from scorekeeper.journal.journal import GameResult, Journal, PlayedGame, exported
from scorekeeper.journal.store import Clock, utc_now
from scorekeeper.table.commands import EntryMeta, Preview, check_text, decide, preview, row_of
from scorekeeper.table.listeners import Listeners
from scorekeeper.words import Fault

REVISION_BITS: Final = 20
"""Bits for counting changes of live state between two lines, so that a revision never denotes two
different games, even after a restart, which resets the count."""

LONG_AGO: Final = 86_400.0
"""Assumed age in seconds of the latest line when the table opens, so that its awards are not
animated."""

ENDS: Final = (DealBegan, GameWon, Abandoned)
"""Events that are followed by a pause, in which the backup is updated."""


LiveChange: TypeAlias = Callable[[Snapshot], LiveChanges]
"""Computes changes of the live state from a snapshot."""


class Receipt(NamedTuple):
    """An accepted entry: its line and events, the game after it, and the current snapshot."""

    version: int
    events: Events
    game: Game
    snapshot: Snapshot

    @property
    def answer(self) -> dict[str, Any]:
        """The response to the request that made the entry."""
        return answer(self.version, self.events, self.game)


class Table:
    """The table; thread-safe. A call that raises Refusal or JournalFault has changed nothing.

    *clock* returns the time of an entry; *ticks* returns seconds and is monotonic.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        clock: Clock = utc_now,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._journal, self._clock = journal, clock
        self._history = History(journal.rows, journal.ready)
        self._ticks = ticks
        self._writing, self._changed = Lock(), Condition()
        self.on_decided = Listeners[Snapshot]()
        """Called with the next snapshot while its entry is being written, to prepare it. It must
        not be shown before it becomes ``now``, which never happens if the write fails."""
        self.on_entered = Listeners[[]]()
        """Called when ``now`` has a new entry, before waiting threads are woken."""
        self.on_start = Listeners[Start]()
        """Called with each start of a match, once it is visible."""
        try:
            self._moment = self._history.after(journal.last)
        except JournalFault as fault:
            if fault.code is not Trouble.DAMAGED:
                raise
            journal.repair(only_whole=False)
            journal.ready()
            self._moment = self._history.after(journal.last)
        self._now = Snapshot(journal="", version=0, revision=-1, game=Game(), before=Game())
        now = self._next(self._moment, journal.last)
        self._now = replace(now, since=ticks() - LONG_AGO)
        self._machine = NEW_MACHINE

    @property
    def now(self) -> Snapshot:
        """The current snapshot."""
        return self._now

    @property
    def machine(self) -> MachineState:
        """The state of the machine, at least as recent as a snapshot read before it."""
        return self._machine

    @property
    def match(self) -> int:
        """The line at which the current match started; 0 if there is none."""
        return self._moment.state.match

    def ticks(self) -> float:
        """Return the current time in seconds, as in ``Snapshot.since``."""
        return self._ticks()

    def submit(
        self,
        asked: Asked,
        *,
        seen: int | None = None,
        key: str | None = None,
        by: str = "",
        live: LiveChange | None = None,
    ) -> Receipt:
        """Perform the request *asked*. It is durable before it is visible.

        *seen* is the version that the author saw: Refusal STALE if there is a newer one. A *key*
        that was accepted before, however long ago, gets the answer of that entry and has no other
        effect; Refusal BAD_VALUE if that was another action. *by* is the author's name. *live*
        changes the live state together with the entry.
        """
        check_text("by", by, shortest=0)
        if key is not None:
            check_text("key", key, shortest=1)
        with self._exclusive():
            if key is not None and (row := self._journal.by_key(key)):
                if row.read().asked != asked:
                    raise Refusal(
                        Code.BAD_VALUE, field="used_key", value=key, wanted=str(row.version)
                    )
                return self._repeated(row)
            if seen not in (None, self._now.version):
                moment = self._moment
                raise Refusal(Code.STALE, by=moment.by, how=moment.kind, latest=moment.touched)
            now = self._clock().astimezone(UTC).isoformat(timespec="milliseconds")
            meta = EntryMeta(self._journal.last + 1, by, now.replace("+00:00", "Z"))
            state = self._moment.state
            done = decide(state, asked, meta, self._history)
            row, amends = row_of(done, asked, meta, key), done.touched.amends
            shown, change = self._now, (done.kind, done.touched, done.was)
            moment = Moment(done.after, shown.game, done.events, by, *change)
            snapshot = self._next(moment, meta.version, live)
            prepare = partial(self.on_decided, snapshot)
            self._journal.write(
                row, state, done.after, prepare, amends=amends, earlier=done.earlier
            )
            self._publish(moment, live, (shown, snapshot))
            if any(isinstance(event, ENDS) for event in done.events):
                self._journal.back_up()
            receipt = Receipt(meta.version, done.events, done.after.game, self._now)
        if isinstance(asked, Start):
            self.on_start(asked)
        return receipt

    def receipt_for(self, key: str) -> Receipt | None:
        """Return the receipt of the entry with this *key*, or None."""
        with self._exclusive():
            row = self._journal.by_key(key)
            return self._repeated(row) if row else None

    def preview(self, asked: Amend) -> Preview:
        """Return the effect of an amend without performing it or revealing secrets."""
        with self._exclusive():
            thought = preview(self._moment.state, asked, self._history)
            return replace(thought, version=self._journal.last)

    def set_live(self, *, at: int | None = None, **changes: Unpack[LiveChanges]) -> None:
        """Change the live state and wake all waiting clients, if anything changes.

        *at* is the version for which a pending entry was typed; at another version it is dropped.
        """
        with self._changed:
            live = replace(self._now.live, **changes)
            if at is not None and at != self._now.version:
                live = replace(live, pending_entry=None)
            if live != self._now.live:
                # Not from the journal: a line may be in it already that is not decided upon here.
                self._now = replace(self._now, revision=self._now.revision + 1, live=live)
                self._changed.notify()

    def set_machine(self, **changes: Unpack[MachineChanges]) -> None:
        """Change the state of the machine and wake all waiting clients, if anything changes."""
        with self._changed:
            machine = replace(self._machine, **changes)
            if machine != self._machine:
                self._machine = machine
                self._now = replace(self._now, revision=self._now.revision + 1)
                self._changed.notify()

    def change_live(self, change: LiveChange) -> None:
        """Change the live state atomically, as *change* computes it from the snapshot."""
        with self._changed:
            self.set_live(**change(self._now))

    def after(self, revision: int, timeout: float) -> Snapshot:
        """Return the snapshot once its revision differs from *revision*, or after *timeout*
        seconds."""
        with self._changed:
            if self._changed.wait_for(lambda: self._now.revision != revision, timeout):
                # Each wakes the next, who has waited longest: woken together they would be in each
                # other's way. Who has seen this one already waits behind all that have not.
                self._changed.notify()
            return self._now

    def lines(self, after: int = 0, limit: int = 200) -> tuple[Line, ...]:
        """Return at most *limit* lines of the journal after line *after*, oldest first."""
        with self._exclusive():
            last = min(after + limit, self._journal.last)
            rows = self._journal.rows(after + 1, last) if last > after else ()
        return tuple(row.read() for row in rows)

    def games(self, before: GameName | None = None, limit: int = 50) -> tuple[GameResult, ...]:
        """Return at most *limit* finished games, newest first, older than the game *before* (match
        and place), including annulled ones, with display names."""
        with self._exclusive():
            games, marks = self._journal.list_games(before, limit), self._moment.state.marks
            return tuple(game.marked(marks) for game in games)

    def load_game(self, name: GameName) -> PlayedGame | None:
        """Return the finished game with match and place *name*, or None; names are as entered."""
        with self._exclusive():
            played, marks = self._journal.load_game(name), self._moment.state.marks
        if played is None:
            return None
        result = played.game.marked(marks)
        return played._replace(game=replace(result, players=played.game.players))

    @property
    def marks(self) -> Marks:
        """The marks on finished games."""
        return self._moment.state.marks

    @property
    def games_version(self) -> tuple[str, int]:
        """The name of the journal, and a number that changes with every finished game."""
        return self._now.journal, self._journal.games_changed

    def nodes(self) -> tuple[RecordNode, ...]:
        """Return the record of the current game, oldest first."""
        record = self._moment.state.record
        return tuple(reversed(tuple(record.loaded()))) if record else ()

    def export(self) -> Iterator[bytes]:
        """Iterate over the lines of an export of the journal; concurrent writes are allowed."""
        with self._exclusive():
            name, last = self._journal.name, self._journal.last
        yield from exported(name, last, self._rows)

    def _rows(self, first: int, last: int) -> tuple[Row, ...]:
        with self._exclusive():
            return self._journal.rows(first, last)

    @property
    def backup_fault(self) -> Fault | None:
        """The reason why the backup is behind, or None."""
        return self._journal.backup_fault

    def close(self) -> None:
        """Bring the backup up to date, then close the journal."""
        with self._writing:
            self._journal.close()

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """Context manager: exclusive access to the up-to-date journal.

        A damaged journal is repaired if nothing is lost in doing so; the caller must retry.
        """
        with self._writing:
            try:
                self._catch_up()
                yield
            except JournalFault as fault:
                if fault.code is Trouble.DAMAGED:
                    with suppress(JournalFault):
                        self._journal.repair(only_whole=True)
                        self._catch_up()
                raise

    def _catch_up(self) -> None:
        """Publish a line that an error kept from being shown, or a repaired journal."""
        self._journal.ready()
        if (self._journal.name, self._journal.last) != (self._now.journal, self._now.version):
            self._publish(self._history.after(self._journal.last))

    def _publish(
        self,
        moment: Moment,
        change: LiveChange | None = None,
        decided: tuple[Snapshot, Snapshot] | None = None,
    ) -> None:
        with self._changed:
            shown, now = decided or (None, None)
            if now is None or shown is not self._now:  # The live state has changed meanwhile.
                now = self._next(moment, self._journal.last, change)
            self._moment, self._now = moment, replace(now, since=self._ticks())
        self.on_entered()
        with self._changed:
            self._changed.notify()

    def _next(self, moment: Moment, version: int, change: LiveChange | None = None) -> Snapshot:
        """Return the snapshot of the table at *moment*, after line *version*."""
        live = replace(self._now.live, pending_entry=None)
        state, correction = moment.state, None
        if moment.kind != "do" and moment.touched:
            how, touched = moment.kind, moment.touched
            correction = Correction(how=how, change=touched, by=moment.by, was=moment.was)
        now = Snapshot(
            journal=self._journal.name,
            version=version,
            revision=max(self._now.revision + 1, version << REVISION_BITS),
            game=state.game,
            before=moment.before,
            latest=moment.events,
            correction=correction,
            record=state.record.deal if state.record else (),
            undo=state.head.change if state.head else None,
            redo=state.undone[-1].change if state.undone else None,
            names=state.marks.names,
            live=live,
        )
        at_show = live.at_show and live.at_show.kept(now.game, now.version, now.open_claims)
        now = replace(now, live=replace(live, at_show=at_show))
        return replace(now, live=replace(now.live, **change(now))) if change else now

    def _repeated(self, row: Row) -> Receipt:
        """Return the receipt of *row*, which usually belongs to the current game."""
        for commit in self._moment.state.commits():
            if commit.version == row.version:
                return Receipt(row.version, row.happened(), commit.record.game, self._now)
        then = self._history.after(row.version)
        return Receipt(row.version, then.events, then.state.game, self._now)
