"""Claims of a game: how many hands and cribs each seat counted, and how many of them rightly."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from scorekeeper.game.actions import Count, Crib, Seat
from scorekeeper.game.analysis.by_action import by_action
from scorekeeper.game.events import DealBegan, HandShown, Overcount, Told, Undercount
from scorekeeper.game.snapshot import Entry


class Claims(msgspec.Struct, frozen=True):
    """The claims that a seat ``made``, and those that were ``right``."""

    made: int = 0
    right: int = 0


def claims_of(entries: Iterable[Entry], seats: int) -> tuple[Claims, ...]:
    """Return the claims of each of *seats* seats in the *entries* of a game, oldest first.

    A hand that was counted without a claim is none. The truth of a claim under muggins is told by
    a later entry.
    """
    made, wrong, dealer = Counter[Seat](), Counter[Seat](), 0
    for entry in entries:
        for action, events in zip(entry.actions, by_action(entry), strict=False):
            claims = isinstance(action, Count | Crib) and action.claim is not None
            for event in events:
                if isinstance(event, DealBegan):
                    dealer = event.dealer
                elif isinstance(event, HandShown) and claims:
                    made[dealer if event.of == "crib" else event.of] += 1
        wrong.update(
            event.notice.seat
            for event in entry.events
            if isinstance(event, Told) and isinstance(event.notice, Undercount | Overcount)
        )
    return tuple(Claims(made[seat], made[seat] - wrong[seat]) for seat in range(seats))
