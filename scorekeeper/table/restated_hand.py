"""Hands that were said again at the count, with their suits, after another card was laid."""

from typing import NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import Action, Count, Seat
from scorekeeper.game.engine.evolve import with_item
from scorekeeper.game.engine.show import places_in_hand
from scorekeeper.game.events import DealBegan, Laid
from scorekeeper.game.snapshot import Entry
from scorekeeper.game.state import Game


class ChangedCard(NamedTuple):
    """A card of a ``seat`` that is another one ``now``; ``place`` counts those the seat laid before
    it in the deal."""

    seat: Seat
    place: int
    was: Card
    now: Card


def changed_card(was: Entry, now: Entry, game: Game) -> ChangedCard | None:
    """Return the card that an amend changed in the deal that *game* is in after the entry, if it
    changed one and nothing else."""
    old, new = _laid(was), _laid(now)
    changed = [at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]]
    if len(old) != len(new) or len(changed) != 1:
        return None
    [at] = changed
    seat = new[at].seat
    if old[at].seat != seat:
        return None
    assert game.deal
    later = sum(laid.seat == seat for laid in new[at + 1 :])
    place = len(game.deal.hands[seat]) - 1 - later
    return ChangedCard(seat, place, old[at].card, new[at].card)


def restated(action: Action, game: Game, changed: ChangedCard) -> Action:
    """Return *action* with the *changed* card if it counts the whole hand that the card is of."""
    if not isinstance(action, Count) or action.cards is None or game.counting != changed.seat:
        return action
    assert game.deal
    cards, laid = action.cards, game.deal.hands[changed.seat]
    if len(cards) != game.hand_size(changed.seat) or _is_said(cards, changed):
        return action
    told = tuple(sorted(cards, key=str))  # Of two that it may be, the same in any order of cards.
    places = places_in_hand(with_item(laid, changed.place, changed.was), told)
    if places is None:
        return action
    place = cards.index(told[places[changed.place]])
    return replace(action, cards=with_item(cards, place, changed.now))


def _laid(entry: Entry) -> list[Laid]:
    """Return the cards that *entry* laid in the last deal that it was in."""
    laid: list[Laid] = []
    for event in entry.events:
        if isinstance(event, DealBegan):
            laid.clear()
        elif isinstance(event, Laid):
            laid.append(event)
    return laid


def _is_said(cards: Cards, changed: ChangedCard) -> bool:
    """True if only the suit changed, and the *cards* that were said have no other one for it."""
    was, now = changed.was, changed.now
    return was.rank == now.rank and (now.suit is None or now in cards)
