"""The scene of a table as shown on a board, limited to public information, and its timeline.

The latest change has one timeline, for the lights and for the page. During the play, the peg walks
all the points for a card in one go. A hand is counted line by line, as players do aloud, and the
peg walks with each line. The next entry cuts the count short; undo, redo and amend are not counted
out and walk at once.
"""

from collections import Counter
from itertools import zip_longest
from math import inf
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from scorekeeper.game.actions import Entered, Seat, Team
from scorekeeper.game.analysis.moments import Moment, moment
from scorekeeper.game.events import Events, GameWon, HandShown, awards_of
from scorekeeper.game.live import ARMED, EntryKind, PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game, Pegs, Phase
from scorekeeper.rules.variants import RULES, Rules

STEP: Final = 0.09
"""Seconds per hole of a walking peg; fewer over a long distance."""
WALK_AT_MOST: Final = 1.4

LINE: Final = 0.8
"""Seconds per line of a count, at speaking pace; fewer for a long or winning count."""
COUNT_AT_MOST: Final = 8.0
WINNING_COUNT_AT_MOST: Final = WALK_AT_MOST


class Step(NamedTuple):
    """One step of a front peg's walk: ``at`` seconds after the change it leaves ``start`` for
    ``to``, taking ``seconds``."""

    team: Team
    start: int
    to: int
    at: float
    seconds: float


def award_times(events: Events) -> tuple[float, ...]:
    """Return the time, in seconds after the change, at which each award in *events* is shown; 0 for
    all but the lines of a count."""
    lines = len(awards_of(events))
    if not any(isinstance(event, HandShown) for event in events):
        return (0.0,) * lines
    wins = any(isinstance(event, GameWon) for event in events)
    pace = min(LINE, (WINNING_COUNT_AT_MOST if wins else COUNT_AT_MOST) / max(lines, 1))
    return tuple(line * pace for line in range(lines))


def steps(events: Events, pegs: tuple[Pegs, ...]) -> tuple[Step, ...]:
    """Return the steps of the front pegs that awards in *events* moved to where *pegs* are now.
    Awards shown at the same time are one step; pegs do not walk past their final holes."""
    walked: list[Step] = []
    for team, place in enumerate(pegs):
        gained = Counter[float]()
        for award, begins in zip(awards_of(events), award_times(events), strict=True):
            if award.team == team:
                gained[begins] += award.points
        if not (whole := gained.total()):
            continue
        reached = place.back if whole > 0 else place.front - whole
        for begins, ends in zip(gained, (*tuple(gained)[1:], inf), strict=True):
            start, reached = reached, min(reached + gained[begins], place.front)
            seconds = min(walk_seconds(reached - start), ends - begins)
            walked.append(Step(team, start, reached, begins, seconds))
    return tuple(walked)


def walk_seconds(holes: int) -> float:
    """Return the duration of a walk over *holes* in one go."""
    return min(abs(holes) * STEP, WALK_AT_MOST)


SOON: Final = 0.001
"""Seconds before the next line of a count at which the lights stop to wait for a player."""


class Move(msgspec.Struct, frozen=True):
    """A team's pegs, and ``start``, the hole from which the front peg walks."""

    start: int
    front: int
    back: int

    @property
    def holes(self) -> int:
        """The number of holes that the front peg walks, forwards or backwards."""
        return abs(self.front - self.start)


class Ghost(msgspec.Struct, frozen=True):
    """The hole ``to`` to which the front peg of ``team`` would move."""

    team: Team
    to: int


class Choosing(msgspec.Struct, frozen=True):
    """The game being chosen, by its number in the list, and the dealer's seat, both from 1 (0: not
    yet known). ``left_out``: 1 if only hands are entered, 2 if only points are."""

    game: int
    dealer: int
    left_out: int = 0


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the lights show: pegs before and after the latest change, by team, and the
    lamps.

    ``target``: the points that win; if teams differ, the highest. ``steps``: of pegs that
    awards moved; others walk in one go. ``seats``: the team of each seat. ``games``: games won in
    this match, by team. ``count``: the running count of the play. ``window_open``: muggins may
    still be called. ``skunks``: the first hole beyond each skunk line. ``over``: the game has
    ended. ``choosing``: a game about to begin. ``waiting``: teams for which more keys are expected
    before a ghost can be shown. ``refused``: when, in seconds after the change, a key was refused.
    ``waits_at``: when, in seconds, the lights wait for a player who steps through a count line by
    line. ``moment``: what the latest change celebrates.
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
    moment: Moment | None = None

    @property
    def goals(self) -> tuple[int, ...]:
        """The points that win, by team."""
        return self.target_by_team or (self.target,) * len(self.moves)


EMPTY = Scene()
"""The board before a game."""


def scene_of(snapshot: Snapshot) -> Scene:
    """Return the scene of *snapshot*; its latest change is animated."""
    game, earlier = snapshot.game, snapshot.before
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
    pairs = zip_longest(earlier.pegs[: len(game.pegs)], game.pegs)
    moves = tuple(Move((was or now).front, now.front, now.back) for was, now in pairs)
    return Scene(
        target=game.rules.target,
        target_by_team=game.rules.target_by_team,
        moves=moves,
        steps=steps(snapshot.latest, game.pegs),
        winner=game.winner,
        just_won=game.winner is not None and earlier.winner is None,
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
        moment=moment(snapshot.latest, game),
    )


def _waiting(game: Game, typed: PendingEntry | None) -> tuple[Team, ...]:
    """Return all teams once OK has been held, or the team whose points are still to be typed."""
    if typed is None:
        return ()
    if typed.kind in ARMED:
        return tuple(range(len(game.pegs)))
    pegs = typed.kind in (EntryKind.PEG, EntryKind.MUGGINS) and not typed.ghost
    return (typed.team,) if pegs and typed.team is not None else ()


def _ghost(game: Game, rules: Rules, typed: PendingEntry | None) -> Ghost | None:
    """Return the ghost peg for *typed*; None if it would not move a peg, or the game is over."""
    if typed is None or not typed.ghost or typed.team is None or game.phase is Phase.OVER:
        return None
    team = typed.team
    if team >= len(game.scores):
        return None
    to = max(game.scores[team] + typed.ghost, 0)
    if to > game.goal(team):
        to = game.scores[team] if rules.exact_finish else game.goal(team)
    return None if to == game.scores[team] else Ghost(team, to)
