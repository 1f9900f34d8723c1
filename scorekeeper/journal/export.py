"""A journal as JSON lines, and back; one game as the actions that `cribble replay` plays."""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from scorekeeper.game.actions import Action, Next, Start
from scorekeeper.game.answer import facts_of
from scorekeeper.game.events import DealBegan, Events, GameBegan
from scorekeeper.journal.errors import JournalFault, Trouble, translate_errors
from scorekeeper.journal.files import Lockfile, companion, quarantine, remove, replace
from scorekeeper.journal.game_index import index_games
from scorekeeper.journal.games import PlayedGame
from scorekeeper.journal.history import History
from scorekeeper.journal.links import Links
from scorekeeper.journal.row import Clock, Row, utc_now
from scorekeeper.journal.schema import random_name
from scorekeeper.journal.store import Store
from scorekeeper.rules.options import (
    OPTIONS,
    house_rules,
)
from scorekeeper.rules.variants import RULES, Rules
from scorekeeper.words import Fault, en

FORMAT: Final = 2
EARLIER: Final = 1
"""The format of before 0.1.0, in which some fields have other names. It is read so that a backup of
then can be restored; that can go in 0.2.0."""
RENAMED: Final = (
    (b'"top":', b'"head":'),
    (b'"tip":', b'"redo_head":'),
    (b'"elsewhere":', b'"other_known_cards":'),
    (b'"say":', b'"suit_claim":'),
)
"""Names of fields in ``EARLIER`` and now. In a string such quotes would be escaped."""
CHUNK: Final = 500
SHOWN: Final = 80
"""Characters of a line that a message about it shows."""


class InvalidExport(Fault):
    """An export that cannot be imported. The values name the line and its text."""


NO_HEADER = en("Line 1 is not the first line of an exported journal: {value}")
OTHER_FORMAT = en("Line 1 has format {value} of an export; this program reads format {wanted}.")
UNREADABLE = en("Line {line} is not an entry of a journal: {value}")
OUT_OF_ORDER = en("Line {line} is entry {value} where entry {wanted} belongs.")
ALTERED = en("Line {line} is not as it was written: its sum {value} would have to be {wanted}.")
KEY_TWICE = en("Line {line} has the key {value} of an earlier entry; each has its own.")
BROKEN = en("Line {line} does not follow from the lines before it: {value}")
NO_GAMES = en("The entries of the export make no games ({value}).")
INCOMPLETE = en("The export has {value} entries, but its first line speaks of {wanted}.")


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: the format, the journal's name, and how many entries follow."""

    cribble: Literal["journal"] = "journal"
    format: int = FORMAT
    journal: str
    entries: int


def export_lines(path: Path) -> Iterator[bytes]:
    """Iterate over the export of the journal at *path*, which may be in use. JournalFault."""
    with closing(Store.open(path)) as store:
        last = store.last
        yield header_line(store.journal, last)
        for first in range(1, last + 1, CHUNK):
            yield from map(row_line, store.rows(first, min(first + CHUNK - 1, last)))


def header_line(journal: str, entries: int) -> bytes:
    """Return the first line of an export."""
    return _line(Header(journal=journal, entries=entries))


def row_line(row: Row) -> bytes:
    """Return the line of an export for *row*."""
    return _line(row)


def _line(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def import_lines(lines: Iterable[bytes], path: Path, *, clock: Clock = utc_now) -> int:
    """Create a journal at *path* from an export; return how many entries it has.

    InvalidExport names the first line that is wrong; JournalFault where there is a journal already
    or none can be written. Then nothing is left behind. A write-ahead log that an older journal
    left there is renamed, or SQLite would lay it over the new one.
    """
    with translate_errors(path), _tidied(path), closing(Lockfile.acquire(path)) as lock:
        if path.exists():
            raise JournalFault(Trouble.EXISTS, path)
        new = companion(path, "import")
        remove(new)
        try:
            lock.note(*_imported(lines, new))
        except BaseException:
            remove(new)
            raise
        quarantine(path, clock())
        replace(new, path)
        return lock.lines


@contextmanager
def _tidied(path: Path) -> Iterator[None]:
    """Create the folder of *path*; delete what was created if this fails."""
    lock = companion(path, "tally")
    folders = [folder for folder in path.parents if not folder.exists()]
    was_there = lock.exists()
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        if not was_there:
            lock.unlink(missing_ok=True)
        for folder in folders:
            with suppress(OSError):
                folder.rmdir()
        raise


def _imported(lines: Iterable[bytes], new: Path) -> tuple[str, int]:
    rest = iter(lines)
    header = _header(next(rest, b""))
    with closing(Store.create(new, random_name())) as store:
        with store.all_or_nothing():
            before = ""
            for row in _rows(rest, header.format):
                store.add(row, before)
                before = row.sum
            if store.last != header.entries:
                raise InvalidExport(INCOMPLETE, value=store.last, wanted=header.entries)
            _check_games(store)
        return store.journal, store.last


def _check_games(store: Store) -> None:
    """Fold every line and index the games. InvalidExport if that breaks: the sums are no secret, so
    an export may hold lines that no table ever wrote."""
    history, games = History(store), store.game_lines()
    try:
        for line in (*(line - 1 for line in games[1:]), store.last if games else 0):
            facts_of(history.after(line).state.game)
        index_games(store)
    except JournalFault:
        raise
    except Exception as fault:  # noqa: BLE001 - a forged line can break a fold in any way
        raise InvalidExport(
            NO_GAMES, value=f"{type(fault).__name__}: {_shown(str(fault))}"
        ) from None


def _header(line: bytes) -> Header:
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.MsgspecError, ValueError):
        raise InvalidExport(NO_HEADER, value=_shown(line)) from None
    if header.format not in {EARLIER, FORMAT}:
        raise InvalidExport(OTHER_FORMAT, value=header.format, wanted=FORMAT)
    return header


def _rows(lines: Iterator[bytes], format_: int) -> Iterator[Row]:
    """Iterate over the rows, each checked by its sum. InvalidExport."""
    before, keys, links = "", set[str](), Links()
    for version, line in enumerate(lines, 1):
        try:
            row = (
                msgspec.json.decode(line, type=Row) if format_ == FORMAT else _earlier(line, before)
            )
            row.read()
            row.entries()
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise InvalidExport(UNREADABLE, line=version + 1, value=_shown(line)) from None
        if row.version != version:
            raise InvalidExport(OUT_OF_ORDER, line=version + 1, value=row.version, wanted=version)
        if row.sum != row.seal(before):
            raise InvalidExport(ALTERED, line=version + 1, value=row.sum, wanted=row.seal(before))
        if not links.follows(row):
            raise InvalidExport(BROKEN, line=version + 1, value=_shown(line))
        if row.key is not None and row.key in keys:
            raise InvalidExport(KEY_TWICE, line=version + 1, value=_shown(row.key))
        before = row.sum
        keys.update((row.key,) if row.key else ())
        yield row


def _earlier(line: bytes, before: str) -> Row:
    """Return the row of a *line* in the earlier format, sealed anew after the sum *before*."""
    for old, new in RENAMED:
        line = line.replace(old, new)
    return msgspec.json.decode(line, type=Row).sealed(before)


def _shown(line: bytes | str) -> str:
    """Return the beginning of *line*; what is not printable, such as a terminal's own codes, is
    escaped."""
    begins = line[: 8 * SHOWN]  # A line may have megabytes.
    text = begins if isinstance(begins, str) else begins.decode("utf-8", "backslashreplace")
    plain = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text.strip()[: SHOWN + 1])
    return plain if len(plain) <= SHOWN else plain[:SHOWN] + "…"


def actions_of(played: PlayedGame) -> Iterator[Action]:
    """Iterate over the actions of a game; a `next` that began it becomes a `start`."""
    for place in played.nodes:
        for action in place.entry.actions:
            match action:
                case Next():
                    yield _started(place.entry.events)
                case _:
                    yield action


def _started(events: Events) -> Start:
    """Return a `start` of the game that these *events* of a `next` began."""
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
    """Return the options in which *rules* differ from variant *key*; skunks follow target and
    game."""
    row = house_rules(key, {"target": rules.target, "game": rules.game})
    changed = {
        name: getattr(rules, name)
        for name in OPTIONS
        if getattr(rules, name) != getattr(RULES[key] if name in ("target", "game") else row, name)
    }
    return changed or None
