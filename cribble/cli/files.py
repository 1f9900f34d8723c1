"""Files named on the command line: opened with the caller's permissions, read line by line."""

import codecs
import errno
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import click

from cribble.cli.command import MAX_PATH_LENGTH, quoted
from scorekeeper.cards import NotACard
from scorekeeper.game.codec import Unreadable
from scorekeeper.private_files import give_to_folder_owner
from scorekeeper.rules.options import UnknownName
from scorekeeper.scoring import ImpossibleSuitClaim
from scorekeeper.words import Fault, Words, en

ROOT: Final = 0
STANDARD: Final = "-"
"""The file name that stands for standard input or output."""
NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
"""Flags that create a file and fail if it exists."""

SENTENCES: Final[Mapping[int, str]] = {
    errno.ENOENT: en("{path} does not exist."),
    errno.EISDIR: en("{path} is a directory."),
    errno.ENOTDIR: en("{path} is not a directory."),
    errno.EEXIST: en("{path} already exists."),
    errno.EACCES: en("This user has no permission to use {path}."),
    errno.EPERM: en("This user has no permission to use {path}."),
    errno.EROFS: en("{path} cannot be written: the disk is read-only."),
    errno.ENOSPC: en("{path} cannot be written: there is no space left."),
}


def cannot_use(fault: OSError, path: object = None) -> Fault:
    """Return a Fault for an error with the file or folder *path*."""
    name = path if path is not None else fault.filename
    sentence = SENTENCES.get(fault.errno or 0, en("{path} cannot be used ({reason})."))
    shown = quoted(name if name is not None else STANDARD, MAX_PATH_LENGTH)
    return Fault(sentence, path=shown, reason=fault.strerror or str(fault))


@contextmanager
def acting_as(user: int = ROOT) -> Iterator[None]:
    """Context manager: sets the effective user to *user*. No-op unless started by root."""
    if os.getuid() != ROOT:
        yield
        return
    usual = os.geteuid()
    os.seteuid(ROOT)
    os.seteuid(user)
    try:
        yield
    finally:
        os.seteuid(ROOT)
        os.seteuid(usual)


@contextmanager
def reading(name: str) -> Iterator[BinaryIO]:
    """Context manager: opens the file *name*, or standard input. Raises Fault."""
    if name == STANDARD:
        if sys.stdin is None:  # Closed by the parent process.
            raise Fault("Standard input is closed: name a file, or pipe lines into it.")
        yield sys.stdin.buffer
        return
    try:
        with acting_as():
            file = Path(name).open("rb")  # noqa: SIM115 - closed below; here only opening may fail
    except OSError as fault:
        raise cannot_use(fault, name) from None
    with file:
        yield file


@contextmanager
def writing(name: str, *, private: bool = False) -> Iterator[BinaryIO]:
    """Context manager: creates the file *name*, or uses standard output. The file is deleted on
    error; a *private* one is readable only by the owner of its folder. Raises Fault if it exists or
    cannot be written."""
    if name == STANDARD:
        yield sys.stdout.buffer
        return
    path = Path(name)
    try:
        with acting_as():
            handle = os.open(path, NEW, 0o600 if private else 0o666)
            if private:
                give_to_folder_owner(handle, path.parent)
    except OSError as fault:
        raise cannot_use(fault, name) from None
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
    except BaseException as fault:
        with acting_as():
            path.unlink(missing_ok=True)
        if isinstance(fault, OSError):
            raise cannot_use(fault, fault.filename or name) from None
        raise


MAX_LENGTH: Final = 1 << 20
"""Maximum length in bytes of a line with an action."""
MAX_SHOWN_LENGTH: Final = 200

EDGE: Final = (Fault, ImpossibleSuitClaim, NotACard, UnknownName, Unreadable)
"""Exceptions for invalid input, each with a message for the user."""


class NumberedLine(NamedTuple):
    """The *text* of line *number*, counted from 1."""

    number: int
    text: bytes


def lines_of(file: BinaryIO) -> Iterator[NumberedLine]:
    for number, text in enumerate(all_lines(file, MAX_LENGTH), 1):
        if text.strip():
            yield NumberedLine(number, text.rstrip())


def all_lines(file: BinaryIO, longest: int) -> Iterator[bytes]:
    """Yield the lines of *file* without a BOM. Raises Fault if one has more than *longest*
    bytes."""
    for number in count(1):
        try:
            text = file.readline(longest + 1)
        except OSError as fault:
            raise cannot_use(fault, file.name) from None
        if not text:
            return
        if len(text) > longest:
            sentence = en("Line {line} is longer than {longest} bytes; it begins with {value}.")
            begins = quoted(text[:MAX_SHOWN_LENGTH].decode("utf-8", "backslashreplace"))
            raise Fault(sentence, line=number, longest=longest, value=begins)
        yield text.removeprefix(codecs.BOM_UTF8) if number == 1 else text


@contextmanager
def at_line(line: NumberedLine, words: Words) -> Iterator[None]:
    """Context manager: adds the number of *line* to input errors."""
    try:
        yield
    except EDGE as fault:
        raise click.ClickException(words.fault(fault, line=line.number)) from None
