"""Replay a finished game on the board, entry by entry, until a new entry is made."""

from threading import Lock, Thread
from typing import Final, NamedTuple

from scorekeeper.board.scene import WALK_AT_MOST, award_times
from scorekeeper.game.live import ReplayPosition, Speed
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal.journal import PlayedGame
from scorekeeper.table.table import Table

ENTRY_SECONDS: Final = 1.6
"""Minimum seconds per entry at speed 1."""

LEFT_ALONE: Final = 600.0
"""Seconds after which a paused replay ends."""

POLL_SECONDS: Final = 5.0
"""Seconds between checks for a stop request."""

BETWEEN: Final = frozenset({Phase.IDLE, Phase.OVER})
"""The phases between games in which a replay may be shown."""


def step_of(played: PlayedGame, at: int, *, journal: str, since: float = 0.0) -> Snapshot:
    """Return the table as it was after entry number *at* (from 1) of the game."""
    node = played.nodes[at - 1]
    earlier = played.nodes[at - 2].game if at > 1 else Game()
    version = node.entry.entry
    return Snapshot(
        journal=journal,
        version=version,
        revision=version,
        game=node.game,
        before=earlier,
        since=since,
        latest=node.entry.events,
        record=node.deal,
    )


class Job(NamedTuple):
    """A replay from entry ``at`` on. It ends when its number ``run`` is no longer the latest."""

    run: int
    played: PlayedGame
    at: int
    playing: bool
    speed: Speed


class Replay:
    """Selects what the lights show: the *table*, or a replay of a finished game. Thread-safe.

    The live state contains the replay's position. Any entry ends the replay: as of the snapshot
    with that entry, ``seen`` returns the table itself.
    """

    def __init__(self, table: Table) -> None:
        self._table, self._lock = table, Lock()
        self._shown: Snapshot | None = None
        self._over = 0
        self._run = 0
        self._job: Job | None = None
        self._working = False

    def seen(self, snapshot: Snapshot) -> Snapshot:
        """Return the snapshot shown in place of the table's *snapshot*, or *snapshot* itself."""
        with self._lock:
            shown, over = self._shown, self._over
        return shown if shown and snapshot.version == over else snapshot

    def show(self, played: PlayedGame, *, at: int, playing: bool, speed: Speed) -> bool:
        """Show *played*, starting at entry *at*. Returns False, without effect, during a game."""
        snapshot = self._table.now
        if snapshot.game.phase not in BETWEEN:
            return False
        with self._lock:
            self._run += 1
            self._over, self._job = snapshot.version, Job(self._run, played, at, playing, speed)
            self._put(self._job)
            if not self._working:
                self._working = True
                Thread(target=self._work, name="replay", daemon=True).start()
        return True

    def stop(self) -> None:
        """End the replay and show the table again."""
        with self._lock:
            self._run += 1
            self._end()

    def _end(self) -> None:
        self._shown = None
        self._table.set_live(replay=None)

    def _put(self, job: Job) -> None:
        last, game = len(job.played.nodes), job.played.game
        journal, since = self._table.now.journal, self._table.ticks()
        self._shown = step_of(job.played, job.at, journal=journal, since=since)
        self._table.set_live(
            replay=ReplayPosition(
                game=f"{game.match}.{game.place}",
                version=self._over,
                at=job.at,
                of=last,
                playing=job.playing and job.at < last,
                speed=job.speed,
            )
        )

    def _work(self) -> None:
        """Run the newest job until none is left; a single thread serves all replays."""
        done: Job | None = None
        while True:
            with self._lock:
                job = self._job
                if job is None or job is done:
                    self._job, self._working = None, False
                    return
            self._go_on(job)
            done = job

    def _go_on(self, job: Job) -> None:
        """Show one entry after another, until another run begins or an entry is made."""
        nodes = job.played.nodes
        while job.playing and job.at < len(nodes):
            # Until its awards and walks end.
            lines = award_times(nodes[job.at - 1].entry.events)
            shown_for = lines[-1] + WALK_AT_MOST / 2 if lines else 0.0
            if not self._wait(job.run, max(shown_for, ENTRY_SECONDS / job.speed)):
                return
            job = job._replace(at=job.at + 1)
            with self._lock:
                if self._run != job.run:
                    return
                self._put(job)
        if self._wait(job.run, LEFT_ALONE):
            self.stop()

    def _wait(self, run: int, seconds: float) -> bool:
        """Wait *seconds*; return True if *run* is still the current one."""
        until = self._table.ticks() + seconds
        revision = self._table.now.revision
        while (left := until - self._table.ticks()) > 0:
            with self._lock:
                if self._run != run:
                    return False
                if self._table.now.version != self._over:
                    self._end()
                    return False
            revision = self._table.after(revision, min(left, POLL_SECONDS)).revision
        return self._run == run
