"""A table for tests: its journal in memory or on disk, its clock controlled by the test."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Self

from msgspec.structs import replace

from scorekeeper.cards import Card, Rank
from scorekeeper.game import actions as a
from scorekeeper.game.actions import Asked
from scorekeeper.game.codec import read_asked, to_json
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal import Journal, JournalFault, Trouble, export_lines
from scorekeeper.table import Receipt, Table

TWO = {"rules": "britannica", "players": ["Ann", "Ben"], "dealer": 1}


class Watch:
    """A clock that advances by a second each time it is read."""

    def __init__(self) -> None:
        self.now = datetime(2025, 12, 24, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


class Sitting:
    """A table driven by the JSON that phones send: ``sitting.do("play", card="5H")``."""

    def __init__(self, path: Path | None = None, watch: Watch | None = None) -> None:
        self.path, self.watch = path, watch or Watch()
        self._sit_down()

    def _sit_down(self) -> None:
        clock = self.watch
        self.journal = Journal.open(self.path, clock=clock) if self.path else Journal.in_memory()
        self.table = Table(self.journal, clock=clock)

    def again(self) -> Self:
        self.table.close()
        self._sit_down()
        return self

    @property
    def now(self) -> Snapshot:
        return self.table.now

    @property
    def pegs(self) -> tuple[int, ...]:
        return self.now.game.scores

    def do(
        self, what: str, *, seen: int | None = None, key: str | None = None, by: str = "", **f: Any
    ) -> Receipt:
        return self.table.submit(ask(what, **f), seen=seen, key=key, by=by)

    def begin(self, **fields: Any) -> Self:
        """Start a match of Ann and Ben by Britannica's rules; Ben deals."""
        self.do("start", **TWO | fields)
        return self

    def lay(self, cards: str) -> Self:
        """Turn the starter, then lay cards in turn: ``5H 10 J``."""
        starter, *laid = cards.split()
        self.do("starter", card=starter)
        for card in laid:
            self.do("play", card=card)
        return self

    def amend(self, entry: int, *actions: a.Asked, drop_rest: bool | None = None) -> Receipt:
        return self.table.submit(amended(entry, *actions, drop_rest=drop_rest))


def ask(what: str, **fields: Any) -> a.Asked:
    """Return the action of the JSON ``{"do": what, …}``."""
    return read_asked(to_json({"do": what, **fields}))


def amended(entry: int, *actions: a.Asked, drop_rest: bool | None = None) -> a.Amend:
    plain = [action for action in actions if not isinstance(action, a.Undo | a.Redo | a.Amend)]
    return a.Amend(entry=entry, actions=tuple(plain), drop_rest=drop_rest)


def same(one: Snapshot, other: Snapshot) -> bool:
    plain = {"revision": 0, "since": 0.0, "journal": "", "live": {}}
    return replace(one, **plain) == replace(other, **plain)


def entered(path: Path) -> list[tuple[Any, ...]]:
    lines = [*export_lines(path)][1:]
    names = ("action", "by", "at", "key")
    return [tuple(line[name] for name in names) for line in map(json.loads, lines)]


def any_action(game: Game, luck: Random) -> a.Action:
    if game.phase in (Phase.IDLE, Phase.OVER):
        return a.Next() if game.number and luck.random() < 0.5 else _start(luck)
    if luck.random() < 0.25:
        return luck.choice(
            (
                a.Peg(team=luck.randrange(2), points=luck.choice((-2, 3, 8, 12))),
                a.Rename(seat=luck.randrange(2), name=luck.choice(("Ann", "Éva"))),
                a.Abandon(),
                a.Deal(),
                a.Muggins(team=luck.randrange(2), points=luck.randint(1, 4)),
            )
        )
    return _asked_for(game, luck)


def _start(luck: Random) -> a.Start:
    rules = luck.choice(("six-card", "five-card", "acc"))
    high = 60 if rules == "five-card" else 120
    scores = (luck.randint(high - 20, high), luck.randint(0, high))
    dealer = luck.choice((None, 0, 1))
    return a.Start(rules=rules, players=("Ann", "Ben"), dealer=dealer, scores=scores)


def _asked_for(game: Game, luck: Random) -> a.Action:
    match game.phase:
        case Phase.DRAW:
            return a.Draw(seat=game.drawing[0], card=_card(luck))
        case Phase.CUT:
            return a.Starter(card=_card(luck))
        case Phase.PLAY if luck.random() < 0.1:
            return a.Show()
        case Phase.PLAY:
            return a.Go(all=True) if game.count > 24 else a.Play(card=_card(luck))
        case _ if game.counting == "crib":
            return a.Crib(cards=tuple(_card(luck) for _ in range(4)), claim=_claim(luck))
        case _:
            missing = game.rules.hand - len(game.deal.hands[game.turn])
            cards = tuple(_card(luck) for _ in range(missing))
            return a.Count(cards=cards, claim=_claim(luck))


def _card(luck: Random) -> Card:
    return Card(luck.choice(tuple(Rank)))


def _claim(luck: Random) -> int | None:
    return luck.choice((None, 0, 2, 6, 12))


class FullDisk(Table):
    def submit(self, asked: Asked, **more: Any) -> Receipt:
        raise JournalFault(Trouble.NO_SPACE, Path("journal.sqlite3"))
