"""``cribble night standings``: who leads after some results."""

from collections import Counter
from collections.abc import Iterator, Sequence

import click
import msgspec

from club.pairing.round import PlayerId
from club.paper.lists import place_of, signed
from club.results import SCORINGS, StandingRow, standing
from club.results.feats import Feat, feat_name, feats_of
from club.results.scoring import ScoringName
from cribble.cli.command import option, subcommand
from cribble.commands.night.files import read_results
from cribble.commands.night.options import pairs_option, players_option, scoring_option
from scorekeeper.game.codec import to_json
from scorekeeper.words import Words, en


class Standings(msgspec.Struct, frozen=True):
    """The JSON that ``--json`` prints."""

    standings: tuple[StandingRow, ...]


@subcommand(
    "Rank the players after some results",
    "Rank the players after the results in FILE, a JSON object a line; - is standard input. The "
    'last result of a night, table and place holds; one with "scores":null withdraws it.',
)
@click.argument("file", metavar=en("FILE"))
@scoring_option()
@option("--night", metavar=en("NAME"), help=en("Only the results of this night"))
@players_option(default="", help=en("Who else is there and has no game yet"))
@pairs_option()
@option("--json", "as_json", is_flag=True, help=en("Print JSON"))
@option("--csv", "as_csv", is_flag=True, help=en("Print CSV, for a spreadsheet"))
@click.pass_obj
def standings(
    words: Words,
    /,
    file: str,
    scoring: ScoringName,
    night: str | None,
    players: tuple[PlayerId, ...],
    in_pairs: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Print the standing."""
    results = [one for one in read_results(file, words) if night in {None, one.night}]
    rows = standing(results, SCORINGS[scoring], players, in_pairs=in_pairs)
    if as_json:
        click.echo(to_json(Standings(rows)))
    elif as_csv:
        from club.results.tables import standing_csv

        for line in standing_csv(rows, {}):
            click.echo(line, nl=False)
    else:
        click.echo("\n".join([*table(rows, words), *_feats(feats_of(results), words)]))


def table(rows: Sequence[StandingRow], words: Words) -> Iterator[str]:
    """Yield the standing as lines of text, in columns."""
    heads = (
        words.say("Place"),
        words.say("Name"),
        words.say("Points"),
        words.say("Won"),
        words.say("Games"),
        words.say("Net"),
        words.say("Plus"),
        words.say("Skunks"),
    )
    lines = [heads, *map(_cells, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    for line in lines:
        cells = (
            text.ljust(width) if column == 1 else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


def _cells(row: StandingRow) -> tuple[str, ...]:
    return (
        *(place_of(row), row.id, str(row.points), str(row.won), str(row.games), signed(row.net)),
        *(str(row.plus), str(row.skunks_given)),
    )


def _feats(feats: Sequence[Feat], words: Words) -> Iterator[str]:
    if feats:
        yield ""
    for kind in dict.fromkeys(feat.kind for feat in feats):
        times = Counter(feat.player for feat in feats if feat.kind == kind)
        players = (f"{one} ×\u00a0{count}" if count > 1 else one for one, count in times.items())
        yield f"{feat_name(kind, words)}: {', '.join(players)}"
