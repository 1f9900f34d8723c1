"""Open and repair a journal: damaged files are set aside, provable lines are kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from scorekeeper.journal.backup import Backup
from scorekeeper.journal.errors import JournalFault, Trouble, told_plainly
from scorekeeper.journal.files import Tally, beside, remove, set_aside, take_place
from scorekeeper.journal.games import drop_undone, index_games
from scorekeeper.journal.row import Row
from scorekeeper.journal.store import Store
from scorekeeper.words import en

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

    ``what`` is ``missing``, ``foreign``, ``damaged`` or ``shortened``.
    """

    what: str
    sentence: str
    values: dict[str, Any]


def mended(why: Trouble, path: Path, aside: Path | None, kept: int, lost: int) -> Found:
    """A new journal of *kept* entries stands at *path*; the old one, if any, lies at *aside*."""
    values = {"path": str(path), "aside": str(aside or ""), "kept": kept, "lost": lost}
    return Found(why.value, MENDED[why], values)


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


Clock: TypeAlias = Callable[[], datetime]


def utc_now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def random_name() -> str:
    """A name that no other journal has."""
    return secrets.token_hex(6)


class Home:
    """Holds the place until ``leave``; ``news`` is what people must be told of what was found.

    JournalFault IN_USE where another program holds it.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        self.path, self._clock = path, clock
        self.news: tuple[Found, ...] = ()
        with told_plainly(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        self._tally = Tally.hold(path)
        self.backup = Backup(path)

    def open(self) -> Store:
        """The store, ready to be written. What is not there is made, what is broken is mended."""
        try:
            store = self._whole()
        except JournalFault as fault:
            if fault.code not in MENDED:
                raise
            store = self._made() if self._is_new(fault.code) else self._mended(fault.code)
        self.note(store.journal, store.last)
        return store

    def mend(self, *, only_whole: bool) -> None:
        """Mend the journal, which is closed; JournalFault DAMAGED where *only_whole* forbids it."""
        self._rescue(Trouble.DAMAGED, only_whole=only_whole)

    def note(self, journal: str, lines: int) -> None:
        """The journal of that name now has so many lines."""
        self._tally.note(journal, lines)

    def leave(self) -> None:
        """Let others have the place."""
        self._tally.close()

    def _whole(self) -> Store:
        with told_plainly(self.path):
            if not self.path.exists() and (new := beside(self.path, "new")).exists():
                # Mending ended between putting the old file aside and putting this one there.
                take_place(new, self.path)
        store = Store.open(self.path)
        try:
            self._compare(store)
            self._order(store)
        except JournalFault:
            store.close()
            raise
        return store

    def _compare(self, store: Store) -> None:
        """The rows of the game on the table prove themselves, and the tally knows of none more."""
        known = self._tally.lines if self._tally.journal == store.journal else 0
        if known > (last := store.last):
            raise JournalFault(Trouble.SHORTENED, self.path, f"{last} < {known}")
        if last:
            store.rows(max(store.row(last).game, 1), last)

    def _order(self, store: Store) -> None:
        """Bring the index of a file of an earlier program in order."""
        if not store.has_game_order:
            with store.all_or_nothing():
                drop_undone(store)
                store.add_game_order()

    def _is_new(self, why: Trouble) -> bool:
        nothing = self._tally.lines == 0 and not self.backup.path.exists()
        return why is Trouble.MISSING and nothing

    def _made(self) -> Store:
        return Store.create(self.path, random_name())

    def _mended(self, why: Trouble) -> Store:
        self._rescue(why, only_whole=False)
        return Store.open(self.path)

    def _rescue(self, why: Trouble, *, only_whole: bool) -> None:
        wreck = Wreck(self.path, why, self._tally.journal, self._tally.lines)
        with self.backup.lock:
            found = rescue(wreck, random_name(), self._clock(), only_whole=only_whole)
        self.news += (found,)
