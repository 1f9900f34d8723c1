"""Which language to speak: the one asked for with ``--lang``, else the one of this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Final

from scorekeeper.words import LANGUAGES, from_locale

LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of these that says anything decides, as everywhere on a POSIX system."""


def language(args: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language of help, answers and errors; one that is not there is left to be refused."""
    wish = asked(args)
    return wish if wish in LANGUAGES else of_this_machine(environ)


def asked(args: Sequence[str]) -> str | None:
    """What ``--lang`` says, wherever it stands before a bare ``--``."""
    before = args[: args.index("--")] if "--" in args else args
    for word, after in zip_longest(before, before[1:]):
        if word == "--lang":
            return after
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


def of_this_machine(environ: Mapping[str, str]) -> str:
    """The language of the locale."""
    return from_locale(next((environ[name] for name in LOCALE if environ.get(name)), ""))
