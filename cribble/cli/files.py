"""Files that people name: opened, or why not, in one sentence."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Final

from cribble.cli.types import LONGEST_PATH, quoted
from scorekeeper.words import Fault, en

STANDARD: Final = "-"
"""The name under which standard input or output is meant."""

SENTENCES: Final[Mapping[int, str]] = MappingProxyType(
    {
        errno.ENOENT: en("There is no file or folder {path}."),
        errno.EISDIR: en("{path} is a folder, and a file is wanted."),
        errno.ENOTDIR: en("{path} is a file, and a folder is wanted."),
        errno.EEXIST: en("{path} is there already."),
        errno.EACCES: en("{path} is closed to this user: its permissions say so."),
        errno.EPERM: en("{path} is closed to this user: its permissions say so."),
        errno.EROFS: en("{path} cannot be written: it lies on a read-only disk."),
        errno.ENOSPC: en("{path} cannot be written: there is no space left."),
    }
)


def cannot_use(fault: OSError, path: object = None) -> Fault:
    """Why a file or folder cannot be used."""
    name = path if path is not None else fault.filename
    sentence = SENTENCES.get(fault.errno or 0, en("{path} cannot be used ({reason})."))
    shown = quoted(name if name is not None else STANDARD, LONGEST_PATH)
    return Fault(sentence, path=shown, reason=fault.strerror or str(fault))


@contextmanager
def reading(name: str) -> Iterator[BinaryIO]:
    """The file called *name*, or standard input. Raises Fault where it cannot be read."""
    if name == STANDARD:
        if sys.stdin is None:  # it was closed by whoever started us
            raise Fault(en("Standard input is closed: name a file, or send lines to it."))
        yield sys.stdin.buffer
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 - closed below; here only opening may fail
    except OSError as fault:
        raise cannot_use(fault, name) from None
    with file:
        yield file


@contextmanager
def writing(name: str) -> Iterator[BinaryIO]:
    """A new file called *name*, or standard output. A file that is not finished is not left behind.

    Raises Fault where it cannot be written, or is there already.
    """
    if name == STANDARD:
        yield sys.stdout.buffer
        return
    path = Path(name)
    try:
        file = path.open("xb")
    except OSError as fault:
        raise cannot_use(fault, name) from None
    try:
        with file:
            yield file
    except OSError as fault:
        path.unlink(missing_ok=True)
        raise cannot_use(fault, name) from None
    except BaseException:
        path.unlink(missing_ok=True)
        raise
