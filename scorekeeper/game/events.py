"""Events, from which a game evolves, including awards and notices."""

from typing import TypeAlias

import msgspec

from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import EntryMode, Of, Seat, Team, snake_case
from scorekeeper.game.state import Pegs, Window
from scorekeeper.rules.variants import Rules
from scorekeeper.scoring import Combos, SuitClaim, Why


class Award(msgspec.Struct, frozen=True, omit_defaults=True):
    """Points for a team, the reason, and the cards that earned them. ``void`` points would have
    passed the target under an exact finish, and are not pegged."""

    seat: Seat | None
    team: Team
    points: int
    why: Why
    cards: Cards
    void: bool = False


class _Notice(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag=snake_case):
    """Base class of notices; ``what`` names the notice in JSON."""


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=snake_case):
    """Base class of events; ``event`` names the event in JSON."""


class LateRenege(_Notice, frozen=True):
    """``card`` could have been laid when its player said go at ``count``; ``advice``: the suggested
    penalty points."""

    seat: Seat
    card: Card
    count: int
    advice: int


class Counted(_Notice, frozen=True):
    """The true count of a hand or the crib, now public."""

    seat: Seat
    of: Of
    total: int
    combos: Combos


class Undercount(_Notice, frozen=True):
    """A claim that was too low, and the points ``taken`` by muggins, by team."""

    seat: Seat
    of: Of
    claim: int
    total: int
    taken: tuple[tuple[Team, int], ...] = ()


class Overcount(_Notice, frozen=True):
    """A claim that was too high."""

    seat: Seat
    of: Of
    claim: int
    total: int


class Unclaimed(_Notice, frozen=True):
    """Missed points that were not taken."""

    seat: Seat
    of: Of
    points: int


class Skunk(_Notice, frozen=True):
    """The losing ``team`` was below hole ``below``; the win is worth ``games``."""

    team: Team
    games: int
    below: int


class Seated(_Notice, frozen=True):
    """The players at seats 0, 1, … after the draw for partners."""

    players: tuple[str, ...]


Notice: TypeAlias = LateRenege | Counted | Undercount | Overcount | Unclaimed | Skunk | Seated


class GameBegan(_Event, frozen=True, omit_defaults=True):
    """A game began, with everything that defines it. ``games`` are those credited in the match so
    far, ``wins`` those won; ``seated``: partners were drawn for earlier; ``head_start``: the scores
    at the start of the match, if any is above 0."""

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
    """``dealer`` deals, and the starter is to be cut. ``again``: after a misdeal."""

    dealer: Seat
    again: bool = False


class StarterTurned(_Event, frozen=True):
    card: Card


class Laid(_Event, frozen=True):
    seat: Seat
    card: Card


class SaidGo(_Event, frozen=True, omit_defaults=True):
    """A player said go; ``alone``: no other seat has cards."""

    seat: Seat
    alone: bool = False


class WentOut(_Event, frozen=True):
    """A player has no cards left in this deal, although the rules deal more."""

    seat: Seat


class CountClosed(_Event, frozen=True):
    """The count ended, and its cards are turned over."""


class ShowBegan(_Event, frozen=True):
    """The play is over or was ended; the show begins."""


class HandShown(_Event, frozen=True, omit_defaults=True):
    """The known cards of a hand or the crib, in the order in which they were entered. If
    ``passed``, it was not counted."""

    of: Of
    cards: Cards
    passed: bool = False


class Pegged(_Event, frozen=True):
    """All points of a team for one action: one move of its peg, to hole ``to``."""

    team: Team
    awards: tuple[Award, ...]
    to: int


class PegsSetBack(_Event, frozen=True):
    """A misdeal in the play: all pegs return to where they were after the starter was turned."""

    pegs: tuple[Pegs, ...]


class WindowOpened(_Event, frozen=True):
    """A claim was pegged, and other teams may call muggins on it. Does not contain the true
    count."""

    window: Window


class MugginsCalled(_Event, frozen=True):
    """A team called ``named`` points and got ``got``; ``suit_claim`` applies from now on."""

    team: Team
    of: Of
    named: int
    got: int
    suit_claim: SuitClaim


class WindowsClosed(_Event, frozen=True):
    """Muggins may no longer be called on any claim."""


class Told(_Event, frozen=True):
    """A notice; the game does not change."""

    notice: Notice


class GameWon(_Event, frozen=True):
    """``team`` won; the win is worth ``games`` games."""

    team: Team
    games: int


class Abandoned(_Event, frozen=True):
    """The game ended without a winner."""


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
    """Return all awards in *events*, including void ones."""
    return tuple(award for event in events if isinstance(event, Pegged) for award in event.awards)


def notices_of(events: Events) -> tuple[Notice, ...]:
    """Return all notices in *events*."""
    return tuple(event.notice for event in events if isinstance(event, Told))
