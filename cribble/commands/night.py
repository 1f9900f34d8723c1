"""``cribble night``: pair the rounds of a club night and rank its players."""

from collections.abc import Mapping
from typing import Final

import click

from club.pairing.movements import MAX_PLAYERS, MOVEMENTS, Movement, most_rounds, pair
from club.pairing.round import MAX_ID_LENGTH, PlayerId
from club.paper.lists import STANDING, standing_lines
from club.results import SCORINGS, Result, ScoringName, read_result, standing
from cribble.cli.command import Group, Value, a_whole, choice, flag, option, subcommand
from cribble.cli.files import at_line, lines_of, reading
from scorekeeper.bounds import Bound
from scorekeeper.game.codec import to_json
from scorekeeper.words import Fault, Words, en

ROWS: Final[Mapping[str, str]] = {
    "pair": "cribble.commands.night:pair_",
    "standings": "cribble.commands.night:standings",
}
"""The function of each command; imported on use."""

night: Final = Group(
    "night",
    rows=ROWS,
    usual="pair",
    short_help=en("Pair and rank a night at several tables"),
    help=en(
        "Pair the rounds of a night at several tables, or rank its players. "
        "Without a command its rounds are paired."
    ),
)


USUAL_ROUNDS: Final = 9
LARGEST_SEED: Final = 2**53


def _players(text: str) -> tuple[PlayerId, ...]:
    """Return the names in *text*, separated by commas, or p1 to pN for a number N."""
    if not (text.isascii() and text.isdigit()):
        return tuple(name.strip() for name in text.split(",") if name.strip())
    if len(text) > 4 or not 1 <= int(text) <= MAX_PLAYERS:
        raise ValueError(text)
    return tuple(f"p{number}" for number in range(1, int(text) + 1))


PLAYERS: Final = Value(
    Bound(
        f"1–{MAX_PLAYERS} | Ann,Ben,…",
        lambda names: all(len(name) <= MAX_ID_LENGTH and name.isprintable() for name in names),
    ),
    _players,
)


@subcommand("Pair the rounds of a night", "List who plays whom at which table in each round.")
@option(
    "--players",
    "N|A,B,…",
    en("The number of players (named p1, p2 and so on), or their names"),
    PLAYERS,
    required=True,
)
@option("--rounds", "N", en("Number of rounds (default: up to 9)"), a_whole(1, 99))
@choice("--movement", MOVEMENTS, en("How players move from round to round (default: circle)"))
@option(
    "--seed",
    "N",
    en("Random seed; 1 keeps the players in the given order"),
    a_whole(0, LARGEST_SEED),
    default=1,
)
@flag("--json", en("Print JSON"), to="as_json")
@click.pass_obj
def pair_(
    words: Words,
    /,
    players: tuple[PlayerId, ...],
    rounds: int | None,
    movement: Movement,
    seed: int,
    as_json: bool,
) -> None:
    wanted = rounds or min(USUAL_ROUNDS, max(most_rounds(len(players), movement), 1))
    paired = pair(players, wanted, movement, seed)
    if as_json:
        click.echo(to_json({"rounds": paired}))
        return
    for round_ in paired:
        click.echo(words.say("Round {number}", number=round_.round))
        for seating in round_.tables:
            sides = " – ".join(" & ".join(side) for side in seating.sides)
            click.echo(f"  {words.say('Table {table}', table=seating.table)}  {sides}")
        if round_.out:
            click.echo("  " + words.say("Out: {players}", players=", ".join(round_.out)))


MAX_LINES: Final = 100_000


@subcommand(
    "Rank the players from their results",
    "Rank the players from the results in FILE, one JSON object per line; - is standard input. "
    'The last result for a night, table and place counts; one with "scores":null withdraws it.',
)
@click.argument("file", metavar=en("FILE"))
@choice("--scoring", SCORINGS, en("Scoring system (default: acc)"))
@flag("--json", en("Print JSON"), to="as_json")
@click.pass_obj
def standings(words: Words, /, file: str, scoring: ScoringName, as_json: bool) -> None:
    results = list[Result]()
    with reading(file) as content:
        for count, line in enumerate(lines_of(content), 1):
            if count > MAX_LINES:
                raise Fault(en("{path} has more than {most} lines."), path=file, most=MAX_LINES)
            with at_line(line, words):
                results.append(read_result(line.text))
    rows = standing(results, SCORINGS[scoring])
    if as_json:
        click.echo(to_json({"standings": rows}))
        return
    heads = tuple(words.say(column.title) for column in STANDING)
    lines = [heads, *standing_lines(rows, {})]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for place, name, *rest in lines:
        cells = (text.rjust(width) for text, width in zip(rest, widths[2:], strict=True))
        row_of = (place.rjust(widths[0]), name.ljust(widths[1]), *cells)
        click.echo("  ".join(row_of).rstrip())
