"""``cribble night cards``: score cards to print, empty or filled in."""

from typing import Final

import click

from club.paper.score_card import MOST_GAMES, USUAL_GAMES, card_sheets, cards_of, empty_cards
from club.results import SCORINGS
from club.results.scoring import ScoringName
from cribble.cli.command import option, subcommand
from cribble.cli.types import a_whole
from cribble.commands.night.files import read_night, rounds_played
from cribble.commands.night.options import scoring_option
from cribble.printing.output import Printer, printable
from scorekeeper.words import Words, en

A_SHEET: Final = 4


@subcommand(
    "Print score cards",
    "Print score cards, four on a sheet: a line for each game with its points, spread, opponent "
    "and seat, and the totals. Without --plan they are empty; with it each player has a card, and "
    "what is known of the results is filled in.",
)
@option(
    "--plan",
    metavar=en("FILE"),
    help=en("Rounds as pair --json printed them, results, or both, a JSON object a line"),
)
@option(
    "--games",
    metavar="N",
    type=a_whole(1, MOST_GAMES),
    default=USUAL_GAMES,
    help=en("Lines of an empty card (9, unless you say)"),
)
@option(
    "--cards",
    "count",
    metavar="N",
    type=a_whole(1, 400),
    default=A_SHEET,
    help=en("How many empty cards (4, unless you say)"),
)
@scoring_option()
@printable("cards")
@click.pass_obj
def cards(
    words: Words,
    /,
    plan: str | None,
    games: int,
    count: int,
    scoring: ScoringName,
    printer: Printer,
) -> None:
    """Write the sheets."""
    if plan is None:
        made = empty_cards(count, games)
    else:
        night = read_night(plan, words)
        rounds = night.rounds or rounds_played(night, (), (), None)
        name = night.results[-1].night if night.results else ""
        made = cards_of(rounds, night.results, SCORINGS[scoring], {}, name)
    printer.write(*card_sheets(made, printer.paper, words))
