"""The table at one moment, as the page, the strip and the tests may see it."""

from collections.abc import Mapping
from itertools import accumulate, pairwise
from math import inf
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from scorekeeper.game.actions import Action, CountedBy, Deal, Entered, Start
from scorekeeper.game.events import Events
from scorekeeper.game.live import NOTHING_LIVE, Live
from scorekeeper.game.marks import Marked
from scorekeeper.game.state import Game, Phase, Window

PEGGED_BY_HAND: Final[Mapping[Entered, frozenset[Phase]]] = {
    Entered.CARDS: frozenset(),
    Entered.HANDS: frozenset({Phase.PLAY}),
    Entered.POINTS: frozenset({Phase.CUT, Phase.PLAY, Phase.SHOW}),
}
"""The phases in which people peg points and no card is asked for."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the record: the version that first answered here, and its actions as they are
    now.

    Usually one action; after an amend none or several, and ``lengths`` is then the number of events
    of each. ``by`` says who entered it, ``at`` when (ISO 8601, UTC). If no action is left, it
    ``was`` this.
    """

    entry: int
    actions: tuple[Action, ...]
    events: Events
    by: str = ""
    at: str = ""
    lengths: tuple[int, ...] = ()
    was: "Entry | None" = None

    def split(self) -> "tuple[Entry, ...]":
        """Return each action as an entry of its own, with the events that it led to."""
        if len(self.actions) == 1:
            return (self,)
        ends = pairwise(accumulate(self.lengths, initial=0))
        return tuple(
            replace(self, actions=(action,), events=self.events[start:end], lengths=())
            for action, (start, end) in zip(self.actions, ends, strict=True)
        )

    def after(self, old: "Entry") -> "Entry":
        """Return the entry in the place of an *old* one, which it remembers if nothing is left."""
        return self if self.actions else replace(self, was=old if old.actions else old.was)

    @property
    def starts(self) -> bool:
        """True if this entry is a start and nothing else."""
        return len(self.actions) == 1 and isinstance(self.actions[0], Start)


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the journal as something that can be taken back: an entry done, or an amend,
    which perhaps only ``names_dealer`` in the place of a draw, or ``adds`` the first action of the
    entry to those that were there, or ``removed`` that many later entries that no longer held.

    An amend in an earlier match has the last ``game`` of that; a line that marks has ``marked``.
    """

    version: int
    entry: Entry
    amends: bool = False
    names_dealer: bool = False
    adds: bool = False
    removed: int = 0
    game: Game | None = None
    marked: Marked | None = None


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of an undo, redo, amend or mark: the change it was about, ``by`` whom, and the
    entry as it ``was`` before an amend."""

    how: Literal["undo", "redo", "amend", "mark"]
    change: Change
    by: str = ""
    was: Entry | None = None


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The table at one moment. ``version`` counts journal lines, ``revision`` every change.

    ``since`` is the second, on the table's ticks, at which the latest line appeared: all devices
    tell its effects from then on, at the same pace. Live state leaves it as it is.

    ``before`` is the game before the latest line, so that pegs can be seen to walk; ``latest`` are
    the events of that line (none after undo, redo, amend and mark, which ``correction`` describes).
    ``record`` holds the entries of this deal, oldest first, including those that began the game or
    the deal. ``names`` are those of each player who has several, the one to show first.
    """

    journal: str
    version: int
    revision: int
    game: Game
    before: Game
    since: float = -inf
    latest: Events = ()
    correction: Correction | None = None
    record: tuple[Entry, ...] = ()
    undo: Change | None = None
    redo: Change | None = None
    names: tuple[tuple[str, ...], ...] = ()
    live: Live = NOTHING_LIVE

    @property
    def entered(self) -> Entered:
        return self.game.entry_mode.entered

    @property
    def is_counted_by_players(self) -> bool:
        """True if players count their hands themselves."""
        return self.game.entry_mode.counted_by is CountedBy.PLAYERS

    @property
    def is_pegged_by_hand(self) -> bool:
        """True if people peg points now and no card is asked for."""
        return self.game.phase in PEGGED_BY_HAND[self.entered]

    @property
    def open_claims(self) -> tuple[Window, ...]:
        """The claims that may still be called. If people peg by hand no starter ends the time to
        call one, so the next deal does."""
        began = self.record[0].actions if self.record else ()
        is_past = self.is_pegged_by_hand and any(isinstance(one, Deal) for one in began)
        return () if is_past else self.game.windows

    @property
    def start_without_dealer(self) -> Entry | None:
        """The start of a match whose dealer is to be named, as no cards are entered; or None."""
        if self.game.phase is not Phase.DRAW or self.entered is Entered.CARDS:
            return None
        return next((entry for entry in self.record if entry.starts), None)

    @property
    def asks_for_cards(self) -> bool:
        """False if only points, or who deals, can be entered now."""
        return not self.is_pegged_by_hand and self.start_without_dealer is None
