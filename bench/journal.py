"""Start time with an empty journal and with years of games, and time of an early correction."""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple

from msgspec.structs import replace

from bench.figures import Figure, rounded, spread
from bench.server import BARE, OURS, serving
from cribble.demo import Bot
from cribble.folders import JOURNAL
from scorekeeper.game.actions import Amend, Next, Peg, Play
from scorekeeper.game.codec import to_json
from scorekeeper.game.events import GameBegan
from scorekeeper.game.state import Phase
from scorekeeper.journal import GameResult, Journal
from scorekeeper.journal.database import Database, MatchGames, StoredGame
from scorekeeper.journal.history import Row, raw_json, rows_of
from scorekeeper.journal.journal import new_entry
from scorekeeper.table import Table

AT_ONCE = 100
"""Games per transaction."""


def starting(folder: Path, *, runs: int) -> Iterator[Figure]:
    """Start with an empty journal, alternating with a bare server."""
    took: dict[str, list[float]] = {"ours": [], "bare": []}
    answered, resident = [], []
    for run in range(runs):
        for name, command in (("ours", OURS), ("bare", BARE)):
            with serving(folder / f"{name} {run}", command) as served:
                took[name].append(served.processor_ms())
                if name == "ours":
                    answered.append(served.first_answer)
                    resident.append(served.resident_mb())
    beside = f"{spread(took['ours'], ' ms')} against {spread(took['bare'], ' ms')}"
    times = median(took["ours"]) / median(took["bare"])
    what = "Processor time of a start, times that of a bare server"
    yield Figure(what, times, " ×", 1.6, beside=beside)
    beside = f"{spread(answered, ' s')} in {runs} starts"
    yield Figure("Start to first answer", median(answered), " s", 1, beside=beside)
    yield Figure("Memory, idle", median(resident), " MB", 60)


def growing(folder: Path, *, games: int, runs: int) -> Iterator[Figure]:
    """Start with one finished game in the journal and with *games* of one match, alternately."""
    kept = {"one": folder / "one", "many": folder / "many"}
    years(kept["one"], 1)
    lines = years(kept["many"], games)
    os.sync()
    took: dict[str, list[float]] = {"one": [], "many": []}
    resident = []
    for run in range(runs):
        for name in ("one", "many") if run % 2 else ("many", "one"):
            with serving(kept[name]) as served:
                took[name].append(served.first_answer)
                if name == "many":
                    resident.append(served.resident_mb())
    many = f"{games:,} finished games, all one match ({lines:,} lines)"
    times = median(more / one for one, more in zip(took["one"], took["many"], strict=True))
    beside = f"{spread(took['many'], ' s')} against {spread(took['one'], ' s')}"
    what = f"Start with {many}: times as long as with one"
    yield Figure(what, times, " ×", 1.2, beside=beside)
    yield Figure(f"Memory with {many}", median(resident), " MB", 60)
    shutil.rmtree(kept["many"])


def mending(folder: Path, *, target: int, runs: int) -> Iterator[Figure]:
    """Preview and make a correction before the first card of a four-handed game to *target*."""
    folder.mkdir(parents=True)
    dealer, table = Bot(Random(11)), Table(Journal.open(folder / JOURNAL))
    table.submit(replace(dealer.begin("cribble"), options={"target": target}))
    while table.now.game.phase is not Phase.OVER:
        table.submit(dealer.next_action(table.now.game))
    nodes = table.nodes()
    first = next(node.entry for node in nodes if isinstance(node.entry.actions[0], Play))
    actions = (Peg(team=0, points=1), *first.actions)
    asked = Amend(entry=first.entry, actions=actions, drop_rest=True)
    for name, do in (("Previewing", table.preview), ("Making", table.submit)):
        times = []
        for _ in range(runs):
            began = perf_counter()
            do(asked)
            times.append(1000 * (perf_counter() - began))
        what = f"{name} a correction of the first of {len(nodes)} entries"
        yield Figure(what, median(times), " ms", 200, beside=f"up to {rounded(max(times))} ms")
    table.close()


class Kept(NamedTuple):
    """The rows of a finished game, and its result."""

    rows: tuple[Row, ...]
    finished: GameResult


def years(folder: Path, games: int) -> int:
    """Fill *folder* with *games* finished games of one match; return the number of lines.

    Two real games, the second repeated, are stored in the journal's format, with a complete backup,
    so that the result is equivalent to a journal grown over years.
    """
    folder.mkdir(parents=True)
    path = folder / JOURNAL
    first, second = _two_games(folder / "two")
    with closing(Database.create(path, "years")) as database:
        for start in range(0, games, AT_ONCE):
            with database.transaction():
                for number in range(start, min(start + AT_ONCE, games)):
                    game = _later(second, number - 1) if number else first
                    finished, line = game.finished, game.rows[0].version
                    stored = StoredGame(
                        match=finished.match,
                        place=finished.place,
                        floor=line,
                        head=game.rows[-1].version,
                        body=to_json(finished).decode(),
                    )
                    listed = (MatchGames(finished.match, line, (stored,)),)
                    database.add(line, [new_entry(row) for row in game.rows], listed)
        lines = database.last
        database.checkpoint()
    shutil.copyfile(path, path.with_name(f"{JOURNAL}.backup"))
    return lines


def _two_games(folder: Path) -> tuple[Kept, Kept]:
    """Return two complete games of a match, played at a real table."""
    folder.mkdir()
    dealer, table = Bot(Random(121)), Table(Journal.open(folder / JOURNAL))
    ends = [0]
    for begin in (dealer.begin("six-card"), Next()):
        table.submit(begin)
        while table.now.game.phase is not Phase.OVER:
            table.submit(dealer.next_action(table.now.game))
        ends.append(table.now.version)
    finished = reversed(table.games())
    table.close()
    with closing(Database.open(folder / JOURNAL)) as database:
        rows = [rows_of(database)(last + 1, end) for last, end in pairwise(ends)]
    first, second = map(Kept, rows, finished)
    return first, second


def _later(game: Kept, number: int) -> Kept:
    """Return a copy of *game*, *number* games later."""
    shift, finished = number * len(game.rows), game.finished
    rows = [
        replace(
            row,
            version=row.version + shift,
            head=row.head + shift,
            redo_head=row.redo_head + shift,
            game=row.game + shift,
            key=f"{row.version + shift:032x}",
        )
        for row in game.rows
    ]
    began, *more = rows[0].happened()
    assert isinstance(began, GameBegan)
    won = [now - then for then, now in zip(began.games, finished.credited, strict=True)]
    before, after = (
        tuple(had + number * more for had, more in zip(games, won, strict=True))
        for games in (began.games, finished.credited)
    )
    began = replace(began, number=began.number + number, games=before)
    rows[0] = replace(rows[0], events=raw_json((began, *more)))
    finished = replace(finished, place=finished.place + number, credited=after)
    return Kept(tuple(rows), finished)
