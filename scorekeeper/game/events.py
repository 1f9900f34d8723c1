"""Events: the values from which a game evolves, awards and notices among them."""

from typing import TypeAlias

import msgspec

from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import EntryMode, Of, Seat, Team, snake_case
from scorekeeper.game.state import Pegs, Window
from scorekeeper.rules.variants import Rules
from scorekeeper.scoring.combo import Combos, Why
from scorekeeper.scoring.show import SuitClaim


class Award(msgspec.Struct, frozen=True, omit_defaults=True):
    """Points for a team, why, and the cards that earned them.

    ``void`` points would have passed the target under an exact finish, and count 0.
    """

    seat: Seat | None
    team: Team
    points: int
    why: Why
    cards: Cards
    void: bool = False


class _Notice(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag=snake_case):
    """Base of notices; JSON names the notice in ``what``."""


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=snake_case):
    """Base of events; JSON names the event in ``event``."""


class LateRenege(_Notice, frozen=True):
    """``card`` would have fitted when its player said go at ``count``; ``advice``: its points."""

    seat: Seat
    card: Card
    count: int
    advice: int


class Counted(_Notice, frozen=True):
    """The true count of a hand or the crib, made public."""

    seat: Seat
    of: Of
    total: int
    combos: Combos


class Undercount(_Notice, frozen=True):
    """A claim below the truth; by ``taken`` teams got points of it that they called."""

    seat: Seat
    of: Of
    claim: int
    total: int
    taken: tuple[tuple[Team, int], ...] = ()


class Overcount(_Notice, frozen=True):
    """A claim above the truth."""

    seat: Seat
    of: Of
    claim: int
    total: int


class Unclaimed(_Notice, frozen=True):
    """Points that neither the claim nor a call took."""

    seat: Seat
    of: Of
    points: int


class Skunk(_Notice, frozen=True):
    """The losing ``team`` was below hole ``below``: the win counts ``games``."""

    team: Team
    games: int
    below: int


class Seated(_Notice, frozen=True):
    """The draw for partners put these players at seats 0, 1, …"""

    players: tuple[str, ...]


Notice: TypeAlias = LateRenege | Counted | Undercount | Overcount | Unclaimed | Skunk | Seated


class GameBegan(_Event, frozen=True, omit_defaults=True):
    """A game of a match, with everything that it is played by.

    ``games`` are those credited, ``wins`` those won; ``seated`` if partners were drawn before.
    ``head_start`` are the scores with which the match began, if any is above 0.
    """

    key: str
    rules: Rules
    players: tuple[str, ...]
    captains: tuple[Seat, ...]
    scores: tuple[int, ...]
    games: tuple[int, ...]
    number: int
    wins: tuple[int, ...] = ()
    seated: bool = False
    entry_mode: EntryMode = EntryMode()
    head_start: tuple[int, ...] = ()


class ModeSet(_Event, frozen=True):
    entry_mode: EntryMode


class Drawn(_Event, frozen=True):
    seat: Seat
    card: Card


class ChangedPlaces(_Event, frozen=True):
    """Two players changed places after the draw for partners."""

    seats: tuple[Seat, Seat]


class DealBegan(_Event, frozen=True):
    """``dealer`` deals; the starter is to be cut. ``again`` after a misdeal."""

    dealer: Seat
    again: bool = False


class StarterTurned(_Event, frozen=True):
    card: Card


class Laid(_Event, frozen=True):
    seat: Seat
    card: Card


class SaidGo(_Event, frozen=True, omit_defaults=True):
    """A player can lay nothing on this count; ``alone`` if no other seat has a card."""

    seat: Seat
    alone: bool = False


class WentOut(_Event, frozen=True):
    """A player has no cards left in this deal, though the rules deal more."""

    seat: Seat


class CountClosed(_Event, frozen=True):
    """The cards of the count are turned over."""


class ShowBegan(_Event, frozen=True):
    """The play is over or was left; the hands are counted."""


class HandShown(_Event, frozen=True, omit_defaults=True):
    """All cards of a hand or the crib, as far as they are known, in the order they were entered.

    One that is ``passed`` was not counted.
    """

    of: Of
    cards: Cards
    passed: bool = False


class Pegged(_Event, frozen=True):
    """All points of a team for one action: one move of its peg, to hole ``to``."""

    team: Team
    awards: tuple[Award, ...]
    to: int


class PegsSetBack(_Event, frozen=True):
    """A misdeal was found in the play: all pegs stand as when the starter had been turned."""

    pegs: tuple[Pegs, ...]


class WindowOpened(_Event, frozen=True):
    """A claim was pegged; other teams may call what it missed. It does not hold the truth."""

    window: Window


class MugginsCalled(_Event, frozen=True):
    """A team called ``named`` points and got ``got``; ``suit_claim`` holds from here on."""

    team: Team
    of: Of
    named: int
    got: int
    suit_claim: SuitClaim


class WindowsClosed(_Event, frozen=True):
    """No claim may be called any more."""


class Told(_Event, frozen=True):
    """A notice, which changes nothing."""

    notice: Notice


class GameWon(_Event, frozen=True):
    """``team`` pegged out; the win is worth ``games``."""

    team: Team
    games: int


class Abandoned(_Event, frozen=True):
    """The game was left without a winner."""


class Renamed(_Event, frozen=True):
    seat: Seat
    name: str


Event: TypeAlias = (
    GameBegan
    | ModeSet
    | Drawn
    | ChangedPlaces
    | DealBegan
    | StarterTurned
    | Laid
    | SaidGo
    | WentOut
    | CountClosed
    | ShowBegan
    | HandShown
    | Pegged
    | PegsSetBack
    | WindowOpened
    | MugginsCalled
    | WindowsClosed
    | Told
    | GameWon
    | Abandoned
    | Renamed
)

Events: TypeAlias = tuple[Event, ...]


def awards_of(events: Events) -> tuple[Award, ...]:
    """Return every award among *events*, void ones included."""
    return tuple(award for event in events if isinstance(event, Pegged) for award in event.awards)


def notices_of(events: Events) -> tuple[Notice, ...]:
    """Return every notice among *events*."""
    return tuple(event.notice for event in events if isinstance(event, Told))
