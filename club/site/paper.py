"""Routes of the director for paper and spreadsheets: cards, seats, standings, results, season."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, cast

from flask import Response
from werkzeug.exceptions import NotFound

from club.night.standings import results_of, season_of, sheet_of, standings_of
from club.night.state import Club, Night
from club.pairing import PlayerId
from club.paper.lists import (
    evening_sheets,
    results_csv,
    season_csv,
    season_sheets,
    seat_sheets,
    sheet_csv,
    standing_csv,
    standing_sheets,
)
from club.paper.score_card import card_sheets, cards_of, empty_cards
from club.results import SCORINGS, Scoring, ScoringName
from club.site.context import HubContext
from scorekeeper.board.marks import PAPERS, Page, Paper
from scorekeeper.words import Words, en
from web.http.errors import HttpError
from web.http.request import Query, one_of
from web.http.response import no_store
from web.http.routes import Role, Routes

PDF: Final = "application/pdf"
CSV: Final = "text/csv"
PAPER: Final = Query("paper", {"type": "string", "enum": [*PAPERS]}, "size of the sheets")

EMPTY_CARDS: Final = 4
"""Before anybody is paired there is one sheet of empty cards."""


class Printed(NamedTuple):
    """The data that paper and tables are made of."""

    club: Club
    night: Night
    paper: Paper
    words: Words

    @property
    def names(self) -> Mapping[PlayerId, str]:
        """Every player's name."""
        return {one.id: one.name for one in self.club.players.values()}

    @property
    def scoring(self) -> Scoring:
        """The scoring of the night."""
        return SCORINGS[cast(ScoringName, self.night.plan.scoring)]


def _cards(of: Printed) -> Iterable[Page]:
    night = of.night
    cards = cards_of(night.rounds, results_of(night), of.scoring, of.names, night.id)
    return card_sheets(cards or empty_cards(EMPTY_CARDS, night.plan.rounds), of.paper, of.words)


SHEETS: Final[Mapping[str, Callable[[Printed], Iterable[Page]]]] = {
    "cards": _cards,
    "empty-cards": lambda of: card_sheets(
        empty_cards(max(len(of.club.present), EMPTY_CARDS), of.night.plan.rounds),
        of.paper,
        of.words,
    ),
    "seats": lambda of: seat_sheets(of.night.rounds, of.names, of.paper, of.words, of.night.id),
    "standings": lambda of: standing_sheets(
        standings_of(of.club, of.night), of.names, of.paper, of.words, of.night.id
    ),
    "evening": lambda of: evening_sheets(
        sheet_of(of.club, of.night), of.names, of.paper, of.words, of.night.id
    ),
    "season": lambda of: season_sheets(
        season_of(of.club), of.names, of.paper, of.words, of.night.id
    ),
}
TABLES: Final[Mapping[str, Callable[[Printed], Iterable[str]]]] = {
    "results": lambda of: results_csv(results_of(of.night), of.names),
    "standings": lambda of: standing_csv(standings_of(of.club, of.night), of.names),
    "evening": lambda of: sheet_csv(sheet_of(of.club, of.night), of.names),
    "season": lambda of: season_csv(season_of(of.club), of.names),
}


def add_paper(routes: Routes, context: HubContext) -> None:
    """Add ``/paper/<name>.pdf`` and ``/paper/<name>.csv``."""

    @routes.get(
        "/paper/<name>.pdf",
        "Score cards, seats or standings to print.",
        PDF,
        query=(PAPER,),
        role=Role.HOST,
    )
    def printed(name: str) -> Response:
        from scorekeeper.board.pdf import as_pdf  # Most evenings print nothing.

        of = _printed(context)
        if name not in SHEETS:
            raise NotFound
        title = f"{name} {of.night.id}"
        return _file(as_pdf(tuple(SHEETS[name](of)), title), PDF, f"{name}-{of.night.id}.pdf")

    @routes.get(
        "/paper/<name>.csv",
        "Results, standings or the season as a table.",
        CSV,
        role=Role.HOST,
    )
    def table(name: str) -> Response:
        of = _printed(context)
        if name not in TABLES:
            raise NotFound
        text = "".join(TABLES[name](of))
        return _file(text.encode(), CSV, f"{name}-{of.night.id}.csv")


def _printed(context: HubContext) -> Printed:
    night = context.state.night
    if night is None:
        raise HttpError(404, "no_night", en("No night has been opened yet."))
    paper = PAPERS[one_of("paper", tuple(PAPERS))]
    return Printed(context.state, night, paper, context.words)


def _file(body: bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="cribble-{name}"'}
    return no_store(Response(body, mimetype=kind, headers=headers))
