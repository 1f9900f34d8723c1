"""The journal of a table, written to disk before anything is shown, and its finished games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal, NamedTuple, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from scorekeeper.game import events as e
from scorekeeper.game.actions import Action, Concede, Next, Seat, Start, Team, default_mode
from scorekeeper.game.analysis.score_sheet import (
    Figures,
    ScoreSheet,
    figures_of,
    fines_of,
    score_sheet,
)
from scorekeeper.game.codec import reader, to_json
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.marks import GameName, Marks
from scorekeeper.game.record import RecordNode, TableState
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal.database import Database, MatchGames, NewEntry, StoredGame
from scorekeeper.journal.history import History, Row, RowSource, decode_row, rows_of
from scorekeeper.journal.store import Clock, Store, utc_now
from scorekeeper.rules.options import OPTIONS, house_rules
from scorekeeper.rules.variants import RULES


class GameResult(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game: won or, if ``winner`` is null, abandoned.

    ``match``: the line that started the match; ``place``: how many games of the match ended before
    this one. ``games``: credited for the win; ``skunk``: the skunk line that the loser missed;
    ``credited``: games of each team in the match so far; ``figures``: the statistics of each seat;
    ``wins``: whether the highest or the lowest score wins; ``spread``: the winner's lead over the
    best other team; ``first_dealer``: the seat that dealt first; ``games_won``: games won by each
    team in the match so far; ``best_of``: length of a best-of match, 0 if open-ended; ``conceded``,
    ``conceded_by``: whether a team gave up before any reached the target, and which one;
    ``progress``: the scores relative to a common target; ``fines``: the points that each team got
    for claims of others that were too high; ``counts``: false if annulled. Times are ISO 8601, UTC.
    """

    match: int
    place: int
    key: str
    target: int
    players: tuple[str, ...]
    teams: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    winner: Team | None
    games: int
    skunk: int | None
    credited: tuple[int, ...]
    deals: int
    begun: str
    ended: str
    figures: tuple[Figures, ...]
    wins: Literal["high", "low"]
    spread: int | None
    first_dealer: Seat | None
    games_won: tuple[int, ...]
    best_of: int
    conceded: bool
    conceded_by: Team | None
    progress: tuple[int, ...]
    fines: tuple[int, ...]
    counts: bool = True

    def marked(self, marks: Marks) -> GameResult:
        """Return the game with *marks* applied, using display names."""
        counts = (self.match, self.place) not in marks.annulled
        return replace(self, players=marks.players(self.players), counts=counts)


class PlayedGame(NamedTuple):
    """A game with its result, its score sheet, and its entries, oldest first."""

    game: GameResult
    sheet: ScoreSheet
    nodes: tuple[RecordNode, ...]


def games_in(state: TableState, floor: int, before: int) -> tuple[PlayedGame, ...]:
    """Return the games that ended in the record from entry *floor* on, oldest first. *floor* is the
    first entry of a game, and *before* the number of games of the match that ended earlier."""
    nodes = list[RecordNode]()
    for node in state.record.walk() if state.record else ():
        nodes.append(node)
        if node.entry.entry <= floor:
            break  # The next one would be read from the journal.
    happened = [(event, node) for node in reversed(nodes) for event in node.entry.events]
    begins = [at for at, (event, _) in enumerate(happened) if isinstance(event, e.GameBegan)]
    games = list[PlayedGame]()
    for first, end in pairwise((*begins, len(happened))):
        if played := _played(happened[first:end], state.match, before + len(games)):
            games.append(played)
    return tuple(games)


def _played(
    happened: Sequence[tuple[e.Event, RecordNode]], match: int, place: int
) -> PlayedGame | None:
    """Return the game with the events *happened*, as number *place*; None if it is not over."""
    ended, worth, skunk = "", 0, None
    for event, node in happened:
        match event:
            case e.GameWon(games=games):
                ended, worth = node.entry.at, games
            case e.Abandoned():
                ended = node.entry.at
            case e.Told(notice=e.Skunk(below=below)):
                skunk = below
            case _:
                pass
    if not ended:
        return None
    nodes = tuple(dict.fromkeys(node for _, node in happened))
    entries, events = [node.entry for node in nodes], [event for event, _ in happened]
    game, sheet = evolve_all(Game(), events), score_sheet(events)
    assert game.rules
    teams = game.rules.teams
    result = GameResult(
        match=match,
        place=place,
        key=game.key,
        target=game.rules.target,
        players=game.players,
        teams=teams,
        scores=game.scores,
        winner=game.winner,
        games=worth,
        skunk=skunk,
        credited=game.games,
        deals=game.deal.number if game.deal else 0,
        # A first entry that was corrected has the time of its correction.
        begun=min(entry.at for entry in entries),
        ended=ended,
        figures=figures_of(sheet, len(game.players), entries, teams),
        wins=game.rules.wins,
        spread=game.spread,
        first_dealer=sheet.deals[0].dealer if sheet.deals else None,
        games_won=game.wins,
        best_of=game.rules.best_of,
        conceded=game.is_conceded,
        conceded_by=next(
            (one.team for one in entries[-1].actions if isinstance(one, Concede)), None
        ),
        progress=game.progress,
        fines=fines_of(entries, len(teams)),
    )
    return PlayedGame(result, sheet, nodes)


Earlier: TypeAlias = tuple[TableState, TableState]
"""An earlier match before and after a change."""


def changed_games(
    stored: Database,
    previous: TableState,
    after: TableState,
    *,
    amends: bool,
    earlier: Earlier | None = None,
) -> tuple[MatchGames, ...]:
    """Return the finished games changed by a journal line, given the table *previous* to it and
    *after* it, and the *earlier* match that it changed, if any.

    *amends* is true if the line is an amend, or undoes or redoes one: the changed game and all
    later ones are then decided again. Other lines can only end the last game, or undo that.
    """
    if earlier:
        was, now = earlier
        return (match_games(stored, now, min(was.floor, now.floor)),)
    over = Phase.OVER in (previous.game.phase, after.game.phase)
    if not (over or amends):
        return ()
    if after.match < previous.match:  # A start was undone that ended its own game.
        return (MatchGames(previous.match, previous.floor, ()),)
    reached = previous.floor if amends and previous.match == after.match else after.floor
    return (match_games(stored, after, min(reached, after.floor)),)


def match_games(stored: Database, state: TableState, floor: int) -> MatchGames:
    """Return the finished games of the match in *state* from entry *floor* on, for storing."""
    played = games_in(state, floor, stored.games_before(state.match, floor))
    games = [
        StoredGame(
            match=state.match,
            place=played_game.game.place,
            floor=played_game.nodes[0].floor,
            head=state.match_head,
            body=to_json(played_game.game).decode(),
        )
        for played_game in played
    ]
    return MatchGames(state.match, floor, games)


def index_games(stored: Database) -> None:
    """Compute and store the finished games of a journal in which none are stored yet."""
    history, standing = History.of(stored), list[tuple[int, int]]()
    amended: dict[int, int] = {}  # By match the latest line that amends it from a later one.
    state, floor = history.after(stored.last).state, stored.last + 1
    while state.head:
        for commit in state.commits():
            if commit.earlier:
                amended.setdefault(commit.earlier().match, commit.version)
        if state.game_line < floor:  # Else a later amend decided this game again.
            floor = state.floor
            standing.append((state.match_head, floor))
        state = history.before(state.game_line)
    for head, floor in reversed(standing):
        stored.replace_games(match_games(stored, history.standing(head), floor))
    for head in amended.values():
        state = history.match_after(head)
        stored.replace_games(match_games(stored, state, state.floor))


def played_game(stored: Database, game: StoredGame) -> PlayedGame:
    """Return *game* with its score sheet and entries, read from the journal."""
    state = History.of(stored).match_after(game.head)
    before = stored.games_before(game.match, game.floor)
    return games_in(state, game.floor, before)[game.place - before]


read_result: Final = reader(GameResult)
"""Decodes a stored finished game. Raises Unreadable."""


def actions_of(played: PlayedGame) -> Iterator[Action]:
    """Iterate over the actions of a game; a `next` that began it is converted to a `start`."""
    for node in played.nodes:
        for action in node.entry.actions:
            yield _started(node.entry.events) if isinstance(action, Next) else action


def _started(events: e.Events) -> Start:
    """Return a `start` for the game that a `next` with these *events* began."""
    began = next(event for event in events if isinstance(event, e.GameBegan))
    deals = (event.dealer for event in events if isinstance(event, e.DealBegan))
    key, rules = began.key, began.rules
    usual = default_mode(muggins=rules.muggins)
    # Skunk lines that follow from other options are no option of their own.
    derived = house_rules(key, {"target": rules.target, "game": rules.game})
    options = {
        name: getattr(rules, name)
        for name in OPTIONS
        if getattr(rules, name)
        != getattr(RULES[key] if name in ("target", "game") else derived, name)
    }
    return Start(
        rules=key,
        players=began.players,
        options=options or None,
        dealer=next(deals, None),
        scores=began.scores if any(began.scores) else None,
        captains=began.captains,
        entry_mode=None if began.entry_mode == usual else began.entry_mode.change,
    )


FORMAT: Final = 2
"""Version of the export format."""
CHUNK: Final = 500


class Journal(Store[Row]):
    """The journal of a table, created by ``open`` or ``in_memory``; not thread-safe.

    ``games_changed`` counts the lines that changed a finished game.
    """

    games_changed = 0

    @classmethod
    def in_memory(cls) -> Self:
        """Return a new journal that exists only in memory."""
        return cls(None, decode_row)

    @classmethod
    def open(cls, path: Path, *, clock: Clock = utc_now) -> Self:
        """Open the journal at *path*, creating or repairing it if needed; see ``notices``.

        Raises JournalFault NEWER, IN_USE, NO_SPACE, READ_ONLY, NO_ACCESS or IO_ERROR.
        """
        return cls(path, decode_row, clock=clock)

    def write(
        self,
        row: Row,
        before: TableState,
        after: TableState,
        prepare: Callable[[], object] = lambda: None,
        *,
        amends: bool,
        earlier: Earlier | None,
    ) -> None:
        """Durably write *row*, which changes the state from *before* to *after*. *prepare* starts
        work to be done while the disk writes. *amends*: True for an amend, or its undo or redo;
        *earlier*: the earlier match that it changed."""
        games = changed_games(self.ready(), before, after, amends=amends, earlier=earlier)
        self.add([new_entry(row)], games, prepare)
        self.games_changed += len(games) + (before.marks != after.marks)

    def index(self, database: Database) -> None:
        """Store the finished games of a repaired journal."""
        index_games(database)

    def list_games(self, before: GameName | None, limit: int) -> tuple[GameResult, ...]:
        """Return at most *limit* finished games before *before* (match and place), newest first."""
        return tuple(read_result(game.body) for game in self.ready().games(before, limit))

    def load_game(self, name: GameName) -> PlayedGame | None:
        """Return the finished game with match and place *name*, or None."""
        database = self.ready()
        found = database.game(*name)
        return played_game(database, found) if found else None


def new_entry(row: Row) -> NewEntry:
    """Return *row* as an entry to store."""
    return NewEntry(msgspec.json.encode(row).decode(), row.key)


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of an export: format, name of the journal, number of entries."""

    cribble: Literal["journal"] = "journal"
    format: int = FORMAT
    journal: str
    entries: int


def exported(journal: str, last: int, rows: RowSource) -> Iterator[bytes]:
    """Iterate over the lines of an export: *rows* 1 to *last* of the journal named *journal*."""
    yield msgspec.json.encode(Header(journal=journal, entries=last)) + b"\n"
    for first in range(1, last + 1, CHUNK):
        for row in rows(first, min(first + CHUNK - 1, last)):
            yield msgspec.json.encode(row) + b"\n"


def export_lines(path: Path) -> Iterator[bytes]:
    """Iterate over an export of the journal at *path*, which may be in use. Raises JournalFault."""
    with closing(Database.open(path)) as database:
        yield from exported(database.journal, database.last, rows_of(database))


def played_games(path: Path) -> Iterator[PlayedGame]:
    """Iterate over the finished games that count, oldest first, with display names. The journal at
    *path* may be in use. Raises JournalFault."""
    with closing(Database.open(path)) as database:
        marks = History.of(database).after(database.last).state.marks
        for game in reversed(database.games(None, -1)):
            played = played_game(database, game)
            result = played.game.marked(marks)
            if result.counts:
                yield played._replace(game=result)
