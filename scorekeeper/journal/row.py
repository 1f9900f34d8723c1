"""One line of the journal: what was asked, what it led to, and the head of the record after it."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, Final, Literal, Self, TypeAlias

import msgspec
from msgspec import Raw

from scorekeeper.game.actions import Action, Amend, Asked, Redo, Undo
from scorekeeper.game.codec import read_asked, read_events, to_json
from scorekeeper.game.events import Events
from scorekeeper.game.snapshot import Entry

Clock: TypeAlias = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


Kind: TypeAlias = Literal["do", "undo", "redo", "amend"]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A line as the API shows it. ``events`` are those of a `do`; other kinds have none."""

    version: int
    kind: Kind
    asked: Asked
    events: Events
    by: str
    at: str


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line as the database and the export keep it. ``action`` and ``events`` stay JSON text, so
    that no line is ever spelt differently.

    Lines that do or amend build on each other: ``head`` is the number of the latest that stands
    after this line (0: none), ``redo_head`` the one that redoing everything would end at (``head``
    itself where nothing is undone), ``match`` the `start` and ``game`` the `start` or `next` that
    the head belongs to, ``undoes`` the line that an undo took back. ``events`` of an amend are the
    entries that it decided again. ``sum`` seals this line and all before it.
    """

    version: int
    kind: Kind
    match: int
    head: int
    redo_head: int
    undoes: int | None
    action: Raw
    events: Raw
    by: str
    at: str
    key: str | None
    game: int
    sum: str

    @classmethod
    def from_columns(cls, values: tuple[Any, ...]) -> Self:
        """Return the row with these values of ``COLUMNS``."""
        first, (action, events), rest = values[:6], values[6:8], values[8:]
        # A damaged file may hold anything; the checksum shows it.
        fields = *first, Raw(str(action)), Raw(str(events)), *rest
        return cls(*fields)

    def columns(self) -> list[Any]:
        """Return the values of ``COLUMNS``."""
        values = list(msgspec.structs.astuple(self))
        values[6:8] = _text(self.action), _text(self.events)
        return values

    @property
    def begins(self) -> bool:
        """True for a `start` or `next`: no earlier line is needed to know what follows."""
        return self.kind == "do" and self.game == self.version

    @property
    def starts(self) -> bool:
        """True for the `start` of a match."""
        return self.kind == "do" and self.match == self.version

    def sealed(self, before: str) -> "Row":
        """Return this line with its sum; *before* is the sum of the line before it."""
        return msgspec.structs.replace(self, sum=self.seal(before))

    def seal(self, before: str) -> str:
        """Return the sum that this line must have after a line with the sum *before*."""
        return digest(before, self.columns()[:-1])

    def read(self) -> Line:
        """Return the line as the API shows it."""
        return Line(
            version=self.version,
            kind=self.kind,
            asked=read_asked(_text(self.action)),
            events=self.happened(),
            by=self.by,
            at=self.at,
        )

    def happened(self) -> Events:
        """Return what a `do` led to; nothing for other kinds."""
        return read_events(_text(self.events)) if self.kind == "do" else ()

    def entries(self) -> tuple[Entry, ...]:
        """Return what a `do` added to the record, or what an amend put in place of its end."""
        match self.kind:
            case "do":
                return (self._entry(),)
            case "amend":
                return tuple(one.read() for one in _kept.decode(self.events))
            case _:
                return ()

    def _entry(self) -> Entry:
        return Entry(
            entry=self.version,
            actions=(_action(self.action),),
            events=self.happened(),
            by=self.by,
            at=self.at,
        )


COLUMNS: Final = Row.__struct_encode_fields__
"""The columns of the journal's table, and the names in a line of an export."""


def digest(*parts: object) -> str:
    """Return a short sum of plain values: it shows damage, it does not keep out a forger."""
    return blake2b(msgspec.json.encode(parts), digest_size=8).hexdigest()


class _Kept(msgspec.Struct, frozen=True):
    """An entry as the row of an amend keeps it."""

    entry: int
    actions: tuple[Raw, ...]
    events: Raw
    by: str = ""
    at: str = ""

    @classmethod
    def of(cls, entry: Entry) -> Self:
        return cls(
            entry=entry.entry,
            actions=tuple(map(raw_json, entry.actions)),
            events=raw_json(entry.events),
            by=entry.by,
            at=entry.at,
        )

    def read(self) -> Entry:
        return Entry(
            entry=self.entry,
            actions=tuple(map(_action, self.actions)),
            events=read_events(_text(self.events)),
            by=self.by,
            at=self.at,
        )


_kept = msgspec.json.Decoder(tuple[_Kept, ...])


def _text(raw: Raw) -> str:
    return bytes(raw).decode()


def _action(raw: Raw) -> Action:
    action = read_asked(_text(raw))
    assert not isinstance(action, Undo | Redo | Amend)
    return action


def raw_json(value: Any) -> Raw:
    """Return a value of the game as the JSON that a row keeps."""
    return Raw(to_json(value))


def raw_entries(entries: Iterable[Entry]) -> Raw:
    """Return the entries that an amend decided again as its row keeps them: what a deleted one was
    is in an earlier row."""
    return raw_json(tuple(map(_Kept.of, entries)))
