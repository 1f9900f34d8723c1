"""How people at a table go about a match: an aside, which phones and keys read alike.

Nothing of it is a rule, so the game knows nothing of it; but everybody should be asked alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from scorekeeper.game.actions import Start
from scorekeeper.game.snapshot import Asides, Entry, Snapshot
from scorekeeper.game.state import Phase

HABITS: Final = "habits"
"""The aside: who ``counts``, what one ``enters``, and with how many points each team began. A match
that was begun without any shows none. It does not outlast the program: phones that know the habits
of the match tell them again."""


class Enters(StrEnum):
    """What is entered at a table."""

    CARDS = "cards"
    """Every card."""
    HANDS = "hands"
    """The hands alone: people peg the play themselves."""
    POINTS = "points"
    """No card at all."""


BY_HAND: Final[Mapping[Enters, frozenset[Phase]]] = MappingProxyType(
    {
        Enters.CARDS: frozenset(),
        Enters.HANDS: frozenset({Phase.PLAY}),
        Enters.POINTS: frozenset({Phase.CUT, Phase.PLAY, Phase.SHOW}),
    }
)
"""Where points are pegged by hand."""


def enters_of(asides: Asides) -> Enters:
    """What *asides* tell of it; every card where nobody told anything."""
    return Enters(asides.get(HABITS, {}).get("enters", Enters.CARDS))


def is_by_hand(snapshot: Snapshot) -> bool:
    """Whether people peg now, and no card is asked for."""
    return snapshot.game.phase in BY_HAND[enters_of(snapshot.asides)]


def names_dealer(snapshot: Snapshot) -> Entry | None:
    """The entry that began the match, where people cut for the deal as they like and only say who
    deals; None where they do not."""
    if snapshot.game.phase is not Phase.DRAW or enters_of(snapshot.asides) is Enters.CARDS:
        return None
    return next((entry for entry in snapshot.record if _begins(entry)), None)


def without_cards(snapshot: Snapshot) -> bool:
    """Whether no card is asked for, but points or who deals."""
    return is_by_hand(snapshot) or names_dealer(snapshot) is not None


def _begins(entry: Entry) -> bool:
    return len(entry.actions) == 1 and isinstance(entry.actions[0], Start)
