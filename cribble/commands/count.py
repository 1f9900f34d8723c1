"""``cribble count``: counts a hand aloud, as a player does, or many hands for another program."""

from typing import Any

import click

from cribble.cli.command import a_whole, option, subcommand
from cribble.cli.files import STANDARD, at, lines_of, reading
from cribble.hand_count import DEFAULT, Hand, counted, read_hand
from scorekeeper.cards import Card, read_cards
from scorekeeper.game.codec import to_json
from scorekeeper.rules.variants import RULES
from scorekeeper.scoring.combo import Combos
from scorekeeper.words import Fault, Words, en

FACTS = {"keys": ", ".join(RULES)}


@subcommand(
    "Count a hand as players say it",
    "Count a hand, and say what each point is for. A card is A 2 … 10 J Q K and then C D H S "
    "where its suit matters: cribble count 5H 5D 5S JC --starter 5C",
)
@click.argument("cards", nargs=-1, required=True, metavar=en("CARD..."))
@option("--starter", metavar=en("CARD"), help=en("The starter"))
@option("--crib", is_flag=True, help=en("The cards are a crib"))
@option("--rules", default=DEFAULT, metavar=en("RULES"), help=en("The rules: {keys}"), facts=FACTS)
@option(
    "--flush", metavar=en("N"), type=a_whole(0, 6), help=en("Say how many cards are of one suit")
)
@option("--nobs", is_flag=True, help=en("Say that the jack is of the starter’s suit"))
@option(
    "--json",
    "as_json",
    is_flag=True,
    help=en("Answer as JSON; with - for the cards, read hands as JSON, one a line"),
)
@click.pass_obj
def count(
    words: Words, /, cards: tuple[str, ...], starter: str | None, as_json: bool, **said: Any
) -> None:
    """Count one hand, or with ``--json -`` every hand that comes in."""
    if cards == (STANDARD,):
        _count_lines(words, as_json=as_json)
        return
    if starter is None:
        raise Fault("The starter is missing: give it as in --starter 5C.")
    hand = Hand(hand=read_cards(cards), starter=Card.parse(starter), **said)
    worth = counted(hand)
    click.echo(to_json(worth) if as_json else explained(worth.combos, words))


def _count_lines(words: Words, *, as_json: bool) -> None:
    with reading(STANDARD) as lines:
        for line in lines_of(lines):
            with at(line, words):
                worth = counted(read_hand(line.text))
            click.echo(to_json(worth) if as_json else words.tally(worth.combos))


def explained(combos: Combos, words: Words) -> str:
    """The count as it is said aloud, and below it what each point is for."""
    lines = words.lines(combos)
    calls = [(line.say, " ".join(words.short(card) for card in line.cards)) for line in lines]
    width = max((len(call) for call, _ in calls), default=0)
    below = "".join(f"\n  {call:<{width}}  {cards}" for call, cards in calls)
    return words.tally(combos) + below
