"""JSON as people hand it over: an object a line, the lines counted and none too long to be read."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final, NamedTuple

import click

from cribble.cli.files import cannot_use
from cribble.cli.types import quoted
from scorekeeper.board.wiring.wiring import BadlyWired
from scorekeeper.cards import NotACard
from scorekeeper.game.codec import Unreadable
from scorekeeper.rules.options import UnknownRules
from scorekeeper.words import Fault, Words, en

LONGEST: Final = 1 << 20
"""Bytes in a line. No action comes near it."""

EDGE: Final = (Fault, BadlyWired, NotACard, UnknownRules, Unreadable)
"""What can be wrong with what people give us; each has its sentence."""


class Line(NamedTuple):
    """What stands on line *number*, counted from 1."""

    number: int
    text: bytes


def lines_of(file: BinaryIO) -> Iterator[Line]:
    """Every line of *file* that is not blank, as soon as it is there."""
    for number, text in enumerate(all_lines(file, LONGEST), 1):
        if text.strip():
            yield Line(number, text.rstrip())


def all_lines(file: BinaryIO, longest: int) -> Iterator[bytes]:
    """The lines of *file* as they are, without a mark at its beginning. Raises Fault where one has
    more than *longest* bytes.
    """
    number = 0
    while text := _read(file, longest + 1):
        number += 1
        if len(text) > longest:
            sentence = en("Line {line} is longer than {longest} bytes; it begins {value}.")
            begins = quoted(text[:LONGEST_SHOWN].decode("utf-8", "backslashreplace"))
            raise Fault(sentence, line=number, longest=longest, value=begins)
        yield text.removeprefix(codecs.BOM_UTF8) if number == 1 else text


def _read(file: BinaryIO, most: int) -> bytes:
    try:
        return file.readline(most)
    except OSError as fault:
        raise cannot_use(fault, file.name) from None


LONGEST_SHOWN: Final = 200


@contextmanager
def at(line: Line, words: Words) -> Iterator[None]:
    """Whatever is wrong in here is told with the number of the *line*."""
    try:
        yield
    except EDGE as fault:
        raise click.ClickException(words.fault(fault, line=line.number)) from None
