"""The score sheet of a game: the points of each deal, claims, and statistics derived from them.

Points are recorded as pegged, which under muggins is the claim. The true count is added if it
differs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from scorekeeper.cards import Card, Cards
from scorekeeper.game import events as e
from scorekeeper.game.actions import Count, Crib, Of, Seat
from scorekeeper.game.engine.evolve import evolve, with_item
from scorekeeper.game.snapshot import Entry
from scorekeeper.game.state import Game, Phase
from scorekeeper.scoring import Combos, Why

IN_THE_PLAY: Final = frozenset(
    {
        Why.FIFTEEN,
        Why.PAIR,
        Why.PAIR_ROYAL,
        Why.DOUBLE_PAIR_ROYAL,
        Why.RUN,
        Why.THIRTY_ONE,
        Why.GO,
        Why.LAST_CARD,
    }
)
COUNTED: Final = IN_THE_PLAY | {Why.FLUSH, Why.NOBS, Why.CLAIM}


class Claims(msgspec.Struct, frozen=True):
    """The claims that a seat ``made``, and how many were ``right``. In points: ``missed`` by claims
    that were too low, the part of these ``lost`` to muggins, the excess of claims ``over`` the true
    count, and the points its team ``took`` by muggins."""

    made: int = 0
    right: int = 0
    missed: int = 0
    lost: int = 0
    over: int = 0
    took: int = 0


def claims_of(
    entries: Iterable[Entry], seats: int, teams: Sequence[Sequence[Seat]] = ()
) -> tuple[Claims, ...]:
    """Return the claims of each of *seats* seats in *entries*, oldest first.

    Without *teams*, each seat plays alone. Hands counted without a claim are not included. Under
    muggins the true count comes with a later entry.
    """
    claimed, wrong, dealer = Counter[Seat](), Counter[Seat](), 0
    missed, lost, over, took = (Counter[Seat]() for _ in range(4))
    for entry in entries:
        for part in entry.split():
            (action,) = part.actions
            claims = isinstance(action, Count | Crib) and action.claim is not None
            for event in part.events:
                match event:
                    case e.DealBegan():
                        dealer = event.dealer
                    case e.HandShown(of=of) if claims:
                        claimed[dealer if of == "crib" else of] += 1
                    case e.Told(
                        notice=e.Undercount(seat=seat, claim=claim, total=total, taken=taken)
                    ):
                        wrong[seat] += 1
                        missed[seat] += total - claim
                        for team, points in taken:
                            lost[seat] += points
                            took.update(dict.fromkeys(teams[team] if teams else (team,), points))
                    case e.Told(notice=e.Overcount(seat=seat, claim=claim, total=total)):
                        wrong[seat] += 1
                        over[seat] += claim - total
                    case _:
                        pass
    return tuple(
        Claims(
            made=claimed[seat],
            right=claimed[seat] - wrong[seat],
            missed=missed[seat],
            lost=lost[seat],
            over=over[seat],
            took=took[seat],
        )
        for seat in range(seats)
    )


def fines_of(entries: Iterable[Entry], teams: int) -> tuple[int, ...]:
    """Return the points that each of *teams* teams got for others' claims that were too high."""
    fines = [0] * teams
    for award in (award for entry in entries for award in e.awards_of(entry.events)):
        if award.why is Why.OVERCOUNT:
            fines[award.team] += award.points
    return tuple(fines)


class ShownHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand, or the crib of ``seat``, shown in a deal, and the points pegged for it; None if it
    was ``passed``. ``worth`` is the true count if it differs."""

    deal: int
    seat: Seat
    of: Of
    cards: Cards
    starter: Card | None
    points: int
    passed: bool = False
    worth: int | UnsetType = UNSET

    @property
    def true_count(self) -> int:
        """The true count."""
        return self.points if self.worth is UNSET else self.worth


class DealLine(msgspec.Struct, frozen=True, kw_only=True):
    """The points of a deal: by seat for hands and for the play, and for the crib (None if nothing
    was counted or laid), and the scores by team after it.

    ``play_left``: the play was ended before its last card; points pegged by hand instead belong to
    no seat.
    """

    number: int
    dealer: Seat
    hands: tuple[int | None, ...]
    crib: int | None = None
    pegged: tuple[int, ...] | None = None
    scores: tuple[int, ...]
    play_left: bool | UnsetType = UNSET


class RoleFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's points in the complete deals in which it was dealer, or was not; ``pegged`` in those
    ``plays`` that were played to the end."""

    hands: int = 0
    hand_points: int = 0
    cribs: int = 0
    crib_points: int = 0
    plays: int = 0
    pegged: int = 0


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """The statistics of one seat in a game: its hands and cribs, and the deals that were played
    card by card.

    ``best_hand`` and ``best_crib`` are the first ones with the highest true count, ``worst_hand``
    and ``worst_crib`` those with the lowest. ``unpegged`` is the true count of its hands and cribs
    minus the points pegged for them. ``dealing`` and ``not_dealing`` do not include a deal that
    ended before its crib was counted: hands that a winner did not need to count would distort the
    averages.
    """

    hands: int = 0
    hand_points: int = 0
    best_hand: ShownHand | None = None
    cribs: int = 0
    crib_points: int = 0
    best_crib: ShownHand | None = None
    plays: int = 0
    pegged: int = 0
    worst_hand: ShownHand | None = None
    worst_crib: ShownHand | None = None
    dealing: RoleFigures = RoleFigures()
    not_dealing: RoleFigures = RoleFigures()
    claims: Claims = Claims()
    unpegged: int = 0


class ScoreSheet(msgspec.Struct, frozen=True):
    """A game deal by deal, with all hands shown in it; ``began`` are the scores at its start."""

    began: tuple[int, ...]
    deals: tuple[DealLine, ...]
    shown: tuple[ShownHand, ...]


def score_sheet(events: Iterable[e.Event]) -> ScoreSheet:
    """Return the score sheet of a game, given its *events* from ``GameBegan`` on."""
    writer = _SheetWriter()
    for event in events:
        writer.note(event)
    shown = [
        hand if worth in (None, hand.points) else replace(hand, worth=worth)
        for hand, worth in zip(writer.shown, writer.worth, strict=True)
    ]
    return ScoreSheet(writer.began, tuple(writer.deals), tuple(shown))


def figures_of(
    sheet: ScoreSheet,
    seats: int,
    entries: Iterable[Entry] = (),
    teams: Sequence[Sequence[Seat]] = (),
) -> tuple[Figures, ...]:
    """Return the statistics of each of *seats* seats; *entries* are the game's, oldest first."""
    figures, worth = list[Figures](), attrgetter("true_count")
    for seat, claims in enumerate(claims_of(entries, seats, teams)):
        own = [hand for hand in sheet.shown if hand.seat == seat and not hand.passed]
        hands = [hand for hand in own if hand.of != "crib"]
        cribs = [hand for hand in own if hand.of == "crib"]
        pegged = [line.pegged[seat] for line in sheet.deals if line.pegged is not None]
        figures.append(
            Figures(
                hands=len(hands),
                hand_points=sum(hand.points for hand in hands),
                best_hand=max(hands, key=worth, default=None),
                cribs=len(cribs),
                crib_points=sum(hand.points for hand in cribs),
                best_crib=max(cribs, key=worth, default=None),
                plays=len(pegged),
                pegged=sum(pegged),
                worst_hand=min(hands, key=worth, default=None),
                worst_crib=min(cribs, key=worth, default=None),
                dealing=_in_role(sheet, seat, dealt=True),
                not_dealing=_in_role(sheet, seat, dealt=False),
                claims=claims,
                unpegged=sum(hand.true_count - hand.points for hand in own),
            )
        )
    return tuple(figures)


def _in_role(sheet: ScoreSheet, seat: Seat, *, dealt: bool) -> RoleFigures:
    deals = [line for line in complete_deals(sheet) if (line.dealer == seat) is dealt]
    hands = [points for line in deals if (points := line.hands[seat]) is not None]
    cribs = [line.crib for line in deals if dealt and line.crib is not None]
    played = [line for line in deals if line.play_left is UNSET]
    pegged = [line.pegged[seat] for line in played if line.pegged is not None]
    return RoleFigures(
        hands=len(hands),
        hand_points=sum(hands),
        cribs=len(cribs),
        crib_points=sum(cribs),
        plays=len(pegged),
        pegged=sum(pegged),
    )


def complete_deals(sheet: ScoreSheet) -> tuple[DealLine, ...]:
    """Return the deals of *sheet*, except a last one whose crib was not shown."""
    cribs = {shown.deal for shown in sheet.shown if shown.of == "crib"}
    last = sheet.deals[-1:]
    return sheet.deals[:-1] + tuple(line for line in last if line.number in cribs)


class _SheetWriter:
    """Builds the score sheet from the events of a game.

    ``worth`` are the true counts of the hands ``shown``, None until they are announced.
    ``_counting``: the last hand or crib shown, whose points are still to come.
    """

    def __init__(self) -> None:
        self.began: tuple[int, ...] = ()
        self.deals: list[DealLine] = []
        self.shown: list[ShownHand] = []
        self.worth: list[int | None] = []
        self._game = Game()
        self._counting = False

    def note(self, event: e.Event) -> None:  # noqa: C901 - one flat case an event
        """Apply *event* and record its points."""
        game = self._game
        ends_play = isinstance(event, e.ShowBegan | e.DealBegan) and game.phase is Phase.PLAY
        is_left = ends_play and any(map(game.cards_left, range(len(game.players))))
        if is_left and self.deals[-1].pegged is not None:
            self._line(play_left=True)
        self._game = evolve(game, event)
        match event:
            case e.GameBegan(scores=scores):
                self.began = scores
            case e.DealBegan(again=again):
                deal = self._game.deal
                assert deal
                if again and self.deals:
                    self.deals.pop()
                self._counting = False
                line = DealLine(
                    number=deal.number,
                    dealer=deal.dealer,
                    hands=(None,) * len(self._game.players),
                    scores=self._game.scores,
                )
                self.deals.append(line)
            case e.Laid(seat=seat):
                self._counting = False
                self._play(seat, 0)
            case e.HandShown():
                self._counting = not event.passed
                self._show(event)
            case e.Pegged(awards=awards):
                for award in awards:
                    if self._counting and award.why in COUNTED:
                        self._count(award.points)
                    elif award.why in IN_THE_PLAY and award.seat is not None:
                        self._play(award.seat, award.points)
                if self.deals:
                    self._line(scores=self._game.scores)
            case e.PegsSetBack():
                self._line(pegged=None, scores=self._game.scores)
            case e.Told(notice=e.Counted(of=of, total=total)):
                # A claim may wait for it: it belongs to the hand *of* that was shown last.
                places = [place for place, hand in enumerate(self.shown) if hand.of == of]
                self.worth[places[-1]] = total
            case _:
                pass

    def _show(self, event: e.HandShown) -> None:
        deal = self._game.deal
        assert deal
        self.shown.append(
            ShownHand(
                deal=deal.number,
                seat=deal.dealer if event.of == "crib" else int(event.of),
                of=event.of,
                cards=event.cards,
                starter=deal.starter,
                points=0,
                passed=event.passed,
            )
        )
        self.worth.append(None)
        if not event.passed:
            self._count(0)

    def _count(self, points: int) -> None:
        shown = self.shown[-1] = replace(self.shown[-1], points=self.shown[-1].points + points)
        if shown.of == "crib":
            self._line(crib=shown.points)
        else:
            self._line(hands=with_item(self.deals[-1].hands, shown.seat, shown.points))

    def _play(self, seat: Seat, points: int) -> None:
        pegged = self.deals[-1].pegged or (0,) * len(self._game.players)
        self._line(pegged=with_item(pegged, seat, pegged[seat] + points))

    def _line(self, **changes: object) -> None:
        self.deals[-1] = replace(self.deals[-1], **changes)


class KnownHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand or crib that is on the table, and its count; ``wrong`` if the claim was different. Not
    included while muggins may still be called, because the true count is secret until then."""

    of: Of
    cards: Cards
    starter: Card
    total: int
    combos: Combos
    wrong: bool


def known_hands(events: Iterable[e.Event]) -> Iterator[KnownHand]:
    """Yield each complete hand that *events* reveal and that can be counted from the cards alone,
    without suits that were claimed but not entered."""
    starter: Card | None = None
    size = 0
    shown: dict[Of, tuple[Cards, Card]] = {}
    for event, following in pairwise((*events, None)):
        match event:
            case e.GameBegan(rules=rules):
                size = rules.hand
            case e.StarterTurned(card=card):
                starter = card
            case e.HandShown(of=of, cards=cards) if starter and len(cards) >= size:
                shown[of] = cards, starter
            case e.Told(notice=e.Counted(of=of, total=total, combos=combos)) if of in shown:
                hand, start = shown.pop(of)
                by_suit = {Why.FLUSH, Why.NOBS} & {combo.kind for combo in combos}
                if by_suit and not all(card.suit for card in (*hand, start)):
                    continue
                notice = following.notice if isinstance(following, e.Told) else None
                yield KnownHand(
                    of=of,
                    cards=hand,
                    starter=start,
                    total=total,
                    combos=combos,
                    wrong=isinstance(notice, e.Undercount | e.Overcount),
                )
            case _:
                pass
