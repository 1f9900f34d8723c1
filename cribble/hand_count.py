"""Count a hand without a table, after validation against the rules."""

from typing import TYPE_CHECKING, Final

import msgspec

from cribble.cli.command import quoted
from scorekeeper.cards import Card, Cards, Suit
from scorekeeper.game.codec import reader
from scorekeeper.rules.options import UnknownName
from scorekeeper.rules.variants import CRIB, RULES
from scorekeeper.scoring import Combo, HandToCount, SuitClaim, count, total
from scorekeeper.words import Fault, en

if TYPE_CHECKING:
    from flask import Response

    from web import Context, Routes


DEFAULT: Final = "six-card"
CRIB_SIZE: Final = en("A crib has {wanted} cards besides the starter, not {number}: {cards}.")
HAND_SIZE: Final = en(
    "A hand in {rules} has {wanted} cards besides the starter, not {number}: {cards}."
)


class Hand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to count a hand or crib; ``hand`` and ``starter`` are required."""

    hand: Cards
    starter: Card
    crib: bool | None = None
    rules: str | None = None
    flush: int | None = None
    nobs: bool | None = None


read_hand: Final = reader(Hand)
"""Parses a hand from JSON. Raises Unreadable."""


class Counted(msgspec.Struct, frozen=True):
    """The points of a hand, and the combinations that score."""

    total: int
    combos: tuple[Combo, ...]


def counted(hand: Hand) -> Counted:
    """Count *hand*. Raises Fault, UnknownName or ImpossibleSuitClaim if it is invalid."""
    key = hand.rules if hand.rules is not None else DEFAULT
    if key not in RULES:
        raise UnknownName("rules", key)
    rules, number = RULES[key], len(hand.hand)
    wanted = CRIB if hand.crib else rules.hand
    if number != wanted:
        sentence = CRIB_SIZE if hand.crib else HAND_SIZE
        shown = quoted(" ".join(map(str, hand.hand))) or "–"
        raise Fault(sentence, rules=key, wanted=wanted, number=number, cards=shown)
    cards = (*hand.hand, hand.starter)
    for place, card in enumerate(cards):
        if card.suit and card in cards[:place]:
            raise Fault("{card} appears twice, but a deck has only one.", card=card)
        if sum(other.rank is card.rank for other in cards) > len(Suit):
            sentence = en(
                "There are more than four cards of rank {rank}, but a deck has only four."
            )
            raise Fault(sentence, rank=card.rank.symbol)
    held = HandToCount(hand.hand, hand.starter, crib=bool(hand.crib))
    say = SuitClaim(hand.flush or 0, hand.nobs or False)
    combos = count(held, say, nobs=rules.nobs, crib_flush=rules.crib_flush == "five")
    return Counted(total(combos), combos)


def add_count(routes: "Routes", context: "Context") -> None:
    from web import json_response  # Lazily: not needed by the command.

    @routes.post("/api/v1/count", "Count a hand.", Counted, errors=(422,))
    def count_hand(body: Hand) -> "Response":
        return json_response(counted(body))
