"""Hands and the crib, typed: the cards that nobody has seen, a claim, and what suits add."""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import astuple, replace

from scorekeeper.cards import Cards
from scorekeeper.game.actions import Count, Crib, Of, Team
from scorekeeper.game.pending_entry import EntryKind, PendingEntry
from scorekeeper.game.state import Game
from scorekeeper.keypad.key import Key, Keys, before_ok
from scorekeeper.keypad.points import no_number, number
from scorekeeper.keypad.rejection import NotNow, Reason
from scorekeeper.rules.variants import CRIB
from scorekeeper.scoring.suits import NOTHING_SAID, Held, ImpossibleSay, Say, flushes, suited


class Due(NamedTuple):
    """What is counted next, for which team, and how many of its cards nobody has seen."""

    of: Of
    team: Team
    laid: Cards
    wanted: int


def due(game: Game) -> Due:
    """The hand or the crib that the show has come to."""
    of, deal, turn = game.counting, game.deal, game.turn
    assert of is not None and deal and game.rules and turn is not None
    if of == "crib":
        return Due(of, game.team_of(turn), (), CRIB)
    laid = deal.hands[of]
    return Due(of, game.team_of(of), laid, game.rules.hand - len(laid))


def shown(game: Game, keys: Keys) -> PendingEntry | Count | Crib | NotNow | None:
    """First the cards, then the digits of a claim, or Go for what suits could add; OK stands."""
    now = due(game)
    typed = takewhile(lambda key: key.card, keys[: now.wanted])
    cards = tuple(key.card for key in typed if key.card)
    rest, missing = keys[len(cards) :], now.wanted - len(cards)
    what = EntryKind.CRIB if now.of == "crib" else EntryKind.HAND
    half = PendingEntry(kind=what, cards=cards, wanted=now.wanted, team=now.team)
    if missing:
        return NotNow(Reason.CARDS_MISSING, missing) if rest else half
    return _counted(game, now, half, rest)


def _counted(
    game: Game, now: Due, half: PendingEntry, keys: Keys
) -> PendingEntry | Count | Crib | NotNow | None:
    keys, whole = before_ok(keys)
    typed = tuple(key for key in keys if key is not Key.GO)
    steps, claim = keys.count(Key.GO), number(typed)
    if typed and claim is None:
        return no_number(typed)
    says = possible(game, now, half.cards)
    if steps and len(says) == 1:
        return NotNow(Reason.SUITS_ADD_NOTHING)
    say = says[steps % len(says)]
    if whole:
        return _stands(now, half.cards, say, claim)
    ghost = _added(game, say) if claim is None else claim
    return replace(half, points=claim, ghost=ghost, flush=say.flush, nobs=say.nobs)


def _stands(now: Due, cards: Cards, say: Say, claim: int | None) -> Count | Crib:
    flush, nobs = say.flush or None, say.nobs or None
    if now.of == "crib":
        return Crib(cards=cards, flush=flush, nobs=nobs, claim=claim)
    return Count(cards=cards or None, flush=flush, nobs=nobs, claim=claim)


def possible(game: Game, now: Due, cards: Cards) -> tuple[Say, ...]:
    """What may be said of the suits, nothing first; only what the cards on the table allow, each
    with all that follows from it."""
    deal, rules = game.deal, game.rules
    assert deal and rules and deal.starter
    elsewhere = list(game.known())
    for card in (*now.laid, deal.starter):
        elsewhere.remove(card)
    held = Held((*now.laid, *cards), deal.starter, now.of == "crib", tuple(elsewhere))
    crib_flush = rules.crib_flush == "five"
    every = [
        _comes_to(held, Say(flush, nobs), crib_flush)
        for flush in flushes(held, crib_flush=crib_flush)
        for nobs in (False, True)
    ]
    return (NOTHING_SAID, *dict.fromkeys(say for say in every if say not in (None, every[0])))


def _comes_to(held: Held, say: Say, crib_flush: bool) -> Say | None:
    """None where it cannot be."""
    try:
        flush, nobs = astuple(suited(held, say, crib_flush=crib_flush))
    except ImpossibleSay:
        return None
    return Say(flush, nobs is not None)


def _added(game: Game, say: Say) -> int:
    """What the say alone adds: the rest of the hand is not told before it is counted."""
    assert game.rules
    return say.flush + game.rules.nobs * say.nobs
