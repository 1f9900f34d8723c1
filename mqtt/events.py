"""Events on the broker, for lamps and logs: only what everybody at the table has seen."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias, cast

from mqtt.payloads import Event, EventType, GreatHand
from scorekeeper.game.actions import Team
from scorekeeper.game.events import (
    Award,
    Counted,
    Events,
    GameBegan,
    GameWon,
    Pegged,
    PegsSetBack,
    Skunk,
    Told,
)
from scorekeeper.game.state import Game
from scorekeeper.journal.row import Line
from scorekeeper.rules.variants import Rules
from scorekeeper.scoring.combo import Why

BY_REASON: Final[dict[Why, EventType]] = {Why.HEELS: "heels", Why.MUGGINS: "muggins"}
"""Points that have an event of their own; all others are ``points``."""

PAIRS_OF_FOUR: Final = 6
"""A hand lists four of a kind as its pairs."""

Scores: TypeAlias = tuple[int, ...]

HANDS: Final[dict[int, EventType]] = {24: "hand_24", 28: "hand_28", 29: "hand_29"}


GREAT: Final = frozenset({*HANDS.values(), "four_of_a_kind"})


def skunk_degree(rules: Rules, below: int, score: int) -> int:
    """Return 1 for a skunk, 2 for a double one: the loser with that *score* was *below* that hole.

    A loser before half of the way is doubly skunked also where the rules count both lines alike.
    """
    half = (rules.target + 1) // 2
    lines = sum(line > below for line, _ in rules.skunks)
    return 2 if lines or score < half < below else 1


def events_of(lines: Iterable[Line], game: Game, scores: Scores = ()) -> Iterator[Event]:
    """Yield what happened in *lines* of the journal, the last of which led to *game*; *scores* are
    those before the first."""
    lines = tuple(lines)
    known = list(scores)
    for line in lines:
        if line.kind == "do":
            yield from _entry(line.events, game, known, last=line is lines[-1])
        else:
            known.clear()
            yield Event(event_type="undo" if line.kind == "undo" else "correction")


def great_hands(events: Events, game: Game) -> Iterator[GreatHand]:
    """Yield the great hands among the *events* of an entry of *game*."""
    for event in _entry(events, game, [], last=False):
        if event.event_type in GREAT and isinstance(event.team, int):
            yield GreatHand(event_type=cast(Any, event.event_type), team=event.team)


def _entry(events: Events, game: Game, known: list[int], *, last: bool) -> Iterator[Event]:
    """Yield what happened in one entry; *known* are the scores, if they are, and go along."""
    rules, scores = game.rules, game.scores
    for event in events:
        match event:
            case GameBegan(scores=begun):
                known[:] = begun
            case Pegged(team=team, awards=awards, to=to):
                yield from _points(team, awards, to, known[team] if team < len(known) else None)
                if team < len(known):
                    known[team] = to
            case PegsSetBack(pegs=pegs):
                known[:] = [one.front for one in pegs]
                yield Event(event_type="correction")
            case Told(notice=Counted() as counted) if rules and counted.seat < len(game.players):
                yield from _hand(game.team_of(counted.seat), counted)
            case Told(notice=Skunk(team=loser, below=below)) if rules and loser < len(scores):
                double = skunk_degree(rules, below, scores[loser]) > 1
                kind: EventType = "double_skunk" if double else "skunk"
                yield Event(event_type=kind, team=loser, total=scores[loser])
            case GameWon(team=team) if team < len(scores):
                yield Event(event_type="win", team=team, total=scores[team])
                if last and rules and game.is_decided:
                    yield Event(event_type="match", team=team, total=scores[team])
            case _:
                pass


def _points(team: Team, awards: tuple[Award, ...], to: int, before: int | None) -> Iterator[Event]:
    """Yield an event for each award, with the total after it: the last leads to hole *to*, even
    where it is worth more."""
    real = [award for award in awards if award.points and not award.void]
    total = to - sum(award.points for award in real) if before is None else before
    for award in real:
        total += award.points
        total = min(total, to) if award.points > 0 else max(total, to)
        yield Event(
            event_type=BY_REASON.get(award.why, "points"),
            team=team,
            points=award.points,
            why=award.why.value,
            total=max(total, 0),
        )
        if award.why is Why.DOUBLE_PAIR_ROYAL:
            yield Event(event_type="four_of_a_kind", team=team)


def _hand(team: Team, counted: Counted) -> Iterator[Event]:
    if kind := HANDS.get(counted.total):
        yield Event(event_type=kind, team=team, points=counted.total)
    pairs = Counter(one.cards[0].rank for one in counted.combos if one.kind is Why.PAIR)
    if PAIRS_OF_FOUR in pairs.values():
        yield Event(event_type="four_of_a_kind", team=team)
