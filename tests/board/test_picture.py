"""The picture of a board: pegs, lamps, overlays, and feedback for keys."""

from contextlib import closing
from itertools import combinations, product
from math import inf, nextafter

import pytest
from msgspec.structs import replace

from scorekeeper.board.light import TEAM_COLOURS, Look, for_all_teams
from scorekeeper.board.picture import bar, picture, settles_at
from scorekeeper.board.scene import EMPTY, Choosing, Ghost, Move, Scene, scene_of, walk_seconds
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import SHAPES
from scorekeeper.board.wiring import Board, Lamps, build
from scorekeeper.game.actions import Peg
from scorekeeper.game.analysis.moments import Moment, MomentKind
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.rules.variants import RULES
from scorekeeper.table import KeypadSession, KeyResult, Table
from tests.kit.fakes.scenes import AT_HOME, LATER, SMALL, frames, small, with_lamps
from tests.kit.oracles.colour_vision import EYES, apart
from tests.kit.oracles.frame_text import lamps, seen


def test_pegs_walk_hole_by_hole() -> None:
    """All at the same time, the first step at once. The back peg moves at once to the front peg's
    old hole, or after a correction to its new one, never ahead of the front peg."""
    scene = Scene(target=12, moves=(Move(3, 7, 3), Move(6, 3, 3)))
    assert frames(scene, 0, 0.1, 0.2, 0.3, LATER) == [
        ["..oO........", "..o.O......."],
        ["..o.O.......", "..oO........"],
        ["..o..O......", "..O........."],
        ["..o...O.....", "..O........."],
        ["..o...O.....", "..O........."],
    ]


@pytest.mark.parametrize("holes", range(1, 31))
def test_walking_peg_never_passes_its_hole(holes: int) -> None:
    scene = Scene(target=31, moves=(Move(0, holes, 0),))
    last = nextafter(walk_seconds(holes), 0)
    assert frames(scene, last, board=small(tracks=1, holes=31))[0][0].find("O") + 1 == holes


def test_second_lap_is_marked_before_the_game_hole() -> None:
    scene = Scene(target=23, moves=(Move(10, 13, 10), AT_HOME))
    assert [one for one, _ in frames(scene, 0, 0.1, 0.2, LATER)] == [
        ".........oO.",
        "O........o:.",
        ".O.......o:.",
        ".O.......o:.",
    ]


def test_every_completed_lap_has_a_mark_in_the_team_colour() -> None:
    scene = Scene(target=67, moves=(Move(60, 60, 57), AT_HOME))
    assert frames(scene, LATER)[0][0] == ".o..O.:::::."
    scene = Scene(target=67, moves=(Move(25, 25, 0), Move(13, 13, 0)))
    assert frames(scene, LATER, board=small(tracks=1)) == [[".2O.....b::."]]


def test_win_runs_along_the_winner_s_track_and_stays() -> None:
    scene = Scene(target=12, moves=(Move(10, 12, 10), Move(8, 8, 4)), winner=0, just_won=True)
    moments = (0, 0.2, 0.7, 0.8, 0.9, 1.0, 3.6, 3.7, LATER)
    one, other = zip(*frames(scene, *moments), strict=True)
    assert one == (
        ".........oO.",
        ".........o.O",
        "x....x...oxO",
        ".x....x..o.O",
        "..x....x.o.O",
        "...x....xo.O",
        "....x....o.O",
        "....o....o.O",
        "....o....o.O",
    )
    assert set(other) == {"...o...O...."}
    earlier = Scene(target=12, moves=(Move(12, 12, 10), AT_HOME), winner=0)
    assert frames(earlier, 0)[0][0] == "....o....o.O"
    longest = Scene(target=121, moves=(Move(75, 121, 75),), winner=0, just_won=True)
    assert 4 < settles_at(longest, build(look=Look(breaths=0))) < 5


def test_great_hand_runs_along_its_track_for_two_seconds() -> None:
    moves = (Move(10, 11, 10), Move(8, 8, 4))
    great = Scene(target=12, moves=moves, moment=Moment(MomentKind.HAND, 0, 29, of=0))
    hand, other = zip(*frames(great, 0.5, 0.7, 0.8, 2.4, LATER), strict=True)
    assert hand == (
        ".........oO.",
        ".x....x..oOx",
        "..x....x.oO.",
        "...x....xoO.",
        ".........oO.",
    )
    assert set(other) == {"...o...O...."}
    skunk = Moment(MomentKind.SKUNK, 0, 12)
    won = Scene(target=12, moves=moves, winner=0, just_won=True, moment=skunk)
    assert frames(won, 0.8) == [["..x....x.oO.", "..1o...O...."]]


def test_back_peg_breathes_for_ten_seconds_and_rests() -> None:
    scene, board = Scene(target=12, moves=(Move(7, 7, 3),)), small(tracks=1)
    blue = 3 * 2 + 2  # Of the back peg.
    levels = [picture(scene, board, tenth / 10)[blue] for tenth in range(150)]
    assert (min(levels), max(levels)) == (41, 112)
    assert levels[0] == 76
    assert set(levels[100:]) == {76}
    assert [at for at in range(149) if levels[at] < 60 <= levels[at + 1]] == [23, 48, 73, 98]


SETTLED = {
    "no game": (EMPTY, 2, 0),
    "no motion": (Scene(target=12, moves=(AT_HOME, Move(5, 5, 0))), 2, 0),
    "seven laps, which are not shown": (Scene(target=68, moves=(Move(1, 2, 1),) * 2), 2, 0),
    "two fronts, which take turns": (
        Scene(target=12, moves=(Move(5, 5, 0),) * 2),
        1,
        10,
    ),
}


@pytest.mark.parametrize(("scene", "tracks", "seconds"), SETTLED.values(), ids=SETTLED)
def test_lights_rest_once_nothing_moves(scene: Scene, tracks: int, seconds: int) -> None:
    assert settles_at(scene, small(tracks=tracks)) == seconds


def test_game_that_does_not_fit_leaves_the_board_dark() -> None:
    """Seven lap lights would be unreadable."""
    scene = Scene(target=68, moves=(Move(1, 2, 1),) * 2, window_open=True, skunks=(30,))
    assert frames(scene, 0) == [["." * 12, "." * 12]]


def test_pegs_that_meet_take_turns_and_then_mix() -> None:
    scene = Scene(target=12, moves=(Move(5, 5, 2), Move(5, 5, 3)))
    board = small(tracks=1)
    moments = (0, 1.2, 1.3, 2.4, 2.6, 9.9, 10, LATER)
    assert [track for (track,) in frames(scene, *moments, board=board)] == [
        ".ob.O.......",
        ".ob.O.......",
        ".ob.2.......",
        ".ob.2.......",
        ".ob.O.......",
        ".ob.2.......",
        ".ob.%.......",
        ".ob.%.......",
    ]
    assert settles_at(scene, board) == 10


def test_on_a_shared_track_one_peg_walks_at_a_time() -> None:
    """Undoing a whole game moves all pegs, and two moving pegs in one row would be confusing."""
    scene = Scene(target=12, moves=(Move(6, 6, 0), Move(1, 4, 1), Move(8, 11, 8)))
    assert frames(scene, 0, LATER, board=small(Look(breaths=0), tracks=1)) == [
        ["b2...O.c..3."],
        ["b..2.O.c..3."],
    ]


def test_shared_game_hole_shows_the_winner() -> None:
    board = build("classic", Measures(tracks=2, game_holes="one"))
    scene = Scene(target=121, moves=(Move(121, 121, 119), Move(90, 90, 80)), winner=0, over=True)
    one, other = seen(board, picture(scene, board, LATER))
    assert one[-1] == "O"
    assert other[-1] == "1"


def test_low_vision_pegs_have_three_lights() -> None:
    board = small(Look(low_vision=True))
    scene = Scene(target=12, moves=(Move(7, 7, 3), Move(11, 11, 10)))
    assert frames(scene, LATER, board=board) == [[".:o:.xOx....", "........:oO."]]
    scene = Scene(target=12, moves=(Move(1, 1, 0), Move(12, 12, 9)), winner=1)
    assert frames(scene, LATER, board=board)[0][0] == "Ox.........."


def test_with_low_vision_back_pegs_breathe_as_long_as_the_game_lasts() -> None:
    board = small(Look(low_vision=True))
    playing = Scene(target=12, moves=(Move(7, 7, 3), AT_HOME))
    assert settles_at(playing, board) == inf
    levels = {picture(playing, board, 5000 + tenth / 10) for tenth in range(20)}
    assert len(levels) > 10
    assert settles_at(Scene(target=12, moves=playing.moves, over=True), board) == 10
    assert settles_at(EMPTY, board) == 0


@pytest.mark.parametrize("eyes", EYES)
def test_team_colours_differ_for_colour_blind_people(eyes: str) -> None:
    for one, other in combinations(TEAM_COLOURS, 2):
        assert apart(one, other, eyes) > 30


def test_colours_of_three_teams_are_followed_by_usual_ones_that_differ() -> None:
    chosen = TEAM_COLOURS[2:]
    assert for_all_teams(TEAM_COLOURS[:3])[:3] == TEAM_COLOURS[:3]
    assert set(for_all_teams(chosen)) == set(TEAM_COLOURS)
    assert for_all_teams(chosen)[:3] == chosen


def test_ghost_is_drawn_where_the_peg_would_move() -> None:
    scene = Scene(target=12, moves=(Move(3, 3, 1), AT_HOME), ghost=Ghost(0, 8))
    assert frames(scene, LATER) == [["o.O,,,,g....", ":..........."]]
    scene = Scene(target=12, moves=(AT_HOME, Move(9, 9, 4)), ghost=Ghost(1, 6))
    assert frames(scene, LATER) == [[":...........", "...o.g,,O..."]]
    on_its_way = Scene(target=12, moves=(Move(1, 4, 1), AT_HOME), ghost=Ghost(0, 6))
    assert [one for one, _ in frames(on_its_way, 0, LATER)] == ["oO..,g......", "o..O,g......"]


def test_ghost_continues_on_the_next_lap() -> None:
    scene = Scene(target=23, moves=(Move(9, 9, 4), Move(11, 11, 1)), ghost=Ghost(0, 14))
    assert frames(scene, LATER, board=small(tracks=1)) == [["b,go....O,2."]]


def test_open_claim_lights_the_game_holes_amber() -> None:
    scene = Scene(target=12, moves=(Move(7, 7, 3), AT_HOME), window_open=True)
    assert frames(scene, 0, LATER) == [["..o...O....A", ":..........A"]] * 2


def test_short_game_ends_in_the_middle_of_the_board() -> None:
    board = small(Look(streets=True), holes=22)
    playing = Scene(target=11, moves=(Move(7, 7, 3), AT_HOME))
    assert frames(playing, LATER, board=board)[0][0] == "..o.'.O..'............"
    claimed = Scene(target=11, moves=(Move(7, 7, 3), AT_HOME), window_open=True)
    assert frames(claimed, LATER, board=board)[0][1] == ":...'....'A..........."
    won = Scene(target=11, moves=(Move(11, 11, 3), AT_HOME), winner=0, over=True)
    assert frames(won, LATER, board=board)[0][0] == "..o.o....oO..........."


def test_start_is_lit_before_the_first_point() -> None:
    """Start holes have no light: a faint first hole shows whose track it is."""
    scene = Scene(target=12, moves=(AT_HOME, AT_HOME))
    assert frames(scene, LATER) == [[":...........", ":..........."]]
    assert frames(scene, LATER, board=small(tracks=1)) == [["%..........."]]
    assert frames(Scene(target=12, moves=(Move(2, 2, 0), AT_HOME)), LATER)[0][0] == ".O.........."


def test_skunk_mark_is_the_first_hole_beyond_the_line() -> None:
    scene = Scene(target=12, moves=(Move(5, 5, 3), AT_HOME), skunks=(4, 7))
    assert frames(scene, LATER) == [["..o!O.!.....", ":..!..!....."]]
    without = small(Look(skunk=False))
    assert frames(scene, LATER, board=without) == [["..o.O.......", ":..........."]]


def test_skunk_line_is_marked_in_its_own_lap() -> None:
    scene = Scene(target=23, moves=(Move(13, 13, 12), Move(9, 9, 5)), skunks=(17,))
    assert frames(scene, LATER) == [["oO...!....:.", "....o...O..."]]


LAMPS = Lamps(
    dealer=(24, 25, 26, 27),
    turn=(28, 29, 30, 31),
    games=((32, 33, 34), (35, 36, 37)),
    count=tuple(range(38, 48)),
    link=48,
)
FOUR = (0, 1, 0, 1)


def test_lamps_show_dealer_turn_games_and_count() -> None:
    scene = Scene(
        target=12, moves=(AT_HOME, AT_HOME), seats=FOUR, dealer=3, turn=1, games=(2, 5), count=17
    )
    board = with_lamps(LAMPS)
    light = picture(scene, board, LATER)
    assert lamps(board, light) == "dealer ...* turn .*.. games **. *** count *****..... link *"
    assert light[3 * 29 : 3 * 30] == bytes(board.look.colours[1]), "the team's whose turn it is"


def test_lamps_fewer_than_seats_show_what_they_can() -> None:
    board = with_lamps(Lamps(dealer=(24, 25), turn=(26,), games=((27,),)))
    scene = Scene(
        target=12, moves=(AT_HOME,) * 2, seats=FOUR, dealer=3, turn=1, games=(1, 1), count=17
    )
    assert lamps(board, picture(scene, board, LATER)) == "dealer .. turn . games *"


def test_lamps_are_lit_though_the_game_does_not_fit() -> None:
    scene = Scene(target=1000, moves=(AT_HOME,) * 2, seats=(0, 1), dealer=0, turn=1)
    board = with_lamps(LAMPS)
    assert lamps(board, picture(scene, board, LATER)) == (
        "dealer *... turn .*.. games ... ... count .......... link *"
    )


def test_bar_is_the_count_scaled_to_its_lamps() -> None:
    assert [bar(count, 31) for count in range(32)] == [*range(32)]
    assert [bar(count, 4) for count in (0, 1, 15, 16, 23, 24, 30, 31)] == [0, 1, 1, 2, 2, 3, 3, 4]


LONG = Scene(target=12, moves=(Move(7, 7, 3), AT_HOME), refused=LATER)
START = Scene(target=12, moves=(AT_HOME, AT_HOME), refused=LATER)
BOARDS = [
    *(build(shape, Measures(tracks=tracks)) for shape in SHAPES for tracks in (1, 2, 3)),
    *(small(tracks=tracks, holes=holes) for tracks in (1, 2, 3) for holes in (3, 8, 9, 10)),
]


def test_choosing_a_game_lights_its_number_and_the_dealer() -> None:
    assert frames(choosing(0, 0), 0) == [["'''''''''''.", "'..........."]]
    assert bright_holes(choosing(3, 2), SMALL) == [[1, 2, 3], [1, 2]]
    assert bright_holes(choosing(2, 1, 2), SMALL) == [[1, 2], [1, 8, 9]]
    with closing(Table(Journal.in_memory())) as table:
        keys = KeypadSession(table)
        for key, *chosen in (
            (Key.HELD, 0, 0),
            (Key.FIVE, 5, 0),
            (Key.TWO, 5, 2),
            (Key.TEN, 5, 2, 2),
            (Key.NINE, 5, 2, 1),
            (Key.EIGHT, 5, 2, 0),
        ):
            keys.press(key)
            assert scene_of(table.now).choosing == Choosing(*chosen)


SINGLE = [
    (61, (3, 2, 0), [1, 2, 3, 13, 14]),
    (61, (8, 4, 0), [1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 15, 16]),
    (61, (2, 1, 2), [1, 2, 13, 20, 21]),
    (5, (8, 4, 0), [1, 2, 3, 4, 5]),
]


@pytest.mark.parametrize(("holes", "chosen", "bright"), SINGLE)
def test_choosing_a_game_on_a_single_track_lights_all_in_a_row(
    holes: int, chosen: tuple[int, int, int], bright: list[int]
) -> None:
    assert bright_holes(choosing(*chosen), small(tracks=1, holes=holes)) == [bright]


def choosing(game: int, dealer: int, left_out: int = 0) -> Scene:
    return replace(EMPTY, choosing=Choosing(game, dealer, left_out))


def bright_holes(scene: Scene, board: Board) -> list[list[int]]:
    light = picture(scene, board, 0)
    return [
        [hole for hole, pixel in enumerate(pixels, 1) if light[3 * pixel] > 50]
        for pixels in board.lights
    ]


def test_choosing_is_drawn_on_boards_of_every_shape_and_size() -> None:
    chosen = [choosing(*one) for one in product(range(len(RULES) + 1), range(5), range(3))]
    for board, scene in product(BOARDS, chosen):
        assert any(picture(scene, board, 0))
    for board, scene in product(BOARDS, (LONG, START, replace(EMPTY, refused=LATER))):
        accepted = replace(scene, refused=None)
        assert picture(scene, board, LATER) != picture(accepted, board, LATER)
        assert picture(scene, board, LATER + 1) == picture(accepted, board, LATER + 1)


def test_ok_hold_turns_the_front_pegs_white() -> None:
    with closing(Table(Journal.in_memory())) as table:
        keys = KeypadSession(table)
        for key in (Key.HELD, Key.TWO, Key.TWO, Key.OK, Key.FIVE):
            keys.press(key)
        table.submit(Peg(team=0, points=7))
        seen = []
        for line in ("HELD", "2", "GO", "3", "OK HELD", "7", "OK"):
            for word in line.split():
                assert keys.press(Key(word)) is not KeyResult.REFUSED
            scene = scene_of(table.now)
            seen.append((scene.waiting, scene.ghost))
    assert seen == [
        ((0, 1), None),
        ((0,), None),
        ((1,), None),
        ((), Ghost(1, 3)),
        ((0, 1), None),
        ((0, 1), None),
        ((), None),
    ]
    waiting = replace(LONG, refused=None, waiting=(0, 1))
    assert frames(waiting, LATER) == [["..o...'.....", "'..........."]]
    assert frames(replace(waiting, waiting=(1,)), LATER) == [["..o...O.....", "'..........."]]
    assert settles_at(waiting, SMALL) == settles_at(replace(waiting, waiting=()), SMALL)


def test_refused_key_makes_the_front_pegs_wink_twice() -> None:
    seconds = (LATER - 0.1, LATER + 0.1, LATER + 0.3, LATER + 0.5, LATER + 0.7)
    assert [one for one, _ in frames(LONG, *seconds)] == [
        "..o...O.....",
        "..o.........",
        "..o...O.....",
        "..o.........",
        "..o...O.....",
    ]
    assert settles_at(LONG, SMALL) == pytest.approx(LATER + 0.6)


def test_peg_on_its_way_neither_winks_nor_turns_white() -> None:
    walking = Scene(target=12, moves=(Move(4, 7, 3), Move(2, 2, 0)), refused=0.5)
    assert frames(walking, 0.6, 0.8) == [
        ["..o...O.....", "." * 12],
        ["..o...O.....", ".O" + "." * 10],
    ]
    waiting = replace(walking, refused=None, waiting=(0, 1))
    assert frames(waiting, 0.1) == [["..o..O......", ".'.........."]]


def test_refused_key_before_the_first_point_lights_the_first_hole() -> None:
    waiting, lit = ":" + "." * 11, "'" + "." * 11
    assert frames(START, LATER - 0.1, LATER + 0.1, LATER + 0.3, LATER + 0.5, LATER + 0.7) == [
        [waiting] * 2,
        [lit] * 2,
        [waiting] * 2,
        [lit] * 2,
        [waiting] * 2,
    ]
    assert frames(LONG, LATER + 0.1) == [["..o" + "." * 9, lit]]
    shared = Scene(target=12, moves=(Move(1, 1, 0), AT_HOME), refused=LATER)
    assert frames(shared, LATER + 0.1, board=small(tracks=1)) == [["." * 12]]
    no_game = replace(EMPTY, refused=1.0)
    assert frames(no_game, 0.9, 1.1, 1.3) == [["." * 12] * 2, [lit] * 2, ["." * 12] * 2]
