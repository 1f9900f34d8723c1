"""The tables on the broker: the last state and status of each."""

from collections.abc import Iterator
from itertools import takewhile
from threading import Condition
from typing import Final, NamedTuple

from mqtt.payloads import State, encode

MOST_TABLES: Final = 1000
"""More than the hub follows; a broker that anybody may write to could name any number."""


class Table(NamedTuple):
    """A table: its newest state as JSON and as a struct, whether it is ``online``, and the number
    of its last change."""

    name: str
    state: bytes = b"null"
    online: bool | None = None
    change: int = 0
    struct: State | None = None

    @property
    def json(self) -> bytes:
        """The table as the wall is sent it."""
        online = {True: b"true", False: b"false", None: b"null"}[self.online]
        return b'{"table":"%s","online":%s,"state":%s}' % (self.name.encode(), online, self.state)


class Tables:
    """For any thread. Changes are numbered; a client asks for what came after the last it saw."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._tables: dict[str, Table] = {}
        self._last = 0

    @property
    def last(self) -> int:
        """The number of the last change."""
        return self._last

    def set_state(self, state: State) -> None:
        """Keep the newest *state* of a table."""
        self._put(state.table, state=encode(state), struct=state)

    def set_online(self, table: str, online: bool) -> None:
        """Keep whether a table is online."""
        self._put(table, online=online)

    def _put(self, name: str, **news: object) -> None:
        with self._changed:
            known = self._tables.pop(name, None)
            if known is None and len(self._tables) >= MOST_TABLES:
                return
            table = (known or Table(name))._replace(**news)  # type: ignore[arg-type]
            self._last += 1
            # The newest last, so that what changed is found at the end.
            self._tables[name] = table._replace(change=self._last)
            self._changed.notify_all()

    def forget_all(self) -> None:
        """Mark all tables as unknown: the broker is gone."""
        for name in list(self._tables):
            self._put(name, online=None)

    def online(self) -> frozenset[str]:
        """Return the names of the tables that are online."""
        with self._changed:
            return frozenset(one.name for one in self._tables.values() if one.online)

    def state_of(self, table: str) -> State | None:
        """Return the newest state of a table."""
        with self._changed:
            known = self._tables.get(table)
            return known.struct if known else None

    def names(self) -> tuple[str, ...]:
        """Return the names of all tables, online or not."""
        with self._changed:
            return tuple(sorted(self._tables))

    def since(self, change: int) -> tuple[int, bytes]:
        """Return the number of the last change, and the tables that changed after *change* as a
        JSON array."""
        with self._changed:
            return self._last, b"[%s]" % b",".join(one.json for one in self._after(change))

    def _after(self, change: int) -> Iterator[Table]:
        return takewhile(lambda one: one.change > change, reversed(self._tables.values()))

    def wait(self, change: int, seconds: float) -> int:
        """Return the number of the last change once it is after *change*, or after *seconds*."""
        with self._changed:
            self._changed.wait_for(lambda: self._last > change, seconds)
            return self._last
