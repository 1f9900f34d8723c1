"""Check a claim before it is entered: is it right, and would a flush or nobs make it right?

A check is only given if the claim does not affect the score, because the true count is pegged in
any case. If the claim itself is pegged, open to muggins or penalized, nothing is revealed
beforehand.
"""

from collections.abc import Collection
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from scorekeeper.game.actions import Count, Crib
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.engine.show import FLUSHES
from scorekeeper.game.events import Counted, HandShown, Told, notices_of
from scorekeeper.game.live import Hint, Matter
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game
from scorekeeper.scoring import SuitClaim


class ClaimCheck(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a check. ``right``: the claim is correct. Otherwise ``suits`` lists the suit
    claims that would make it right, and ``hint`` says whether the hand is worth more or less, if
    that is true for all suits not yet asked about, or at least without a flush. A ``withheld``
    check reveals nothing."""

    withheld: bool = False
    right: bool = False
    suits: tuple[SuitClaim, ...] = ()
    hint: Hint | None = None


class SuitsTaken(NamedTuple):
    """Flush and nobs in a count: True if claimed, False if only possible, None if impossible."""

    flush: bool | None
    nobs: bool | None


class RightClaim(NamedTuple):
    """A claim known to be right: its ``points``, and the suits that it assumes."""

    points: int
    suits: SuitsTaken


WITHHELD = ClaimCheck(withheld=True)


def check_claim(game: Game, action: Count | Crib, asked: Collection[Matter] = ()) -> ClaimCheck:
    """Check the claim of *action* before it is made. *asked* are suits that players have already
    answered questions about.

    Raises the same Refusal as the action would.
    """
    truth = _truth(game, action)
    if not game.rules or not game.rules.only_checks_claims or action.claim is None:
        return WITHHELD
    if truth == action.claim:
        return ClaimCheck(right=True)
    return ClaimCheck(suits=explaining_suits(game, action), hint=_hint(game, action, truth, asked))


def right_claim(snapshot: Snapshot) -> RightClaim | None:
    """Return the claim of the latest entry if it is right and not secret under muggins."""
    last = snapshot.record[-1] if snapshot.record else None
    if last is None or last.events is not snapshot.latest:
        return None
    counts = [action for action in last.actions if isinstance(action, (Count, Crib))]
    shown = {event.of for event in last.events if isinstance(event, HandShown)}
    totals = [
        notice.total
        for notice in notices_of(last.events)
        if isinstance(notice, Counted) and notice.of in shown
    ]
    if len(counts) != 1 or [counts[0].claim] != totals:
        return None
    return RightClaim(totals[0], _suits_taken(snapshot.before, counts[0]))


def _suits_taken(game: Game, action: Count | Crib) -> SuitsTaken:
    """Return the flush and nobs that *action* counts, among those that the cards leave open."""
    truth = _truth(game, action)

    def taken(said: object, *others: SuitClaim) -> bool | None:
        worth = (_with(game, action, one) for one in others)
        return True if said else False if any(more not in (None, truth) for more in worth) else None

    flush = taken(action.flush, *(SuitClaim(size) for size in FLUSHES if size))
    return SuitsTaken(flush, None if flush else taken(action.nobs, SuitClaim(nobs=True)))


def explaining_suits(game: Game, action: Count | Crib) -> tuple[SuitClaim, ...]:
    """Return the suit claims that would make the claim right; a flush includes its nobs.

    Empty if the claim is right as it is. Raises the same Refusal as the action would.
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
    """Return whether all possible counts are above or below the claim; suits only add points."""
    claim = action.claim or 0
    if truth is None or claim < truth:
        return None if truth is None else "more"
    says = {"nobs": (SuitClaim(nobs=True),), "flush": tuple(map(SuitClaim, filter(None, FLUSHES)))}
    for matter in () if action.flush else (matter for matter in says if matter not in asked):
        worths = [_with(game, action, say) for say in says[matter]]
        possible = [worth for worth in worths if worth is not None]
        if not any(claim <= worth for worth in possible):
            continue
        if matter == "nobs":
            return None
        is_more = all(claim < worth for worth in possible)
        return "less_without_flush_more_with" if is_more else "less_without_flush"
    return "less"


def _with(game: Game, action: Count | Crib, say: SuitClaim) -> int | None:
    """Return the value of the hand if *say* is true; None if that is impossible."""
    said = replace(action, flush=say.flush or None, nobs=say.nobs or action.nobs)
    try:
        return _truth(game, said)
    except Refusal as why:
        if why.code is not Code.IMPOSSIBLE_SAY:
            raise
        return None


def _truth(game: Game, action: Count | Crib) -> int | None:
    """Return the value of the hand with its cards and claimed suits; None if it was passed."""
    events = apply(game, replace(action, claim=None)).events
    told = (event.notice for event in events if isinstance(event, Told))
    return next((notice.total for notice in told if isinstance(notice, Counted)), None)
