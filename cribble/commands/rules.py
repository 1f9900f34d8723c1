"""``cribble rules``: every game that can be played, and every house rule with what it may be."""

import textwrap
from collections.abc import Iterator
from typing import Final

import click
from msgspec.structs import asdict

from cribble.cli.command import option, subcommand
from scorekeeper.game.codec import to_json
from scorekeeper.rules.options import OPTIONS
from scorekeeper.rules.variants import RULES, Rules
from scorekeeper.words import Words, en

WIDTH: Final = 80


@subcommand("Show every game that can be played, and every house rule with what it may be")
@option("--json", "as_json", is_flag=True, help=en("Show the games as one JSON object, by key"))
@click.pass_obj
def rules(words: Words, /, as_json: bool) -> None:
    """Print the rows of the rules."""
    click.echo(to_json(dict(RULES)) if as_json else "\n".join(_page(words)))


def _page(words: Words) -> Iterator[str]:
    for key, row in RULES.items():
        yield f"{words.rules_title(key)} ({key})"
        yield from _indented(words.rules_about(key))
        yield from _indented(_fields(row, words))
        yield ""
    yield words.say("House rules: what may be changed in any of them")
    for name, choice in OPTIONS.items():
        yield f"  {name}: {choice.wanted}"
        yield from _indented(f"{words.option(name)}. {words.option_about(name)}", 4)


def _fields(row: Rules, words: Words) -> str:
    """Everything that a row says, one after the other."""
    field = en("{field}: {value}.")
    return " ".join(
        words.say(field, field=words.option(name), value=words.option_value(name, value))
        for name, value in asdict(row).items()
    )


def _indented(text: str, by: int = 2) -> list[str]:
    margin = " " * by
    return textwrap.wrap(text, WIDTH, initial_indent=margin, subsequent_indent=margin)
