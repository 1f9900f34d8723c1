"""The command line: finds the command and the language; says in one line what went wrong."""

import io
import os
import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pwd import getpwnam
from typing import Final

import click

from cribble.cli.command import Group, Option, language_option
from cribble.cli.files import EDGE, ROOT, cannot_use
from cribble.cli.usage import translate_click_error
from cribble.folders import is_packaged
from scorekeeper.words import LANGUAGES, Fault, Words, en, from_locale

LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of these that says anything decides, as everywhere on a POSIX system."""


def language(args: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language of help, answers and errors; one that is not there is left to be refused."""
    wish = language_asked(args)
    return wish if wish in LANGUAGES else language_of_this_machine(environ)


def language_asked(args: Sequence[str]) -> str | None:
    """Return the value of ``--lang``, wherever it is before a bare ``--``."""
    before = args[: args.index("--")] if "--" in args else args
    for word, after in zip_longest(before, before[1:]):
        if word == "--lang":
            return after
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


def language_of_this_machine(environ: Mapping[str, str]) -> str:
    """The language of the locale."""
    return from_locale(next((environ[name] for name in LOCALE if environ.get(name)), ""))


COMMANDS: Final[Mapping[str, str]] = {
    "serve": "cribble.commands.serve:serve",
    "demo": "cribble.commands.demo:demo",
    "hub": "cribble.commands.hub:hub",
    "count": "cribble.commands.count:count",
    "replay": "cribble.commands.replay:replay",
    "rules": "cribble.commands.rules:rules",
    "config": "cribble.commands.config:config",
    "board": "cribble.commands.board:board",
    "lamp": "cribble.commands.lamp:lamp",
    "doctor": "cribble.commands.doctor:doctor",
    "code": "cribble.commands.secrets:code",
    "pin": "cribble.commands.secrets:pin_",
    "night": "cribble.commands.night:night",
    "join": "cribble.commands.join:join",
    "backup": "cribble.commands.backup:backup",
    "restore": "cribble.commands.backup:restore",
    "export": "cribble.commands.journal:export",
    "csv": "cribble.commands.journal:csv",
    "import": "cribble.commands.journal:import_",
    "adopt": "cribble.commands.package:adopt",
    "rollback": "cribble.commands.package:rollback",
}
"""The module of each command; only the one that runs is imported."""


ABOUT: Final = en(
    "Cribble keeps score for cribbage played with real cards. "
    "Without a command it serves the table."
)


def _show_version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        click.echo(f"cribble {version('cribble')}")
        ctx.exit()


CRIBBLE: Final = Group(
    rows=COMMANDS,
    usual="serve",
    help=ABOUT,
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
    if os.geteuid() == ROOT and is_packaged():
        become_table_user(sys.argv[1:])
    sys.exit(run(sys.argv[1:]))


FOR_ROOT: Final = ("lamp", "rollback")
WITH_FILES: Final = ("adopt", "backup", "csv", "export", "import", "restore")


def become_table_user(args: Sequence[str], user: str = "cribble") -> None:
    """Become the *user* who owns the table of a package, so that root follows no link that it made;
    for good, unless the command opens files that root named. Mending is for root."""
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
    """Run one command line. Return 0, or 2 after an error, one line on stderr."""
    try:
        words = Words.of(language(args, os.environ))
    except Fault as fault:
        return _tell(str(fault))
    try:
        _run(args, words)
    except click.UsageError as fault:
        return _tell(words.fault(translate_click_error(fault)))
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
    """The reader of our output has gone: nothing more can be written, not even at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
