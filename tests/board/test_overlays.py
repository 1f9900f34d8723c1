"""The board beside the pegs: ghosts, marks, open windows, and lamps."""

import pytest

from scorekeeper.board.board import build
from scorekeeper.board.geometry.measures import Measures
from scorekeeper.board.light.colour import Look
from scorekeeper.board.render import picture
from scorekeeper.board.render.lamps import bar
from scorekeeper.board.render.picture import settles_at
from scorekeeper.board.render.scene import EMPTY, Ghost, Move, Scene
from scorekeeper.board.wiring.wiring import Lamps
from tests.kit.fakes.scenes import AT_HOME, LATER, SMALL, frames, small, with_lamps
from tests.kit.oracles.frame_text import lamps, seen


def test_ghost_is_drawn_where_the_peg_would_move() -> None:
    """Pale, at the end of a faint way: no peg looks so."""
    scene = Scene(target=12, moves=(Move(3, 3, 1), AT_HOME), ghost=Ghost(0, 8))
    assert frames(scene, LATER) == [["o.O,,,,g....", ":..........."]]
    scene = Scene(target=12, moves=(AT_HOME, Move(9, 9, 4)), ghost=Ghost(1, 6))
    assert frames(scene, LATER) == [[":...........", "...o.g,,O..."]]


def test_ghost_does_not_walk_with_the_peg() -> None:
    """While the peg is still on its way, the ghost goes on from where it will stand."""
    scene = Scene(target=12, moves=(Move(1, 4, 1), AT_HOME), ghost=Ghost(0, 6))
    assert [one for one, _ in frames(scene, 0, LATER)] == ["oO..,g......", "o..O,g......"]
    assert settles_at(scene, SMALL) == settles_at(Scene(target=12, moves=scene.moves), SMALL)


def test_ghost_continues_on_the_next_lap() -> None:
    """From the last hole of a lap to the first ones of the next; another team's peg stays seen."""
    scene = Scene(target=23, moves=(Move(9, 9, 4), Move(11, 11, 1)), ghost=Ghost(0, 14))
    assert frames(scene, LATER, board=small(tracks=1)) == [["b,go....O,2."]]


def test_open_claim_lights_the_game_holes_amber() -> None:
    """Every team's: anybody might call."""
    scene = Scene(target=12, moves=(Move(7, 7, 3), AT_HOME), window_open=True)
    assert frames(scene, 0, LATER) == [["..o...O....A", ":..........A"]] * 2


def test_short_game_ends_in_the_middle_of_the_board() -> None:
    """There amber glows, and a win ends."""
    scene = Scene(target=10, moves=(Move(7, 7, 3), AT_HOME), window_open=True)
    assert frames(scene, LATER)[0][1] == ":........A.."
    won = Scene(target=10, moves=(Move(10, 10, 3), AT_HOME), winner=0, over=True)
    assert frames(won, LATER)[0][0] == "..o.o....O.."


def test_short_game_leaves_the_other_holes_dark() -> None:
    """Of 22 holes eleven are used: marks end there, and so does a win."""
    board = small(Look(streets=True), holes=22)
    playing = Scene(target=11, moves=(Move(7, 7, 3), AT_HOME))
    assert frames(playing, LATER, board=board)[0][0] == "..o.'.O..'............"
    won = Scene(target=11, moves=(Move(11, 11, 3), AT_HOME), winner=0, over=True)
    assert frames(won, LATER, board=board)[0][0] == "..o.o....oO..........."


def test_start_is_lit_before_the_first_point() -> None:
    """No light stands in a start hole: a faint one in the first hole says whose track it is."""
    scene = Scene(target=12, moves=(AT_HOME, AT_HOME))
    assert frames(scene, LATER) == [[":...........", ":..........."]]
    assert frames(scene, LATER, board=small(tracks=1)) == [["%..........."]]
    assert frames(Scene(target=12, moves=(Move(2, 2, 0), AT_HOME)), LATER)[0][0] == ".O.........."


def test_streets_are_marked_if_the_look_asks() -> None:
    scene = Scene(target=12, moves=(Move(5, 5, 3), AT_HOME))
    board = small(Look(streets=True), tracks=3)
    assert frames(scene, LATER, board=board) == [["..o.O....'..", ":...'....'..", "." * 12]]
    assert frames(scene, LATER)[0][1] == ":" + "." * 11


def test_skunk_mark_is_the_first_hole_beyond_the_line() -> None:
    scene = Scene(target=12, moves=(Move(5, 5, 3), AT_HOME), skunks=(4, 7))
    assert frames(scene, LATER) == [["..o!O.!.....", ":..!..!....."]]
    without = small(Look(skunk=False))
    assert frames(scene, LATER, board=without) == [["..o.O.......", ":..........."]]


def test_skunk_line_is_marked_in_its_own_lap() -> None:
    scene = Scene(target=23, moves=(Move(13, 13, 12), Move(9, 9, 5)), skunks=(17,))
    assert frames(scene, LATER) == [["oO...!....:.", "....o...O..."]]


def test_skunk_mark_of_121_is_hole_91() -> None:
    """A loser below hole 91 of 121 is skunked: the 91st hole is the first that is not."""
    board = build("straight", Measures(tracks=2))
    scene = Scene(target=121, moves=(AT_HOME, AT_HOME), skunks=(91,))
    assert [track.find("!") + 1 for track in seen(board, picture(scene, board, 0))] == [91, 91]


LAMPS = Lamps(
    dealer=(24, 25, 26, 27),
    turn=(28, 29, 30, 31),
    games=((32, 33, 34), (35, 36, 37)),
    count=tuple(range(38, 48)),
    link=48,
)
FOUR = (0, 1, 0, 1)


def shine(scene: Scene) -> str:
    """Return the lamps that are lit."""
    board = with_lamps(LAMPS)
    return lamps(board, picture(scene, board, LATER))


def test_lamps_show_dealer_turn_games_and_count() -> None:
    scene = Scene(
        target=12, moves=(AT_HOME, AT_HOME), seats=FOUR, dealer=3, turn=1, games=(2, 5), count=17
    )
    assert shine(scene) == "dealer ...* turn .*.. games **. *** count *****..... link *"


def test_lamps_of_an_idle_table_are_dark_but_the_link() -> None:
    assert shine(EMPTY) == "dealer .... turn .... games ... ... count .......... link *"


def test_turn_lamp_has_the_colour_of_the_team() -> None:
    board = with_lamps(LAMPS)
    scene = Scene(target=12, moves=(AT_HOME, AT_HOME), seats=FOUR, turn=3)
    assert picture(scene, board, LATER)[3 * 31 : 3 * 32] == bytes(board.look.colours[1])


def test_lamps_fewer_than_seats_show_what_they_can() -> None:
    board = with_lamps(Lamps(dealer=(24, 25), turn=(26,), games=((27,),)))
    scene = Scene(
        target=12, moves=(AT_HOME,) * 2, seats=FOUR, dealer=3, turn=1, games=(1, 1), count=17
    )
    assert lamps(board, picture(scene, board, LATER)) == "dealer .. turn . games *"


def test_lamps_are_lit_though_the_game_does_not_fit() -> None:
    scene = Scene(target=1000, moves=(AT_HOME,) * 2, seats=(0, 1), dealer=0, turn=1)
    assert shine(scene) == "dealer *... turn .*.. games ... ... count .......... link *"


@pytest.mark.parametrize("count", range(32))
def test_bar_of_31_lamps_is_the_count(count: int) -> None:
    assert bar(count, 31) == count


@pytest.mark.parametrize(
    ("count", "lit"), [(0, 0), (1, 1), (15, 1), (16, 2), (23, 2), (24, 3), (30, 3), (31, 4)]
)
def test_shorter_bar_is_scaled(count: int, lit: int) -> None:
    """Of four lamps one is lit from the first card on, and the last one only at 31."""
    assert bar(count, 4) == lit
