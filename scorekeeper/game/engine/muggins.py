"""Muggins: claims that may still be called, and the truth of them once nobody may call any more."""

from __future__ import annotations

from scorekeeper.game.engine.decision import Unfolding
from scorekeeper.game.events import Counted, Overcount, Unclaimed, Undercount, WindowsClosed
from scorekeeper.game.state import Window
from scorekeeper.rules.variants import Rules
from scorekeeper.scoring.combo import Combos, total
from scorekeeper.scoring.show import count
from scorekeeper.scoring.suits import Held, Say


def worth(rules: Rules, held: Held, say: Say) -> Combos:
    """What a hand or crib is truly worth under *rules*. Raises ImpossibleSay."""
    return count(held, say, nobs=rules.nobs, crib_flush=rules.crib_flush == "five")


def held_of(window: Window) -> Held:
    """The cards that a claim was made for."""
    return Held(window.cards, window.starter, window.of == "crib", window.elsewhere)


def close_windows(now: Unfolding) -> None:
    """Tell the truth of every open window, oldest first, and close them all."""
    if not now.game.windows:
        return
    for window in now.game.windows:
        combos = worth(now.rules, held_of(window), window.say)
        tell_truth(now, window, combos)
        if (left := total(combos) - window.claim - window.taken) > 0:
            now.tell(Unclaimed(seat=window.seat, of=window.of, points=left))
    now.then(WindowsClosed())


def tell_truth(now: Unfolding, window: Window, combos: Combos) -> None:
    """Make a count public, and say where the claim differed."""
    truth, seat, of, claim = total(combos), window.seat, window.of, window.claim
    now.tell(Counted(seat=seat, of=of, total=truth, combos=combos))
    if claim < truth:
        now.tell(Undercount(seat=seat, of=of, claim=claim, total=truth))
    if claim > truth:
        now.tell(Overcount(seat=seat, of=of, claim=claim, total=truth))
