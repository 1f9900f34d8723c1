"""The state of a game: immutable values and derived properties."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import EntryMode, Of, Seat, Team
from scorekeeper.rules.variants import CRIB, Rules
from scorekeeper.scoring import SuitClaim, count_of


class Phase(StrEnum):
    """The phase of a game. Clients depend on the values, so they must not be renamed."""

    IDLE = "idle"
    DRAW = "draw"
    CUT = "cut"
    PLAY = "play"
    SHOW = "show"
    OVER = "over"


class Pegs(msgspec.Struct, frozen=True):
    """A team's two pegs, as hole numbers from 0. The back peg shows where the last move started."""

    front: int = 0
    back: int = 0

    def move(self, to: int) -> Pegs:
        """Return the pegs after a move to hole *to*. Forwards, the back peg becomes the front peg;
        backwards, the front peg moves, and the back peg only if it would be ahead."""
        if to > self.front:
            return Pegs(to, self.front)
        return Pegs(to, min(self.back, to))


class LaidCard(msgspec.Struct, frozen=True):
    """A card on the table, the seat that laid it, and the index of its count in the deal."""

    seat: Seat
    card: Card
    count: int


class SaidGoAt(msgspec.Struct, frozen=True):
    """A go, and the running count at which it was said."""

    seat: Seat
    at: int


class Play(msgspec.Struct, frozen=True):
    """The play of a deal. ``gone``: the seats that said go in the current count, in order. ``out``:
    the seats that have no cards left although they laid fewer than the rules deal."""

    turn: Seat
    laid: tuple[LaidCard, ...] = ()
    counts: int = 0
    gone: tuple[Seat, ...] = ()
    gos: tuple[SaidGoAt, ...] = ()
    out: tuple[Seat, ...] = ()

    @property
    def open(self) -> tuple[LaidCard, ...]:
        """The cards of the current count, oldest first."""
        return tuple(one for one in self.laid if one.count == self.counts)

    @property
    def pile(self) -> Cards:
        """The cards of the current count, without their seats."""
        return tuple(one.card for one in self.open)

    @property
    def count(self) -> int:
        """The running count."""
        return count_of(self.pile)


class DealState(msgspec.Struct, frozen=True):
    """A deal. ``hands`` are the known cards by seat, laid ones first."""

    number: int
    dealer: Seat
    hands: tuple[Cards, ...]
    starter: Card | None = None
    pegs_before_play: tuple[Pegs, ...] = ()
    """All pegs after the starter was turned, including his heels."""
    play: Play | None = None
    crib: Cards = ()
    shown: int = 0
    """The number of hands counted so far in the show."""


class Window(msgspec.Struct, frozen=True):
    """A claim on which muggins may still be called. The missed points are computed only when it
    closes."""

    seat: Seat
    of: Of
    claim: int
    cards: Cards
    starter: Card
    other_known_cards: Cards
    suit_claim: SuitClaim
    called: tuple[Team, ...] = ()
    got: tuple[int, ...] = ()
    """The points that each team in ``called`` got."""

    @property
    def taken(self) -> int:
        """The missed points that muggins calls took."""
        return sum(self.got)


class DueHand(msgspec.Struct, frozen=True):
    """The hand or crib to be counted next: of its ``size`` cards, those ``known`` and the number
    ``missing``. A player who is out may have fewer cards than the rules deal."""

    of: Of
    seat: Seat
    known: Cards
    missing: int
    size: int


class Game(msgspec.Struct, frozen=True):
    """A game and its match. In the phase ``idle`` all other fields have their defaults."""

    phase: Phase = Phase.IDLE
    key: str = ""
    rules: Rules | None = None
    players: tuple[str, ...] = ()
    captains: tuple[Seat, ...] = ()
    number: int = 0
    pegs: tuple[Pegs, ...] = ()
    games: tuple[int, ...] = ()
    """The games credited in this match, by team."""
    wins: tuple[int, ...] = ()
    """The games won in this match, by team."""
    winner: Team | None = None
    drawn: tuple[Cards, ...] = ()
    seated: bool = False
    """True if partners were drawn in an earlier game of the match."""
    first_dealer: Seat | None = None
    """The seat that dealt first in this game."""
    deal: DealState | None = None
    windows: tuple[Window, ...] = ()
    entry_mode: EntryMode = EntryMode()
    head_start: tuple[int, ...] = ()
    """The scores at the start of the match; empty if all were 0."""
    most_behind: tuple[int, ...] = ()
    """The most points that each team was behind in this game, apart from a head start."""
    scores_by_deal: tuple[tuple[int, ...], ...] = ()
    """The scores at the start of each deal of this game."""

    @property
    def dealer(self) -> Seat | None:
        """The current or last dealer; None if not yet known."""
        return self.deal.dealer if self.deal else None

    @property
    def scores(self) -> tuple[int, ...]:
        """Each team's front peg."""
        return tuple(pegs.front for pegs in self.pegs)

    def with_pegs(self, pegs: tuple[Pegs, ...]) -> Game:
        """Return the game with its pegs at *pegs*."""
        assert self.rules
        begun = (self.head_start if self.number == 1 else ()) or (0,) * len(pegs)
        sign = -1 if self.rules.wins == "low" else 1
        gained = [sign * (peg.front - start) for peg, start in zip(pegs, begun, strict=True)]
        behind = zip(self.most_behind, gained, strict=True)
        most = tuple(max(most, max(gained) - own) for most, own in behind)
        return replace(self, pegs=pegs, most_behind=most)

    def team_of(self, seat: Seat) -> Team:
        """Return the team of *seat*."""
        assert self.rules
        return next(team for team, seats in enumerate(self.rules.teams) if seat in seats)

    def others(self, team: Team, start: Seat | None = None) -> tuple[Team, ...]:
        """Return the other teams, clockwise from seat *start* or from the dealer's left."""
        teams = dict.fromkeys(map(self.team_of, self.around(start)))
        return tuple(other for other in teams if other != team)

    def may_call(self, window: Window) -> tuple[Team, ...]:
        """Return the teams that may still call muggins on *window*."""
        others = self.others(self.team_of(window.seat))
        return tuple(team for team in others if team not in window.called)

    def around(self, start: Seat | None = None) -> Iterator[Seat]:
        """Yield all seats clockwise from *start*, else the dealer's left, else seat 0."""
        seats = len(self.players)
        if start is None:
            start = 0 if self.dealer is None else self.dealer + 1
        return ((start + step) % seats for step in range(seats))

    def can_lay(self, seat: Seat) -> bool:
        """True if *seat* has cards and has not said go in this count."""
        assert self.deal and self.deal.play
        return seat not in self.deal.play.gone and self.cards_left(seat) > 0

    def cards_left(self, seat: Seat) -> int:
        """Return the number of cards that *seat* still has to lay."""
        assert self.deal and self.deal.play
        if seat in self.deal.play.out:
            return 0
        return self.hand_size(seat) - self._laid_by(seat)

    def hand_size(self, seat: Seat) -> int:
        """Return the number of cards in the hand of *seat*, or that it laid if it is out."""
        assert self.rules and self.deal
        is_out = self.deal.play and seat in self.deal.play.out
        return self._laid_by(seat) if is_out else self.rules.hand

    def _laid_by(self, seat: Seat) -> int:
        assert self.deal and self.deal.play
        return sum(laid.seat == seat for laid in self.deal.play.laid)

    @property
    def counting(self) -> Of | None:
        """The seat whose hand, or the crib, is counted next; None outside the show."""
        if self.phase is not Phase.SHOW:
            return None
        assert self.deal
        order: tuple[Of, ...] = (*self.around(), "crib")
        return order[self.deal.shown]

    @property
    def due_hand(self) -> DueHand | None:
        """The hand or crib to be counted next; None outside the show."""
        of, seat, deal = self.counting, self.turn, self.deal
        if of is None or seat is None or deal is None:
            return None
        known, size = (deal.crib, CRIB) if of == "crib" else (deal.hands[of], self.hand_size(of))
        return DueHand(of, seat, known, size - len(known), size)

    @property
    def drawing(self) -> tuple[Seat, ...]:
        """The seats that must still draw for the deal, in seat order; empty outside the draw.

        Each seat draws once; seats tied for the lowest card, or for the second lowest if partners
        are drawn, draw again.
        """
        if self.phase is not Phase.DRAW:
            return ()
        if first := tuple(seat for seat, cards in enumerate(self.drawn) if not cards):
            return first
        ranks = [tuple(int(card.rank) for card in cards) for cards in self.drawn]
        for level in sorted(ranks)[: 2 if self.draws_partners else 1]:
            tied = [s for s, own in enumerate(ranks) if own[: len(level)] == level[: len(own)]]
            if len(tied) > 1:
                rounds = min(len(ranks[seat]) for seat in tied)
                return tuple(seat for seat in tied if len(ranks[seat]) == rounds)
        return ()

    @property
    def draws_partners(self) -> bool:
        """True if the draw also determines the partners."""
        assert self.rules
        return self.rules.teams_by == "draw" and not self.seated

    @property
    def is_decided(self) -> bool:
        """True if a team has won more than half of the games of a best-of match."""
        assert self.rules
        return 0 < self.rules.best_of < 2 * max(self.wins, default=0)

    def goal(self, team: Team) -> int:
        """Return the score at which *team* wins."""
        assert self.rules
        return self.rules.goals[team]

    def holes_left(self, team: Team) -> int:
        """Return the points that *team* still needs."""
        return self.goal(team) - self.pegs[team].front

    @property
    def progress(self) -> tuple[int, ...]:
        """The target minus each team's holes left."""
        assert self.rules
        return tuple(self.rules.target - self.holes_left(team) for team in range(len(self.pegs)))

    @property
    def spread(self) -> int | None:
        """The winner's lead over the best other team (in lowball, the other way round); None
        without a winner. Negative if a team that was ahead conceded."""
        if self.winner is None or self.rules is None:
            return None
        own = self.progress[self.winner]
        others = [self.progress[team] for team in self.others(self.winner)]
        return min(others) - own if self.rules.wins == "low" else own - max(others)

    @property
    def is_conceded(self) -> bool:
        """True if the game was won before any team reached its target."""
        teams = range(len(self.pegs))
        return self.winner is not None and all(self.holes_left(team) > 0 for team in teams)

    @property
    def turn(self) -> Seat | None:
        """The seat that acts next; None if no particular seat does."""
        match self.phase:
            case Phase.CUT:
                assert self.rules and self.dealer is not None
                step = 1 if self.rules.starter_cutter == "left" else -1
                return (self.dealer + step) % len(self.players)
            case Phase.PLAY:
                assert self.deal and self.deal.play
                return self.deal.play.turn
            case Phase.SHOW:
                of = self.counting
                return self.dealer if of == "crib" else of
            case _:
                return None

    @property
    def count(self) -> int:
        """The running count; 0 between counts and outside the play."""
        return self.deal.play.count if self.deal and self.deal.play else 0

    def known(self) -> Cards:
        """Return all cards of the deal that are face up, including the starter."""
        if not self.deal:
            return ()
        starter = (self.deal.starter,) if self.deal.starter else ()
        hands = tuple(card for hand in self.deal.hands for card in hand)
        return (*starter, *hands, *self.deal.crib)
