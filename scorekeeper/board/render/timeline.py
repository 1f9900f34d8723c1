"""The schedule of the latest change, line by line: one for the lights and for the page.

In the play all that a card earns is one walk of the peg. A hand is counted line by line, as players
do it aloud, and the peg walks with every line. The next entry cuts it short; undo, redo and amend
have no lines and walk immediately.
"""

from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from scorekeeper.game.actions import Team
from scorekeeper.game.events import Events, GameWon, HandShown, awards_of

STEP: Final = 0.09
"""Seconds that a peg takes from hole to hole; less over a long distance."""
WALK_AT_MOST: Final = 1.4

LINE: Final = 0.8
"""Seconds from one line of a count to the next, about as fast as people speak; less if the hand has
many lines or wins."""
COUNT_AT_MOST: Final = 8.0
WINNING_COUNT_AT_MOST: Final = WALK_AT_MOST


class Step(NamedTuple):
    """A part of a front peg's way: at second ``at`` it leaves for ``to``, for ``seconds``."""

    team: Team
    to: int
    at: float
    seconds: float


def award_times(events: Events) -> tuple[float, ...]:
    """Return the second after the change at which each award of *events* is shown, in order."""
    pace = _pace(events)
    return tuple(line * pace for line in range(len(awards_of(events))))


def steps(events: Events, fronts: tuple[int, ...], goals: tuple[int, ...]) -> tuple[Step, ...]:
    """Return the walk of each line of a count, from the *fronts* before it, else nothing. No peg
    walks past its team's goal, and a fine that others get has no line of its own."""
    pace, awards = _pace(events), awards_of(events)
    if not pace:
        return ()
    team = awards[0].team
    own = (award.points for award in awards if award.team == team)
    reached = accumulate(own, initial=fronts[team])
    places = [min(score, goals[team]) for score in reached]
    return tuple(
        Step(team, to, line * pace, min(walk_seconds(to - start), pace))
        for line, (start, to) in enumerate(pairwise(places))
    )


def walk_seconds(holes: int) -> float:
    """Return how long a peg takes to walk *holes* in one go."""
    return min(abs(holes) * STEP, WALK_AT_MOST)


def _pace(events: Events) -> float:
    """Return the seconds from line to line; 0 if everything is shown at once."""
    lines = len(awards_of(events))
    if lines < 2 or not any(isinstance(event, HandShown) for event in events):
        return 0.0
    wins = any(isinstance(event, GameWon) for event in events)
    return min(LINE, (WINNING_COUNT_AT_MOST if wins else COUNT_AT_MOST) / lines)
