"""Suit chips at the show: exactly the claims that the table accepts are offered."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.cards import Card, Rank, Suit
from scorekeeper.scoring import (
    NO_SUIT_CLAIM,
    HandToCount,
    ImpossibleSuitClaim,
    SuitClaim,
    SuitResult,
    suit_result,
)
from tests.kit.drivers.browser import Phone, open_table

PLAIN = (Card(Rank.FIVE, Suit.HEARTS), Card(Rank.SIX, Suit.HEARTS))
DECK = (*PLAIN, *(Card(rank, suit) for rank in (Rank.TWO, Rank.THREE, Rank.JACK) for suit in Suit))
"""Few ranks, so that suits are often proved or excluded by other cards."""


@pytest.fixture(scope="module")
def phone() -> Iterator[Phone]:
    with open_table() as table:
        yield table.phone()


def situations(count: int) -> list[HandToCount]:
    """Generate hands and cribs of four, some cards without suits, with up to six other cards."""
    chance = random.Random(7)
    dealt = [chance.sample(DECK, 5 + chance.randrange(7)) for _ in range(count)]
    return [
        HandToCount(
            hand=tuple(seen[:4]),
            starter=seen[4],
            other_known_cards=tuple(seen[5:]),
            crib=at % 4 == 0,
        )
        for at, cards in enumerate(dealt)
        for seen in [[chance.choice([card, Card(card.rank)]) for card in cards]]
    ]


def offered(phone: Phone, all_held: list[HandToCount]) -> list[dict[str, Any]]:
    """Return the chips offered by the page's own script in each situation."""
    asked = [
        {
            "cards": [str(card) for card in held.hand],
            "starter": str(held.starter),
            "seen": [str(card) for card in (*held.cards, *held.other_known_cards)],
            "crib": held.crib,
            "rules": {"crib_flush": "five", "nobs": 1},
        }
        for held in all_held
    ]
    answers: list[dict[str, Any]] = phone.page.evaluate(
        """async (asked) => {
            const main = document.querySelector("script[type=module]").src;
            const { suitClaims } = await import(main.replace("phone.js", "game/show.js"));
            return asked.map(({ cards, ...beside }) => suitClaims(cards, beside));
        }""",
        asked,
    )
    return answers


def said(held: HandToCount, say: SuitClaim) -> SuitResult | None:
    """Return the result of the claim *say*; None if it is refused."""
    try:
        return suit_result(held, say)
    except ImpossibleSuitClaim:
        return None


def test_the_page_offers_what_the_table_takes(phone: Phone) -> None:
    """Every single chip would be accepted, and every claim that changes the count has a chip."""
    every = situations(600)
    for held, chips in zip(every, offered(phone, every), strict=True):
        unsaid = suit_result(held, NO_SUIT_CLAIM)
        for size in (4, 5):
            after = None if held.crib and size == 4 else said(held, SuitClaim(flush=size))
            if size in chips["flushes"]:
                assert after, (held, size)
            elif after and after.flush == size:
                assert after.flush == unsaid.flush, (held, size)
        after = said(held, SuitClaim(nobs=True))
        assert after if chips["nobs"] else after is None or after.nobs == unsaid.nobs, held
