"""Pegs: all points of a team for one action are one move, and the last hole ends the game."""

from typing import Final, TypeAlias

from msgspec.structs import replace

from scorekeeper.cards import Cards
from scorekeeper.game.actions import Seat, Team
from scorekeeper.game.engine.decision import Decision
from scorekeeper.game.engine.win import reach_target
from scorekeeper.game.events import Award, Pegged
from scorekeeper.scoring.combo import Combos, Why

Score: TypeAlias = tuple[Award, ...]
"""Awards that stand or fall together under an exact finish: a hand, a card's combinations, a go."""

LISTED: Final = {why: place for place, why in enumerate(Why)}


def combo_awards(now: Decision, seat: Seat, combos: Combos) -> Score:
    """Return the awards to *seat* for combinations."""
    team = now.game.team_of(seat)
    return tuple(Award(seat, team, combo.points, combo.kind, combo.cards) for combo in combos)


def seat_award(now: Decision, seat: Seat, points: int, why: Why, cards: Cards = ()) -> Score:
    """Return a single award to *seat*."""
    return (Award(seat, now.game.team_of(seat), points, why, cards),)


def team_award(team: Team, points: int, why: Why) -> Score:
    """Return a single award to a team as a whole, earned by no cards."""
    return (Award(None, team, points, why, ()),)


def peg(now: Decision, team: Team, *scores: Score) -> None:
    """Peg *scores* for *team* in one move; reaching the target ends the game.

    The peg stops in the game hole. With exact finish a score that would pass it is void.
    """
    target, reached = now.game.goal(team), now.game.pegs[team].front
    awards: list[Award] = []
    for score in scores:
        earned = [award for award in score if award.points]
        points = sum(award.points for award in earned)
        if now.rules.exact_finish and reached + points > target:
            awards += (replace(award, points=0, void=True) for award in earned)
        else:
            awards += earned
            reached += points
    if not awards:
        return
    awards.sort(key=lambda award: LISTED[award.why])
    now.emit(Pegged(team=team, awards=tuple(awards), to=min(reached, target)))
    if reached >= target:
        reach_target(now, team)
