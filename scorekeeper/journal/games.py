"""Finished games: who won, by how much, when; kept in an index so that nobody folds them again."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from scorekeeper.game.actions import Seat, Team
from scorekeeper.game.analysis.score_sheet import Figures, Sheet, figures_of, sheet_of
from scorekeeper.game.codec import reader
from scorekeeper.game.engine.evolve import happen
from scorekeeper.game.events import Abandoned, Event, GameBegan, GameWon, Skunk, Told
from scorekeeper.game.record import Place, Standing
from scorekeeper.game.state import Game
from scorekeeper.journal.row import json_text


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """A game that was won or, with ``winner`` null, abandoned.

    ``match`` is the line that started its match, ``place`` counts the games that ended there before
    it. ``games`` are those credited for the win, ``skunk`` the hole that a loser was below,
    ``credited`` what each team had in the match after it, ``figures`` what each seat made. Times
    are ISO 8601, UTC.
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
    figures: tuple[Figures, ...] = ()


class Played(NamedTuple):
    """A game as it was played: what is kept of it, its sheet, and its entries, oldest first, each
    with the table after it."""

    game: Finished
    sheet: Sheet
    places: tuple[Place, ...]


def finished_in(standing: Standing, ended: int) -> tuple[Finished, ...]:
    """The games that ended in what is at hand of the match that stands, oldest first; *ended* are
    those that ended in it before."""
    return tuple(played.game for played in played_in(standing, ended))


def played_in(standing: Standing, ended: int) -> tuple[Played, ...]:
    """The same games with all that was entered in them."""
    if standing.place is None:
        return ()
    pad = _Pad(standing, ended)
    for place in reversed(tuple(standing.place.at_hand())):
        for event in place.entry.events:
            pad.note(event, place)
    return pad.games()


class _Pad:
    """Follows a match and notes down each game that ends in it."""

    def __init__(self, standing: Standing, ended: int) -> None:
        self._match, self._ground = standing.match, standing.ground
        self._before = ended
        self._game: Game | None = None
        self._events: list[Event] = []
        self._places: list[Place] = []
        self._begun = self._ended = ""
        self._worth = 0
        self._skunk: int | None = None
        self._found: list[Played] = []

    def note(self, event: Event, place: Place) -> None:
        """Let *event* have happened by the entry at *place*."""
        at = place.entry.at
        if isinstance(event, GameBegan):
            self._close()
            self._begun, self._game = at, Game()
        self._game = happen(self._game or self._ground(), event)
        self._events.append(event)
        if place not in self._places[-1:]:
            self._places.append(place)
        match event:
            case GameWon(games=games):
                self._ended, self._worth = at, games
            case Abandoned():
                self._ended = at
            case Told(notice=Skunk(below=below)):
                self._skunk = below
            case _:
                pass

    def games(self) -> tuple[Played, ...]:
        """All games that have ended."""
        self._close()
        return tuple(self._found)

    def _close(self) -> None:
        if self._ended and self._game:
            sheet = sheet_of(self._events)
            game = self._finished(self._game, sheet)
            self._found.append(Played(game, sheet, tuple(self._places)))
        self._ended, self._worth, self._skunk = "", 0, None
        self._events, self._places = [], []

    def _finished(self, game: Game, sheet: Sheet) -> Finished:
        assert game.rules
        return Finished(
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
            figures=figures_of(sheet, len(game.players)),
        )


def read_finished(text: str) -> tuple[Finished, ...]:
    """Finished games as the index keeps them."""
    return _read(text)


def write_finished(games: tuple[Finished, ...]) -> str:
    """The text that the index keeps."""
    return json_text(games)


_read = reader(tuple[Finished, ...])
