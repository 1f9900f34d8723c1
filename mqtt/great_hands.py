"""The great hands of the game of a night, for the state: an undone one is in it no more."""

from typing import Final

from msgspec import UNSET, UnsetType

from mqtt.events import great_hands
from mqtt.payloads import GreatHand
from scorekeeper.game.events import Events, GameBegan
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
            if self._found is UNSET or not follows or _begins(now.latest):
                self._found = self._in_record()
            else:
                self._found = _with(self._found, now.latest, now)
            self._version = now.version
        return self._found

    def _in_record(self) -> tuple[GreatHand, ...] | UnsetType:
        nodes = self._table.nodes()
        if not nodes or nodes[0].floor != self._table.match:
            return UNSET
        found: tuple[GreatHand, ...] = ()
        for node in nodes:
            found = _with(found, node.entry.events, self._table.now)
        return found


def _begins(events: Events) -> bool:
    return any(isinstance(event, GameBegan) for event in events)


def _with(
    found: tuple[GreatHand, ...] | UnsetType, events: Events, now: Snapshot
) -> tuple[GreatHand, ...]:
    """Return *found* and the great hands of *events*, each kind once for a team."""
    known = () if found is UNSET else found
    return tuple(dict.fromkeys((*known, *great_hands(events, now.game))))[:MOST_HANDS]
