"""A simple record as an oracle: everything is decided again from the start."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple
from unicodedata import normalize

from scorekeeper.game import actions as a
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game
from scorekeeper.table import Table
from tests.kit.drivers.table_setup import any_action

Refused = tuple[Code, int | None]
NAMES = ("Ann", "Anne", "EVA", "Ben", "Zoé")
PAIRS = (("Ann", "Ben"), ("Anne", "Ben"), ("Éva", "Ben"), ("Eva", "Zoé"))
Taken = tuple[int, int, tuple[a.Action, ...]]


class Placed(NamedTuple):
    """An entry and its actions."""

    entry: int
    actions: tuple[a.Action, ...]


class Done(NamedTuple):
    """An accepted action, amend or mark, with its version."""

    version: int
    asked: a.Action | a.Amend | a.Mark


class Ended(NamedTuple):
    """A finished game: its match, how many ended there before it, who won, the scores, the players'
    displayed names, and whether it counts."""

    match: int
    place: int
    winner: int | None
    scores: tuple[int, ...]
    players: tuple[str, ...]
    counts: bool = True


class Match(NamedTuple):
    """The game before the match's start, the entries since, and the current game."""

    base: Game
    record: tuple[Placed, ...]
    game: Game

    @property
    def ended(self) -> tuple[Ended, ...]:
        """Return its finished games, oldest first."""
        game, begun, over = self.base, False, list[Game]()
        for action in (action for place in self.record for action in place.actions):
            if isinstance(action, a.Start | a.Next):
                over += [game] if begun else []
                begun = True
            game = apply(game, action).game
        over += [game] if begun and game.phase == "over" else []
        number = self.record[0].entry if self.record else 0
        return tuple(
            Ended(number, place, game.winner, game.scores, game.players)
            for place, game in enumerate(over)
        )


class Evening(NamedTuple):
    """All matches in force, the current one last; the games that do not count; and merged names."""

    matches: tuple[Match, ...] = (Match(Game(), (), Game()),)
    annulled: frozenset[tuple[int, int]] = frozenset()
    joined: tuple[tuple[str, ...], ...] = ()

    @property
    def played(self) -> tuple[Ended, ...]:
        """Return all finished games as played, oldest first."""
        return tuple(game for match in self.matches for game in match.ended)

    @property
    def ended(self) -> tuple[Ended, ...]:
        """Return them as listed."""
        return tuple(
            game._replace(
                players=self._shown(game.players),
                counts=(game.match, game.place) not in self.annulled,
            )
            for game in self.played
        )

    def _shown(self, players: tuple[str, ...]) -> tuple[str, ...]:
        shown = tuple(
            next((group[0] for group in self.joined if name in group), name) for name in players
        )
        return shown if len({*shown}) == len(players) else players


class PlainRecord:
    """Two stacks: entries in force and undone ones. ``game`` and the rest are derived.

    The greater the *haste*, from 0 to 1, the more games are won by a peg and followed by the next.
    """

    def __init__(self, haste: float = 0.0) -> None:
        self.haste = haste
        self.version = 0
        self.standing: list[Done] = []
        self.undone: list[Done] = []

    def enter(self, table: Table, luck: Random, steps: int) -> Iterator[Snapshot]:
        """Try *steps* actions; yield what *table* shows after each that is accepted."""
        for _ in range(steps):
            asked = self.anything(luck)
            if self.refuses(asked) is None:
                self.do(asked)
                table.submit(asked)
                yield table.now

    def anything(self, luck: Random) -> a.Asked:
        """Return a random request: mostly an action, sometimes undo, redo or amend."""
        roll = luck.random()
        if roll < 0.15:
            return a.Undo()
        if roll < 0.25:
            return a.Redo()
        if roll < 0.4:
            return self._amend(luck)
        if roll < 0.47:
            return self._mark(luck)
        if luck.random() < self.haste:
            return self._hasty(luck)
        return any_action(self.game, luck)

    def _hasty(self, luck: Random) -> a.Action:
        match self.game.phase:
            case "idle":
                return a.Start(rules="six-card", players=("Ann", "Ben"))
            case "over" if luck.random() < 0.4:
                return a.Start(rules="six-card", players=luck.choice(PAIRS))
            case "over":
                return a.Next()
            case _:
                return a.Peg(team=luck.randrange(2), points=luck.choice((1, 121)))

    def _amend(self, luck: Random) -> a.Amend:
        match = luck.choice((self.match, luck.choice(self.evening.matches)))
        entries = [place.entry for place in match.record] or [1]
        entry = luck.choice((*entries[-6:], luck.choice(entries), self.version + 1))
        if match is not self.match and luck.random() < 0.7:
            points = luck.choice((1, 40, 121))
            actions = [luck.choice((a.Peg(team=luck.randrange(2), points=points), a.Abandon()))]
        else:
            actions = [any_action(self.game, luck) for _ in range(luck.choice((0, 1, 1, 1, 2)))]
        drop = luck.choice((None, True, False))
        return a.Amend(entry=entry, actions=tuple(actions), drop_rest=drop)

    def _mark(self, luck: Random) -> a.Mark:
        if luck.random() < 0.5:
            played = {name for game in self.evening.played for name in game.players}
            names = luck.choice((NAMES, sorted(played), sorted(played)))
            many = min(luck.choice((1, 2, 2, 3)), len(names))
            return a.Same(names=tuple(luck.sample(names, many)))
        ended = [(game.match, game.place) for game in self.evening.played]
        match, place = luck.choice((*ended, (1, 7)))
        return a.Annul(match=match, place=place, counts=luck.choice((None, None, True, False)))

    @property
    def evening(self) -> Evening:
        return decided(self.standing)

    @property
    def match(self) -> Match:
        return self.evening.matches[-1]

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def undo(self) -> Taken | None:
        """Return the version that undo would remove, and the entry's actions."""
        return taken(self.standing) if self.standing else None

    @property
    def redo(self) -> Taken | None:
        """Return the version that redo would restore, and its actions."""
        return taken([*self.standing, self.undone[-1]]) if self.undone else None

    def refuses(self, asked: a.Asked) -> Refused | None:
        """Return the code, and for an amend the entry, with which *asked* must be refused."""
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
        self.version += 1
        match asked:
            case a.Undo():
                self.undone.append(self.standing.pop())
            case a.Redo():
                self.standing.append(self.undone.pop())
            case _:
                self.standing.append(Done(self.version, asked))
                self.undone.clear()


def decided(standing: list[Done]) -> Evening:
    """Decide everything in force again; raise Refusal if something is no longer valid."""
    evening = Evening()
    for version, asked in standing:
        *earlier, match = evening.matches
        match asked:
            case a.Amend():
                matches = _corrected(evening.matches, asked)
            case a.Annul():
                evening = evening._replace(annulled=_annulled(evening, asked))
                continue
            case a.Same():
                evening = evening._replace(joined=_joined(evening, asked))
                continue
            case _:
                game, placed = apply(match.game, asked).game, Placed(version, (asked,))
                if isinstance(asked, a.Start):
                    matches = (*evening.matches, Match(match.game, (placed,), game))
                else:
                    record = (*match.record, placed)
                    matches = (*earlier, match._replace(record=record, game=game))
        evening = evening._replace(matches=matches)
    return evening


def _corrected(matches: tuple[Match, ...], asked: a.Amend) -> tuple[Match, ...]:
    """Return the matches after an amend in one of them; an earlier one must stay finished."""
    *earlier, latest = matches
    for at, match in enumerate(earlier):
        if match.ended and asked.entry in (place.entry for place in match.record):
            amended = _amended(match, asked)
            if amended.game.phase != "over" or not amended.ended:
                later = [one for one in matches[at + 1 : -1] if one.ended] + [latest]
                raise Refusal(Code.NO_LONGER_HOLDS, entry=later[0].record[0].entry)
            return (*matches[:at], amended, *matches[at + 1 :])
    return (*earlier, _amended(latest, asked))


def _annulled(evening: Evening, asked: a.Annul) -> frozenset[tuple[int, int]]:
    name = asked.match, asked.place
    known = name in {(game.match, game.place) for game in evening.played}
    if not known or (name in evening.annulled) != bool(asked.counts):
        raise Refusal(Code.NO_SUCH)
    return evening.annulled ^ {name}


def _joined(evening: Evening, asked: a.Same) -> tuple[tuple[str, ...], ...]:
    """Return the merged names after *asked*."""
    sat = [game.players for game in evening.played] + [evening.matches[-1].game.players]
    names = []
    for name in asked.names:
        known = {one for players in sat for one in players}
        alike = {one for one in known if one.lower() == name.lower()} or {
            one for one in known if _plain(one) == _plain(name)
        }
        if len(alike) != 1:
            raise Refusal(Code.NO_SUCH)
        names.append(alike.pop())
    touched = [group for group in evening.joined if {*group} & {*names}]
    left = [group for group in evening.joined if group not in touched]
    if len(asked.names) == 1 and touched:
        return tuple(left)
    if len(names) < 2 or len({*names}) < len(names):
        raise Refusal(Code.BAD_VALUE)
    group = tuple(dict.fromkeys([*names, *(name for group in touched for name in group)]))
    if any(len({*players} & {*group}) > 1 for players in sat):
        raise Refusal(Code.BAD_VALUE)
    return (*left, group)


def _plain(name: str) -> str:
    return "".join(c for c in normalize("NFD", name) if c.isalpha()).lower()


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
    """Return whether a claim may be called, or the next one may be."""
    muggins = game.rules is not None and game.rules.muggins
    return muggins and (bool(game.windows) or game.phase == "show")


def _all(game: Game, place: Placed) -> Game:
    for action in place.actions:
        game = apply(game, action).game
    return game


def taken(standing: list[Done]) -> Taken:
    """Return the top of the stack: its version, its entry, and the actions there."""
    version, asked = standing[-1]
    match asked:
        case a.Amend():
            return version, asked.entry, asked.actions
        case a.Annul() | a.Same():
            return version, version, ()
        case _:
            return version, version, (asked,)
