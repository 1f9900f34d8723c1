"""``cribble night season``: the standing over several nights."""

import click
import msgspec

from club.results import SCORINGS
from club.results.scoring import ScoringName
from club.results.season import SeasonRow, season
from cribble.cli.command import option, subcommand
from cribble.cli.types import a_whole
from cribble.commands.night.files import read_results
from cribble.commands.night.options import pairs_option, scoring_option
from cribble.commands.night.standings import table
from scorekeeper.game.codec import to_json
from scorekeeper.words import Words, en


class Season(msgspec.Struct, frozen=True):
    """The JSON that ``--json`` prints."""

    season: tuple[SeasonRow, ...]


@subcommand(
    "Add up the nights of a season",
    "Rank the players over all nights in the files of results; - is standard input. Of each player "
    "only the best nights count, if --best says how many.",
)
@click.argument("files", nargs=-1, required=True, metavar=en("FILE …"))
@scoring_option()
@option(
    "--best",
    metavar="N",
    type=a_whole(1, 366),
    help=en("Nights that count (all, unless you say)"),
)
@pairs_option()
@option("--json", "as_json", is_flag=True, help=en("Print JSON"))
@option("--csv", "as_csv", is_flag=True, help=en("Print CSV, for a spreadsheet"))
@click.pass_obj
def season_(
    words: Words,
    /,
    files: tuple[str, ...],
    scoring: ScoringName,
    best: int | None,
    in_pairs: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Print the season."""
    results = [one for file in files for one in read_results(file, words)]
    rows = season(results, SCORINGS[scoring], best_nights=best, in_pairs=in_pairs)
    if as_json:
        click.echo(to_json(Season(rows)))
    elif as_csv:
        from club.results.tables import season_csv

        for line in season_csv(rows, {}):
            click.echo(line, nl=False)
    else:
        click.echo("\n".join(table([one.row for one in rows], words)))
