"""Keys on the board: a game that is being chosen, and a key that is refused."""

from contextlib import closing
from itertools import product

import pytest
from msgspec.structs import replace

from scorekeeper.board.board import Board, build
from scorekeeper.board.picture import picture, settles_at
from scorekeeper.board.scene import EMPTY, Choosing, Ghost, Move, Scene, scene_of
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import SHAPES
from scorekeeper.game.actions import Peg
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.rules.variants import RULES
from scorekeeper.table import KeypadSession, KeyResult, Table
from tests.kit.fakes.scenes import AT_HOME, LATER, SMALL, frames, small

LONG = Scene(target=12, moves=(Move(7, 7, 3), AT_HOME), refused=LATER)
START = Scene(target=12, moves=(AT_HOME, AT_HOME), refused=LATER)
BOARDS = [
    *(build(shape, Measures(tracks=tracks)) for shape in SHAPES for tracks in (1, 2, 3)),
    *(small(tracks=tracks, holes=holes) for tracks in (1, 2, 3) for holes in (3, 8, 9, 10)),
]


def test_choosing_a_game_lights_its_number_and_the_dealer() -> None:
    """Its number on the first track, the dealer's seat on the second; faint lights wait for one."""
    assert frames(choosing(0, 0), 0) == [["'''''''''''.", "'..........."]]
    assert bright_holes(choosing(3, 2), SMALL) == [[1, 2, 3], [1, 2]]
    assert bright_holes(choosing(2, 1, 2), SMALL) == [[1, 2], [1, 8, 9]]
    with closing(Table(Journal.in_memory())) as table:
        keys = KeypadSession(table)
        for key in (Key.HELD, Key.FIVE, Key.TWO):
            keys.press(key)
        assert scene_of(table.now).choosing == Choosing(5, 2)
        for key, left_out in ((Key.TEN, 2), (Key.NINE, 1), (Key.EIGHT, 0)):
            keys.press(key)
            assert scene_of(table.now).choosing == Choosing(5, 2, left_out)


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
    """The dealer comes behind all the games, after a dark hole, what is left out behind all the
    dealers; short tracks show what they can."""
    assert bright_holes(choosing(*chosen), small(tracks=1, holes=holes)) == [bright]


def choosing(game: int, dealer: int, left_out: int = 0) -> Scene:
    """Nobody plays yet."""
    return replace(EMPTY, choosing=Choosing(game, dealer, left_out))


def bright_holes(scene: Scene, board: Board) -> list[list[int]]:
    """The holes of each track that are more than faint, from 1."""
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
    """Of all teams; and of the one whose points are typed, until a ghost shows where they lead."""
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
    """The peg of the other team does, so that the keys have an answer."""
    walking = Scene(target=12, moves=(Move(4, 7, 3), Move(2, 2, 0)), refused=0.5)
    assert frames(walking, 0.6, 0.8) == [
        ["..o...O.....", "." * 12],
        ["..o...O.....", ".O" + "." * 10],
    ]
    waiting = replace(walking, refused=None, waiting=(0, 1))
    assert frames(waiting, 0.1) == [["..o..O......", ".'.........."]]


def test_refused_key_before_the_first_point_lights_the_first_hole() -> None:
    """A peg that has not left cannot wink: its first hole is lit, unless another's peg is there."""
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
