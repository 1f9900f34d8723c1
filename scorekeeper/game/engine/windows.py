"""Windows: claims that may still be called, and their true count once nobody may any more."""

from typing import Final

from scorekeeper.game.engine.decision import Decision
from scorekeeper.game.engine.validate import reject
from scorekeeper.game.events import Counted, Overcount, Unclaimed, Undercount, WindowsClosed
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Window
from scorekeeper.rules.variants import Rules
from scorekeeper.scoring.combo import Combos, total
from scorekeeper.scoring.show import count
from scorekeeper.scoring.suits import HandToCount, ImpossibleSuitClaim, SuitClaim

FLUSHES: Final = (0, 3, 4, 5, 6)


def true_count(rules: Rules, window: Window) -> Combos:
    """Return what the cards of a *window* are worth. Refusal IMPOSSIBLE_SAY for a suit claim that
    they exclude."""
    crib = window.of == "crib"
    short = not crib and len(window.cards) < rules.hand
    held = HandToCount(window.cards, window.starter, crib, window.other_known_cards, short)
    say = window.suit_claim
    try:
        return count(held, say, nobs=rules.nobs, crib_flush=rules.crib_flush == "five")
    except ImpossibleSuitClaim:
        raise Refusal(Code.IMPOSSIBLE_SAY, flush=say.flush, nobs=say.nobs) from None


def suit_claim(before: SuitClaim, flush: int | None, nobs: bool | None) -> SuitClaim:
    """Return *before* with what is now said of suits. Refusal BAD_VALUE for no kind of flush."""
    if flush is not None and flush not in FLUSHES:
        reject("flush", flush, " | ".join(map(str, FLUSHES)))
    return SuitClaim(
        flush=before.flush if flush is None else flush,
        nobs=before.nobs if nobs is None else nobs,
    )


def close_windows(now: Decision) -> None:
    """Tell the true count of every open window, oldest first, and close them all."""
    if not now.game.windows:
        return
    for window in now.game.windows:
        combos = true_count(now.rules, window)
        tell_true_count(now, window, combos)
        if (left := total(combos) - window.claim - window.taken) > 0:
            now.notify(Unclaimed(seat=window.seat, of=window.of, points=left))
    now.emit(WindowsClosed())


def tell_true_count(now: Decision, window: Window, combos: Combos) -> None:
    """Make a count public, and say where the claim differed."""
    truth, seat, of, claim = total(combos), window.seat, window.of, window.claim
    now.notify(Counted(seat=seat, of=of, total=truth, combos=combos))
    if claim < truth:
        shares = zip(window.called, window.got, strict=True)
        taken = tuple((team, points) for team, points in shares if points)
        now.notify(Undercount(seat=seat, of=of, claim=claim, total=truth, taken=taken))
    if claim > truth:
        now.notify(Overcount(seat=seat, of=of, claim=claim, total=truth))
