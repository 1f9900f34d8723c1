"""The command line: finds the command that was asked for, and says in one line what went wrong."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Final

import click

from cribble.command import (
    OPTIONS,
    Command,
    Option,
    Row,
    language_option,
    option_rows,
    told_where,
    words_of,
    write_about,
    write_rows,
    write_usage,
)
from cribble.files import cannot_use
from cribble.language import language
from cribble.lines import EDGE
from cribble.usage import told
from cribble.values import quoted
from scorekeeper.words import Fault, Words, en

DEFAULT: Final = "serve"

COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "serve": "cribble.commands.serve:serve",
        "demo": "cribble.commands.demo:demo",
        "count": "cribble.commands.count:count",
        "replay": "cribble.commands.replay:replay",
        "rules": "cribble.commands.rules:rules",
        "config": "cribble.commands.config:config",
        "lamp": "cribble.commands.lamp:lamp",
        "code": "cribble.commands.code:code",
        "export": "cribble.commands.journal:export",
        "import": "cribble.commands.journal:import_",
    }
)
"""Where each command is found; only the one that runs is imported."""


class Cribble(click.Group):
    """All commands. Without the name of one the table is served."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            raise Fault(
                en("There is no command {word}; there are {commands}."),
                word=quoted(cmd_name),
                commands=", ".join(COMMANDS),
            )
        module, name = COMMANDS[cmd_name].split(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, Command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with told_where(ctx):
            return super().parse_args(ctx, with_command(args))

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        words = words_of(ctx)
        placeholders = (en("[COMMAND]"), en("[OPTIONS]"))
        write_usage(ctx, formatter, map(words.say, placeholders))
        write_about(words.say(ABOUT), formatter)
        write_rows(words.say(en("Commands:")), self._rows(ctx, words), formatter)
        write_rows(words.say(OPTIONS), option_rows(self, words), formatter)

    def _rows(self, ctx: click.Context, words: Words) -> Iterator[Row]:
        for name in COMMANDS:
            command = self.get_command(ctx, name)
            assert command
            yield name, words.say(command.short_help or command.help or "")


SHOWN: Final = ("--help", "--version")

ABOUT: Final = en(
    "Cribble keeps score for cribbage played with real cards. "
    "Without a command it serves the table."
)


def with_command(args: Sequence[str]) -> list[str]:
    """The command line with a command in it: serve, where the first word is none."""
    lead = 0
    while lead < len(args) and args[lead].startswith("--lang"):
        lead += 1 if "=" in args[lead] else 2
    rest = args[lead:]
    if lead > len(args) or (rest and (rest[0] in SHOWN or not rest[0].startswith("-"))):
        return list(args)
    return [*args[:lead], DEFAULT, *rest]


def _show_version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        click.echo(f"cribble {version('cribble')}")
        ctx.exit()


CRIBBLE: Final = Cribble(
    invoke_without_command=True,
    params=[
        language_option(),
        Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_version,
            help=en("Show the version and leave"),
        ),
    ],
)


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(args: Sequence[str]) -> int:
    """Run one command line. 0 is well, 2 is an error that was told in one line on stderr."""
    try:
        words = Words.of(language(args, os.environ))
    except Fault as fault:
        return _tell(str(fault))
    try:
        _run(args, words)
    except click.UsageError as fault:
        return _tell(words.fault(told(fault)))
    except click.ClickException as fault:
        return _tell(fault.message)
    except EDGE as fault:
        return _tell(words.fault(fault))
    except BrokenPipeError:
        return _leave_quietly()
    except OSError as fault:
        return _tell(words.fault(cannot_use(fault)))
    except click.Abort:
        return INTERRUPTED
    return 0


INTERRUPTED: Final = 130


def _run(args: Sequence[str], words: Words) -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    CRIBBLE.main(list(args), "cribble", standalone_mode=False, obj=words)
    if sys.stdout:
        sys.stdout.flush()


def _tell(sentence: str) -> int:
    click.echo(f"cribble: {sentence}", err=True)
    return 2


def _leave_quietly() -> int:
    """Whoever read our output has gone: nothing more can be written, not even at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
