"""One game as the actions that were entered in it: what `cribble replay` plays again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.game.actions import Action, Next, Start
from scorekeeper.game.events import DealBegan, Events, GameBegan
from scorekeeper.journal.games import Played
from scorekeeper.rules.options import OPTIONS, house_rules
from scorekeeper.rules.variants import RULES, Rules


def actions_of(played: Played) -> Iterator[Action]:
    """The actions, a `start` the first of them also where the game was the `next` of a match."""
    for place in played.places:
        for action in place.entry.actions:
            yield _started(place.entry.events) if isinstance(action, Next) else action


def _started(events: Events) -> Start:
    """A `start` of the game that these *events* of a `next` began."""
    began = next(event for event in events if isinstance(event, GameBegan))
    deals = (event.dealer for event in events if isinstance(event, DealBegan))
    return Start(
        rules=began.key,
        players=began.players,
        options=_options(began.key, began.rules),
        dealer=next(deals, None),
        scores=began.scores if any(began.scores) else None,
        captains=began.captains,
    )


def _options(key: str, rules: Rules) -> dict[str, Any] | None:
    """What the house changed in the row called *key*; the skunks follow the target."""
    row = house_rules(key, {"target": rules.target})
    changed = {
        name: getattr(rules, name)
        for name in OPTIONS
        if getattr(rules, name) != getattr(RULES[key] if name == "target" else row, name)
    }
    return changed or None
