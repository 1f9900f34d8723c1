"""The great hands of the game of a night, for the state: an undone one is in it no more."""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from msgspec import UNSET, UnsetType

from mqtt.events import great_hands
from mqtt.payloads import GreatHand
from scorekeeper.game.events import Event, Events, GameBegan, PegsSetBack, StarterTurned
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import Table

MOST_HANDS: Final = 24


class GreatHands:
    """Knows the great hands of the first game of the match on *table*. For one thread.

    An entry adds what it has; after a correction the record of the game is read again.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._version = -1
        self._found: tuple[GreatHand, ...] | UnsetType = UNSET

    def of(self, now: Snapshot) -> tuple[GreatHand, ...] | UnsetType:
        """Return the great hands of *now*; UNSET in a later game of the match."""
        if now.version != self._version:
            follows = now.version == self._version + 1 and now.correction is None
            if self._found is UNSET or not follows or _rereads(now.latest):
                self._found = self._in_record()
            else:
                self._found = _with(self._found, now.latest, now)
            self._version = now.version
        return self._found

    def _in_record(self) -> tuple[GreatHand, ...] | UnsetType:
        nodes = self._table.nodes()
        if not nodes or nodes[0].floor != self._table.match:
            return UNSET
        events = chain.from_iterable(node.entry.events for node in nodes)
        return _with((), _without_misdeals(events), self._table.now)


def _rereads(events: Events) -> bool:
    """True if *events* begin a game, or take back the play of a deal."""
    return any(isinstance(event, GameBegan | PegsSetBack) for event in events)


def _without_misdeals(events: Iterable[Event]) -> Events:
    """Return *events* without the plays in which a misdeal was found."""
    kept: list[Event] = []
    for event in events:
        if isinstance(event, PegsSetBack):
            while not isinstance(kept.pop(), StarterTurned):
                pass
        kept.append(event)
    return tuple(kept)


def _with(
    found: tuple[GreatHand, ...] | UnsetType, events: Events, now: Snapshot
) -> tuple[GreatHand, ...]:
    """Return *found* and the great hands of *events*, each kind once for a team."""
    known = () if found is UNSET else found
    return tuple(dict.fromkeys((*known, *great_hands(events, now.game))))[:MOST_HANDS]
