"""Hands whose count is public: what is this one worth?

A claim that may still be called is not among them: its truth is shown when its window closes.
"""

from collections.abc import Iterable, Iterator

import msgspec

from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import Of, Seat
from scorekeeper.game.events import (
    Counted,
    DealBegan,
    Event,
    GameBegan,
    HandShown,
    Overcount,
    StarterTurned,
    Told,
    Undercount,
)
from scorekeeper.scoring.combo import Combos, Why


class KnownHand(msgspec.Struct, frozen=True, kw_only=True):
    """The hand of ``seat``, or its crib, as it lay on the table, and what it was worth; it was
    told in the deal of that ``number``."""

    number: int
    seat: Seat
    of: Of
    cards: Cards
    starter: Card
    total: int
    combos: Combos


def known_hands(events: Iterable[Event]) -> Iterator[KnownHand]:
    """Yield every count of a whole hand that *events* tell, if the cards on the table are enough to
    find it."""
    starter: Card | None = None
    number = size = 0
    shown: dict[Of, tuple[Cards, Card]] = {}
    for event in events:
        match event:
            case GameBegan(rules=rules):
                size = rules.hand
            case DealBegan():
                number += 1
            case StarterTurned(card=card):
                starter = card
            case HandShown(of=of, cards=cards) if starter and len(cards) >= size:
                shown[of] = cards, starter
            case Told(notice=Counted(seat=seat, of=of, total=total, combos=combos)) if of in shown:
                hand, start = shown.pop(of)
                if _is_plain((*hand, start), combos):
                    yield KnownHand(
                        number=number,
                        seat=seat,
                        of=of,
                        cards=hand,
                        starter=start,
                        total=total,
                        combos=combos,
                    )
            case _:
                pass


def wrong_claims(events: Iterable[Event]) -> frozenset[tuple[int, Of]]:
    """Return the hands whose claim was wrong, each with the number of the deal that told it."""
    found, number = set[tuple[int, Of]](), 0
    for event in events:
        match event:
            case DealBegan():
                number += 1
            case Told(notice=Undercount(of=of) | Overcount(of=of)):
                found.add((number, of))
            case _:
                pass
    return frozenset(found)


def _is_plain(cards: Cards, combos: Combos) -> bool:
    """True if no point rests on suits that somebody said and nobody entered."""
    suits = {Why.FLUSH, Why.NOBS} & {combo.kind for combo in combos}
    return not suits or all(card.suit for card in cards)
