"""The tables on the broker: their states, and their reports until they are in the journal."""

from itertools import chain, takewhile
from threading import Condition
from typing import Any, Final, NamedTuple, cast

from msgspec import UNSET
from msgspec.structs import replace

from club.night.entry import Noted, Reported
from club.night.state import Night
from mqtt.payloads import Event, PlayedSeat, Result, State, encode
from mqtt.topics import ResultTopic, Topics, result_of

MAX_TABLES: Final = 1000
"""Maximum number of tables; on an open broker a client could make up any number."""


class Table(NamedTuple):
    """A table: its newest state, whether it is ``online``, and the number of its last change."""

    name: str
    state: State | None = None
    online: bool | None = None
    change: int = 0


class Tables:
    """The tables by name; thread-safe. Changes are numbered, so that clients can request only the
    tables changed since the last change received."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._tables: dict[str, Table] = {}
        self._last = 0

    def change(self, name: str, **news: object) -> None:
        """Update fields of the table called *name*, adding it if it is new."""
        with self._changed:
            known = self._tables.pop(name, None)
            if known is None and len(self._tables) >= MAX_TABLES:
                return
            table = (known or Table(name))._replace(**news)  # type: ignore[arg-type]
            self._last += 1
            # The newest last, so that what changed is found at the end.
            self._tables[name] = table._replace(change=self._last)
            self._changed.notify_all()

    def forget_all(self) -> None:
        """Mark the online status of all tables as unknown, after the broker connection is lost."""
        for name in list(self._tables):
            self.change(name, online=None)

    def online(self) -> dict[str, bool]:
        """Return whether each table is online, by name in alphabetical order."""
        with self._changed:
            return {name: bool(self._tables[name].online) for name in sorted(self._tables)}

    def state_of(self, table: str) -> State | None:
        with self._changed:
            known = self._tables.get(table)
            return known.state if known else None

    def since(self, change: int) -> tuple[int, bytes]:
        """Return the number of the last change, and the tables changed after *change* as a JSON
        array."""
        with self._changed:
            newest = reversed(self._tables.values())
            changed = takewhile(lambda table: table.change > change, newest)
            return self._last, encode(
                [
                    {"table": table.name, "online": table.online, "state": table.state}
                    for table in changed
                ]
            )

    def wait(self, change: int, seconds: float) -> int:
        """Wait for a change after *change*, for at most *seconds*; return the number of the last
        one."""
        with self._changed:
            self._changed.wait_for(lambda: self._last > change, seconds)
            return self._last


HANDS: Final = frozenset({"hand_24", "hand_28", "hand_29", "four_of_a_kind"})

MAX_RETAINED: Final = 50_000
"""Maximum number of results stored; a hostile table could send more."""


def report_of(name: ResultTopic, result: Result | None, night: Night | None) -> Reported | None:
    """Return a table's report under the topic *name*; without *result*, the game was withdrawn.
    None for another night, and for results published by the hub itself."""
    if night is None or name.night != night.id:
        return None
    if result is None:
        return Reported(name.table, name.place, 1)
    if result.by != "table":
        return None
    return Reported(
        name.table,
        name.place,
        result.round,
        result.players,
        result.scores,
        result.skunk,
        result.at,
    )


def feat_changes(state: State | None, night: Night | None) -> tuple[Noted, ...]:
    """Return the changes to the feats of *night* implied by *state*: new ones, and those of the
    same table and round that were undone. Empty if the state does not list feats."""
    seat = state.seat if state else None
    if state is None or seat is None or seat.feats is UNSET or night is None:
        return ()
    listed = [_noted(state, seat, night, feat.event_type, feat.team) for feat in seat.feats]
    wanted = {feat for feat in listed if feat}
    known = {
        Noted(feat.player, feat.round, cast(Any, feat.kind), device)
        for feat, device in night.feats.items()
        if device == state.table and feat.round == seat.round and feat.player in seat.players
    }
    gone = (replace(feat, undone=True) for feat in known - wanted)
    return tuple(sorted((*gone, *(wanted - known)), key=lambda feat: (not feat.undone, feat.feat)))


def _noted(state: State, seat: PlayedSeat, night: Night, kind: str, team: int) -> Noted | None:
    seats = state.teams[team] if team < len(state.teams) else ()
    players = [seat.players[number] for number in seats if number < len(seat.players)]
    game = night.game_of(players[0], seat.round) if players else None
    if seat.night != night.id or game is None or game.table != state.table:
        return None
    return Noted(players[0], seat.round, cast(Any, kind), state.table)


class PendingReports:
    """Collects table reports until they are in the journal. Not thread-safe.

    ``results``: results on the broker by topic, including those in the journal; all are offered
    again when rounds change.
    """

    def __init__(self, topics: Topics, tables: Tables) -> None:
        self._topics, self._tables = topics, tables
        self.results: dict[str, Result | None] = {}
        self._new: dict[str, None] = {}
        """Topics of results not yet in the journal."""
        self._feats: dict[Noted, None] = {}
        self._seated: dict[str, None] = {}
        """Tables whose game state has changed."""
        self._offered: object = None
        """The rounds for which all results have been offered."""

    def take_result(self, topic: str, result: Result | None) -> bool:
        """Add a result, None if it was withdrawn; return False if the limit is reached."""
        if topic not in self.results and len(self.results) >= MAX_RETAINED:
            return False
        self.results[topic] = result
        self._new[topic] = None
        return True

    def take_event(self, table: str, event: Event, night: Night | None) -> None:
        """Add the feat of an *event*, if the table plays a game of *night* and its state does not
        list feats."""
        state = self._tables.state_of(table)
        seat = state.seat if state else None
        if state is None or seat is None or seat.feats is not UNSET or night is None:
            return
        if event.event_type in HANDS and isinstance(event.team, int):
            feat = _noted(state, seat, night, event.event_type, event.team)
            if feat:
                self._feats[feat] = None

    def take_seat(self, table: str) -> None:
        """Schedule a check of the feats in the state of *table*."""
        self._seated[table] = None

    def entries(self, night: Night | None) -> list[Reported | Noted]:
        """Return the entries to write for *night*: new results, or all results if the rounds have
        changed."""
        topics = self._new if _rounds(night) is self._offered else self.results
        named = ((result_of(self._topics, topic), self.results.get(topic)) for topic in topics)
        reports = (report_of(name, result, night) for name, result in named if name)
        feats = (feat_changes(self._tables.state_of(table), night) for table in self._seated)
        return [*filter(None, reports), *self._feats, *chain.from_iterable(feats)]

    def clear(self, night: Night | None) -> bool:
        """Remove everything now in the journal of *night*. Return True if results were removed."""
        had_results = bool(self._new)
        self._offered = _rounds(night)
        self._new, self._feats, self._seated = {}, {}, {}
        return had_results

    def offer_all(self) -> None:
        """Offer all results again, including rejected ones."""
        self._offered = None


def _rounds(night: Night | None) -> object:
    return night.rounds if night else None
