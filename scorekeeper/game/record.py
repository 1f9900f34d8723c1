"""What stands at the table: entries on entries, the deeds that put them there, and those undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scorekeeper.game.actions import Start
from scorekeeper.game.engine.evolve import fold
from scorekeeper.game.events import DealBegan, GameBegan
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Place:
    """An entry of the record, the game after it, and what it lies on in the same match.

    ``deal`` are the entries of the deal so far, oldest first, with the one that began it; in the
    first deal of a game with those that began the game. ``floor`` is the line of the `start` or
    `next` down to which the record is at hand; what lies below that is read where it is wanted.
    """

    entry: Entry
    game: Game
    lies_on: Place | Unread | None
    deal: tuple[Entry, ...]
    floor: int

    @property
    def below(self) -> Place | None:
        """The place below this one, read from the journal where a game before begins there."""
        return self.lies_on() if callable(self.lies_on) else self.lies_on

    def down(self) -> Iterator[Place]:
        """This place and all below it in the match, newest first."""
        place: Place | None = self
        while place:
            yield place
            place = place.below

    def at_hand(self) -> Iterator[Place]:
        """This place and those below it as far as its ``floor``, newest first."""
        place: Place | Unread | None = self
        while isinstance(place, Place):
            yield place
            place = place.lies_on


Unread = Callable[[], Place | None]
"""A place below that is read from the journal each time that it is wanted, and not kept."""


def put(entry: Entry, game: Game, below: Place | None) -> Place:
    """*entry*, which led to *game*, on top of *below*."""
    before = below.deal if below and not _begins(entry, game) else ()
    floor = below.floor if below else entry.entry
    return Place(entry, game, below, (*before, entry), floor)


def put_next(entry: Entry, game: Game, below: Unread) -> Place:
    """The `next` that began *game*: the games before it in the match stay where they are kept."""
    return Place(entry, game, below, (entry,), entry.entry)


def _begins(entry: Entry, game: Game) -> bool:
    """Whether a game began by *entry*, or a deal that is not the first of its game."""
    later = game.deal is not None and game.deal.number > 1
    return any(
        isinstance(event, GameBegan) or (later and isinstance(event, DealBegan) and not event.again)
        for event in entry.events
    )


Ground = Callable[[], Game]
"""The game that a match was started from; asked for only where it matters, since that may mean
reading the match before."""


def put_back(entry: Entry, below: Place | None, ground: Ground) -> Place:
    """*entry*, as it was decided long ago, on top of *below* or on the ground of its match."""
    if entry.events and isinstance(entry.events[0], GameBegan):
        return put(entry, fold(Game(), entry.events), below)
    return put(entry, fold(below.game if below else ground(), entry.events), below)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Deed:
    """A line that can be undone: an entry done, or an amend, and the top of the record after it.

    ``below`` is the deed before it in the same game. A `start` or `next` has none, it stands on
    line ``under`` of the game before (0: on nothing).
    """

    version: int
    entry: Entry
    amends: bool
    place: Place
    below: Deed | None
    under: int

    @property
    def starts(self) -> bool:
        """Whether this is the `start` of a match."""
        return self.below is None and isinstance(self.entry.actions[0], Start)

    @property
    def change(self) -> Change:
        """The deed as the snapshot shows it."""
        return Change(version=self.version, entry=self.entry, amends=self.amends)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Standing:
    """Everything that an action is decided on. ``match`` is its `start`'s line, 0 before any.

    ``begun`` is the line of the `start` or `next` that the deeds at hand stand on. ``undone`` are
    the deeds that redo brings back, the next one last; they may belong to matches after this one.
    """

    match: int = 0
    begun: int = 0
    ground: Ground = Game
    top: Deed | None = None
    undone: tuple[Deed, ...] = ()

    def deeds(self) -> Iterator[Deed]:
        """The deeds of this game, newest first."""
        deed = self.top
        while deed:
            yield deed
            deed = deed.below

    @property
    def place(self) -> Place | None:
        """The top of the record."""
        return self.top.place if self.top else None

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.top.place.game if self.top else self.ground()

    @property
    def tip(self) -> int:
        """The line that redoing everything would end at."""
        if self.undone:
            return self.undone[0].version
        return self.top.version if self.top else 0
