"""``cribble night standings``: who leads after some results."""

from collections.abc import Iterator, Sequence
from typing import Final

import click
import msgspec

from club.paper.lists import place_of, signed
from club.results import SCORINGS, Result, StandingRow, read_result, standing
from club.results.result import ScoringName
from cribble.cli.command import a_word, option, subcommand
from cribble.cli.files import at, lines_of, reading
from scorekeeper.game.codec import to_json
from scorekeeper.words import Fault, Words, en

MOST_LINES: Final = 100_000


class Standings(msgspec.Struct, frozen=True):
    """The JSON that ``--json`` prints."""

    standings: tuple[StandingRow, ...]


@subcommand(
    "Rank the players after some results",
    "Rank the players after the results in FILE, a JSON object a line; - is standard input. The "
    'last result of a night, table and place holds; one with "scores":null withdraws it.',
)
@click.argument("file", metavar=en("FILE"))
@option(
    "--scoring",
    metavar="|".join(SCORINGS),
    type=a_word(*SCORINGS),
    default="acc",
    help=en("What a game is worth (acc, unless you say)"),
)
@option("--json", "as_json", is_flag=True, help=en("Print JSON"))
@click.pass_obj
def standings(words: Words, /, file: str, scoring: ScoringName, as_json: bool) -> None:
    """Print the standing."""
    rows = standing(_read_results(file, words), SCORINGS[scoring])
    click.echo(to_json(Standings(rows)) if as_json else "\n".join(_table(rows, words)))


def _read_results(name: str, words: Words) -> Iterator[Result]:
    with reading(name) as file:
        for count, line in enumerate(lines_of(file), 1):
            if count > MOST_LINES:
                raise Fault(en("{path} has more than {most} lines."), path=name, most=MOST_LINES)
            with at(line, words):
                result = read_result(line.text)
            yield result


def _table(rows: Sequence[StandingRow], words: Words) -> Iterator[str]:
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
    lines: list[tuple[str, ...]] = [heads]
    for row in rows:
        figures = (row.points, row.won, row.games, signed(row.net), row.plus, row.skunks_given)
        lines.append((place_of(row), row.id, *map(str, figures)))
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    for line in lines:
        cells = (
            text.ljust(width) if column == 1 else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
