"""Boards on LED panels: every wiring, every layout, and digits that can be read back."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from cribble.boards import board_of
from cribble.config.file import parse_config
from cribble.wizard.devices import PANEL_MA
from hardware.drivers import LEDS
from scorekeeper.board.light import Power, corrected, enough_ma, limited
from scorekeeper.board.panel import (
    LAYOUTS,
    SIZES,
    Panel,
    panel_board,
    panels,
    panels_from_taps,
    pixel_to_light,
)
from scorekeeper.board.picture import BREATH_SECONDS, picture, walk_ends
from scorekeeper.board.scene import Move, Scene, scene_of
from scorekeeper.board.wiring import Board, Digits, check_wiring
from scorekeeper.words import Fault
from tests.kit.drivers.command_line import typed
from tests.kit.fakes.scenes import AT_HOME, LATER, snapshot
from tests.kit.oracles.frame_text import drawn_ma
from tests.kit.players.random_games import Evening

TEN_LINES = """[strip]
name = "null"
limit_ma = 3000
[board]
shape = "classic"
tracks = {tracks}
[wiring]
laid = "panel"
panel = "{size}"
first = "bottom right"
"""

CELLS = {
    ("8x32", "classic", 2): (122, 17, 80),
    ("8x32", "classic", 3): (183, 56, 0),
    ("8x32", "straight", 2): (242, 12, 0),
    ("16x16", "classic", 2): (122, 31, 74),
    ("16x16", "classic", 3): (183, 38, 0),
    ("16x16", "straight", 2): (242, 12, 0),
    ("8x64", "classic", 2): (122, 19, 100),
    ("8x64", "classic", 3): (183, 48, 111),
}
"""Cells of holes, lamps and digits, counted in the drawings."""


def neighbour(panel: Panel, pixel: int) -> tuple[int, int]:
    """Return the cell of *pixel* by walking along the panel's wire from its first LED."""
    width, height, count, _ = SIZES[panel.size]
    number, pixel = divmod(pixel, width * height)
    length = height if panel.along == "columns" else width
    line, step = divmod(pixel, length)
    step = length - 1 - step if panel.zigzag and line % 2 else step
    column, row = (line, step) if panel.along == "columns" else (step, line)
    column += number * width
    if "right" in panel.first:
        column = width * count - 1 - column
    return column, height - 1 - row if "bottom" in panel.first else row


@pytest.mark.parametrize("size", SIZES)
def test_every_wiring_is_one_to_one_and_found_by_three_taps(size: str) -> None:
    for panel in panels(size):
        cells = panel.cells()
        assert cells == tuple(neighbour(panel, pixel) for pixel in range(len(cells)))
        assert len({*cells}) == len(cells)
        taps: list[tuple[int, int]] = []
        while len(left := panels_from_taps(size, taps)) > 1:
            pixel, offered = pixel_to_light(left)
            assert cells[pixel] in offered
            taps.append(cells[pixel])
        assert left == [panel]
        assert len(taps) <= 3


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_gives_each_cell_one_purpose(layout: tuple[str, str, int]) -> None:
    size, shape, tracks = layout
    for panel in panels(size):
        drawn, wiring = panel_board(panel, shape, tracks)
        assert check_wiring(drawn, wiring) == ()
        holes = [pixel for track in wiring.tracks for pixel in track]
        lamps = [pixel for _, pixel in wiring.lamps.each()]
        digits = [
            pixel
            for number in wiring.digits
            for part in (*number.digits, number.hundred)
            for pixel in part
        ]
        used = [*holes, *lamps, *digits]
        assert len({*used}) == len(used)
        assert {*used} <= {*range(wiring.pixels)}
        assert (len(holes), len(lamps), len(digits)) == CELLS[layout]


DIGITS = {
    5: ["75557", "26227", "71747", "71717", "55711", "74717", "74757", "71111", "75757", "75717"],
    4: ["7557", "2627", "6127", "7317", "5571", "7616", "4757", "7122", "7757", "7571"],
}
"""Digits 0 to 9 by height, each row as a number of three bits."""


def read(board: Board, frame: bytes, number: Digits) -> int | None:
    """Return the *number* in *frame*; None if it is dark."""

    def row(pixels: tuple[int, ...]) -> str:
        return str(sum(4 >> at for at, pixel in enumerate(pixels) if any(frame[3 * pixel :][:3])))

    text = ""
    for pixels in number.digits:
        code = "".join(row(pixels[at : at + 3]) for at in range(0, len(pixels), 3))
        text += str(DIGITS[len(code)].index(code)) if int(code) else " "
    if not text.strip():
        return None
    return int(text) + 100 * any(any(frame[3 * pixel :][:3]) for pixel in number.hundred)


GAMES = {2: "six-card", 3: "three-handed"}
"""By tracks."""


@pytest.mark.parametrize(("tracks", "rules"), GAMES.items())
@pytest.mark.parametrize("size", SIZES)
def test_digits_of_a_game_are_right_within_the_limit(size: str, tracks: int, rules: str) -> None:
    config = parse_config(TEN_LINES.format(size=size, tracks=tracks).encode(), "panel.toml")
    board, usual = board_of(config), Power()
    shown = set[int | None]()
    for before, turn in pairwise(Evening(rules, Random(1)).play()):
        scene = scene_of(snapshot(before.game, turn.game, turn.events))
        frame = picture(scene, board, LATER)
        assert drawn_ma(limited(frame, usual), usual) <= usual.limit_ma
        for number in board.wiring.digits:
            points = scene.count if number.team is None else scene.moves[number.team].front
            dark = points == 0 and number.team is None
            assert read(board, frame, number) == (None if dark else points)
            shown.add(points)
    assert not board.wiring.digits or 121 in shown


@pytest.mark.parametrize(
    ("move", "before", "after"),
    [(Move(90, 199, 90), 90, 199), (Move(190, 200, 190), 190, None)],
)
def test_digits_wait_for_the_peg_and_show_no_number_that_does_not_fit(
    move: Move, before: int, after: int | None
) -> None:
    board = Board(*panel_board(Panel(), "classic", 2))
    scene = Scene(target=241, moves=(move, AT_HOME))
    (score,) = (number for number in board.wiring.digits if number.team == 0)
    assert read(board, picture(scene, board, 0.1), score) == before
    assert read(board, picture(scene, board, LATER), score) == after


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_play_is_dimmed_at_the_limit_that_is_named(layout: tuple[str, str, int]) -> None:
    size, shape, tracks = layout
    board, usual = Board(*panel_board(Panel(size=size), shape, tracks)), Power()
    enough = enough_ma(board.pixels, usual)
    assert enough <= PANEL_MA
    for before, turn in pairwise(Evening(GAMES[tracks], Random(2)).play()):
        scene = scene_of(snapshot(before.game, turn.game, turn.events))
        brightest = walk_ends(scene) + BREATH_SECONDS / 4
        frame = corrected(picture(scene, board, brightest), LEDS)
        assert turn.game.winner is not None or drawn_ma(frame, usual) <= enough


def test_a_panel_is_checked_described_and_not_drilled(tmp_path: Path) -> None:
    file = tmp_path / "panel.toml"
    file.write_text(TEN_LINES.format(size="8x64", tracks=2).replace("3000", "850"))
    done = typed("board", "check", "--config", str(file))
    assert (done.code, done.err) == (0, "")
    assert "512" in done.out
    assert "850" in done.out, "more than half of the limit goes to dark lights"
    for command in ("template", "files", "soldering"):
        assert "panel" in typed("board", command, "--config", str(file)).err


@pytest.mark.parametrize(("shape", "tracks"), [("paperclip", 2), ("straight", 3)])
def test_what_a_panel_cannot_show_is_refused(shape: str, tracks: int) -> None:
    with pytest.raises(Fault, match=f"{shape} board with {tracks} tracks"):
        panel_board(Panel(), shape, tracks)
