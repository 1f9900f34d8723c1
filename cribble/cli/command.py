"""Commands and groups of them, with help and errors in the reader's language."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final, TypeAlias

import click

from cribble.cli.types import a_number, a_word, quoted
from scorekeeper.words import LANGUAGES, Fault, Words, en

Row: TypeAlias = tuple[str, str]


def words_of(ctx: click.Context) -> Words:
    """The words that this command line is answered in."""
    words = ctx.find_object(Words)
    assert words
    return words


class Option(click.Option):
    """An option. Its help and placeholder are sentences of the catalogue; *facts* fill them in."""

    def __init__(
        self, *args: Any, facts: Mapping[str, object] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.facts = facts or {}

    def row(self, words: Words) -> Row:
        """The option as a line of its command's help."""
        names = ", ".join(self.opts)
        placeholder = f" {words.say(self.metavar)}" if self.metavar else ""
        return names + placeholder, words.say(self.help or "", **self.facts)


def option(*names: str, **attributes: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command this option."""
    return click.option(*names, cls=Option, **attributes)


def millimetres(
    name: str, low: float, high: float, *, usual: float, about: str
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command an option in mm; what is said *about* it may name what is ``{usual}``."""
    return option(
        name,
        metavar="MM",
        type=a_number(low, high, "mm"),
        default=usual,
        help=about,
        facts={"usual": f"{usual:g}"},
    )


LANGUAGE_ASKED: Final = "cribble.language_asked"
"""Noted in a context's ``meta`` where the command line itself asks for a language."""


def _note(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.meta[LANGUAGE_ASKED] = value


def language_option() -> Option:
    """``--lang``, which every command takes."""
    return Option(
        ["--lang"],
        metavar="|".join(LANGUAGES),
        type=a_word(*LANGUAGES),
        expose_value=False,
        callback=_note,
        help=en("The language to speak (this machine’s own, unless you say)"),
    )


OPTIONS: Final = en("Options:")


class Command(click.Command):
    """A command. ``help`` and the placeholders are sentences of the catalogue."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.allow_extra_args = True  # so that we say it, and not click
        self.params.append(language_option())

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with naming_the_command(ctx):
            super().parse_args(ctx, args)
        if ctx.args:
            sentence = en("Unexpected argument {word}: see {command} --help.")
            raise Fault(sentence, word=quoted(ctx.args[0]), command=ctx.command_path)
        return []

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        words = words_of(ctx)
        write_usage(ctx, formatter, (words.say(piece) for piece in self._placeholders(ctx)))
        write_about(words.say(self.help or ""), formatter)
        write_rows(words.say(OPTIONS), option_rows(self, words), formatter)

    def _placeholders(self, ctx: click.Context) -> Iterator[str]:
        yield en("[OPTIONS]")
        for param in self.params:
            if isinstance(param, click.Argument):
                yield param.make_metavar(ctx)


def subcommand(short: str, about: str = "") -> Callable[[Callable[..., Any]], Command]:
    """Return what makes a subcommand; *about* is its help where one line is too short."""
    return click.command(cls=Command, short_help=short, help=about or short)


@contextmanager
def naming_the_command(ctx: click.Context) -> Iterator[None]:
    """Name in a usage error the command it was given to, which click may forget."""
    try:
        yield
    except click.UsageError as fault:
        fault.ctx = fault.ctx or ctx
        raise


def option_rows(command: click.Command, words: Words) -> Iterator[Row]:
    """The options of *command*, and the one that every command has."""
    for param in command.params:
        if isinstance(param, Option):
            yield param.row(words)
    yield "--help", words.say("Show this page and leave")


def write_usage(
    ctx: click.Context, formatter: click.HelpFormatter, placeholders: Iterator[str]
) -> None:
    """The line that shows how a command is written."""
    usage = words_of(ctx).say(en("Usage:"))
    formatter.write_usage(ctx.command_path, " ".join(placeholders), prefix=f"{usage} ")


def write_about(text: str, formatter: click.HelpFormatter) -> None:
    """Write what a command does."""
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(text)


def write_rows(heading: str, rows: Iterator[Row], formatter: click.HelpFormatter) -> None:
    """Options or commands, one a line."""
    formatter.write_paragraph()
    formatter.write(f"{heading}\n")
    with formatter.indentation():
        formatter.write_dl(list(rows))


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
            sentence = en("There is no command {word}; there are {commands}.")
            raise Fault(sentence, word=quoted(cmd_name), commands=", ".join(self.rows))
        module, name = self.rows[cmd_name].split(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with naming_the_command(ctx):
            return super().parse_args(ctx, with_command(args, self.usual))

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        words = words_of(ctx)
        placeholders = (en("[COMMAND]"), en("[OPTIONS]"))
        write_usage(ctx, formatter, map(words.say, placeholders))
        write_about(words.say(self.help or ""), formatter)
        write_rows(words.say("Commands:"), self._listed(ctx, words), formatter)
        write_rows(words.say(OPTIONS), option_rows(self, words), formatter)

    def _listed(self, ctx: click.Context, words: Words) -> Iterator[Row]:
        for name in self.rows:
            command = self.get_command(ctx, name)
            assert command
            yield name, words.say(command.short_help or command.help or "")


INSTEAD_OF_A_COMMAND: Final = ("--help", "--version")
"""Options that are answered in the place of a command."""


def with_command(args: Sequence[str], usual: str) -> list[str]:
    """*args* with a command in them: the *usual* one, where the first word is none."""
    lead = 0
    while lead < len(args) and args[lead].startswith("--lang"):
        lead += 1 if "=" in args[lead] else 2
    rest = args[lead:]
    if lead > len(args) or (
        rest and (rest[0] in INSTEAD_OF_A_COMMAND or not rest[0].startswith("-"))
    ):
        return list(args)
    return [*args[:lead], usual, *rest]
