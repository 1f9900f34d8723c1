"""When each line of what just happened is told: one schedule for the lights and for the page.

In the play all that a card earns is one walk of the peg. A hand is counted line by line, as players
do it aloud, and the peg walks with every line. What is entered meanwhile cuts it short; undo, redo
and amend have nothing to tell and walk at once.
"""

from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from scorekeeper.game.actions import Team
from scorekeeper.game.events import Events, GameWon, HandShown, awards_of

STEP: Final = 0.09
"""Seconds that a peg takes from hole to hole; less where it has far to go."""
WALK_AT_MOST: Final = 1.4

LINE: Final = 0.8
"""Seconds from one line of a count to the next, about as fast as people say it; less where the
hand has many, and where it wins: nobody waits for the end of a game."""
COUNT_AT_MOST: Final = 8.0
WINNING_COUNT_AT_MOST: Final = WALK_AT_MOST


class Step(NamedTuple):
    """A part of the way of a team's front peg: in the second ``at`` it sets out for hole ``to``,
    and walks for so many ``seconds``."""

    team: Team
    to: int
    at: float
    seconds: float


def told_at(events: Events) -> tuple[float, ...]:
    """The second after the change at which each award of *events* is told, in their order."""
    pace = _pace(events)
    return tuple(line * pace for line in range(len(awards_of(events))))


def steps(events: Events, fronts: tuple[int, ...], target: int) -> tuple[Step, ...]:
    """The walk of each line of a count, from the *fronts* by team before it; none for all else."""
    pace, awards = _pace(events), awards_of(events)
    if not pace:
        return ()
    team = awards[0].team
    reached = accumulate((award.points for award in awards), initial=fronts[team])
    places = [min(score, target) for score in reached]
    return tuple(
        Step(team, to, line * pace, min(walk_seconds(to - start), pace))
        for line, (start, to) in enumerate(pairwise(places))
    )


def walk_seconds(holes: int) -> float:
    """How long a peg is on its way when it walks that far in one go."""
    return min(abs(holes) * STEP, WALK_AT_MOST)


def _pace(events: Events) -> float:
    """Seconds from line to line; 0 where everything is told at once."""
    lines = len(awards_of(events))
    if lines < 2 or not any(isinstance(event, HandShown) for event in events):
        return 0.0
    wins = any(isinstance(event, GameWon) for event in events)
    return min(LINE, (WINNING_COUNT_AT_MOST if wins else COUNT_AT_MOST) / lines)
