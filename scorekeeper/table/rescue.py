"""Mend a journal: put the old file aside and go on from every line that still proves itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from scorekeeper.journal.errors import JournalFault, Trouble, told_plainly
from scorekeeper.journal.index import index_games
from scorekeeper.journal.row import Row
from scorekeeper.journal.store import Store
from scorekeeper.table.beside import beside, remove, set_aside, take_place
from scorekeeper.table.found import Found, mended


class Wreck(NamedTuple):
    """A journal to be mended; ``journal`` and ``lines`` are what its tally knows of it."""

    path: Path
    why: Trouble
    journal: str
    lines: int


def rescue(wreck: Wreck, name: str, now: datetime, *, only_whole: bool) -> Found:
    """Put the wreck aside; a journal called *name* stands in its place, of the lines before the
    first that neither the wreck nor its backup has unharmed.

    With *only_whole* nothing is done, and JournalFault DAMAGED raised, unless no line is lost.
    """
    with told_plainly(wreck.path):
        new = beside(wreck.path, "new")
        remove(new)
        kept, had = _salvage(wreck, new, name)
        if only_whole and had > kept:
            remove(new)
            raise JournalFault(Trouble.DAMAGED, wreck.path, f"line {kept + 1}")
        aside = set_aside(wreck.path, now)
        take_place(new, wreck.path)
    return mended(wreck.why, wreck.path, aside, kept, had - kept)


def _salvage(wreck: Wreck, new: Path, name: str) -> tuple[int, int]:
    """How many lines *new* got, and how many there are known to have been."""
    with ExitStack() as stack:
        journal, sources = _sources(wreck, stack)
        store = stack.enter_context(closing(Store.create(new, name)))
        with store.all_or_nothing():
            for row in _proven(sources):
                store.add(row)
            index_games(store)
        tallied = wreck.lines if wreck.journal == journal else 0
        return store.last, max([store.last, tallied, *map(_last, sources)])


def _sources(wreck: Wreck, stack: ExitStack) -> tuple[str, list[Store]]:
    """The journal's name as far as it is known; the wreck, and the backup if it is the same's."""
    old = _opened(wreck.path, stack)
    copy = _opened(beside(wreck.path, "backup"), stack)
    journal = _name(old) or wreck.journal or _name(copy)
    return journal, [store for store in (old, copy if _name(copy) == journal else None) if store]


def _opened(path: Path, stack: ExitStack) -> Store | None:
    with suppress(JournalFault):
        return stack.enter_context(closing(Store.open(path, whole=False)))
    return None


def _name(store: Store | None) -> str:
    with suppress(JournalFault):
        return store.journal if store else ""
    return ""


def _last(store: Store) -> int:
    with suppress(JournalFault):
        return store.last
    return 0


def _proven(sources: Sequence[Store]) -> Iterator[Row]:
    """Row after row, from whichever source has it unharmed, until none has."""
    version, before = 1, ""
    while row := next((row for row in _copies(sources, version) if _holds(row, before)), None):
        yield row
        version, before = version + 1, row.sum


def _copies(sources: Sequence[Store], version: int) -> Iterator[Row]:
    for source in sources:
        with suppress(JournalFault):
            if row := source.unproven(version):
                yield row


def _holds(row: Row, before: str) -> bool:
    """Whether the row continues what is there, and can be read."""
    if row.sum != row.seal(before):
        return False
    try:
        row.entries()
    except (msgspec.MsgspecError, ValueError):
        return False
    return True
