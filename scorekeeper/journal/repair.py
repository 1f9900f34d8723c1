"""Repair a journal: damaged files are quarantined, provable lines are kept."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from scorekeeper.journal.errors import JournalFault, Trouble, translate_errors
from scorekeeper.journal.files import companion, quarantine, remove, replace
from scorekeeper.journal.game_index import index_games
from scorekeeper.journal.row import Row
from scorekeeper.journal.store import Store
from scorekeeper.words import en

REPAIRED: Final = {
    Trouble.MISSING: en(
        "The journal {path} was gone; a new one goes on from its backup. "
        "Entries kept: {kept}, lost: {lost}."
    ),
    Trouble.FOREIGN: en(
        "{path} was not a journal of Cribble and now lies at {aside}. "
        "Entries kept: {kept}, lost: {lost}."
    ),
    Trouble.OLDER: en(
        "The journal {path} was of an earlier Cribble, which this one cannot read. It now lies at "
        "{aside}, and a new journal begins."
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

BROUGHT_BACK: Final = en(
    "The journal {path} was taken away while the table was open. It is there again. "
    "Entries kept: {kept}, lost: {lost}."
)


class StartupNotice(msgspec.Struct, frozen=True):
    """A repair to tell people about: ``Words.say(notice.sentence, **notice.values)``.

    ``what``, for programs, is ``missing``, ``foreign``, ``older``, ``damaged`` or ``shortened``.
    """

    what: str
    sentence: str
    values: dict[str, Any]


class DamagedJournal(NamedTuple):
    """A journal to repair; ``journal`` and ``lines`` are the name and length in its lockfile."""

    path: Path
    why: Trouble
    journal: str
    lines: int


def repair(damaged: DamagedJournal, name: str, now: datetime, *, only_whole: bool) -> StartupNotice:
    """Quarantine the damaged file and put a journal called *name* in its place, of all lines
    before the first that neither the file nor its backup can prove.

    With *only_whole* JournalFault DAMAGED is raised, and nothing done, if a line would be lost.
    """
    with translate_errors(damaged.path):
        new = companion(damaged.path, "new")
        remove(new)
        kept, had = _salvage(damaged, new, name)
        if only_whole and had > kept:
            remove(new)
            raise JournalFault(Trouble.DAMAGED, damaged.path, f"line {kept + 1}")
        aside = quarantine(damaged.path, now)
        if damaged.why is Trouble.OLDER:
            quarantine(companion(damaged.path, "backup"), now)
        replace(new, damaged.path)
    values = {
        "path": str(damaged.path),
        "aside": str(aside or ""),
        "kept": kept,
        "lost": had - kept,
    }
    return StartupNotice(damaged.why.value, REPAIRED[damaged.why], values)


def bring_back(store: Store, path: Path, now: datetime) -> StartupNotice:
    """Write the journal at *path* again from its open *store*, whose file was taken away or
    replaced while the table was open; what lies there now is set aside."""
    with translate_errors(path):
        new = companion(path, "new")
        remove(new)
        store.copy_to(new)
        aside = quarantine(path, now)
        replace(new, path)
    values = {"path": str(path), "aside": str(aside or ""), "kept": store.last, "lost": 0}
    return StartupNotice(Trouble.MISSING.value, BROUGHT_BACK, values)


def _salvage(damaged: DamagedJournal, new: Path, name: str) -> tuple[int, int]:
    """Fill *new*; return how many lines it got, and how many there are known to have been."""
    with ExitStack() as stack:
        journal, sources = _sources(damaged, stack)
        store = stack.enter_context(closing(Store.create(new, name)))
        with store.all_or_nothing():
            before = ""
            for row in _proven(sources):
                store.add(row, before)
                before = row.sum
            index_games(store)
        tallied = damaged.lines if damaged.journal == journal else 0
        return store.last, max([store.last, tallied, *map(_last, sources)])


def _sources(damaged: DamagedJournal, stack: ExitStack) -> tuple[str, list[Store]]:
    """Return the journal's name if known, and the file and its own backup where they open."""
    if damaged.why is Trouble.OLDER:
        return "", []  # Their rows have other columns.
    old = _opened(damaged.path, stack)
    copy = _opened(companion(damaged.path, "backup"), stack)
    journal = _name(old) or damaged.journal or _name(copy)
    return journal, [store for store in (old, copy if _name(copy) == journal else None) if store]


def _opened(path: Path, stack: ExitStack) -> Store | None:
    with suppress(JournalFault):
        return stack.enter_context(closing(Store.open(path, checked=False)))
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
    """Iterate over the rows that some source can prove, up to the first that none can."""
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
    """True if the row follows that with the sum *before* and can be read."""
    if row.sum != row.seal(before):
        return False
    try:
        row.entries()
    except (msgspec.MsgspecError, ValueError):
        return False
    return True
