"""What the board shows: pegs that stand, walk and breathe, and a win, as frames one can read."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.board.board import Board, build
from scorekeeper.board.light import TEAM_COLOURS, Look
from scorekeeper.board.picture import picture, still_after
from scorekeeper.board.power import Power, corrected, drawn_ma, limited
from scorekeeper.board.scene import EMPTY, Move, Scene, scene_of
from scorekeeper.board.wood import Wood
from scorekeeper.game.events import GameWon
from scorekeeper.game.fold import fold
from scorekeeper.game.machine import apply
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game
from scorekeeper.game.wire import read_asked
from tests.colour_blind import EYES, apart
from tests.seen import seen

SMALL = build(wood=Wood(tracks=2, holes=12))
AT_HOME = Move(0, 0, 0)
LATER = 20.0


def frames(scene: Scene, *seconds: float, board: Board = SMALL) -> list[list[str]]:
    """What is seen on the board at each of *seconds*."""
    return [seen(board, picture(scene, board, at)) for at in seconds]


def test_the_front_peg_is_bright_and_the_back_peg_dim() -> None:
    """Each on its own track; pegs that have not left stand nowhere."""
    scene = Scene(target=12, moves=(Move(7, 7, 3), Move(2, 2, 0)))
    assert frames(scene, LATER) == [["..o...O.....", ".O.........."]]


def test_a_peg_walks_hole_by_hole() -> None:
    """The first step is taken at once; where the front peg stood the back peg is now."""
    scene = Scene(target=12, moves=(Move(3, 7, 3), AT_HOME))
    assert [one for one, _ in frames(scene, 0, 0.1, 0.2, 0.3, LATER)] == [
        "..oO........",
        "..o.O.......",
        "..o..O......",
        "..o...O.....",
        "..o...O.....",
    ]


def test_a_peg_that_is_put_right_walks_back() -> None:
    """The back peg is where it will be, never ahead."""
    scene = Scene(target=12, moves=(AT_HOME, Move(6, 3, 3)))
    assert [other for _, other in frames(scene, 0, 0.1, 0.2)] == [
        "..o.O.......",
        "..oO........",
        "..O.........",
    ]


def test_two_teams_walk_at_the_same_time() -> None:
    """After a misdeal with three teams both others peg."""
    scene = Scene(target=12, moves=(Move(0, 2, 0), Move(8, 10, 8)))
    assert frames(scene, 0, 0.1) == [
        ["O...........", ".......oO..."],
        [".O..........", ".......o.O.."],
    ]


@pytest.mark.parametrize("holes", [29, 46, 121])
def test_nobody_waits_long_for_a_peg(holes: int) -> None:
    """However far it goes, it is there in a second and a half."""
    scene = Scene(target=121, moves=(Move(0, holes, 0),))
    board = build()
    there = picture(scene, board, 1.5)
    assert there == picture(scene, board, LATER)


def test_a_peg_on_its_second_lap_leaves_a_mark_at_the_end() -> None:
    """On twelve holes, eighteen points are a lap and a half."""
    scene = Scene(target=18, moves=(Move(11, 14, 11), AT_HOME))
    assert [one for one, _ in frames(scene, 0, 0.1, LATER)] == [
        "..........oO",
        "O.........o:",
        ".O........o:",
    ]


def test_a_track_may_be_shorter_than_the_laps_are_many() -> None:
    """Twelve times round a board of three holes, every hole is a mark or a peg."""
    board = build(wood=Wood(tracks=1, holes=3))
    scene = Scene(target=37, moves=(Move(37, 37, 36),))
    assert frames(scene, LATER, board=board) == [["O:o"]]


def test_a_win_runs_along_the_winner_s_track_and_stays() -> None:
    """First the peg goes home, then every fifth hole runs up to it; the other track rests."""
    scene = Scene(target=12, moves=(Move(10, 12, 10), Move(8, 8, 4)), winner=0, just_won=True)
    one, other = zip(*frames(scene, 0, 0.2, 0.3, 0.4, 3.5, 3.6, LATER), strict=True)
    assert one == (
        ".........oO.",
        "x....x...oxO",
        ".x....x..o.O",
        "..x....x.o.O",
        "...x....xo.O",
        "....o....o.O",
        "....o....o.O",
    )
    assert set(other) == {"...o...O...."}


def test_a_win_of_before_stays_without_running_again() -> None:
    """Renaming a player after the game is no second win."""
    scene = Scene(target=12, moves=(Move(12, 12, 10), AT_HOME), winner=0)
    assert frames(scene, 0)[0][0] == "....o....o.O"


def test_a_win_is_told_in_under_five_seconds() -> None:
    """The longest walk included; after that only the back pegs breathe on."""
    scene = Scene(target=121, moves=(Move(75, 121, 75),), winner=0, just_won=True)
    board = build(look=Look(breaths=0))
    assert 4 < still_after(scene, board) < 5


def test_nothing_flashes_three_times_a_second() -> None:
    """Within any second of a win no light comes on more than twice."""
    scene = Scene(target=12, moves=(Move(11, 12, 11), AT_HOME), winner=0, just_won=True)
    tracks = [frames(scene, step / 100)[0][0] for step in range(400)]
    for hole in range(12):
        lit = [track[hole] != "." for track in tracks]
        comes_on = [at for at in range(1, 400) if lit[at] and not lit[at - 1]]
        assert all(third - at >= 99 for at, third in zip(comes_on, comes_on[2:], strict=False))


def back_peg(seconds: float, look: Look) -> int:
    """How bright the back peg's blue is, beside the front peg's 255."""
    board = build(wood=Wood(tracks=1, holes=12), look=look)
    scene = Scene(target=12, moves=(Move(7, 7, 3),))
    return picture(scene, board, seconds)[3 * 2 + 2]


def test_the_back_peg_breathes_for_ten_seconds_and_rests() -> None:
    """Four slow breaths, never dark and never half as bright as the front peg; then rest."""
    levels = [back_peg(tenth / 10, Look()) for tenth in range(150)]
    assert (min(levels), max(levels)) == (41, 112)
    assert levels[0] == 76
    assert set(levels[100:]) == {76}
    assert [at for at in range(149) if levels[at] < 60 <= levels[at + 1]] == [23, 48, 73, 98]


@pytest.mark.parametrize(("breaths", "moving"), [(0, False), (float("inf"), True)])
def test_breathing_is_a_matter_of_taste(breaths: float, moving: bool) -> None:
    """The look of a board may leave it out, or never let it end."""
    levels = {back_peg(1000 + tenth / 10, Look(breaths=breaths)) for tenth in range(20)}
    assert (len(levels) > 1) is moving


def test_a_board_without_a_game_is_dark_and_still() -> None:
    """Nobody plays, nothing is lit, nothing moves."""
    assert frames(EMPTY, 0, 1) == [["." * 12, "." * 12]] * 2
    assert still_after(EMPTY, SMALL) == 0


def test_a_board_with_nothing_to_tell_is_still_at_once() -> None:
    """Both pegs at home, or only front pegs that stay where they are."""
    assert still_after(Scene(target=12, moves=(AT_HOME, Move(5, 5, 0))), SMALL) == 0


def test_a_game_that_does_not_fit_leaves_the_board_dark() -> None:
    """Rather than showing two teams of three."""
    assert frames(Scene(target=12, moves=(Move(1, 2, 1),) * 3), 0) == [["." * 12, "." * 12]]


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Any scene of a game to 121: pegs anywhere, somebody may have won."""
    score = st.integers(0, 121)
    moves = draw(st.lists(st.builds(Move, score, score, score), min_size=1, max_size=3))
    winner = draw(st.none() | st.integers(0, len(moves) - 1))
    just_won = winner is not None and draw(st.booleans())
    return Scene(target=121, moves=tuple(moves), winner=winner, just_won=just_won)


THREE = build(wood=Wood(tracks=3))


@given(scenes(), st.floats(0, 30))
def test_what_is_still_stays_still(scene: Scene, longer: float) -> None:
    """The loop may sleep from that second on: every later frame is the same."""
    still = still_after(scene, THREE)
    assert picture(scene, THREE, still + longer) == picture(scene, THREE, still)


@given(scenes(), st.floats(0, 12), st.sampled_from([1.0, 2.2]))
def test_every_moment_stays_within_the_current(scene: Scene, at: float, gamma: float) -> None:
    """Animation included, on screens and on lamps alike."""
    frame = limited(corrected(picture(scene, THREE, at), gamma), Power())
    assert len(frame) == 3 * 363
    assert drawn_ma(frame, Power()) <= 850


@pytest.mark.parametrize("eyes", EYES)
def test_everybody_tells_the_teams_apart(eyes: str) -> None:
    """Any two teams' colours are far apart, for colour-blind people too."""
    for one, other in combinations(TEAM_COLOURS, 2):
        assert apart(one, other, eyes) > 30


def snapshot(before: Game, game: Game) -> Snapshot:
    """A table at which *game* has just come from *before*."""
    return Snapshot(journal="j", version=1, pulse=1, before=before, game=game)


def played(*actions: str, game: Game | None = None) -> Game:
    """The game after these actions as JSON."""
    game = game or Game()
    for action in actions:
        game = apply(game, read_asked(action)).game  # type: ignore[arg-type]
    return game


START = '{"do": "start", "rules": "six-card", "players": ["Ann", "Ben"], "dealer": 0}'


def test_the_scene_is_what_everybody_sees() -> None:
    """Ben cuts a jack for Ann: two for her heels."""
    before = played(START)
    game = played('{"do": "starter", "card": "JD"}', game=before)
    assert scene_of(snapshot(before, game)) == Scene(target=121, moves=(Move(0, 2, 0), AT_HOME))


def test_before_anybody_plays_there_is_nothing_to_show() -> None:
    """The idle table is the empty scene."""
    assert scene_of(snapshot(Game(), Game())) == EMPTY


def test_the_first_pegs_stand_where_they_begin() -> None:
    """A handicap is not walked: those pegs were never anywhere else."""
    start = START.replace("}", ', "scores": [0, 10]}')
    assert scene_of(snapshot(Game(), played(start))).moves == (AT_HOME, Move(10, 10, 0))


def test_a_team_that_left_is_shown_no_more() -> None:
    """Three played, two begin a match of their own."""
    three = played(START.replace("six-card", "three-handed").replace('"Ben"', '"Ben", "Cleo"'))
    two = played('{"do": "abandon"}', START, game=three)
    assert scene_of(snapshot(three, two)).moves == (AT_HOME, AT_HOME)


def test_undo_walks_back() -> None:
    """The scene tells where the peg is and where it came from, whatever moved it."""
    before = played(START)
    game = played('{"do": "peg", "team": 1, "points": 5}', game=before)
    assert scene_of(snapshot(game, before)).moves == (AT_HOME, Move(5, 0, 0))


def test_only_the_winning_line_is_a_win_to_tell() -> None:
    """What is done after it finds the winner there already."""
    playing = played(START)
    won = fold(playing, [GameWon(team=1, games=1)])
    renamed = played('{"do": "rename", "seat": 0, "name": "Anna"}', game=won)
    assert scene_of(snapshot(playing, won)).just_won
    assert not scene_of(snapshot(won, renamed)).just_won
    assert scene_of(snapshot(won, renamed)).winner == 1


def counted(hand: str) -> Snapshot:
    """Ben has claimed 2 for a *hand* that is worth at least that, with muggins on."""
    before = played(START, '{"do": "starter", "card": "4"}', '{"do": "show"}')
    count = f'{{"do": "count", "cards": {hand}, "claim": 2}}'
    return snapshot(before, played(count, game=before))


def test_an_open_window_looks_the_same_whatever_was_missed() -> None:
    """Two points claimed of two, and of twelve, give one and the same scene."""
    nothing, much = counted('["A", "A", "7", "K"]'), counted('["5", "5", "6", "6"]')
    assert nothing.game != much.game
    assert scene_of(nothing) == scene_of(much)
