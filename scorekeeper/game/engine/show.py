"""The show: hands and the crib counted in order, claims, and the calls of what they missed."""

from typing import Final

import msgspec

from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import Count, Crib, Muggins, Of, Seat, Team
from scorekeeper.game.engine.decision import Decision
from scorekeeper.game.engine.muggins import claimed_hand, close_windows, tell_true_count, true_count
from scorekeeper.game.engine.pegs import combo_awards, peg, seat_award, team_award
from scorekeeper.game.engine.play import check_new, tell_late_renege
from scorekeeper.game.engine.start import begin_next_deal
from scorekeeper.game.engine.validate import check_int, reject
from scorekeeper.game.events import HandShown, MugginsCalled, WindowOpened
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Window
from scorekeeper.rules.variants import CRIB
from scorekeeper.scoring.combo import Combos, Why, total
from scorekeeper.scoring.suits import ImpossibleSuitClaim, SuitClaim

FLUSHES: Final = (0, 3, 4, 5, 6)


def count_hand(now: Decision, action: Count) -> None:
    """Count the hand whose turn it is."""
    due = now.game.counting
    seat = now.game.turn if action.seat is None else now.check_seat(action.seat)
    if due == "crib" or seat is None or seat != due:
        raise _not_yet(now)
    assert now.game.deal
    laid = now.game.deal.hands[seat]
    cards = merged(now, seat, laid, action.cards or ())
    for card in cards[len(laid) :]:
        tell_late_renege(now, seat, card)
    _count(now, seat, seat, cards, action)


def count_crib(now: Decision, action: Crib) -> None:
    """Count the crib, after the dealer's hand; then the next deal begins."""
    dealer = now.game.dealer
    if now.game.counting != "crib" or dealer is None:
        raise _not_yet(now)
    if len(action.cards) != CRIB:
        raise Refusal(Code.WRONG_CARDS, player=None, wanted=CRIB, hand=CRIB, got=action.cards)
    _check_all_new(action.cards, now.game.known())
    _count(now, "crib", dealer, action.cards, action)
    if not now.is_over:
        begin_next_deal(now)


def _not_yet(now: Decision) -> Refusal:
    turn = now.game.turn
    assert turn is not None
    return Refusal(Code.OUT_OF_TURN, player=now.name(turn), crib=now.game.counting == "crib")


def merged(now: Decision, seat: Seat, laid: Cards, told: Cards) -> Cards:
    """Return the whole hand: the laid cards first, with the suits that *told* adds, then the
    others.

    *told* is either exactly the cards not laid, or the whole hand again.
    """
    size = now.rules.hand
    if len(told) == size - len(laid):
        cards = (*laid, *told)
    elif len(told) == size:
        cards = _matched(laid, told) or _wrong(now, seat, laid, told)
    else:
        cards = _wrong(now, seat, laid, told)
    others = list(now.game.known())
    for card in laid:
        others.remove(card)
    _check_all_new(cards, tuple(others))
    return cards


def _wrong(now: Decision, seat: Seat, laid: Cards, told: Cards) -> Cards:
    size = now.rules.hand
    raise Refusal(
        Code.WRONG_CARDS, player=now.name(seat), wanted=size - len(laid), hand=size, got=told
    )


def _matched(laid: Cards, told: Cards) -> Cards | None:
    """Return *told* in the order of *laid*, each with its known suit; None if they disagree.

    Known suits find their own card first, so that a bare rank never takes it from them.
    """
    left = list(told)
    placed: dict[int, Card] = {}
    for suited_laid, fits in (
        (True, lambda card, other: other == card),
        (True, lambda card, other: other.rank is card.rank and other.suit is None),
        (False, lambda card, other: other.rank is card.rank),
    ):
        for place, card in enumerate(laid):
            if place in placed or bool(card.suit) is not suited_laid:
                continue
            if (other := next((o for o in left if fits(card, o)), None)) is not None:
                left.remove(other)
                placed[place] = other if other.suit else card
    if len(placed) < len(laid):
        return None
    return (*(placed[place] for place in range(len(laid))), *left)


def _check_all_new(cards: Cards, known: Cards) -> None:
    for place, card in enumerate(cards):
        check_new(card, (*known, *cards[:place]))


def _count(now: Decision, of: Of, seat: Seat, cards: Cards, action: Count | Crib) -> None:
    """Peg a hand or the crib: the truth, or under muggins the claim, whose truth then waits."""
    window = _as_window(now, of, seat, cards, action)
    combos = _worth(now, window)
    if now.rules.muggins_until != "next_deal":
        close_windows(now)
    now.emit(HandShown(of=of, cards=cards))
    team, claim, truth = now.game.team_of(seat), action.claim, total(combos)
    claimed = seat_award(now, seat, window.claim, Why.CLAIM, cards)
    if claim is not None and now.rules.muggins and claim <= truth:
        now.emit(WindowOpened(window=window))
        peg(now, team, claimed)
        return
    tell_true_count(now, window if claim is not None else _claiming(window, truth), combos)
    front = now.game.pegs[team].front
    if claim is not None and claim < truth and _passes(now, front + truth):
        peg(now, team, claimed)
    else:
        peg(now, team, combo_awards(now, seat, combos))


def _passes(now: Decision, reached: int) -> bool:
    """True if an exact finish voids a score that would reach *reached*."""
    return now.rules.exact_finish and reached > now.rules.target


def _as_window(now: Decision, of: Of, seat: Seat, cards: Cards, action: Count | Crib) -> Window:
    claim = action.claim
    if claim is not None:
        check_int("claim", claim, 0)
    assert now.game.deal and now.game.deal.starter
    others = list(now.game.known())
    others.remove(now.game.deal.starter)
    if of != "crib":
        for card in now.game.deal.hands[seat]:
            others.remove(card)
    return Window(
        seat=seat,
        of=of,
        claim=claim or 0,
        cards=cards,
        starter=now.game.deal.starter,
        other_known_cards=tuple(others),
        suit_claim=_suit_claim(SuitClaim(), action.flush, action.nobs),
    )


def _claiming(window: Window, claim: int) -> Window:
    return msgspec.structs.replace(window, claim=claim)


def _suit_claim(before: SuitClaim, flush: int | None, nobs: bool | None) -> SuitClaim:
    if flush is not None and flush not in FLUSHES:
        reject("flush", flush, " | ".join(map(str, FLUSHES)))
    return SuitClaim(
        flush=before.flush if flush is None else flush, nobs=before.nobs if nobs is None else nobs
    )


def _worth(now: Decision, window: Window) -> Combos:
    try:
        return true_count(now.rules, claimed_hand(window), window.suit_claim)
    except ImpossibleSuitClaim:
        say = window.suit_claim
        raise Refusal(Code.IMPOSSIBLE_SAY, flush=say.flush, nobs=say.nobs) from None


def call_muggins(now: Decision, action: Muggins) -> None:
    """Name what a claim missed, as another team: right or less, it gets that; more, nothing."""
    team = now.check_team(action.team)
    window = _called_window(now, team, action.of)
    if team in window.called:
        raise Refusal(Code.ALREADY_CALLED, players=now.names(team))
    check_int("points", action.points, 1)
    claim = _suit_claim(window.suit_claim, action.flush, action.nobs)
    corrected = msgspec.structs.replace(window, suit_claim=claim)
    missed = total(_worth(now, corrected)) - window.claim - window.taken
    got = action.points if action.points <= missed else 0
    now.emit(MugginsCalled(team=team, of=window.of, named=action.points, got=got, suit_claim=claim))
    peg(now, team, team_award(team, got, Why.MUGGINS))


def _called_window(now: Decision, team: Team, of: Of | None) -> Window:
    """Return the window that *of* names, or the latest count by another team."""
    if isinstance(of, int):
        now.check_seat(of)
    windows = [window for window in now.game.windows if of in (None, window.of)]
    foreign = [window for window in windows if now.game.team_of(window.seat) != team]
    if foreign:
        return foreign[-1]
    if windows:
        raise Refusal(Code.OWN_TEAM, players=now.names(team))
    raise Refusal(Code.NO_WINDOW)
