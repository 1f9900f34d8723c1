"""Past counts of a game: claims and the points they missed, and hands whose count is public."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from scorekeeper.cards import Card, Cards
from scorekeeper.game import events as e
from scorekeeper.game.actions import Count, Crib, Of, Seat
from scorekeeper.game.snapshot import Entry
from scorekeeper.scoring.combo import Combos, Why


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
    """Yield each complete hand that *events* tell and that can be counted from the cards alone,
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
