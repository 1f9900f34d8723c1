"""``cribble count``, ``replay`` and ``rules``: cribbage without a running table."""

import textwrap
from typing import Any, Final

import click
from msgspec.structs import asdict

from cribble.cli.command import a_whole, flag, option, subcommand
from cribble.cli.files import STANDARD, at_line, lines_of, reading
from cribble.hand_count import DEFAULT, Hand, counted, read_hand
from scorekeeper.cards import Card, read_cards
from scorekeeper.game.actions import Amend, Annul, Asked, Redo, Same, Start, Undo
from scorekeeper.game.codec import read_asked, to_json
from scorekeeper.game.events import notices_of
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Entry, Snapshot
from scorekeeper.journal import Journal
from scorekeeper.rules.options import OPTIONS
from scorekeeper.rules.variants import RULES
from scorekeeper.table import Receipt, Table
from scorekeeper.words import Fault, Words, en


@subcommand(
    "Count a hand, as players say it",
    "Count a hand, and explain each point. A card is A 2 … 10 J Q K, then C D H S if its suit "
    "matters: cribble count 5H 5D 5S JC --starter 5C",
)
@click.argument("cards", nargs=-1, required=True, metavar=en("CARD..."))
@option("--starter", en("CARD"), en("The starter"))
@flag("--crib", en("The cards are a crib"))
@option("--rules", en("RULES"), en("The rules: {keys}"), default=DEFAULT, keys=", ".join(RULES))
@option("--flush", en("N"), en("The number of cards of one suit"), a_whole(0, 6))
@flag("--nobs", en("The jack is of the starter’s suit"))
@flag(
    "--json",
    en("Print JSON; with - for the cards, read one hand per line as JSON"),
    to="as_json",
)
@click.pass_obj
def count(
    words: Words, /, cards: tuple[str, ...], starter: str | None, as_json: bool, **claims: Any
) -> None:
    """Count one hand, or with ``--json -`` each hand on standard input."""
    if cards == (STANDARD,):
        with reading(STANDARD) as lines:
            for line in lines_of(lines):
                with at_line(line, words):
                    worth = counted(read_hand(line.text))
                click.echo(to_json(worth) if as_json else words.tally(worth.combos))
        return
    if starter is None:
        raise Fault("The starter is missing: add it, for example --starter 5C.")
    hand = Hand(hand=read_cards(cards), starter=Card.parse(starter), **claims)
    worth = counted(hand)
    if as_json:
        click.echo(to_json(worth))
        return
    click.echo(words.tally(worth.combos))
    combos = words.lines(worth.combos)
    calls = [(combo.say, " ".join(map(words.short, combo.cards))) for combo in combos]
    width = max((len(call) for call, _ in calls), default=0)
    for call, shown in calls:
        click.echo(f"  {call:<{width}}  {shown}")


def as_text(asked: Asked, previous: Snapshot, receipt: Receipt, words: Words) -> str:
    """Return an accepted action as text: the change, the scores, and notices."""
    now, game = receipt.snapshot, receipt.snapshot.game
    match asked:
        case Undo():
            assert previous.undo
            done = words.say("Undone: {entry}", entry=words.change(previous.undo, previous.game))
        case Redo():
            assert previous.redo
            done = words.say("Redone: {entry}", entry=words.change(previous.redo, game))
        case Amend() | Annul() | Same():
            assert now.undo
            done = words.change(now.undo, game)
        case action:
            entry = Entry(entry=now.version, actions=(action,), events=now.latest)
            done = words.entry(entry, game)
    notices = dict.fromkeys(words.notice(code, game) for code in notices_of(receipt.events))
    news = (notice for notice in notices if notice not in done)
    teams, names = enumerate(game.scores), words.about(game)
    scores = ", ".join(f"{names.team(team)} {score}" for team, score in teams)
    line = f"{receipt.version:>4} {done}" + (f"  ({scores})" if game.players else "")
    return "\n     ".join((line, *news))


@subcommand("Replay actions, one JSON object per line, and print each result; - is standard input")
@click.argument("file", metavar=en("FILE"))
@flag("--json", en("Print JSON, one object per line"), to="wants_json")
@click.pass_obj
def replay(words: Words, /, file: str, wants_json: bool) -> None:
    """Answer each line of *file* as it is read, until one is invalid. A start opens a new table."""
    table = Table(Journal.in_memory())
    with reading(file) as lines:
        for line in lines_of(lines):
            with at_line(line, words):
                asked = read_asked(line.text)
            used = Table(Journal.in_memory()) if isinstance(asked, Start) else table
            previous = used.now
            try:
                receipt = used.submit(asked)
            except Refusal as refusal:
                refused = words.refusal(refusal, previous.game)
                entry = {} if refusal.entry is None else {"entry": refusal.entry}
                plain = {"ok": False, "code": refusal.code, "refused": refused, **entry}
                click.echo(to_json(plain) if wants_json else f"   – {refused}")
                continue
            if used is not table:
                table.close()
                table = used
            if wants_json:
                click.echo(to_json(receipt.answer))
            else:
                click.echo(as_text(asked, previous, receipt, words))


WIDTH: Final = 80


@subcommand("List all games, and all house rules with their allowed values")
@flag("--json", en("Print the games as a JSON object, by key"), to="as_json")
@click.pass_obj
def rules(words: Words, /, as_json: bool) -> None:
    if as_json:
        click.echo(to_json(dict(RULES)))
        return
    field = en("{field}: {value}.")
    for key, row in RULES.items():
        click.echo(f"{words.rules_title(key)} ({key})")
        click.echo(_indented(words.rules_about(key)))
        fields = (
            words.say(field, field=words.option(name), value=words.option_value(name, value))
            for name, value in asdict(row).items()
        )
        click.echo(_indented(" ".join(fields)) + "\n")
    click.echo(words.say("House rules: the options of every game"))
    for name, choice in OPTIONS.items():
        click.echo(f"  {name}: {choice.wanted}")
        click.echo(_indented(f"{words.option(name)}. {words.option_about(name)}", 4))


def _indented(text: str, by: int = 2) -> str:
    return textwrap.indent("\n".join(textwrap.wrap(text, WIDTH - by)), " " * by)
