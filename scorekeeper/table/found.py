"""What people must be told after a journal was opened: it was migrated, or it had to be mended."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from scorekeeper.journal.errors import Trouble
from scorekeeper.words import en

MIGRATED: Final = en("The journal {path} was brought from layout {layout} to layout {known}.")

MENDED: Final = {
    Trouble.MISSING: en(
        "The journal {path} was gone; a new one goes on from its backup. "
        "Entries kept: {kept}, lost: {lost}."
    ),
    Trouble.FOREIGN: en(
        "{path} was not a journal of Cribble and now lies at {aside}. "
        "Entries kept: {kept}, lost: {lost}."
    ),
    Trouble.DAMAGED: en(
        "The journal {path} was damaged and now lies at {aside}; a new one goes on from what could "
        "be read of it and of its backup. Entries kept: {kept}, lost: {lost}."
    ),
    Trouble.SHORTENED: en(
        "The journal {path} had lost its end and now lies at {aside}; a new one goes on from the "
        "rest and its backup. Entries kept: {kept}, lost: {lost}."
    ),
}


class Found(msgspec.Struct, frozen=True):
    """``Words.say(found.sentence, **found.values)`` tells it; ``what`` is for programs.

    ``what`` is ``migrated``, ``missing``, ``foreign``, ``damaged`` or ``shortened``.
    """

    what: str
    sentence: str
    values: dict[str, Any]


def migrated(path: Path, layout: int, known: int) -> Found:
    """A journal of an older layout was brought to the one in use."""
    return Found("migrated", MIGRATED, {"path": str(path), "layout": layout, "known": known})


def mended(why: Trouble, path: Path, aside: Path | None, kept: int, lost: int) -> Found:
    """A new journal of *kept* entries stands at *path*; the old one, if any, lies at *aside*."""
    values = {"path": str(path), "aside": str(aside or ""), "kept": kept, "lost": lost}
    return Found(why.value, MENDED[why], values)
