"""The record kept the plainest way, as an oracle: what was done is decided again from the start."""

from random import Random
from typing import NamedTuple

from scorekeeper.game import actions as a
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game
from tests.kit.drivers.table_setup import any_action

Refused = tuple[Code, int | None]
Taken = tuple[int, int, tuple[a.Action, ...]]


class Placed(NamedTuple):
    """An entry and the actions that stand at it."""

    entry: int
    actions: tuple[a.Action, ...]


class Done(NamedTuple):
    """An accepted action or amend and its version."""

    version: int
    asked: a.Action | a.Amend


class Ended(NamedTuple):
    """A finished game: its match, how many ended there before it, who won, and the scores."""

    match: int
    place: int
    winner: int | None
    scores: tuple[int, ...]


class Match(NamedTuple):
    """The game before the latest start, the records since, the game now, and ended games."""

    base: Game
    record: tuple[Placed, ...]
    game: Game
    settled: tuple[Ended, ...] = ()

    @property
    def ended(self) -> tuple[Ended, ...]:
        """All games that ended, oldest first."""
        game, begun, over = self.base, False, list[Game]()
        for action in (action for place in self.record for action in place.actions):
            if isinstance(action, a.Start | a.Next):
                over += [game] if begun else []
                begun = True
            game = apply(game, action).game
        over += [game] if begun and game.phase == "over" else []
        number = self.record[0].entry if self.record else 0
        return self.settled + tuple(
            Ended(number, place, game.winner, game.scores) for place, game in enumerate(over)
        )


class PlainRecord:
    """Two piles: what stands and what was undone. ``game`` and the rest follow from them.

    The greater the *haste*, from 0 to 1, the more games are won by a peg and followed by the next.
    """

    def __init__(self, haste: float = 0.0) -> None:
        self.haste = haste
        self.version = 0
        self.standing: list[Done] = []
        self.undone: list[Done] = []

    def anything(self, luck: Random) -> a.Asked:
        """Something to ask: mostly an action, now and then undo, redo or amend."""
        roll = luck.random()
        if roll < 0.15:
            return a.Undo()
        if roll < 0.25:
            return a.Redo()
        if roll < 0.4:
            return self._amend(luck)
        if luck.random() < self.haste:
            return self._hasty(luck)
        return any_action(self.game, luck)

    def _hasty(self, luck: Random) -> a.Action:
        match self.game.phase:
            case "idle":
                return a.Start(rules="six-card", players=("Ann", "Ben"))
            case "over":
                return a.Next()
            case _:
                return a.Peg(team=luck.randrange(2), points=luck.choice((1, 121)))

    def _amend(self, luck: Random) -> a.Amend:
        entries = [place.entry for place in self.match.record] or [1]
        entry = luck.choice((*entries[-6:], luck.choice(entries), self.version + 1))
        actions = [any_action(self.game, luck) for _ in range(luck.choice((0, 1, 1, 1, 2)))]
        drop = luck.choice((None, True, False))
        return a.Amend(entry=entry, actions=tuple(actions), drop_rest=drop)

    @property
    def match(self) -> Match:
        return decided(self.standing)

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def undo(self) -> Taken | None:
        """The version that undo would take back, and what stands there."""
        return taken(self.standing) if self.standing else None

    @property
    def redo(self) -> Taken | None:
        """The version that redo would bring back, and what will stand there."""
        return taken([*self.standing, self.undone[-1]]) if self.undone else None

    def refuses(self, asked: a.Asked) -> Refused | None:
        """The code, and for an amend the entry, by which *asked* must be refused."""
        match asked:
            case a.Undo():
                return None if self.standing else (Code.NOTHING_TO_UNDO, None)
            case a.Redo():
                return None if self.undone else (Code.NOTHING_TO_REDO, None)
            case _:
                try:
                    decided([*self.standing, Done(self.version + 1, asked)])
                except Refusal as refusal:
                    return refusal.code, refusal.entry
                return None

    def do(self, asked: a.Asked) -> None:
        """Accept *asked*."""
        self.version += 1
        match asked:
            case a.Undo():
                self.undone.append(self.standing.pop())
            case a.Redo():
                self.standing.append(self.undone.pop())
            case _:
                self.standing.append(Done(self.version, asked))
                self.undone.clear()


def decided(standing: list[Done]) -> Match:
    """The match that stands, everything decided again; Refusal where something does not hold."""
    match = Match(Game(), (), Game())
    for version, asked in standing:
        if isinstance(asked, a.Amend):
            match = _amended(match, asked)
            continue
        game, placed = apply(match.game, asked).game, Placed(version, (asked,))
        if isinstance(asked, a.Start):
            match = Match(match.game, (placed,), game, match.ended)
        else:
            match = match._replace(record=(*match.record, placed), game=game)
    return match


def _amended(match: Match, asked: a.Amend) -> Match:
    numbers = [place.entry for place in match.record]
    if asked.entry not in numbers:
        raise Refusal(Code.NO_SUCH, entry=asked.entry)
    at = numbers.index(asked.entry)
    record = [*match.record[:at], Placed(asked.entry, asked.actions)]
    game = match.base
    for place in match.record[:at]:
        game = _all(game, place)
    try:
        game = _all(game, record[at])
    except Refusal as refusal:
        behind_a_claim = _hidden(match.game) and any(
            isinstance(one, a.Count | a.Crib) and one.claim is not None
            for one in asked.actions[:-1]
        )
        code = Code.NO_LONGER_HOLDS if behind_a_claim else refusal.code
        raise Refusal(code, entry=asked.entry) from None
    for place in match.record[at + 1 :]:
        try:
            game = _all(game, place)
        except Refusal:
            if asked.drop_rest:
                break
            raise Refusal(Code.NO_LONGER_HOLDS, entry=place.entry) from None
        record.append(place)
    return match._replace(record=tuple(record), game=game)


def _hidden(game: Game) -> bool:
    """True if a claim may be called, or the next one may be."""
    muggins = game.rules is not None and game.rules.muggins
    return muggins and (bool(game.windows) or game.phase == "show")


def _all(game: Game, place: Placed) -> Game:
    for action in place.actions:
        game = apply(game, action).game
    return game


def taken(standing: list[Done]) -> Taken:
    """The top of the pile: its version, the entry that it is about, and what then stands there."""
    version, asked = standing[-1]
    entry = asked.entry if isinstance(asked, a.Amend) else version
    actions = asked.actions if isinstance(asked, a.Amend) else (asked,)
    return version, entry, actions
