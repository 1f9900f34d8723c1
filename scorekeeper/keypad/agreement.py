"""Agreeing with a result by keys: the seat of a player, then OK, once a game of a night is won."""

from typing import NamedTuple

from scorekeeper.game.actions import Seat
from scorekeeper.game.live import Confirmable, EntryKind, PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Phase
from scorekeeper.keypad.key import Key, Keys, split_ok
from scorekeeper.keypad.start import index_of


class Agreement(NamedTuple):
    """The player at ``seat`` agrees with the result called ``place``."""

    place: str
    seat: Seat


def seats_to_agree(snapshot: Snapshot) -> tuple[Seat, ...]:
    """Return the seats of those who have not agreed yet; none where nobody is asked."""
    assignment = snapshot.live.assignment
    if snapshot.game.phase is not Phase.OVER or assignment is None:
        return ()
    if not (assignment.asks and assignment.place):
        return ()
    agreed = assignment.agreed
    seats = range(len(snapshot.game.players))
    return tuple(seat for seat in seats if not (seat < len(agreed) and agreed[seat]))


def agree_by_keys(snapshot: Snapshot, keys: Keys) -> PendingEntry | Agreement | None:
    """Return who agrees, by the number of the seat or by steps of a box with three buttons; OK
    confirms it, since no undo takes it back. OK alone is no next game before all have agreed."""
    steps, complete = split_ok(keys)
    seats, assignment = seats_to_agree(snapshot), snapshot.live.assignment
    if not seats or assignment is None or assignment.place is None:
        return None
    if {*steps} == {Key.NEXT}:
        seat: Seat | None = seats[(len(steps) - 1) % len(seats)]
    else:
        seat = index_of(steps[0], len(snapshot.game.players)) if len(steps) == 1 else None
    if seat is None or seat not in seats:
        return None
    if complete:
        return Agreement(assignment.place, seat)
    return PendingEntry(kind=EntryKind.SURE, confirms=Confirmable.AGREE, seat=seat)
