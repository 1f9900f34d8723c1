"""Muggins: claims that may still be called, and their true count once nobody may call any more."""

from scorekeeper.game.engine.decision import Decision
from scorekeeper.game.events import Counted, Overcount, Unclaimed, Undercount, WindowsClosed
from scorekeeper.game.state import Window
from scorekeeper.rules.variants import Rules
from scorekeeper.scoring.combo import Combos, total
from scorekeeper.scoring.show import count
from scorekeeper.scoring.suits import HandToCount, SuitClaim


def true_count(rules: Rules, held: HandToCount, say: SuitClaim) -> Combos:
    """Return what a hand or crib is worth under *rules*. Raises ImpossibleSuitClaim."""
    return count(held, say, nobs=rules.nobs, crib_flush=rules.crib_flush == "five")


def claimed_hand(window: Window) -> HandToCount:
    """Return the cards that a claim was made for."""
    return HandToCount(window.cards, window.starter, window.of == "crib", window.other_known_cards)


def close_windows(now: Decision) -> None:
    """Tell the true count of every open window, oldest first, and close them all."""
    if not now.game.windows:
        return
    for window in now.game.windows:
        combos = true_count(now.rules, claimed_hand(window), window.suit_claim)
        tell_true_count(now, window, combos)
        if (left := total(combos) - window.claim - window.taken) > 0:
            now.notify(Unclaimed(seat=window.seat, of=window.of, points=left))
    now.emit(WindowsClosed())


def tell_true_count(now: Decision, window: Window, combos: Combos) -> None:
    """Make a count public, and say where the claim differed."""
    truth, seat, of, claim = total(combos), window.seat, window.of, window.claim
    now.notify(Counted(seat=seat, of=of, total=truth, combos=combos))
    if claim < truth:
        now.notify(Undercount(seat=seat, of=of, claim=claim, total=truth))
    if claim > truth:
        now.notify(Overcount(seat=seat, of=of, claim=claim, total=truth))
