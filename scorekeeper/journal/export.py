"""A journal as JSON lines, and back; one game as the actions that `cribble replay` plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from scorekeeper.game.actions import Action, Next, Start
from scorekeeper.game.events import DealBegan, Events, GameBegan
from scorekeeper.journal.errors import JournalFault, Trouble, told_plainly
from scorekeeper.journal.files import Tally, beside, remove, take_place
from scorekeeper.journal.games import Played, index_games
from scorekeeper.journal.repair import random_name
from scorekeeper.journal.row import Row
from scorekeeper.journal.store import Store
from scorekeeper.rules.options import OPTIONS, house_rules
from scorekeeper.rules.variants import RULES, Rules
from scorekeeper.words import Fault, en

FORMAT: Final = 1
CHUNK: Final = 500
SHOWN: Final = 80
"""Characters of a line that a sentence about it shows."""


class Unfit(Fault):
    """An export that cannot be imported. The values name the line and what stood there."""


NO_HEADER = en("Line 1 is not the first line of an exported journal: {value}")
OTHER_FORMAT = en("Line 1 has format {value} of an export; this program reads format {wanted}.")
UNREADABLE = en("Line {line} is not an entry of a journal: {value}")
OUT_OF_ORDER = en("Line {line} is entry {value} where entry {wanted} belongs.")
ALTERED = en("Line {line} is not as it was written: its sum {value} would have to be {wanted}.")
INCOMPLETE = en("The export has {value} entries, but its first line speaks of {wanted}.")


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: what this is, and how many entries follow."""

    cribble: Literal["journal"] = "journal"
    format: int = FORMAT
    journal: str
    entries: int


def export_lines(path: Path) -> Iterator[bytes]:
    """The journal at *path*, also while it is in use; JournalFault where it cannot be read."""
    with closing(Store.open(path)) as store:
        last = store.last
        yield heading(store.journal, last)
        for first in range(1, last + 1, CHUNK):
            yield from map(exported_row, store.rows(first, min(first + CHUNK - 1, last)))


def heading(journal: str, entries: int) -> bytes:
    """The first line of an export: whose it is, and how many lines follow."""
    return _line(Header(journal=journal, entries=entries))


def exported_row(row: Row) -> bytes:
    """The line of an export that carries *row*."""
    return _line(row)


def _line(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def import_lines(lines: Iterable[bytes], path: Path) -> int:
    """Make a journal at *path* of an export; how many entries it has. All of it, or nothing.

    Unfit names the first line that cannot be taken; JournalFault where there is a journal already
    or none can be written.
    """
    with told_plainly(path), _tidied(path), closing(Tally.hold(path)) as tally:
        if path.exists():
            raise JournalFault(Trouble.EXISTS, path)
        new = beside(path, "import")
        remove(new)
        try:
            tally.note(*_imported(lines, new))
        except BaseException:
            remove(new)
            raise
        take_place(new, path)
        return tally.lines


@contextmanager
def _tidied(path: Path) -> Iterator[None]:
    """The folder of *path* is there; what was made for it, or beside it, goes if this fails."""
    tally = beside(path, "tally")
    folders = [folder for folder in path.parents if not folder.exists()]
    was_there = tally.exists()
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        if not was_there:
            tally.unlink(missing_ok=True)
        for folder in folders:
            with suppress(OSError):
                folder.rmdir()
        raise


def _imported(lines: Iterable[bytes], new: Path) -> tuple[str, int]:
    rest = iter(lines)
    header = _header(next(rest, b""))
    with closing(Store.create(new, random_name())) as store:
        with store.all_or_nothing():
            for row in _rows(rest):
                store.add(row)
            if store.last != header.entries:
                raise Unfit(INCOMPLETE, value=store.last, wanted=header.entries)
            index_games(store)
        return store.journal, store.last


def _header(line: bytes) -> Header:
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.MsgspecError, ValueError):
        raise Unfit(NO_HEADER, value=_shown(line)) from None
    if header.format != FORMAT:
        raise Unfit(OTHER_FORMAT, value=header.format, wanted=FORMAT)
    return header


def _rows(lines: Iterator[bytes]) -> Iterator[Row]:
    """Row after row, each proven by its sum."""
    before = ""
    for version, line in enumerate(lines, 1):
        try:
            row = msgspec.json.decode(line, type=Row)
            row.read()
            row.entries()
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise Unfit(UNREADABLE, line=version + 1, value=_shown(line)) from None
        if row.version != version:
            raise Unfit(OUT_OF_ORDER, line=version + 1, value=row.version, wanted=version)
        if row.sum != row.seal(before):
            raise Unfit(ALTERED, line=version + 1, value=row.sum, wanted=row.seal(before))
        before = row.sum
        yield row


def _shown(line: bytes) -> str:
    text = line.decode("utf-8", "replace").strip()
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def actions_of(played: Played) -> Iterator[Action]:
    """The actions, a `start` the first of them also where the game was the `next` of a match."""
    for place in played.places:
        for action in place.entry.actions:
            yield _started(place.entry.events) if isinstance(action, Next) else action


def _started(events: Events) -> Start:
    """A `start` of the game that these *events* of a `next` began."""
    began = next(event for event in events if isinstance(event, GameBegan))
    deals = (event.dealer for event in events if isinstance(event, DealBegan))
    return Start(
        rules=began.key,
        players=began.players,
        options=_options(began.key, began.rules),
        dealer=next(deals, None),
        scores=began.scores if any(began.scores) else None,
        captains=began.captains,
    )


def _options(key: str, rules: Rules) -> dict[str, Any] | None:
    """What the house changed in the row called *key*; the skunks follow the target."""
    row = house_rules(key, {"target": rules.target})
    changed = {
        name: getattr(rules, name)
        for name in OPTIONS
        if getattr(rules, name) != getattr(RULES[key] if name == "target" else row, name)
    }
    return changed or None
