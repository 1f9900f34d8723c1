"""The scene that a board shows of a table, only what all there may see, and its timeline.

The timeline of the latest change is one for the lights and for the page. In the play all that a
card earns is one walk of the peg. A hand is counted line by line, as players do it aloud, and the
peg walks with every line. The next entry cuts it short; undo, redo and amend have no lines and walk
immediately.
"""

from itertools import accumulate, pairwise, zip_longest
from math import inf
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from scorekeeper.game.actions import Entered, Seat, Team
from scorekeeper.game.events import Events, GameWon, HandShown, awards_of
from scorekeeper.game.live import ARMED, EntryKind, PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.variants import RULES, Rules

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


SOON: Final = 0.001
"""Seconds before a line of a count at which it is not begun."""


class Move(msgspec.Struct, frozen=True):
    """A team's pegs now, and the hole ``start`` that its front peg comes from."""

    start: int
    front: int
    back: int

    @property
    def holes(self) -> int:
        """The holes that the front peg walks, forward or back."""
        return abs(self.front - self.start)


class Ghost(msgspec.Struct, frozen=True):
    """The hole to which the front peg of ``team`` would move."""

    team: Team
    to: int


class Choosing(msgspec.Struct, frozen=True):
    """A game that is being chosen, by its number in the list, and its dealer's seat, both from 1; 0
    while unknown. ``left_out``: 1 if only hands are entered, 2 if only points are."""

    game: int
    dealer: int
    left_out: int = 0


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """Pegs before and now, by team, the lamps, and everything else that lights show.

    ``target``: what wins, or where teams differ the most that one needs.
    ``steps``: the lines of a count; without them every peg walks in one go. ``seats``: the team of
    each seat. ``games``: won in this match, by team. ``count``: of the play. ``window_open``: a
    claim may still be called. ``skunks``: the first hole beyond each skunk line. ``over``: the game
    is over. ``choosing``: a game that is about to begin. ``waiting``: teams for which more
    keys are expected before there is a ghost. ``refused``: the second, after the change, at which a
    key was refused. ``waits_at``: the second at which the lights wait for a player who goes through
    a count line by line.
    """

    target: int = 0
    moves: tuple[Move, ...] = ()
    steps: tuple[Step, ...] = ()
    winner: Team | None = None
    just_won: bool = False
    over: bool = False
    seats: tuple[Team, ...] = ()
    dealer: Seat | None = None
    turn: Seat | None = None
    games: tuple[int, ...] = ()
    count: int = 0
    window_open: bool = False
    ghost: Ghost | None = None
    skunks: tuple[int, ...] = ()
    choosing: Choosing | None = None
    waiting: tuple[Team, ...] = ()
    refused: float | None = None
    target_by_team: tuple[int, ...] = ()
    waits_at: float = inf

    @property
    def goals(self) -> tuple[int, ...]:
        """The points that win, by team."""
        return self.target_by_team or (self.target,) * len(self.moves)


EMPTY = Scene()
"""The board before a game."""


def scene_of(snapshot: Snapshot) -> Scene:
    """Return the scene at *snapshot*: its latest change is what moves."""
    game, before = snapshot.game, snapshot.before
    typed, refused = snapshot.live.pending_entry, snapshot.live.refused_at
    # A key that was refused before the latest entry winks no more.
    refused = None if refused is None or refused < snapshot.since else refused - snapshot.since
    choosing = None
    if typed is not None and typed.kind is EntryKind.GAME:
        choosing = Choosing(
            0 if typed.rules is None else 1 + tuple(RULES).index(typed.rules),
            0 if typed.dealer is None else 1 + typed.dealer,
            tuple(Entered).index(typed.entered or Entered.CARDS),
        )
    if not game.rules:
        return replace(EMPTY, choosing=choosing, refused=refused)
    at_show, waits_at = snapshot.live.at_show, inf
    lesson = at_show.lesson if at_show and game.winner is None else None
    if lesson and lesson.version == snapshot.version and lesson.line is not None:
        coming = award_times(snapshot.latest)[lesson.line + 1 :]
        waits_at = coming[0] - SOON if coming else inf
    pairs = zip_longest(before.pegs[: len(game.pegs)], game.pegs)
    moves = tuple(Move((was or now).front, now.front, now.back) for was, now in pairs)
    goals = game.rules.goals
    return Scene(
        target=game.rules.target,
        target_by_team=game.rules.target_by_team,
        moves=moves,
        steps=steps(snapshot.latest, tuple(move.start for move in moves), goals),
        winner=game.winner,
        just_won=game.winner is not None and before.winner is None,
        over=game.phase is Phase.OVER,
        seats=tuple(game.team_of(seat) for seat in range(len(game.players))),
        dealer=game.dealer,
        turn=game.turn,
        games=game.games,
        count=game.count,
        window_open=any(map(game.may_call, snapshot.open_claims)),
        ghost=_ghost(game, game.rules, typed),
        skunks=tuple(sorted(below for below, _ in game.rules.skunks)),
        choosing=choosing,
        waiting=_waiting(game, typed),
        refused=refused,
        waits_at=waits_at,
    )


def _waiting(game: Game, typed: PendingEntry | None) -> tuple[Team, ...]:
    """Return every team once OK was held; or the team whose points lack, before its ghost."""
    if typed is None:
        return ()
    if typed.kind in ARMED:
        return tuple(range(len(game.pegs)))
    pegs = typed.kind in (EntryKind.PEG, EntryKind.MUGGINS) and not typed.ghost
    return (typed.team,) if pegs and typed.team is not None else ()


def _ghost(game: Game, rules: Rules, typed: PendingEntry | None) -> Ghost | None:
    """Return where *typed* would move a peg; None if it would stay, or the game is over."""
    if typed is None or not typed.ghost or typed.team is None or game.phase is Phase.OVER:
        return None
    team = typed.team
    if team >= len(game.scores):
        return None
    to = max(game.scores[team] + typed.ghost, 0)
    if to > game.goal(team):
        to = game.scores[team] if rules.exact_finish else game.goal(team)
    return None if to == game.scores[team] else Ghost(team, to)
