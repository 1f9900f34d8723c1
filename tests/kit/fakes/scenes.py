"""Scenes for tests of the picture: explicit, from a game, or random."""

from itertools import pairwise
from typing import Final

from hypothesis import strategies as st

from scorekeeper.board.light import Look
from scorekeeper.board.picture import picture
from scorekeeper.board.scene import Ghost, Move, Scene, Step
from scorekeeper.board.shape import Measures
from scorekeeper.board.wiring import Board, Lamps, build, wire_in_order
from scorekeeper.game.codec import read_asked
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import Events
from scorekeeper.game.live import NOTHING_LIVE, Live
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game
from tests.kit.oracles.frame_text import seen

PLAIN: Final = Look()
SMALL: Final = build(measures=Measures(tracks=2, holes=12))
THREE_TRACKS: Final = build(measures=Measures(tracks=3))
AT_HOME: Final = Move(0, 0, 0)
LATER: Final = 20.0
"""Seconds after which nothing moves."""

START: Final = '{"do": "start", "rules": "six-card", "players": ["Ann", "Ben"], "dealer": 0}'


def frames(scene: Scene, *seconds: float, board: Board = SMALL) -> list[list[str]]:
    return [seen(board, picture(scene, board, at)) for at in seconds]


def pegs_frame(*moves: Move) -> bytes:
    return picture(Scene(target=121, moves=moves), THREE_TRACKS, LATER)


def small(look: Look = PLAIN, tracks: int = 2, holes: int = 12) -> Board:
    return build(measures=Measures(tracks=tracks, holes=holes), look=look)


def with_lamps(lamps: Lamps) -> Board:
    return Board(SMALL.shape, wire_in_order(SMALL.shape, "pegged", lamps=lamps), PLAIN)


def snapshot(before: Game, game: Game, latest: Events = (), live: Live = NOTHING_LIVE) -> Snapshot:
    return Snapshot(
        journal="j", version=1, revision=1, before=before, game=game, latest=latest, live=live
    )


def played(*actions: str, game: Game | None = None) -> Game:
    game = game or Game()
    for action in actions:
        game = apply(game, read_asked(action)).game  # type: ignore[arg-type]
    return game


def done(before: Game, action: str) -> Snapshot:
    game, events = apply(before, read_asked(action))  # type: ignore[arg-type]
    return snapshot(before, game, events)


LOOKS: Final = st.builds(
    Look,
    breaths=st.sampled_from([0.0, 4.0, float("inf")]),
    streets=st.booleans(),
    skunk=st.booleans(),
    low_vision=st.booleans(),
)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Generate any scene of a game to 121: pegs anywhere, perhaps a count or a winner."""
    score = st.integers(0, 121)
    moves = tuple(draw(st.lists(st.builds(Move, score, score, score), min_size=1, max_size=3)))
    teams = st.integers(0, len(moves) - 1)
    winner = draw(st.none() | teams)
    return Scene(
        target=121,
        moves=moves,
        steps=draw(st.just(()) | _counts(moves)),
        winner=winner,
        just_won=winner is not None and draw(st.booleans()),
        over=winner is not None,
        seats=tuple(range(len(moves))),
        dealer=draw(st.none() | teams),
        turn=draw(st.none() | teams),
        games=tuple(draw(st.integers(0, 9)) for _ in moves),
        count=draw(st.integers(0, 31)),
        window_open=draw(st.booleans()),
        ghost=draw(st.none() | st.builds(Ghost, teams, score)),
        waiting=tuple(draw(st.sets(teams))),
        skunks=draw(st.sampled_from([(), (91,), (61, 91), (1, 2)])),
    )


@st.composite
def _counts(draw: st.DrawFn, moves: tuple[Move, ...]) -> tuple[Step, ...]:
    """Generate the lines of a count by one team, from its peg's start to its end."""
    team = draw(st.integers(0, len(moves) - 1))
    start, front = moves[team].start, moves[team].front
    parts = draw(st.integers(1, 6))
    places = [start + (front - start) * line // parts for line in range(parts + 1)]
    return tuple(Step(team, *way, 0.8 * line, 0.5) for line, way in enumerate(pairwise(places)))
