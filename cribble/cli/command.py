"""Click commands and options with bounds, and with translated help and errors."""

from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, TypeAlias

import click

from cribble.imports import importing
from scorekeeper.bounds import Bound, integer, number, one_of
from scorekeeper.words import LANGUAGES, Fault, Words, en

MAX_QUOTE_LENGTH: Final = 60
MAX_PATH_LENGTH: Final = 500


def quoted(value: object, longest: int = MAX_QUOTE_LENGTH) -> str:
    """Return *value* for an error message: on one line, truncated to *longest* characters."""
    letters = str(value)[: longest + 1]
    text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in letters)
    return text if len(text) <= longest else text[: longest - 1] + "…"


class BadOptionValue(Fault):
    """The value of an option is out of bounds."""

    def __init__(self, param: click.Parameter | None, value: object, wanted: str) -> None:
        super().__init__(
            en("{option} cannot be {value}; it must be {wanted}."),
            option=param.opts[0] if param else "",
            value=quoted(value),
            wanted=wanted,
        )


class Value(click.ParamType[Any]):
    """A click type: text parsed by *read*, which may raise ValueError, and limited by *bound*."""

    def __init__(self, bound: Bound, read: Callable[[str], Any] = str) -> None:
        self.name, self._bound, self._read = bound.wanted, bound, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            read = self._read(str(value))
        except ValueError:
            read = None
        if read is None or not self._bound.fits(read):
            raise BadOptionValue(param, value, self._bound.wanted)
        return read


def a_word(*words: str) -> Value:
    """Return a type that accepts one of *words*, ignoring case."""
    return Value(one_of(*words, quoted=False), str.lower)


def a_whole(low: int, high: int) -> Value:
    """Return a type that accepts an integer from *low* to *high*, in ASCII digits."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit()):
            raise ValueError(text)
        return int(text)

    return Value(integer(low, high), read)


def a_number(low: float, high: float, unit: str) -> Value:
    """Return a type that accepts a number from *low* to *high*; *unit* is for errors."""
    return Value(number(low, high, f" {unit}"), float)


def words_of(ctx: click.Context) -> Words:
    words = ctx.find_object(Words)
    assert words
    return words


class Formatter(click.HelpFormatter):
    """Translates click's own headings."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        words = words_of(click.get_current_context())
        super().write_usage(prog, args, f"{words.say(en('Usage:'))} ")

    def write_heading(self, heading: str) -> None:
        headings = {"Commands": en("Commands:"), "Options": en("Options:")}
        self.write(f"{words_of(click.get_current_context()).say(headings[heading])}\n")


class Context(click.Context):
    formatter_class = Formatter


class Option(click.Option):
    """An option with translated help and placeholder; *facts* are inserted into the help."""

    def __init__(
        self, *args: Any, facts: Mapping[str, object] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.facts = facts or {}

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        words = words_of(ctx)
        usual = f"{self.default:g}" if isinstance(self.default, float) else self.default
        placeholder = f" {words.say(self.metavar)}" if self.metavar else ""
        facts = {"usual": usual, **self.facts}
        return ", ".join(self.opts) + placeholder, words.say(self.help or "", **facts)


Function: TypeAlias = Callable[..., Any]
Decorator: TypeAlias = Callable[[Function], Function]


def option(
    name: str,
    metavar: str,
    about: str,
    kind: Value | None = None,
    *,
    to: str = "",
    default: Any = None,
    required: bool = False,
    **facts: str,
) -> Decorator:
    """Return a decorator that adds the option *name*, passed as the parameter *to*; *facts* and the
    *default* (``usual``) are inserted into the help *about*."""
    return click.option(
        *filter(None, (name, to)),
        cls=Option,
        metavar=metavar,
        help=about,
        type=kind,
        default=default,
        required=required,
        facts=facts,
    )


def choice(name: str, words: Collection[str], about: str) -> Decorator:
    """Return a decorator that adds an option limited to *words*, by default the first."""
    return option(name, "|".join(words), about, a_word(*words), default=next(iter(words)))


def flag(name: str, about: str, *, to: str = "", value: object = True) -> Decorator:
    """Return a decorator that adds an option without a value, which sets the parameter *to* to
    *value*."""
    chosen = {"is_flag": True} if value is True else {"flag_value": value}
    return click.option(*filter(None, (name, to)), cls=Option, help=about, **chosen)


LANGUAGE_ASKED: Final = "cribble.language_asked"
"""Key in a click context's ``meta``, set if ``--lang`` was given."""


def _show_help(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked:
        click.echo(ctx.get_help())
        ctx.exit()


HELP: Final = Option(
    ["--help"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_help,
    help=en("Show this help and exit"),
)


class TranslatedCommand(click.Command):
    """A command with ``--lang``, ``--help``, and translated help."""

    context_class = Context

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_help_option = False
        self.params.append(
            Option(
                ["--lang"],
                metavar="|".join(LANGUAGES),
                type=a_word(*LANGUAGES),
                expose_value=False,
                callback=lambda ctx, _, value: value and ctx.meta.update({LANGUAGE_ASKED: value}),
                help=en("Language of messages (default: that of the system)"),
            )
        )

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), HELP]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as fault:
            fault.ctx = fault.ctx or ctx  # click's parser does not set it.
            raise

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [words_of(ctx).say(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(words_of(ctx).say(self.help or ""))

    def get_short_help_str(self, limit: int = 45) -> str:
        return words_of(click.get_current_context()).say(self.short_help or "")


class Command(TranslatedCommand):
    """A command that rejects undeclared arguments."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, options_metavar=en("[OPTIONS]"), **kwargs)
        self.allow_extra_args = True  # Rejected below, with a translated error.

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        super().parse_args(ctx, args)
        if ctx.args:
            sentence = en("Unexpected argument {word}: see {command} --help.")
            raise Fault(sentence, word=quoted(ctx.args[0]), command=ctx.command_path)
        return []


def subcommand(short: str, about: str = "") -> Callable[[Function], Command]:
    """Return a decorator that makes a command; *about* is its help (default: *short*)."""
    return click.command(cls=Command, short_help=short, help=about or short)


class Group(TranslatedCommand, click.Group):
    """A group of the commands in *rows* (name to ``module:attribute``), imported on use; *usual* is
    the default command."""

    def __init__(
        self, name: str | None = None, *, rows: Mapping[str, str], usual: str, **attributes: Any
    ) -> None:
        metavars = {"options_metavar": en("[COMMAND]"), "subcommand_metavar": en("[OPTIONS]")}
        super().__init__(name, **metavars, **attributes)
        self.rows, self.usual = rows, usual

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.rows:
            sentence = en("Unknown command {word}; available: {commands}.")
            raise Fault(sentence, word=quoted(cmd_name), commands=", ".join(self.rows))
        module, name = self.rows[cmd_name].split(":")
        with importing():
            command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, with_command(args, self.usual))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.format_commands(ctx, formatter)
        click.Command.format_options(self, ctx, formatter)


def with_command(args: Sequence[str], usual: str) -> list[str]:
    """Return *args*, with the command *usual* inserted if they name none."""
    lead = 0
    while lead < len(args) and args[lead].startswith("--lang"):
        lead += 1 if "=" in args[lead] else 2
    rest = args[lead:]
    is_complete = rest and (rest[0] in ("--help", "--version") or not rest[0].startswith("-"))
    if lead > len(args) or is_complete:
        return list(args)
    return [*args[:lead], usual, *rest]
