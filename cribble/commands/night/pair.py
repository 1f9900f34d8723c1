"""``cribble night pair``: the rounds of a night."""

from collections.abc import Iterator, Sequence
from typing import Final

import click
import msgspec

from club.pairing import MOVEMENTS, Movement, PlayerId, Round, most_rounds, pair
from club.pairing.movements import MOST_PLAYERS
from club.pairing.round import LONGEST_ID
from cribble.cli.command import Value, a_whole, a_word, option, subcommand
from scorekeeper.bounds import Bound
from scorekeeper.game.codec import to_json
from scorekeeper.words import Words, en

USUAL_ROUNDS: Final = 9
LARGEST_SEED: Final = 2**53


class Rounds(msgspec.Struct, frozen=True):
    """The JSON that ``--json`` prints."""

    rounds: tuple[Round, ...]


def _players(text: str) -> tuple[PlayerId, ...]:
    """Return the names in *text*, or p1 to pN for a number N."""
    if not (text.isascii() and text.isdigit()):
        return tuple(name.strip() for name in text.split(",") if name.strip())
    if len(text) > 4 or not 1 <= int(text) <= MOST_PLAYERS:
        raise ValueError(text)
    return tuple(f"p{number}" for number in range(1, int(text) + 1))


PLAYERS: Final = Value(
    Bound(
        f"1–{MOST_PLAYERS} | Ann,Ben,…",
        lambda names: all(len(name) <= LONGEST_ID and name.isprintable() for name in names),
    ),
    _players,
)


@subcommand(
    "Pair the rounds of a night",
    "Say who plays whom at which table in each round.",
)
@option(
    "--players",
    metavar="N|A,B,…",
    type=PLAYERS,
    required=True,
    help=en("How many play, who are then p1, p2 and so on, or their names"),
)
@option(
    "--rounds",
    metavar="N",
    type=a_whole(1, 99),
    help=en("Rounds in all (up to 9, unless you say)"),
)
@option(
    "--movement",
    metavar="|".join(MOVEMENTS),
    type=a_word(*MOVEMENTS),
    default="circle",
    help=en("How people move from round to round (circle, unless you say)"),
)
@option(
    "--seed",
    metavar="N",
    type=a_whole(0, LARGEST_SEED),
    default=1,
    help=en("Shuffle the players by this number; 1 takes them as they are named"),
)
@option("--json", "as_json", is_flag=True, help=en("Print JSON"))
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
    """Print the rounds."""
    wanted = rounds or min(USUAL_ROUNDS, max(most_rounds(len(players), movement), 1))
    paired = pair(players, wanted, movement, seed)
    click.echo(to_json(Rounds(paired)) if as_json else "\n".join(_page(paired, words)))


def _page(rounds: Sequence[Round], words: Words) -> Iterator[str]:
    for round_ in rounds:
        yield words.say("Round {number}", number=round_.round)
        for seating in round_.tables:
            sides = " – ".join(" & ".join(side) for side in seating.sides)
            yield f"  {words.say('Table {table}', table=seating.table)}  {sides}"
        if round_.out:
            yield "  " + words.say("Out: {players}", players=", ".join(round_.out))
