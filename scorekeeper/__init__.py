"""Cribbage: cards, scores, rules, games, a table that keeps them, and words for all of it.

>>> from scorekeeper import count, say
>>> hand = count("6H AD 8S 7C", starter="JH")
>>> sum(combo.points for combo in hand)
7
>>> print(say(hand))
Fifteen two, fifteen four, and a run of three is seven.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.scoring import Combos

# The imports stand in the functions, so that a program that needs one room loads no other.


def count(
    hand: str, starter: str, *, crib: bool = False, flush: int = 0, nobs: bool = False
) -> Combos:
    """Return the combinations that *hand* scores in the show with *starter*, as players call them.

    Cards are written ``5H``, ``10`` or ``JD``, with the suit only if it is known. *flush* (its
    number of cards) and *nobs* state what cards without suits cannot prove. Raises NotACard, or
    ImpossibleSuitClaim if the known cards rule out the claim.
    """
    from scorekeeper import scoring
    from scorekeeper.cards import Card, read_cards

    held = scoring.HandToCount(read_cards(hand.split()), Card.parse(starter), crib)
    return scoring.count(held, scoring.SuitClaim(flush, nobs))


def say(combos: Combos, lang: str = "en") -> str:
    """Return *combos* as players call them out, in English (``en``) or French (``fr``)."""
    from scorekeeper.words import Words

    return Words.of(lang).tally(combos)
