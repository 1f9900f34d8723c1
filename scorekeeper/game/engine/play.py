"""The play: cards laid in turn up to 31, gos, and the point for the last card."""

from itertools import takewhile

from msgspec.structs import replace

from scorekeeper.cards import Card, Cards, Rank, Suit
from scorekeeper.game import events as e
from scorekeeper.game.actions import Go, Play, Seat, Starter
from scorekeeper.game.engine.decision import (
    Decision,
    Score,
    close_windows,
    combo_awards,
    peg,
    seat_award,
)
from scorekeeper.game.refusal import Code, Refusal, reject
from scorekeeper.game.state import Play as PlayState
from scorekeeper.scoring import EVERY_CARD_FITS, LIMIT, Why, score


def turn_starter(now: Decision, action: Starter) -> None:
    """Turn the starter, which closes muggins on the last deal; a jack scores his heels."""
    close_windows(now)
    now.emit(e.StarterTurned(card=action.card))
    if action.card.rank is Rank.JACK:
        dealer, points = now.game.dealer, now.rules.heels
        assert dealer is not None
        team = now.game.team_of(dealer)
        if now.rules.heels_at_end == "no":
            points = min(points, now.game.holes_left(team) - 1)
        peg(now, team, seat_award(now, dealer, points, Why.HEELS, (action.card,)))


def play_card(now: Decision, action: Play) -> None:
    """Lay a card. Above a count of 21 a later seat may lay, and the seats between have said go."""
    play, card = _play(now), action.card
    seat = play.turn if action.seat is None else now.check_seat(action.seat)
    _check_able(now, seat)
    between = takewhile(lambda other: other != seat, now.game.around(play.turn))
    passed = [other for other in between if now.game.can_lay(other)]
    if passed and play.count <= EVERY_CARD_FITS:
        raise Refusal(Code.OUT_OF_TURN, players=(now.name(play.turn),), crib=False)
    if play.count + card.pips > LIMIT:
        raise Refusal(Code.OVER_31, card=card, count=play.count)
    check_new(card, now.game.known())
    scores = [_say_go(now, other) for other in passed]
    paid = _paid(now)
    now.emit(e.Laid(seat=seat, card=card))
    tell_late_renege(now, seat, card)
    combos = score(_play(now).pile)
    if paid:  # Our reading: 31 after a go paid on call makes its 1 a 2.
        combos = tuple(
            replace(one, points=one.points - (one.kind is Why.THIRTY_ONE)) for one in combos
        )
    scores.append(combo_awards(now, seat, combos))
    closes = _play(now).count == LIMIT or not _can_go_on(now)
    if closes and _play(now).count < LIMIT and not paid:
        scores.append(_last_point(now))
    peg(now, now.game.team_of(seat), *scores)
    if closes and not now.is_over:
        _close(now)


def say_go(now: Decision, action: Go) -> None:
    """Say go, with ``all`` for all seats. The count closes when no seat can lay."""
    play = _play(now)
    seat = play.turn if action.seat is None else now.check_seat(action.seat)
    _check_able(now, seat)
    if seat != play.turn:
        raise Refusal(Code.OUT_OF_TURN, players=(now.name(play.turn),), crib=False)
    if play.count <= EVERY_CARD_FITS:
        raise Refusal(Code.GO_TOO_LOW, count=play.count)
    last = play.open[-1].seat
    going = [other for other in now.game.around(seat) if now.game.can_lay(other)]
    paid = _paid(now)
    scores = [_say_go(now, other) for other in (going if action.all else going[:1])]
    closes = not _can_go_on(now)
    if closes and not paid and not any(scores):
        scores.append(_last_point(now))
    peg(now, now.game.team_of(last), *scores)
    if closes:
        _close(now)


def go_out(now: Decision, action: Go) -> None:
    """Treat a seat as out of cards until the end of the deal. If no seat can lay any more, the
    count closes as after a last go; with no cards on the table, the show begins."""
    if action.all:
        reject("out", True, "null")
    seat = _play(now).turn if action.seat is None else now.check_seat(action.seat)
    if not now.game.cards_left(seat):
        raise Refusal(Code.NO_CARDS_LEFT, player=now.name(seat))
    now.emit(e.WentOut(seat=seat))
    if _can_go_on(now):
        return
    if not _play(now).open:
        now.emit(e.ShowBegan())
        return
    if not _paid(now):
        peg(now, now.game.team_of(_play(now).open[-1].seat), _last_point(now))
    _close(now)


def check_new(card: Card, known: Cards, entered: Cards = ()) -> None:
    """Refuse a card face up in this deal, or *entered* with it, and a fifth card of its rank."""
    if card.suit and card in (*known, *entered):
        raise Refusal(Code.ALREADY_LAID, card=card, twice=card not in known)
    if sum(other.rank is card.rank for other in (*known, *entered)) >= len(Suit):
        on_table = sum(other.rank is card.rank for other in known)
        raise Refusal(Code.FIFTH_OF_A_RANK, card=card, on_table=on_table)


def tell_late_renege(now: Decision, seat: Seat, card: Card) -> None:
    """Announce that *card* could have been laid when its player said go, at the lowest count."""
    belied = [go.at for go in _play(now).gos if go.seat == seat and go.at + card.pips <= LIMIT]
    if belied:
        advice = now.rules.renege
        now.notify(e.LateRenege(seat=seat, card=card, count=min(belied), advice=advice))


def _play(now: Decision) -> PlayState:
    assert now.game.deal and now.game.deal.play
    return now.game.deal.play


def _check_able(now: Decision, seat: Seat) -> None:
    """Refuse a seat that has no cards, or has said go in this count."""
    if not now.game.cards_left(seat):
        raise Refusal(Code.NO_CARDS_LEFT, player=now.name(seat))
    if seat in _play(now).gone:
        raise Refusal(Code.ALREADY_GONE, player=now.name(seat))


def _say_go(now: Decision, seat: Seat) -> Score:
    """Say a go. If paid on call, the first scores for another seat's last card (encyclopaedia)."""
    last = _play(now).open[-1].seat
    pays = now.rules.go_point == "on_call" and not _paid(now) and last != seat
    others = (other for other in now.game.around() if other != seat)
    now.emit(e.SaidGo(seat=seat, alone=not any(map(now.game.cards_left, others))))
    return seat_award(now, last, 1, Why.GO) if pays else ()


def _paid(now: Decision) -> bool:
    """True if the point of the current count was paid when the first go was said."""
    return now.rules.go_point == "on_call" and bool(_play(now).gone)


def _can_go_on(now: Decision) -> bool:
    """True if some seat may still lay in this count."""
    return any(map(now.game.can_lay, now.game.around()))


def _last_point(now: Decision) -> Score:
    """Return the point for a count below 31: last card if no seat has cards left, else go."""
    last = _play(now).open[-1]
    if any(map(now.game.cards_left, now.game.around())):
        return seat_award(now, last.seat, 1, Why.GO)
    return seat_award(now, last.seat, 1, Why.LAST_CARD, (last.card,))


def _close(now: Decision) -> None:
    """Close the count; begin the next one, or the show."""
    now.emit(e.CountClosed())
    done = now.rules.counts == "one" or not any(map(now.game.cards_left, now.game.around()))
    if done and not now.is_over:
        now.emit(e.ShowBegan())
