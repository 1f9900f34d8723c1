"""Findings of a check: good, worth knowing, or wrong with its remedy."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple


class Level(StrEnum):
    """The weight of a finding."""

    OK = "ok"
    NOTE = "note"
    """It may work as it is, but better is known."""
    WRONG = "wrong"
    """The lights stay dark, or the game is not kept, until somebody mends it."""


class Finding(NamedTuple):
    """One thing that was looked at. ``sentence`` is of the catalogue, ``values`` fill it in.

    ``mend`` is the line that puts it right: for a shell, for the config, or for the soldering
    iron's owner. Lines for a shell end in what makes them work, a restart included.
    """

    level: Level
    sentence: str
    values: Mapping[str, Any]
    mend: str = ""


def fine(sentence: str, /, **values: Any) -> Finding:
    """Something that is as it should be."""
    return Finding(Level.OK, sentence, values)


def note(sentence: str, /, *, mend: str = "", **values: Any) -> Finding:
    """Something worth knowing."""
    return Finding(Level.NOTE, sentence, values, mend)


def wrong(sentence: str, /, *, mend: str = "", **values: Any) -> Finding:
    """Something that must be mended; where no line can do it, the sentence says what will."""
    return Finding(Level.WRONG, sentence, values, mend)
