"""Remembered games: a `.game` file reads like a score pad, and is played to see that it holds.

    six-card: Ann, Ben; Ben deals       | Ann next
    starter QH
    Ann 10H                             | count 10
    Ben 5C                              | fifteen 2, Ben 2<0
    Ann 5D                              | pair 2, Ann 2<0, count 20

Left of the bar stands what people do, right of it what comes of it. A line that names rules and
players begins at a fresh table. Awards, refusals, notices and wins must be written in full and in
their order: a line with none of them says that there were none. Pegs (front<back), counts, turns
and the like are looked at where they are written. What follows ``#`` is a remark. The forms of the
left are in pad_actions.FORMS, those of the right in pad_facts.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.game import actions as a
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.state import Game
from tests.kit.formats.pad_actions import read_action
from tests.kit.formats.pad_facts import happened, is_about_state, may_be_written, refused, stands


class Line(NamedTuple):
    """One line of a pad: what is done, and each thing written about it."""

    number: int
    does: str
    written: tuple[str, ...]


class DoesNotHold(AssertionError):
    """A line of the pad says something else than what happened."""

    def __init__(self, line: Line, written: str, truth: str) -> None:
        super().__init__(
            f"line {line.number}, {line.does}: "
            f"the pad has {written or 'nothing'}, the game {truth or 'nothing'}"
        )


def lines(text: str) -> Iterator[Line]:
    """The lines of a pad that say something."""
    for number, raw in enumerate(text.splitlines(), 1):
        does, _, written = raw.partition("#")[0].partition("|")
        if does.strip():
            facts = tuple(fact.strip() for fact in written.split(",") if fact.strip())
            yield Line(number, does.strip(), facts)


def holds(text: str) -> Game:
    """Play the whole pad; the game it ends with. DoesNotHold at the first line that is untrue."""
    game = Game()
    for line in lines(text):
        game = _play(game, line)
    return game


def _play(game: Game, line: Line) -> Game:
    action = read_action(line.does, game)
    table = Game() if isinstance(action, a.Start) else game
    actor = actor_of(table, action)
    try:
        game, events = apply(table, action)
        due, free = happened(game, actor, events), may_be_written(events)
    except Refusal as refusal:
        due, free = [refused(refusal)], []
    compare(game, line, due, free)
    return game


def actor_of(game: Game, action: a.Action) -> int | None:
    """Return the seat that *action* names, a team's first seat, else the one whose turn it is."""
    if isinstance(action, a.Muggins | a.Peg):
        assert game.rules
        return game.rules.teams[action.team][0]
    if isinstance(action, a.Play | a.Go | a.Count | a.Draw) and action.seat is not None:
        return action.seat
    return game.turn


def compare(game: Game, line: Line, due: list[str], free: list[str]) -> None:
    """Raise DoesNotHold where *line* lacks what is *due*, or has what is neither so nor *free*."""
    about_state = {fact for fact in line.written if is_about_state(fact)}
    told = [fact for fact in line.written if fact not in about_state and fact not in free]
    if told != due:
        raise DoesNotHold(line, ", ".join(told), ", ".join(due))
    for fact in line.written:
        if fact in about_state and (truth := stands(game, fact)) != fact:
            raise DoesNotHold(line, fact, truth)
