"""One line of the journal: what was asked, what it led to, and what stands after it."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final, Literal, TypeAlias

import msgspec

from scorekeeper.game.actions import Action, Amend, Asked, Redo, Undo
from scorekeeper.game.codec import read_asked, read_events, to_json
from scorekeeper.game.events import Events
from scorekeeper.game.snapshot import Entry

Kind: TypeAlias = Literal["do", "undo", "redo", "amend"]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A line as anybody may read it. ``events`` are those of a `do`; others have none."""

    version: int
    kind: Kind
    asked: Asked
    events: Events
    by: str
    at: str


class Row(msgspec.Struct, frozen=True):
    """A line as it is kept. ``action`` and ``events`` stay JSON, so that no line is ever re-spelt.

    Lines that do or amend stand on each other like cards on a pile: ``top`` is the number of the
    one on top after this line (0: none), ``tip`` the one that redoing all would end at (``top``
    itself where nothing is undone), ``match`` the `start` that the top stands on, ``game`` the
    `start` or `next` that it stands on (None in lines from before layout 3), ``undoes`` the one
    that an undo took off. ``events`` of an amend are the entries that it decided again. ``sum``
    seals this line and all before it.
    """

    version: int
    kind: Kind
    match: int
    top: int
    tip: int
    undoes: int | None
    action: str
    events: str
    by: str
    at: str
    key: str | None
    game: int | None
    sum: str = ""

    @property
    def since(self) -> int:
        """The line from which on all is read that matters to the game on the table."""
        return self.match if self.game is None else self.game

    @property
    def begins(self) -> bool:
        """Whether nothing before this very line has to be read to know what follows."""
        return self.kind == "do" and self.since == self.version

    @property
    def starts(self) -> bool:
        """Whether this very line is the `start` of a match."""
        return self.kind == "do" and self.match == self.version

    def sealed(self, before: str) -> Row:
        """This line with its sum; *before* is the sum of the line before it."""
        return msgspec.structs.replace(self, sum=self.seal(before))

    def seal(self, before: str) -> str:
        """The sum that this line must have after a line with the sum *before*."""
        sealed = SEALED if self.game is not None else SEALED[:-1]
        return digest(before, [getattr(self, name) for name in sealed])

    def read(self) -> Line:
        """The line for everybody."""
        return Line(
            version=self.version,
            kind=self.kind,
            asked=read_asked(self.action),
            events=self.happened(),
            by=self.by,
            at=self.at,
        )

    def happened(self) -> Events:
        """What a `do` led to; nothing for other kinds."""
        return read_events(self.events) if self.kind == "do" else ()

    def entries(self) -> tuple[Entry, ...]:
        """What a `do` added to the record, or what an amend put in place of the record's end."""
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


FIELDS: Final = Row.__struct_fields__
SEALED: Final = FIELDS[:-1]


def digest(*parts: object) -> str:
    """A short sum of plain values: it shows damage, it does not keep out a forger."""
    return blake2b(msgspec.json.encode(parts), digest_size=8).hexdigest()


class _Kept(msgspec.Struct, frozen=True):
    """An entry as the row of an amend keeps it."""

    entry: int
    actions: tuple[msgspec.Raw, ...]
    events: msgspec.Raw
    by: str = ""
    at: str = ""

    def read(self) -> Entry:
        return Entry(
            entry=self.entry,
            actions=tuple(_action(bytes(raw)) for raw in self.actions),
            events=read_events(bytes(self.events)),
            by=self.by,
            at=self.at,
        )


_kept = msgspec.json.Decoder(tuple[_Kept, ...])


def _action(text: str | bytes) -> Action:
    action = read_asked(text)
    assert not isinstance(action, Undo | Redo | Amend)
    return action


def json_text(value: Any) -> str:
    """A value of the game as the text that a row keeps."""
    return to_json(value).decode()
