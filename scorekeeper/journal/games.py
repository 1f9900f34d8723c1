"""Finished games: who won, by how much and when, and how each was played."""

from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from scorekeeper.game.actions import Concede, Seat, Team
from scorekeeper.game.analysis.claims import fines_of
from scorekeeper.game.analysis.score_sheet import Figures, ScoreSheet, figures_of, score_sheet
from scorekeeper.game.codec import reader
from scorekeeper.game.engine.evolve import evolve
from scorekeeper.game.events import Abandoned, Event, GameBegan, GameWon, Skunk, Told
from scorekeeper.game.record import RecordNode, TableState
from scorekeeper.game.snapshot import Entry
from scorekeeper.game.state import Game


class GameResult(msgspec.Struct, frozen=True, kw_only=True):
    """A game that was won or, with ``winner`` null, abandoned.

    ``match`` is the line that started its match, ``place`` counts the games that ended there
    before it. ``games`` are those credited for the win, ``skunk`` the hole that a loser was
    below, ``credited`` what each team had in the match after it, ``figures`` what each seat
    made, ``wins`` whether the highest or the lowest score won, ``spread`` how far the winner
    was before the best of the others, ``first_dealer`` the seat of the first deal,
    ``games_won`` the games that each team had won in the match with this one, ``best_of`` over
    how many it goes, 0 for as many as people like, ``conceded`` whether somebody gave up before
    anybody was home, ``conceded_by`` which team did, ``progress`` the scores as if all had begun
    where the same target is left to all, ``fines`` the points that each team got for claims too
    high of others. Times are ISO 8601, UTC.
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


GameName: TypeAlias = tuple[int, int]
"""``match`` and ``place`` of a finished game."""


class PlayedGame(NamedTuple):
    """A game as it was played: its result, its score sheet, and its entries, oldest first."""

    game: GameResult
    sheet: ScoreSheet
    nodes: tuple[RecordNode, ...]


def games_in(state: TableState, before: int) -> tuple[PlayedGame, ...]:
    """Return the games that ended in the loaded record, oldest first; *before* ended before it."""
    if state.record is None:
        return ()
    collector = _GameCollector(state, before)
    for node in reversed(tuple(state.record.loaded())):
        for event in node.entry.events:
            collector.add(event, node)
    return collector.games()


class _GameCollector:
    """Follows the events of a match and collects each game that ends in it."""

    def __init__(self, state: TableState, before: int) -> None:
        self._match, self._base_game = state.match, state.base_game
        self._before = before
        self._game: Game | None = None
        self._events: list[Event] = []
        self._nodes: list[RecordNode] = []
        self._begun = self._ended = ""
        self._worth = 0
        self._skunk: int | None = None
        self._found: list[PlayedGame] = []

    def add(self, event: Event, node: RecordNode) -> None:
        """Add an *event* of the entry at *node*."""
        at = node.entry.at
        if isinstance(event, GameBegan):
            self._close()
            self._begun, self._game = at, Game()
        # A first entry that was corrected has the time of its correction.
        self._begun = min(self._begun, at)
        self._game = evolve(self._game or self._base_game(), event)
        self._events.append(event)
        if node not in self._nodes[-1:]:
            self._nodes.append(node)
        match event:
            case GameWon(games=games):
                self._ended, self._worth = at, games
            case Abandoned():
                self._ended = at
            case Told(notice=Skunk(below=below)):
                self._skunk = below
            case _:
                pass

    def games(self) -> tuple[PlayedGame, ...]:
        """Return all games that have ended."""
        self._close()
        return tuple(self._found)

    def _close(self) -> None:
        if self._ended and self._game:
            sheet = score_sheet(self._events)
            game = self._result(self._game, sheet)
            self._found.append(PlayedGame(game, sheet, tuple(self._nodes)))
        self._ended, self._worth, self._skunk = "", 0, None
        self._events, self._nodes = [], []

    def _result(self, game: Game, sheet: ScoreSheet) -> GameResult:
        assert game.rules
        entries = [node.entry for node in self._nodes]
        return GameResult(
            match=self._match,
            place=self._before + len(self._found),
            key=game.key,
            target=game.rules.target,
            players=game.players,
            teams=game.rules.teams,
            scores=game.scores,
            winner=game.winner,
            games=self._worth,
            skunk=self._skunk,
            credited=game.games,
            deals=game.deal.number if game.deal else 0,
            begun=self._begun,
            ended=self._ended,
            figures=figures_of(
                sheet,
                len(game.players),
                entries,
                game.rules.teams,
            ),
            wins=game.rules.wins,
            spread=game.spread,
            first_dealer=sheet.deals[0].dealer if sheet.deals else None,
            games_won=game.wins,
            best_of=game.rules.best_of,
            conceded=game.is_conceded,
            conceded_by=_conceded_by(entries[-1]),
            progress=game.progress,
            fines=fines_of(entries, len(game.rules.teams)),
        )


def _conceded_by(end: Entry) -> Team | None:
    return next((one.team for one in end.actions if isinstance(one, Concede)), None)


read_results: Final = reader(tuple[GameResult, ...])
"""Reads finished games as the index keeps them. Raises Unreadable."""
