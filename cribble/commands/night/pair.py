"""``cribble night pair``: the rounds of a night, or the rest of them after people came and went."""

from collections.abc import Iterator, Sequence
from typing import Final

import click

from club.pairing import (
    MOVEMENTS,
    CannotPair,
    Movement,
    PlayerId,
    Round,
    Seating,
    most_rounds,
    pair,
)
from cribble.cli.command import option, subcommand
from cribble.cli.files import reading
from cribble.cli.types import a_whole, a_word, quoted
from cribble.commands.night.files import Rounds, read_night, rounds_played
from cribble.commands.night.options import A_ROUND, NAMES, players_option
from scorekeeper.game.codec import to_json
from scorekeeper.words import Fault, Words, en

USUAL_ROUNDS: Final = 9
LARGEST_SEED: Final = 2**53
LARGEST_CSV: Final = 1 << 20


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
@option("--csv", "csv_name", metavar=en("FILE"), help=en("With manual: the rounds to read"))
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
@option("--as-csv", is_flag=True, help=en("Print CSV, as manual reads it"))
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
    csv_name: str | None,
    played: str | None,
    before: int | None,
    left: tuple[PlayerId, ...],
    joined: tuple[PlayerId, ...],
    as_json: bool,
    as_csv: bool,
) -> None:
    """Print the rounds."""
    if movement == "manual":
        _print(_manual(csv_name, players, rounds), words, as_json=as_json, as_csv=as_csv)
        return
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
    _print(found, words, as_json=as_json, as_csv=as_csv)


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


def _manual(name: str | None, players: Sequence[PlayerId], rounds: int | None) -> tuple[Round, ...]:
    from club.pairing.manual import read_csv

    if name is None:
        raise Fault(en("A manual night is read from a file: name it with --csv."))
    with reading(name) as file:
        text = file.read(LARGEST_CSV + 1)
    if len(text) > LARGEST_CSV:
        raise Fault(en("{path} is too large: {most} bytes at most."), path=name, most=LARGEST_CSV)
    try:
        found = read_csv(text.decode(), players)
    except UnicodeDecodeError as fault:
        sentence = en("{path} is not UTF-8 from byte {byte} on.")
        raise Fault(sentence, path=name, byte=fault.start) from None
    if rounds is not None and len(found) < rounds:
        sentence = en("{rounds} rounds cannot be: {path} has {most}.")
        raise CannotPair(sentence, most=len(found), rounds=rounds, path=quoted(name))
    return found[:rounds]


def _print(rounds: Sequence[Round], words: Words, *, as_json: bool, as_csv: bool) -> None:
    if as_json:
        click.echo(to_json(Rounds(tuple(rounds))))
    elif as_csv:
        from club.pairing.manual import csv_lines

        for line in csv_lines(rounds):
            click.echo(line, nl=False)
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
