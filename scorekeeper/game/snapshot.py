"""The public state of the table at one moment, for the page, the strip and tests."""

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
"""The phases in which points are pegged by hand instead of being counted from cards."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the record: the version that accepted it, and its current actions.

    There is usually one action; after an amend there may be none or several, and ``lengths`` has
    the number of events of each. ``by`` is the author, ``at`` the time (ISO 8601, UTC), ``was`` the
    deleted entry if no action is left.
    """

    entry: int
    actions: tuple[Action, ...]
    events: Events
    by: str = ""
    at: str = ""
    lengths: tuple[int, ...] = ()
    was: "Entry | None" = None

    def split(self) -> "tuple[Entry, ...]":
        """Return an entry per action, each with its own events."""
        if len(self.actions) == 1:
            return (self,)
        ends = pairwise(accumulate(self.lengths, initial=0))
        return tuple(
            replace(self, actions=(action,), events=self.events[start:end], lengths=())
            for action, (start, end) in zip(self.actions, ends, strict=True)
        )

    def after(self, old: "Entry") -> "Entry":
        """Return the entry in place of *old*, which is kept as ``was`` if no action is left."""
        return self if self.actions else replace(self, was=old if old.actions else old.was)

    @property
    def starts(self) -> bool:
        """True if this entry only starts a match."""
        return len(self.actions) == 1 and isinstance(self.actions[0], Start)


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A journal line that can be undone: an entry or an amend. An amend may have named a dealer in
    place of a draw (``names_dealer``), inserted an action (``adds``), or dropped a number of later
    entries that were no longer valid (``removed``).

    ``game`` is the last game of an earlier match that was amended; ``marked`` is set if the line
    sets marks.
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
    """The effect of an undo, redo, amend or mark: the change, its author ``by``, and the entry as
    it ``was`` before an amend."""

    how: Literal["undo", "redo", "amend", "mark"]
    change: Change
    by: str = ""
    was: Entry | None = None


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The public state of the table. ``version`` counts journal lines, ``revision`` every change.

    ``since``: the time, in ticks of the table, of the latest line; all devices animate it from then
    on, in step. Changes of live state do not affect it.

    ``before``: the game before the latest line, from which pegs start to walk. ``latest``: the
    events of that line; empty after undo, redo, amend and mark, which ``correction`` describes.
    ``record``: the entries of this deal, oldest first, including those that began the game or the
    deal. ``names``: all names of each player who has several, the display name first.
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
        """True if players count their hands."""
        return self.game.entry_mode.counted_by is CountedBy.PLAYERS

    @property
    def is_pegged_by_hand(self) -> bool:
        """True if points are currently pegged by hand."""
        return self.game.phase in PEGGED_BY_HAND[self.entered]

    @property
    def open_claims(self) -> tuple[Window, ...]:
        """The claims on which muggins may still be called. When points are pegged by hand there is
        no starter, so the window closes with the next deal."""
        began = self.record[0].actions if self.record else ()
        is_past = self.is_pegged_by_hand and any(isinstance(one, Deal) for one in began)
        return () if is_past else self.game.windows

    @property
    def start_without_dealer(self) -> Entry | None:
        """The start of a match whose dealer must be named, as no cards are entered; or None."""
        if self.game.phase is not Phase.DRAW or self.entered is Entered.CARDS:
            return None
        return next((entry for entry in self.record if entry.starts), None)

    @property
    def asks_for_cards(self) -> bool:
        """False if only points, or the dealer, can be entered now."""
        return not self.is_pegged_by_hand and self.start_without_dealer is None
