"""A player at the keypad: the keys for actions, without suits and names."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from scorekeeper.cards import Card, Cards, Rank
from scorekeeper.game import actions as a
from scorekeeper.game.actions import Entered, EntryMode
from scorekeeper.game.live import Confirmable, PendingEntry
from scorekeeper.game.snapshot import Change, Entry, Snapshot
from scorekeeper.game.state import Game
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.press import (
    CONFIRMED,
    HOLD_ACTIONS,
    KeyBuffer,
    PressResult,
    by_turn,
    callers,
    meaning,
    press,
)
from scorekeeper.keypad.show import possible_claims
from scorekeeper.rules.variants import RULES
from scorekeeper.scoring import SuitClaim

DIGIT_KEYS: Final = {key.digit: key for key in Key if key.digit is not None}
AFTER_HOLD: Final = {
    CONFIRMED[row] if isinstance(row, Confirmable) else row: (key, Key.OK)[
        : 1 + isinstance(row, Confirmable)
    ]
    for key, row in HOLD_ACTIONS.items()
}
"""The keys of an action; some require OK."""


def rank_key(card: Card) -> Key:
    return Key(card.rank.symbol)


def digit_keys(number: int) -> tuple[Key, ...]:
    return tuple(DIGIT_KEYS[int(digit)] for digit in str(number))


def game_key(rules: str) -> Key:
    return Key(Rank(tuple(RULES).index(rules) + 1).symbol)


def on_the_table(game: Game, *, undo: bool = False, enters: Entered | None = None) -> Snapshot:
    """Return a snapshot of *game* in this entry mode, possibly with something to *undo*."""
    last = Entry(entry=1, actions=(), events=())
    change = Change(version=1, entry=last) if undo else None
    began = a.Start(rules=game.key, players=game.players)
    if enters:
        game = replace(game, entry_mode=EntryMode(entered=enters))
    return Snapshot(
        journal="j",
        version=1,
        revision=1,
        game=game,
        before=game,
        undo=change,
        redo=change,
        record=(Entry(entry=1, actions=(began,), events=()),) if game.players else (),
    )


def has_keys(action: a.Action) -> bool:
    """Return False if it requires a phone: another name, conceding, a passed hand, a corrected
    deal, a named dealer, cards by a seat out of turn that it does not have, who counts."""
    match action:
        case a.SetMode() | a.Rename() | a.Concede() | a.Misdeal(redeal=False):
            return False
        case a.Deal(dealer=dealer) if dealer is not None:
            return False
        case a.Count(passed=True) | a.Crib(passed=True):
            return False
        case _:
            return True


def as_typed(  # noqa: C901 - one flat case an action
    game: Game, action: a.Action
) -> Iterator[a.Action]:
    if isinstance(action, a.Count) and not game.hand_size(game.turn):
        yield a.Count(passed=True)
        return
    if not has_keys(action):
        return
    match action:
        case a.Start(rules=rules, dealer=dealer):
            players = RULES[rules].players
            names = tuple(str(seat) for seat in range(1, players + 1))
            yield a.Start(rules=rules, players=names, dealer=dealer)
        case a.Draw(card=card):
            yield a.Draw(seat=game.drawing[0], card=Card(card.rank))
        case a.Starter(card=card):
            yield a.Starter(card=Card(card.rank))
        case a.Play(card=card, seat=seat):
            yield from (a.Go() for _ in range(_gos(game, seat)))
            yield a.Play(card=Card(card.rank))
        case a.Go(seat=seat, out=True):
            if seat in (None, game.turn):
                yield a.Go(out=True)
        case a.Go(all=None):
            yield a.Go()
        case a.Misdeal():
            yield a.Misdeal()
        case a.Count() | a.Crib():
            yield _counted(game, action)
        case a.Muggins(points=points):
            yield from (
                a.Muggins(team=team, points=points) for team in callers(on_the_table(game))[:1]
            )
        case a.Peg(team=team, points=points):
            yield a.Peg(team=team, points=points)
        case _:
            yield action


def _gos(game: Game, seat: int | None) -> int:
    """Return how many say go before *seat* lays."""
    turns, play = 0, game.deal.play if game.deal else None
    turn = play.turn
    while seat is not None and turn != seat:
        turn = (turn + 1) % len(game.players)
        turns += bool(game.cards_left(turn)) and turn not in play.gone
    return turns


def _counted(game: Game, action: a.Count | a.Crib) -> a.Count | a.Crib:
    """Return only the unseen cards, and claims that a keypad has."""
    now = game.due_hand
    assert now
    left = [Card(card.rank) for card in action.cards or ()]
    if len(left) > now.missing:
        for card in now.known:
            left.remove(Card(card.rank))
    cards = tuple(left)
    say = SuitClaim(action.flush or 0, bool(action.nobs))
    if say not in possible_claims(game, now, cards):
        say = SuitClaim()
    flush, nobs = say.flush or None, say.nobs or None
    if isinstance(action, a.Crib):
        return a.Crib(cards=cards, flush=flush, nobs=nobs, claim=action.claim)
    return a.Count(cards=cards or None, flush=flush, nobs=nobs, claim=action.claim)


def keys_of(game: Game, action: a.Action) -> tuple[Key, ...]:
    match action:
        case a.Start(rules=rules, dealer=dealer):
            seat = () if dealer is None else digit_keys(dealer + 1)
            return (Key.HELD, game_key(rules), *seat, Key.OK)
        case a.Draw(card=card) | a.Starter(card=card) | a.Play(card=card):
            return (rank_key(card),)
        case a.Go(all=None, out=None):
            return (Key.GO,)
        case a.Deal(dealer=dealer):
            seat = () if dealer is None else digit_keys(dealer + 1)
            return (Key.HELD, Key.FIVE, *seat, Key.OK)
        case a.Next() | a.Count(passed=True):
            return (Key.OK,)
        case a.Count() | a.Crib():
            return _count_keys(game, action)
        case a.Peg(team=team, points=points):
            steps = by_turn(game).index(team)
            sign = (Key.JACK,) if points < 0 else ()
            keys = (*(Key.GO,) * steps, *sign, *digit_keys(abs(points)))
            return (Key.HELD, Key.TWO, *keys, Key.OK)
        case a.Muggins(points=points):
            return (Key.HELD, Key.THREE, *digit_keys(points), Key.OK)
        case _:
            return (Key.HELD, *AFTER_HOLD[action])


def _count_keys(game: Game, action: a.Count | a.Crib) -> tuple[Key, ...]:
    cards: Cards = action.cards or ()
    say = SuitClaim(action.flush or 0, bool(action.nobs))
    steps = possible_claims(game, game.due_hand, cards).index(say)
    claim = () if action.claim is None else digit_keys(action.claim)
    keys = (*map(rank_key, cards), *(Key.GO,) * steps, *claim, Key.OK)
    asks = isinstance(meaning(on_the_table(game), keys), PendingEntry)
    return (*keys, Key.OK) if asks else keys


def typed(game: Game, keys: tuple[Key, ...], enters: Entered | None = None) -> PressResult:
    """Press *keys* one by one, at a table with this entry mode and no other client."""
    pressed = PressResult(KeyBuffer())
    for key in keys:
        assert pressed.action is None, f"{pressed.action} was there before {key}"
        pressed = press(on_the_table(game, enters=enters), pressed.buffer, key)
        assert not pressed.refused, f"{key} of {keys} in {game.phase}"
    return pressed
