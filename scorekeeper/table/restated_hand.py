"""Hands that were said again at the count, with their suits, after another card was laid."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import Action, Count, Seat
from scorekeeper.game.analysis.by_action import by_action
from scorekeeper.game.events import Events, HandShown, Laid
from scorekeeper.game.snapshot import Entry


class ChangedCard(NamedTuple):
    """The card of a ``seat`` that is another one ``now``."""

    seat: Seat
    was: Card
    now: Card


def changed_card(was: Entry, now: Entry) -> ChangedCard | None:
    """Return the card that an amend changed in the play, if it changed one and nothing else."""
    old, new = _laid(was), _laid(now)
    changed = [pair for pair in zip(old, new, strict=False) if pair[0] != pair[1]]
    if len(old) != len(new) or len(changed) != 1:
        return None
    [(before, after)] = changed
    same_seat = before.seat == after.seat
    return ChangedCard(before.seat, before.card, after.card) if same_seat else None


def restated(entry: Entry, changed: ChangedCard) -> Entry:
    """Return *entry* with the *changed* card in a count that names the whole hand: it was laid."""
    if not any(isinstance(action, Count) for action in entry.actions):
        return entry
    each = zip(entry.actions, by_action(entry), strict=True)
    return replace(entry, actions=tuple(_with_card(*one, changed) for one in each))


def _laid(entry: Entry) -> tuple[Laid, ...]:
    return tuple(event for event in entry.events if isinstance(event, Laid))


def _with_card(action: Action, events: Events, changed: ChangedCard) -> Action:
    if not isinstance(action, Count) or action.cards is None:
        return action
    hands = (event for event in events if isinstance(event, HandShown))
    hand = next((event.cards for event in hands if event.of == changed.seat), ())
    if len(action.cards) != len(hand) or _is_said(action.cards, changed):
        return action
    place = next(_places(action.cards, changed.was), None)
    if place is None:
        return action
    cards = action.cards
    return replace(action, cards=(*cards[:place], changed.now, *cards[place + 1 :]))


def _is_said(cards: Cards, changed: ChangedCard) -> bool:
    """True if only the suit changed, and the *cards* that were said have no other one for it."""
    was, now = changed.was, changed.now
    return was.rank == now.rank and (now.suit is None or now in cards)


def _places(cards: Cards, laid: Card) -> Iterator[int]:
    """Yield the places where the *laid* card may be among *cards*: itself, or by its rank."""
    yield from (place for place, card in enumerate(cards) if card == laid)
    yield from (place for place, card in enumerate(cards) if card.rank == laid.rank)
