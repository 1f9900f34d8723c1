"""``cribble night pair``: the rounds of a night, or the rest of them after people came and went."""

from collections.abc import Iterator, Sequence
from typing import Final

import click

from club.pairing import (
    MOVEMENTS,
    Movement,
    PlayerId,
    Round,
    Seating,
    most_rounds,
    pair,
)
from cribble.cli.command import option, subcommand
from cribble.cli.types import a_whole, a_word
from cribble.commands.night.files import Rounds, read_night, rounds_played
from cribble.commands.night.options import A_ROUND, NAMES, players_option
from scorekeeper.game.codec import to_json
from scorekeeper.words import Fault, Words, en

USUAL_ROUNDS: Final = 9
LARGEST_SEED: Final = 2**53


@subcommand(
    "Pair the rounds of a night",
    "Say who plays whom at which table in each round. After a round was played, --played with "
    "--left and --joined pairs the rest again: nobody meets anybody twice, and everybody sits out "
    "in turn.",
)
@players_option(
    default="",
    help=en("How many play, who are then p1, p2 and so on, or their names"),
)
@option("--rounds", metavar="N", type=A_ROUND, help=en("Rounds in all (up to 9, unless you say)"))
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
@option("--tables", metavar="A,B,…", type=NAMES, help=en("Names of the tables, for 1, 2, 3 …"))
@option("--fixed-pairs", "in_pairs", is_flag=True, help=en("With winners-up: pairs, two by two"))
@option(
    "--played",
    metavar=en("FILE"),
    help=en("Rounds as --json printed them, results, or both, a JSON object a line"),
)
@option(
    "--from", "before", metavar="N", type=A_ROUND, help=en("The first round to be paired again")
)
@option("--left", metavar="A,B,…", type=NAMES, default="", help=en("Who has gone home"))
@option("--joined", metavar="A,B,…", type=NAMES, default="", help=en("Who has come late"))
@option("--json", "as_json", is_flag=True, help=en("Print JSON"))
@click.pass_obj
def pair_(
    words: Words,
    /,
    players: tuple[PlayerId, ...],
    rounds: int | None,
    movement: Movement,
    seed: int,
    tables: tuple[str, ...] | None,
    in_pairs: bool,
    played: str | None,
    before: int | None,
    left: tuple[PlayerId, ...],
    joined: tuple[PlayerId, ...],
    as_json: bool,
) -> None:
    """Print the rounds."""
    done: tuple[Round, ...] = ()
    if played is not None:
        night = read_night(played, words)
        known = players or _present(night.rounds)
        done = rounds_played(night, known, joined, before)
        players = known
    if not (players or joined):
        sentence = en("{word} is missing: see {command} --help.")
        raise Fault(sentence, word="--players", command="cribble night pair")
    there = _there(players, left, joined)
    wanted = rounds or min(
        USUAL_ROUNDS, max(most_rounds(len(there), movement, in_pairs=in_pairs), len(done))
    )
    found = pair(there, wanted, movement, seed, done, tables=tables or (), in_pairs=in_pairs)
    _print(found, words, as_json=as_json)


def _present(rounds: Sequence[Round]) -> tuple[PlayerId, ...]:
    """Return who is in the last of *rounds*, in the order of the first that has them."""
    last = {*rounds[-1].players, *rounds[-1].out} if rounds else set()
    everybody = dict.fromkeys(
        player
        for one in rounds
        for player in (*one.out, *(p for seating in one.tables for p in seating.players))
    )
    return tuple(player for player in everybody if player in last)


def _there(
    players: Sequence[PlayerId], left: Sequence[PlayerId], joined: Sequence[PlayerId]
) -> tuple[PlayerId, ...]:
    """Return who is there now. Raises Fault where somebody left who was not there."""
    for player in left:
        if player and player not in players:
            raise Fault(en("{value} has not been there, and cannot have left."), value=player)
    there = [player for player in players if player not in left]
    return (*there, *(player for player in joined if player not in there))


def _print(rounds: Sequence[Round], words: Words, *, as_json: bool) -> None:
    if as_json:
        click.echo(to_json(Rounds(tuple(rounds))))
    else:
        click.echo("\n".join(_page(rounds, words)))


def _page(rounds: Sequence[Round], words: Words) -> Iterator[str]:
    for one in rounds:
        yield words.say("Round {number}", number=one.round)
        for seating in one.tables:
            yield f"  {words.say('Table {table}', table=seating.table)}  {_sides(seating)}"
        if one.out:
            out = words.say("Out: {players}", players=", ".join(one.out))
            yield f"  {out}"


def _sides(seating: Seating) -> str:
    return " – ".join(" & ".join(side) for side in seating.sides)
