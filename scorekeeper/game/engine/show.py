"""The show: hands and the crib counted in order, claims, and muggins."""

from typing import Final

from msgspec.structs import replace

from scorekeeper.cards import Cards
from scorekeeper.game.actions import Count, Crib, Muggins, Of, Seat
from scorekeeper.game.engine.decision import (
    Decision,
    close_windows,
    combo_awards,
    peg,
    seat_award,
    team_award,
    tell_true_count,
    true_count,
)
from scorekeeper.game.engine.play import check_new, tell_late_renege
from scorekeeper.game.engine.start import begin_next_deal
from scorekeeper.game.events import HandShown, MugginsCalled, WindowOpened
from scorekeeper.game.refusal import Code, Refusal, check_int, reject
from scorekeeper.game.state import Window
from scorekeeper.rules.variants import CRIB
from scorekeeper.scoring import SuitClaim, Why, total

FLUSHES: Final = (0, 3, 4, 5, 6)


def count_hand(now: Decision, action: Count) -> None:
    """Count the hand of the seat whose turn it is."""
    due = now.game.counting
    seat = now.game.turn if action.seat is None else now.check_seat(action.seat)
    if due == "crib" or seat is None or seat != due:
        raise _not_yet(now)
    assert now.game.deal
    laid = now.game.deal.hands[seat]
    if action.passed:
        _pass(now, action, seat, laid)
        return
    cards = _whole_hand(now, seat, laid, action.cards or ())
    for card in cards[len(laid) :]:
        tell_late_renege(now, seat, card)
    _count(now, seat, seat, cards, action)


def count_crib(now: Decision, action: Crib) -> None:
    """Count the crib after the dealer's hand; then the next deal begins."""
    dealer = now.game.dealer
    if now.game.counting != "crib" or dealer is None:
        raise _not_yet(now)
    cards = action.cards or ()
    if action.passed:
        _pass(now, action, "crib", ())
    else:
        if len(cards) != CRIB:
            raise Refusal(Code.WRONG_CARDS, player=None, wanted=CRIB, hand=CRIB, got=cards)
        _check_all_new(cards, now.game.known())
        _count(now, "crib", dealer, cards, action)
    if not now.is_over:
        begin_next_deal(now)


def call_muggins(now: Decision, action: Muggins) -> None:
    """Peg the points that another team's latest claim missed.

    Calling more scores nothing or, under ACC rules, the lesser of the points called and missed, at
    most the caller's holes left.
    """
    team = now.check_team(action.team)
    if isinstance(action.of, int):
        now.check_seat(action.of)
    windows = [window for window in now.game.windows if action.of in (None, window.of)]
    foreign = [window for window in windows if now.game.team_of(window.seat) != team]
    players = tuple(map(now.name, now.rules.teams[team]))
    if not foreign:
        raise Refusal(Code.OWN_TEAM, players=players) if windows else Refusal(Code.NO_WINDOW)
    window = foreign[-1]
    if team in window.called:
        raise Refusal(Code.ALREADY_CALLED, players=players)
    check_int("points", action.points, 1)
    claim = _suit_claim(window.suit_claim, action.flush, action.nobs)
    combos = true_count(now.rules, replace(window, suit_claim=claim))
    missed = total(combos) - window.claim - window.taken
    if now.rules.overcall == "lesser":
        got = max(0, min(action.points, missed, now.game.holes_left(team)))
    else:
        got = action.points if action.points <= missed else 0
    now.emit(MugginsCalled(team=team, of=window.of, named=action.points, got=got, suit_claim=claim))
    peg(now, team, team_award(team, got, Why.MUGGINS))


def _pass(now: Decision, action: Count | Crib, of: Of, known: Cards) -> None:
    """Pass a hand or the crib: it scores nothing, and only *known* cards are shown."""
    for field in ("cards", "flush", "nobs", "claim"):
        if getattr(action, field) not in (None, ()):
            reject("pass", field, "null")
    _show(now, HandShown(of=of, cards=known, passed=True))


def _not_yet(now: Decision) -> Refusal:
    turn = now.game.turn
    assert turn is not None
    crib = now.game.counting == "crib"
    return Refusal(Code.OUT_OF_TURN, players=(now.name(turn),), crib=crib)


def _whole_hand(now: Decision, seat: Seat, laid: Cards, shown: Cards) -> Cards:
    """Return the whole hand: laid cards first, with the suits that *shown* adds, then the others.

    *shown* is either exactly the cards not laid, or the whole hand again.
    """
    size, others = now.game.hand_size(seat), list(now.game.known())
    if size and len(shown) == size - len(laid):
        _check_all_new(shown, tuple(others))
        return (*laid, *shown)
    places = places_in_hand(laid, shown) if size and len(shown) == size else None
    if places is None:
        wanted = size - len(laid)
        raise Refusal(Code.WRONG_CARDS, player=now.name(seat), wanted=wanted, hand=size, got=shown)
    again = [shown[place] for place in places]
    for card in laid:
        others.remove(card)
    cards = (
        *(new if new.suit else old for old, new in zip(laid, again, strict=True)),
        *(card for place, card in enumerate(shown) if place not in places),
    )
    _check_all_new(cards, tuple(others))
    return cards


def places_in_hand(laid: Cards, hand: Cards) -> tuple[int, ...] | None:
    """Return the index of each *laid* card in the whole *hand*; None if they contradict each other.

    Cards with a suit are matched first, so that a card without a suit never takes their place; then
    a card without a suit matches one without a suit, whatever the order of the hand.
    """
    left = list(range(len(hand)))
    placed: dict[int, int] = {}
    for suited_laid, fits in (
        (True, lambda card, other: other == card),
        (True, lambda card, other: other.rank is card.rank and other.suit is None),
        (False, lambda card, other: other == card),
        (False, lambda card, other: other.rank is card.rank),
    ):
        for index, card in enumerate(laid):
            if index in placed or bool(card.suit) is not suited_laid:
                continue
            if (place := next((p for p in left if fits(card, hand[p])), None)) is not None:
                left.remove(place)
                placed[index] = place
    return tuple(placed[index] for index in sorted(placed)) if len(placed) == len(laid) else None


def _check_all_new(cards: Cards, known: Cards) -> None:
    for place, card in enumerate(cards):
        check_new(card, known, cards[:place])


def _suit_claim(earlier: SuitClaim, flush: int | None, nobs: bool | None) -> SuitClaim:
    """Return *earlier* plus the suits claimed now. Raises Refusal BAD_VALUE for a bad flush."""
    if flush is not None and flush not in FLUSHES:
        reject("flush", flush, " | ".join(map(str, FLUSHES)))
    return SuitClaim(
        flush=earlier.flush if flush is None else flush,
        nobs=earlier.nobs if nobs is None else nobs,
    )


def _count(now: Decision, of: Of, seat: Seat, cards: Cards, action: Count | Crib) -> None:
    """Peg a hand or the crib: the true count, or under muggins the claim, open to calls."""
    claim, rules, team = action.claim, now.rules, now.game.team_of(seat)
    if claim is not None:
        check_int("claim", claim, 0)
    assert now.game.deal and now.game.deal.starter
    others = list(now.game.known())
    for card in (now.game.deal.starter, *(now.game.deal.hands[seat] if of != "crib" else ())):
        others.remove(card)
    window = Window(
        seat=seat,
        of=of,
        claim=claim or 0,
        cards=cards,
        starter=now.game.deal.starter,
        other_known_cards=tuple(others),
        suit_claim=_suit_claim(SuitClaim(), action.flush, action.nobs),
    )
    combos = true_count(rules, window)
    truth = total(combos)
    _show(now, HandShown(of=of, cards=cards))
    if claim is None:
        tell_true_count(now, replace(window, claim=truth), combos)
        peg(now, team, combo_awards(now, seat, combos))
        return
    claimed = seat_award(now, seat, claim, Why.CLAIM, cards)
    if rules.muggins and claim <= truth:
        now.emit(WindowOpened(window=window))
        peg(now, team, claimed)
        return
    tell_true_count(now, window, combos)
    is_void = rules.exact_finish and truth > now.game.holes_left(team)
    if claim < truth and (rules.undercount == "lost" or is_void):
        peg(now, team, claimed)
    elif claim <= truth or rules.overcount != "lost":
        peg(now, team, combo_awards(now, seat, combos))
    if claim > truth and rules.overcount == "fined":
        for other in now.game.others(team, seat + 1):
            if not now.is_over:
                peg(now, other, team_award(other, claim - truth, Why.OVERCOUNT))


def _show(now: Decision, shown: HandShown) -> None:
    """Show a hand or the crib, which may close the window of the previous claim."""
    if now.rules.muggins_until != "next_deal":
        close_windows(now)
    now.emit(shown)
