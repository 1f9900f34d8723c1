"""A claim before it is entered: is it right, and would a flush or nobs make it so?

Only where nothing hangs on a claim: where the truth is pegged whatever people say, they may look
once more. Where a claim itself is pegged, called or fined, nothing is given away before it is made.
"""

from collections.abc import Collection
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from scorekeeper.game.actions import Count, Crib
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.engine.show import FLUSHES
from scorekeeper.game.events import Counted, Told
from scorekeeper.game.live import Hint, Matter
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game
from scorekeeper.rules.variants import Rules
from scorekeeper.scoring.show import SuitClaim


class ClaimCheck(msgspec.Struct, frozen=True, kw_only=True):
    """True if the claim is ``right``; else the ``suits``, each of which would make it right, and a
    ``hint`` whether the hand is worth more or less, where that is so whatever suits nobody was
    asked about, or at least without a flush; if need be, that a flush makes it more.

    Nothing is said where ``withheld``.
    """

    withheld: bool = False
    right: bool = False
    suits: tuple[SuitClaim, ...] = ()
    hint: Hint | None = None


class SuitsTaken(NamedTuple):
    """A flush and nobs: true as somebody said them, false as nobody did though they may be there;
    None where there is nothing to say."""

    flush: bool | None
    nobs: bool | None


WITHHELD = ClaimCheck(withheld=True)


def is_only_checked(rules: Rules) -> bool:
    """True if a claim changes no score: the truth is pegged, and a difference only told."""
    is_pegged = rules.muggins or rules.undercount == "lost" or rules.exact_finish
    return not is_pegged and rules.overcount == "corrected"


def check_claim(game: Game, action: Count | Crib, asked: Collection[Matter] = ()) -> ClaimCheck:
    """Return what can be said of the claim of *action* before it is made. What people were *asked*
    about is as they said.

    Raises Refusal as the action would.
    """
    truth = _truth(game, action)
    if not game.rules or not is_only_checked(game.rules) or action.claim is None:
        return WITHHELD
    if truth == action.claim:
        return ClaimCheck(right=True)
    return ClaimCheck(suits=explaining_suits(game, action), hint=_hint(game, action, truth, asked))


def suits_taken(game: Game, action: Count | Crib) -> SuitsTaken:
    """Return what the count *action* takes as given of suits that the cards leave open."""
    truth = _truth(game, action)

    def taken(said: object, *others: SuitClaim) -> bool | None:
        worth = (_with(game, action, one) for one in others)
        return True if said else False if any(more not in (None, truth) for more in worth) else None

    flush = taken(action.flush, *(SuitClaim(size) for size in FLUSHES if size))
    return SuitsTaken(flush, None if flush else taken(action.nobs, SuitClaim(nobs=True)))


def explaining_suits(game: Game, action: Count | Crib) -> tuple[SuitClaim, ...]:
    """Return what could be said of suits so that the claim is right; a flush brings its nobs. None
    if it is right without.

    Raises Refusal as the action would.
    """
    if action.flush or action.nobs or _truth(game, action) == action.claim:
        return ()
    says = (SuitClaim(nobs=True), *(SuitClaim(flush) for flush in FLUSHES if flush))
    right = [say for say in says if _with(game, action, say) == action.claim]
    # Four in a suit that the starter is known to have are five: one answer is enough.
    return tuple({say.flush > 0: say for say in right}.values())


def _hint(
    game: Game, action: Count | Crib, truth: int | None, asked: Collection[Matter]
) -> Hint | None:
    """Return the way to every worth that the hand may have: suits nobody said can only add."""
    claim = action.claim or 0
    if truth is None or claim < truth:
        return None if truth is None else "more"
    says = {"nobs": (SuitClaim(nobs=True),), "flush": tuple(map(SuitClaim, filter(None, FLUSHES)))}
    open_matters = () if action.flush else (matter for matter in says if matter not in asked)
    for matter in open_matters:
        worths = [_with(game, action, say) for say in says[matter]]
        possible = [worth for worth in worths if worth is not None]
        if any(claim <= worth for worth in possible):
            return _hint_by_flush(claim, possible) if matter == "flush" else None
    return "less"


def _hint_by_flush(claim: int, worths: Collection[int]) -> Hint:
    """Return the way from *claim*, too high without a flush, where one makes it any of *worths*."""
    is_more = all(claim < worth for worth in worths)
    return "less_without_flush_more_with" if is_more else "less_without_flush"


def _with(game: Game, action: Count | Crib, say: SuitClaim) -> int | None:
    """Return what the hand is worth if *say* is true; None if it cannot be."""
    said = replace(action, flush=say.flush or None, nobs=say.nobs or action.nobs)
    try:
        return _truth(game, said)
    except Refusal as why:
        if why.code is not Code.IMPOSSIBLE_SAY:
            raise
        return None


def _truth(game: Game, action: Count | Crib) -> int | None:
    """Return what the hand is worth as its cards and the suits said have it."""
    events = apply(game, replace(action, claim=None)).events
    told = (event.notice for event in events if isinstance(event, Told))
    return next((notice.total for notice in told if isinstance(notice, Counted)), None)
