"""Typing hands and the crib: cards not yet seen, a claim, and suits.

If a flush or nobs would make a claim right, OK first asks about it: Go is yes, a second OK is no.
"""

from functools import lru_cache
from itertools import product, takewhile

from msgspec.structs import replace

from scorekeeper.cards import Cards
from scorekeeper.game.actions import Count, Crib
from scorekeeper.game.analysis.claim_check import explaining_suits
from scorekeeper.game.live import Asks, EntryKind, PendingEntry
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.state import DueHand, Game
from scorekeeper.keypad.key import Key, Keys, Reason, Rejection, number, split_ok
from scorekeeper.rules.variants import CRIB
from scorekeeper.scoring import (
    NO_SUIT_CLAIM,
    HandToCount,
    ImpossibleSuitClaim,
    SuitClaim,
    flushes,
    most,
    suit_result,
)


def parse_show(game: Game, keys: Keys) -> PendingEntry | Count | Crib | Rejection | None:
    """Parse cards, claim digits or Go for points from suits, then OK; OK alone passes an empty
    hand."""
    now = game.due_hand
    assert now
    if now.size == 0:
        return Count(passed=True) if keys == (Key.OK,) else None
    typed = takewhile(lambda key: key.card, keys[: now.missing])
    cards = tuple(key.card for key in typed if key.card)
    rest, missing = keys[len(cards) :], now.missing - len(cards)
    what = EntryKind.CRIB if now.of == "crib" else EntryKind.HAND
    team = game.team_of(now.seat)
    pending = PendingEntry(kind=what, cards=cards, wanted=now.missing, team=team)
    if missing:
        return Rejection(Reason.CARDS_MISSING, missing) if rest else pending
    return _counted(game, now, pending, rest)


def _counted(
    game: Game, now: DueHand, pending: PendingEntry, keys: Keys
) -> PendingEntry | Count | Crib | Rejection | None:
    keys, complete = split_ok(keys)
    asked = Key.OK in keys  # An OK before the last one was answered by the question.
    unasked = keys[: keys.index(Key.OK)] if asked else keys
    digits = tuple(key for key in unasked if key is not Key.GO)
    steps, claim = keys.count(Key.GO), number(digits) if digits else None
    if isinstance(claim, Rejection) or (digits and claim is None):
        return claim
    assert game.rules
    best = most(CRIB if now.of == "crib" else game.rules.hand, nobs=game.rules.nobs)
    if complete and claim is not None and claim > best:
        return Rejection(Reason.TOO_MANY, points=claim, most=best)
    if asked and set(keys[len(unasked) + 1 :]) - {Key.GO}:
        return None
    plain = _completed(now, pending.cards, NO_SUIT_CLAIM, claim)
    right = _right_suits(game, plain) if complete or asked else ()
    says = (NO_SUIT_CLAIM, *right) if asked else possible_claims(game, now, pending.cards)
    if steps and len(says) == 1:
        return Rejection(Reason.SUITS_ADD_NOTHING)
    say = says[steps % len(says)]
    kinds = {Asks.FLUSH if one.flush else Asks.NOBS for one in right if not steps}
    asks = Asks.EITHER if len(kinds) > 1 else next(iter(kinds), None)
    if complete and (asked or not asks):
        return _completed(now, pending.cards, say, claim)
    # The ghost peg shows no more of the hand than what the suit claim alone adds.
    ghost = say.flush + game.rules.nobs * say.nobs if claim is None else claim
    return replace(pending, points=claim, ghost=ghost, flush=say.flush, nobs=say.nobs, asks=asks)


def _right_suits(game: Game, plain: Count | Crib) -> tuple[SuitClaim, ...]:
    if plain.claim is None:
        return ()
    try:
        return explaining_suits(game, plain)
    except Refusal:  # The table says why, once the count is made.
        return ()


def _completed(now: DueHand, cards: Cards, say: SuitClaim, claim: int | None) -> Count | Crib:
    flush, nobs = say.flush or None, say.nobs or None
    count = Crib if now.of == "crib" else Count
    return count(cards=cards or None, flush=flush, nobs=nobs, claim=claim)


def possible_claims(game: Game, now: DueHand, cards: Cards) -> tuple[SuitClaim, ...]:
    """Return the suit claims that the known cards allow, starting with ``NO_SUIT_CLAIM``; each
    includes any other that it implies."""
    deal, rules = game.deal, game.rules
    assert deal and rules and deal.starter
    others = list(game.known())
    for card in (*now.known, deal.starter):
        others.remove(card)
    hand, crib = (*now.known, *cards), now.of == "crib"
    if not hand:
        return (NO_SUIT_CLAIM,)
    short = not crib and now.size < rules.hand
    held = HandToCount(hand, deal.starter, crib, tuple(others), short)
    return _claims(held, crib_flush=rules.crib_flush == "five")


@lru_cache(maxsize=64)
def _claims(held: HandToCount, *, crib_flush: bool) -> tuple[SuitClaim, ...]:
    """Return the possible suit claims for *held*; cached, as every key of a count needs them."""
    claims = []
    for flush, nobs in product(flushes(held, crib_flush=crib_flush), (False, True)):
        try:
            result = suit_result(held, SuitClaim(flush, nobs), crib_flush=crib_flush)
        except ImpossibleSuitClaim:
            continue
        claims.append(SuitClaim(result.flush, result.nobs is not None))
    # The first is what the cards prove: no suit claim adds to it.
    return (NO_SUIT_CLAIM, *(say for say in dict.fromkeys(claims) if say != claims[0]))
