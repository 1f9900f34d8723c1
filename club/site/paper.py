"""Routes for printing and spreadsheets: score cards, seats, standings, results, season."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, cast

from flask import Response
from werkzeug.exceptions import NotFound

from club.night.standings import results_of, season_of, sheet_of, standings_of
from club.night.state import Club, Night
from club.paper.lists import (
    SEASON_COLUMNS,
    SHEET_COLUMNS,
    Form,
    evening_sheets,
    results_csv,
    season_sheets,
    seat_sheets,
    standing_csv,
    standing_sheets,
)
from club.paper.score_card import card_sheets, cards_of, empty_cards
from club.results import SCORINGS, ScoringName
from club.site.context import HubContext
from scorekeeper.board.marks import PAPERS, Page
from scorekeeper.words import en
from web.http.errors import HttpError
from web.http.request import Query, one_of
from web.http.response import no_store
from web.http.routes import Role, Routes

PDF: Final = "application/pdf"
CSV: Final = "text/csv"
PAPER: Final = Query("paper", {"type": "string", "enum": [*PAPERS]}, "size of the sheets")

EMPTY_CARDS: Final = 4
"""Number of blank cards before the first pairing: one sheet."""


class Printed(NamedTuple):
    """The data for printed sheets and CSV."""

    club: Club
    night: Night
    form: Form


def _cards(of: Printed) -> Iterable[Page]:
    night, scoring = of.night, SCORINGS[cast(ScoringName, of.night.plan.scoring)]
    cards = cards_of(night.rounds, results_of(night), scoring, of.form.names, night.id)
    empty = empty_cards(EMPTY_CARDS, night.plan.rounds)
    return card_sheets(cards or empty, of.form.paper, of.form.words)


def _empty_cards(of: Printed) -> Iterable[Page]:
    cards = empty_cards(max(len(of.club.present), EMPTY_CARDS), of.night.plan.rounds)
    return card_sheets(cards, of.form.paper, of.form.words)


SHEETS: Final[Mapping[str, Callable[[Printed], Iterable[Page]]]] = {
    "cards": _cards,
    "empty-cards": _empty_cards,
    "seats": lambda of: seat_sheets(of.night.rounds, of.form),
    "standings": lambda of: standing_sheets(standings_of(of.club, of.night), of.form),
    "evening": lambda of: evening_sheets(sheet_of(of.club, of.night), of.form),
    "season": lambda of: season_sheets(season_of(of.club), of.form),
}
TABLES: Final[Mapping[str, Callable[[Printed], Iterable[str]]]] = {
    "results": lambda of: results_csv(results_of(of.night), of.form.names),
    "standings": lambda of: standing_csv(standings_of(of.club, of.night), of.form.names),
    "evening": lambda of: standing_csv(
        sheet_of(of.club, of.night).rows, of.form.names, *SHEET_COLUMNS
    ),
    "season": lambda of: standing_csv(season_of(of.club), of.form.names, *SEASON_COLUMNS),
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
    names = {player.id: player.name for player in context.state.players.values()}
    return Printed(context.state, night, Form(names, paper, context.words, night.id))


def _file(body: bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="cribble-{name}"'}
    return no_store(Response(body, mimetype=kind, headers=headers))
