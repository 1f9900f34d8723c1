"""Command-line entry point: language, user, commands, and one-line errors."""

import io
import os
import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pwd import getpwnam
from typing import Final

import click

from cribble.cli.command import Group, Option, quoted
from cribble.cli.files import EDGE, ROOT, cannot_use
from cribble.folders import is_packaged
from scorekeeper.words import LANGUAGES, Fault, Words, en, from_locale


def language(args: Sequence[str], environ: Mapping[str, str]) -> str:
    """Return the language code: that of ``--lang`` if supported, else of the POSIX locale."""
    wish = language_asked(args)
    if wish in LANGUAGES:
        return wish
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return from_locale(next((environ[name] for name in names if environ.get(name)), ""))


def language_asked(args: Sequence[str]) -> str | None:
    """Return the value of ``--lang`` in *args*, or None. Arguments after ``--`` are ignored."""
    options = args[: args.index("--")] if "--" in args else args
    for word, following in zip_longest(options, options[1:]):
        if word == "--lang":
            return following
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


COMMANDS: Final[Mapping[str, str]] = {
    "serve": "cribble.serve.run:serve",
    "demo": "cribble.demo:demo",
    "hub": "cribble.hub:hub",
    "count": "cribble.commands.rules:count",
    "replay": "cribble.commands.rules:replay",
    "rules": "cribble.commands.rules:rules",
    "config": "cribble.commands.serve:config",
    "board": "cribble.commands.board:board",
    "lamp": "cribble.commands.serve:lamp",
    "doctor": "cribble.commands.doctor:doctor",
    "code": "cribble.commands.serve:code",
    "pin": "cribble.commands.serve:pin_",
    "night": "cribble.commands.night:night",
    "join": "cribble.commands.serve:join",
    "backup": "cribble.commands.data:backup",
    "restore": "cribble.commands.data:restore",
    "export": "cribble.commands.data:export",
    "csv": "cribble.commands.data:csv",
    "import": "cribble.commands.data:import_",
    "adopt": "cribble.commands.data:adopt",
    "rollback": "cribble.commands.data:rollback",
}
"""The function of each command; imported on use."""


ABOUT: Final = en(
    "Cribble keeps score for cribbage played with real cards. "
    "Without a command it serves the table."
)


CRIBBLE: Final = Group(rows=COMMANDS, usual="serve", help=ABOUT)
click.version_option(
    package_name="cribble",
    prog_name="cribble",
    message="%(prog)s %(version)s",
    cls=Option,
    help=en("Show the version and exit"),
)(CRIBBLE)


def main() -> None:
    if os.geteuid() == ROOT and is_packaged():
        become_table_user(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # The encoding may lack characters.
    sys.exit(run(sys.argv[1:]))


FOR_ROOT: Final = ("lamp", "rollback")
WITH_FILES: Final = ("adopt", "backup", "csv", "export", "import", "restore")


def become_table_user(args: Sequence[str], user: str = "cribble") -> None:
    """Drop root privileges and become *user*, the owner of a packaged table's files, so that root
    never follows a link made by that user. Permanent, except for commands that open files named by
    root; ``lamp``, ``rollback`` and repairs stay root."""
    command = next((word for word in args if word in COMMANDS), "")
    if command in FOR_ROOT or (command == "doctor" and "--mend" in args):
        return
    known = getpwnam(user)
    os.initgroups(user, known.pw_gid)
    if command in WITH_FILES:
        os.setegid(known.pw_gid)
        os.seteuid(known.pw_uid)
    else:
        os.setgid(known.pw_gid)
        os.setuid(known.pw_uid)


def run(args: Sequence[str]) -> int:
    """Run a command line; return 0, 2 after an error (printed on one line), or 130 after an
    interrupt."""
    try:
        words = Words.of(language(args, os.environ))
    except Fault as fault:
        return _tell(str(fault))
    try:
        CRIBBLE.main(list(args), "cribble", standalone_mode=False, obj=words)
        if sys.stdout:
            sys.stdout.flush()
    except click.UsageError as fault:
        return _tell(words.fault(translate_click_error(fault)))
    except click.ClickException as fault:
        return _tell(fault.message)
    except EDGE as fault:
        return _tell(words.fault(fault))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Flushed at exit.
        return 1
    except OSError as fault:
        return _tell(words.fault(cannot_use(fault)))
    except click.Abort:
        return 130
    return 0


def _tell(sentence: str) -> int:
    click.echo(f"cribble: {sentence}", err=True)
    return 2


def translate_click_error(fault: click.UsageError) -> Fault:
    command = fault.ctx.command_path if fault.ctx else "cribble"
    match fault:
        case click.NoSuchOption(option_name=name):
            sentence = en("Unknown option {word}: see {command} --help.")
        case click.MissingParameter(param=click.Parameter() as param):
            name = param.opts[0] if isinstance(param, click.Option) else param.metavar or ""
            sentence = en("Missing {word}: see {command} --help.")
        case click.BadOptionUsage(option_name=name):
            params = fault.ctx.command.params if fault.ctx else []
            options = (param for param in params if isinstance(param, click.Option))
            if any(name in option.opts and option.is_flag for option in options):
                sentence = en("{word} takes no value: see {command} --help.")
            else:
                sentence = en("{word} needs a value: see {command} --help.")
        case _:
            name = fault.format_message()
            sentence = en("Invalid command line ({word}): see {command} --help.")
    return Fault(sentence, word=quoted(name), command=command)
