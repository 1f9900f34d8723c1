"""Snapshots after some actions, and the state as a phone reads it."""

import json
from typing import Any

from scorekeeper.game.codec import read_asked, to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import Events
from scorekeeper.game.snapshot import Change, Entry, Snapshot
from scorekeeper.game.state import Game
from scorekeeper.words import Words
from web.live.state import state_of


def after(*actions: dict[str, Any]) -> Snapshot:
    """The table after *actions*, each an entry of Ann's phone."""
    game = before = Game()
    events: Events = ()
    record: list[Entry] = []
    for version, action in enumerate(actions, 1):
        asked: Any = read_asked(json.dumps(action))
        before = game
        game, events = apply(game, asked)
        record.append(
            Entry(entry=version, actions=(asked,), events=events, by="Ann’s phone", at="12:00")
        )
    return Snapshot(
        journal="abc",
        version=len(record),
        revision=len(record) + 3,
        game=game,
        before=before,
        latest=events,
        record=tuple(record),
        undo=Change(version=len(record), entry=record[-1]) if record else None,
    )


def told(snapshot: Snapshot, lang: str = "en") -> Any:
    """The state as a phone reads it."""
    return json.loads(to_json(state_of(snapshot, Words.of(lang))))


def start(**more: Any) -> dict[str, Any]:
    """Ann and Ben sit down, and Ben deals."""
    return {"do": "start", "rules": "six-card", "players": ["Ann", "Ben"], "dealer": 1, **more}


STARTER = {"do": "starter", "card": "5H"}

TWELVE = {"do": "count", "cards": ["10C", "JD", "QS", "KC"]}

SHOW = (
    start(options={"muggins": False}),
    STARTER,
    {"do": "show"},
    {"do": "count", "cards": ["5C", "5D", "JH", "KS"]},
)


def lay(cards: str) -> tuple[dict[str, Any], ...]:
    """Cards laid in turn."""
    return tuple({"do": "play", "card": card} for card in cards.split())


def played(cards: str) -> Snapshot:
    """The table after a start, a starter and *cards* laid in turn."""
    return after(start(), STARTER, *lay(cards))


def counted_of(awarded: dict[str, Any]) -> Any:
    """The count among the notices of an entry."""
    return next(one for one in awarded["notices"] if one["what"] == "counted")
