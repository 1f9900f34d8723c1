"""``cribble night bracket``: how many qualify, and the playoff that they play."""

from collections.abc import Iterator

import click

from club.results.bracket import FEWEST, MOST, Bracket, bracket, first_matches
from cribble.cli.command import option, subcommand
from cribble.cli.types import a_whole
from scorekeeper.game.codec import to_json
from scorekeeper.words import Words, en


@subcommand(
    "Say how many qualify, and the bracket of their playoff",
    "Say how many of the entrants qualify, which is a quarter, and the bracket of their playoff: "
    "the next power of two, with byes for the best.",
)
@option(
    "--entrants",
    metavar="N",
    type=a_whole(FEWEST, MOST),
    required=True,
    help=en("How many took part"),
)
@option("--json", "as_json", is_flag=True, help=en("Print JSON"))
@click.pass_obj
def bracket_(words: Words, /, entrants: int, as_json: bool) -> None:
    """Print the bracket."""
    found = bracket(entrants)
    click.echo(to_json(found) if as_json else "\n".join(_page(found, words)))


def _page(found: Bracket, words: Words) -> Iterator[str]:
    yield words.say_n("{n} player qualifies.", "{n} players qualify.", found.qualify)
    for one, other in first_matches(found.qualify):
        if other is not None:
            yield f"  {one} – {other}"
        else:
            yield "  " + words.say("{place} has a bye", place=one)
