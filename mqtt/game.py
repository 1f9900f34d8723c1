"""The game of a table as published on the broker: state, events and great hands.

Contains only information that is also visible to watchers.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, takewhile
from typing import Any, Final, Literal, TypeAlias, cast

from msgspec import UNSET, UnsetType

from mqtt.payloads import Event, EventType, GreatHand, PlayedSeat, State
from scorekeeper.game.actions import Team
from scorekeeper.game.codec import facts_of
from scorekeeper.game.events import (
    Award,
    Counted,
    Events,
    GameBegan,
    GameWon,
    Pegged,
    PegsSetBack,
    Skunk,
    StarterTurned,
    Told,
)
from scorekeeper.game.events import Event as GameEvent
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game
from scorekeeper.journal import Line
from scorekeeper.scoring import Why
from scorekeeper.table import Table

Names: TypeAlias = Literal["full", "initials", "none"]
"""The form in which players' names are published."""

BY_REASON: Final[dict[Why, EventType]] = {Why.HEELS: "heels", Why.MUGGINS: "muggins"}
"""Event types by reason for the award; ``points`` for all others."""

HANDS: Final[dict[int, EventType]] = {24: "hand_24", 28: "hand_28", 29: "hand_29"}
GREAT: Final = frozenset({*HANDS.values(), "four_of_a_kind"})
PAIRS_OF_FOUR: Final = 6
"""The number of pairs in four of a kind."""

MAX_HANDS: Final = 24


def shown_names(players: Sequence[str], names: Names) -> tuple[str, ...]:
    """Return the names of *players* as published.

    >>> shown_names(("Ann", "Élodie"), "initials"), shown_names(("Ann", "Ben"), "none")
    (('A.', 'É.'), ('1', '2'))
    """
    match names:
        case "full":
            return tuple(players)
        case "initials":
            composed = [unicodedata.normalize("NFC", name) for name in players]
            accents = [takewhile(unicodedata.combining, name[1:]) for name in composed]
            pairs = zip(composed, accents, strict=True)
            return tuple(f"{name[:1]}{''.join(marks)}." for name, marks in pairs)
        case "none":
            return tuple(str(seat) for seat in range(1, len(players) + 1))


def state_of(snapshot: Snapshot, table: str, names: Names, seat: PlayedSeat | None = None) -> State:
    """Return the state of *snapshot* without a time. *seat*: None if the game is not in a night."""
    game = snapshot.game
    facts, rules = facts_of(game), game.rules
    if rules is None:
        return State(table=table, phase=facts.phase.value)
    return State(
        table=table,
        phase=facts.phase.value,
        rules=game.key,
        target=rules.target,
        players=shown_names(facts.players, names),
        teams=rules.teams,
        scores=facts.scores,
        pegs=facts.pegs,
        dealer=facts.dealer,
        turn=facts.turn,
        count=facts.count,
        deal=game.deal.number if game.deal else None,
        games=facts.games,
        winner=facts.winner,
        seat=seat,
    )


def events_of(lines: Iterable[Line], game: Game, scores: tuple[int, ...] = ()) -> Iterator[Event]:
    """Yield the events of the journal *lines*, which end with *game*; *scores* are those before the
    first line, if known."""
    lines = tuple(lines)
    known = list(scores)
    for line in lines:
        if line.kind == "do":
            yield from _entry(line.events, game, known, last=line is lines[-1])
        else:
            known.clear()
            yield Event(event_type="undo" if line.kind == "undo" else "correction")


def _entry(events: Events, game: Game, known: list[int], *, last: bool) -> Iterator[Event]:
    """Yield an entry's events. *known*: scores before it, empty if unknown; updated in place."""
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
                known[:] = [peg.front for peg in pegs]
                yield Event(event_type="correction")
            case Told(notice=Counted() as counted) if rules and counted.seat < len(game.players):
                yield from _hand(game.team_of(counted.seat), counted)
            case Told(notice=Skunk(team=loser)) if rules and loser < len(scores):
                double = rules.skunk_degree(game.progress[loser]) > 1
                kind: EventType = "double_skunk" if double else "skunk"
                yield Event(event_type=kind, team=loser, total=scores[loser])
            case GameWon(team=team) if team < len(scores):
                yield Event(event_type="win", team=team, total=scores[team])
                if last and rules and game.is_decided:
                    yield Event(event_type="match", team=team, total=scores[team])
            case _:
                pass


def _points(team: Team, awards: tuple[Award, ...], to: int, score: int | None) -> Iterator[Event]:
    """Yield an event per award, with the total after it, limited to hole *to*. *score*: the team's
    score before the first award, if known."""
    real = [award for award in awards if award.points]
    total = to - sum(award.points for award in real) if score is None else score
    for award in real:
        if total == to:
            return  # The rest of a hand that has won.
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
    pairs = Counter(combo.cards[0].rank for combo in counted.combos if combo.kind is Why.PAIR)
    if PAIRS_OF_FOUR in pairs.values():
        yield Event(event_type="four_of_a_kind", team=team)


def great_hands(table: Table, game: Game) -> tuple[GreatHand, ...] | UnsetType:
    """Return the distinct great hands of *game* on *table*; UNSET in later games of a match."""
    nodes = table.nodes()
    if not nodes or nodes[0].floor != table.match:
        return UNSET
    valid: list[GameEvent] = []
    for event in chain.from_iterable(node.entry.events for node in nodes):
        if isinstance(event, PegsSetBack):  # A misdeal voids the events of its deal.
            while not isinstance(valid.pop(), StarterTurned):
                pass
        valid.append(event)
    hands = (
        GreatHand(event_type=cast(Any, event.event_type), team=event.team)
        for event in _entry(tuple(valid), game, [], last=False)
        if event.event_type in GREAT and isinstance(event.team, int)
    )
    return tuple(dict.fromkeys(hands))[:MAX_HANDS]
