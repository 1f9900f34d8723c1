"""Count a hand without a table: the cards people hold up, checked against the rules they name."""

from typing import TYPE_CHECKING, Final

import msgspec

from cribble.cli.command import quoted
from scorekeeper.cards import Card, Cards, Suit
from scorekeeper.game.codec import reader
from scorekeeper.rules.options import UnknownRules
from scorekeeper.rules.variants import CRIB, RULES, Rules
from scorekeeper.scoring.combo import Combo, Combos, total
from scorekeeper.scoring.show import count
from scorekeeper.scoring.suits import HandToCount, SuitClaim
from scorekeeper.words import Fault, en

if TYPE_CHECKING:
    from flask import Response

    from web import Context, Routes

DEFAULT: Final = "six-card"


class Hand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hand or crib to be counted; ``hand`` and ``starter`` must be given."""

    hand: Cards
    starter: Card
    crib: bool | None = None
    rules: str | None = None
    flush: int | None = None
    nobs: bool | None = None


read_hand: Final = reader(Hand)
"""A hand as JSON. Raises Unreadable."""


class Counted(msgspec.Struct, frozen=True):
    """The worth of a hand."""

    total: int
    combos: tuple[Combo, ...]


def counted(hand: Hand) -> Counted:
    """Count *hand*. Raises Fault, UnknownRules or ImpossibleSuitClaim for a hand that cannot be."""
    key = hand.rules if hand.rules is not None else DEFAULT
    if key not in RULES:
        raise UnknownRules(key)
    _check_number(hand, key)
    _check_deck((*hand.hand, hand.starter))
    combos = _combos(hand, RULES[key])
    return Counted(total(combos), combos)


def add_count(routes: "Routes", context: "Context") -> None:
    """Add ``/api/v1/count``."""
    from web import json_response  # The command counts without a server.

    @routes.post("/api/v1/count", "Count a hand.", Counted, errors=(422,))
    def count_hand(body: Hand) -> "Response":
        return json_response(counted(body))


CRIB_SIZE: Final = en(
    "A crib has {wanted} cards beside the starter, and here are {number}: {cards}."
)
HAND_SIZE: Final = en(
    "A hand of {rules} has {wanted} cards beside the starter, and here are {number}: {cards}."
)


def _check_number(hand: Hand, key: str) -> None:
    wanted = CRIB if hand.crib else RULES[key].hand
    if len(hand.hand) == wanted:
        return
    sentence = CRIB_SIZE if hand.crib else HAND_SIZE
    shown = quoted(" ".join(map(str, hand.hand))) or "–"
    raise Fault(sentence, rules=key, wanted=wanted, number=len(hand.hand), cards=shown)


def _check_deck(cards: Cards) -> None:
    """Every card is there once, and every rank in four suits."""
    for place, card in enumerate(cards):
        if card.suit and card in cards[:place]:
            raise Fault("{card} is there twice, and a deck has it once.", card=card)
        if sum(other.rank is card.rank for other in cards) > len(Suit):
            sentence = en("{rank} is there more than four times, and a deck has it in four suits.")
            raise Fault(sentence, rank=card.rank.symbol)


def _combos(hand: Hand, rules: Rules) -> Combos:
    held = HandToCount(hand.hand, hand.starter, crib=bool(hand.crib))
    say = SuitClaim(hand.flush or 0, hand.nobs or False)
    return count(held, say, nobs=rules.nobs, crib_flush=rules.crib_flush == "five")
