"""The show: hands and the crib counted in order, what is claimed for them, and what is passed."""

import msgspec

from scorekeeper.cards import Cards
from scorekeeper.game.actions import Count, Crib, Of, Seat, Team
from scorekeeper.game.engine.decision import Decision
from scorekeeper.game.engine.pegs import combo_awards, peg, seat_award, team_award
from scorekeeper.game.engine.play import check_new, tell_late_renege
from scorekeeper.game.engine.start import begin_next_deal
from scorekeeper.game.engine.validate import check_int, reject
from scorekeeper.game.engine.windows import close_windows, suit_claim, tell_true_count, true_count
from scorekeeper.game.events import HandShown, WindowOpened
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Window
from scorekeeper.rules.variants import CRIB
from scorekeeper.scoring.combo import Why, total
from scorekeeper.scoring.suits import SuitClaim


def count_hand(now: Decision, action: Count) -> None:
    """Count the hand whose turn it is."""
    due = now.game.counting
    seat = now.game.turn if action.seat is None else now.check_seat(action.seat)
    if due == "crib" or seat is None or seat != due:
        raise _not_yet(now)
    assert now.game.deal
    laid = now.game.deal.hands[seat]
    if action.passed:
        _pass(now, action, seat, laid)
        return
    cards = merged(now, seat, laid, action.cards or ())
    for card in cards[len(laid) :]:
        tell_late_renege(now, seat, card)
    _count(now, seat, seat, cards, action)


def count_crib(now: Decision, action: Crib) -> None:
    """Count the crib, after the dealer's hand; then the next deal begins."""
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


def _pass(now: Decision, action: Count | Crib, of: Of, known: Cards) -> None:
    """Pass a hand or the crib: nothing is counted, and no more of it is shown than is *known*."""
    for field in ("cards", "flush", "nobs", "claim"):
        if getattr(action, field) not in (None, ()):
            reject("pass", field, "null")
    _show(now, HandShown(of=of, cards=known, passed=True))


def _not_yet(now: Decision) -> Refusal:
    turn = now.game.turn
    assert turn is not None
    crib = now.game.counting == "crib"
    return Refusal(Code.OUT_OF_TURN, players=(now.name(turn),), crib=crib)


def merged(now: Decision, seat: Seat, laid: Cards, told: Cards) -> Cards:
    """Return the whole hand: the laid cards first, with the suits that *told* adds, then the
    others.

    *told* is either exactly the cards not laid, or the whole hand again.
    """
    size = now.game.hand_size(seat)
    if not size:
        _wrong(now, seat, laid, told)
    if len(told) == size - len(laid):
        _check_all_new(told, now.game.known())
        return (*laid, *told)
    if len(told) == size:
        cards = _matched(laid, told) or _wrong(now, seat, laid, told)
    else:
        cards = _wrong(now, seat, laid, told)
    others = list(now.game.known())
    for card in laid:
        others.remove(card)
    _check_all_new(cards, tuple(others))
    return cards


def _wrong(now: Decision, seat: Seat, laid: Cards, told: Cards) -> Cards:
    size = now.game.hand_size(seat)
    raise Refusal(
        Code.WRONG_CARDS, player=now.name(seat), wanted=size - len(laid), hand=size, got=told
    )


def _matched(laid: Cards, told: Cards) -> Cards | None:
    """Return *told* in the order of *laid*, each with its known suit; None if they disagree."""
    places = places_told(laid, told)
    if places is None:
        return None
    placed = (
        told[place] if told[place].suit else card for card, place in zip(laid, places, strict=True)
    )
    return (*placed, *(card for place, card in enumerate(told) if place not in places))


def places_told(laid: Cards, told: Cards) -> tuple[int, ...] | None:
    """Return the place of each *laid* card in *told*, a whole hand; None if they disagree.

    Known suits find their own card first, so that a bare rank never takes it from them. A card laid
    as a bare rank is one shown as a bare rank, if there is one, however the hand is ordered.
    """
    left = list(range(len(told)))
    placed: dict[int, int] = {}
    for suited_laid, fits in (
        (True, lambda card, other: other == card),
        (True, lambda card, other: other.rank is card.rank and other.suit is None),
        (False, lambda card, other: other == card),
        (False, lambda card, other: other.rank is card.rank),
    ):
        for at, card in enumerate(laid):
            if at in placed or bool(card.suit) is not suited_laid:
                continue
            if (place := next((p for p in left if fits(card, told[p])), None)) is not None:
                left.remove(place)
                placed[at] = place
    return tuple(placed[at] for at in range(len(laid))) if len(placed) == len(laid) else None


def _check_all_new(cards: Cards, known: Cards) -> None:
    for place, card in enumerate(cards):
        check_new(card, known, cards[:place])


def _count(now: Decision, of: Of, seat: Seat, cards: Cards, action: Count | Crib) -> None:
    """Peg a hand or the crib: the truth, or under muggins the claim, whose truth then waits."""
    window = _as_window(now, of, seat, cards, action)
    combos = true_count(now.rules, window)
    _show(now, HandShown(of=of, cards=cards))
    team, claim, truth = now.game.team_of(seat), action.claim, total(combos)
    if claim is not None and now.rules.muggins and claim <= truth:
        now.emit(WindowOpened(window=window))
        peg(now, team, seat_award(now, seat, claim, Why.CLAIM, cards))
        return
    tell_true_count(now, window if claim is not None else _claiming(window, truth), combos)
    if claim is not None and claim < truth and _keeps_to_claim(now, team, truth):
        peg(now, team, seat_award(now, seat, claim, Why.CLAIM, cards))
    elif claim is None or claim <= truth or now.rules.overcount != "lost":
        peg(now, team, combo_awards(now, seat, combos))
    if claim is not None and claim > truth and now.rules.overcount == "fined":
        _fine(now, seat, claim - truth)


def _show(now: Decision, shown: HandShown) -> None:
    """Show a hand or the crib, which may end the time for calls on the one before."""
    if now.rules.muggins_until != "next_deal":
        close_windows(now)
    now.emit(shown)


def _keeps_to_claim(now: Decision, team: Team, truth: int) -> bool:
    """True if a claim below the *truth* is all that *team* gets: what was missed is lost, or an
    exact finish voids the truth."""
    passes = truth > now.game.holes_left(team)
    return now.rules.undercount == "lost" or (now.rules.exact_finish and passes)


def _fine(now: Decision, seat: Seat, points: int) -> None:
    """Give each other team what the claim of *seat* had too much, clockwise from its left."""
    for team in now.game.others(now.game.team_of(seat), seat + 1):
        if not now.is_over:
            peg(now, team, team_award(team, points, Why.OVERCOUNT))


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
        suit_claim=suit_claim(SuitClaim(), action.flush, action.nobs),
    )


def _claiming(window: Window, claim: int) -> Window:
    return msgspec.structs.replace(window, claim=claim)
