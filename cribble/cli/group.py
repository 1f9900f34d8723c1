"""Commands under one name: found when they are asked for, listed with a line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import click

from cribble.cli.command import (
    OPTIONS,
    Row,
    option_rows,
    told_where,
    words_of,
    write_about,
    write_rows,
    write_usage,
)
from cribble.cli.types import quoted
from scorekeeper.words import Fault, Words, en


class Group(click.Group):
    """The commands of *rows*: by name the module and the command in it; only the one that runs is
    imported. What is typed without the name of one is for the one called *usual*. ``help`` is a
    sentence of the catalogue.
    """

    def __init__(
        self, name: str | None = None, *, rows: Mapping[str, str], usual: str, **attributes: Any
    ) -> None:
        super().__init__(name, **attributes)
        self.rows, self.usual = rows, usual

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.rows:
            raise Fault(
                en("There is no command {word}; there are {commands}."),
                word=quoted(cmd_name),
                commands=", ".join(self.rows),
            )
        module, name = self.rows[cmd_name].split(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with told_where(ctx):
            return super().parse_args(ctx, with_command(args, self.usual))

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        words = words_of(ctx)
        placeholders = (en("[COMMAND]"), en("[OPTIONS]"))
        write_usage(ctx, formatter, map(words.say, placeholders))
        write_about(words.say(self.help or ""), formatter)
        write_rows(words.say(en("Commands:")), self._listed(ctx, words), formatter)
        write_rows(words.say(OPTIONS), option_rows(self, words), formatter)

    def _listed(self, ctx: click.Context, words: Words) -> Iterator[Row]:
        for name in self.rows:
            command = self.get_command(ctx, name)
            assert command
            yield name, words.say(command.short_help or command.help or "")


SHOWN: Final = ("--help", "--version")
"""What is answered in the place of a command."""


def with_command(args: Sequence[str], usual: str) -> list[str]:
    """*args* with a command in them: the *usual* one, where the first word is none."""
    lead = 0
    while lead < len(args) and args[lead].startswith("--lang"):
        lead += 1 if "=" in args[lead] else 2
    rest = args[lead:]
    if lead > len(args) or (rest and (rest[0] in SHOWN or not rest[0].startswith("-"))):
        return list(args)
    return [*args[:lead], usual, *rest]
