"""The pictures and the table of docs/boards.md."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from scorekeeper.board.light import Look
from scorekeeper.board.panel import Panel, panel_board
from scorekeeper.board.picture import picture
from scorekeeper.board.scene import Move, Scene
from scorekeeper.board.shape import Fit, Measures, Shape, fit, turned
from scorekeeper.board.shapes import SHAPES, proposed_shape, shape_named
from scorekeeper.board.svg import PegPoints, element, svg
from scorekeeper.board.wiring import Board
from scorekeeper.rules.variants import RULES, Rules
from scorekeeper.words import Words

EVENING: Final = (
    PegPoints(33, 25),
    PegPoints(28, 26),
    PegPoints(41, 36),
    PegPoints(22, 20),
    PegPoints(37, 25),
)
"""Peg positions in the pictures."""


class Picture(NamedTuple):
    """A board, the game on it, and the theme of the picture."""

    name: str
    shape: Shape
    rules: Rules
    theme: str

    @property
    def text(self) -> str:
        """The SVG in docs/pictures/boards."""
        teams = len(self.rules.teams)
        fitted = fit(self.shape, self.rules.goals)
        assert isinstance(fitted, Fit)
        return svg(
            turned(self.shape, "landscape"),
            theme=self.theme,
            fit=fitted,
            below=tuple(bound for bound, _ in self.rules.skunks),
            pegs=EVENING[:teams],
            title=f"A board: {self.name.replace('-', ' ')}",
        )


def built() -> Iterator[tuple[str, Measures, Shape]]:
    """Yield name, measures and shape of each board, with tape of 144 lights per metre."""
    for shape in SHAPES:
        for tracks in (2, 3):
            wood = Measures(tracks=tracks)
            yield f"{shape}-{tracks}", wood, shape_named(shape, wood)
    wood = Measures(ends="opposite")
    yield "sixty-one-2-opposite", wood, shape_named("sixty-one", wood)


@cache
def pictures() -> Mapping[str, Picture]:
    """Return all pictures by name."""
    boards = [
        Picture(name, shape, RULES[_game(shape, wood)], "maple" if wood.tracks == 3 else "walnut")
        for name, wood, shape in built()
    ]
    proposals = [
        Picture(key, proposed_shape(rules), rules, "walnut") for key, rules in RULES.items()
    ]
    return {one.name: one for one in (*boards, *proposals)}


ON_A_PANEL: Final = Scene(
    target=121,
    moves=(Move(start=62, front=62, back=50), Move(start=77, front=77, back=71)),
    seats=(0, 1),
    dealer=0,
    turn=1,
    games=(1, 0),
    count=25,
)
SETTLED: Final = 60.0


def panel_picture() -> str:
    """Return the SVG of a panel of 8 × 32 LEDs in a game, as players see it."""
    panel = Panel()
    board = Board(*panel_board(panel, "classic", 2), Look(streets=True, skunk=False))
    frame = picture(ON_A_PANEL, board, SETTLED)
    lights = []
    for pixel, (column, row) in enumerate(panel.cells()):
        colour = frame[3 * pixel : 3 * pixel + 3]
        fill = f"#{colour.hex()}" if any(colour) else "#2b2b2b"
        at = {"x": 10 * column + 2, "y": 10 * row + 2}
        lights.append(element("rect", **at, width=6, height=6, rx=1, fill=fill))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 80" role="img">'
        "<title>An LED panel in a game</title>"
        f'<rect width="320" height="80" rx="3" fill="#111"/>{"".join(lights)}</svg>\n'
    )


def _game(shape: Shape, wood: Measures) -> str:
    if wood.tracks == 3:
        return "three-handed"
    return "five-card" if shape.name == "sixty-one" else "six-card"


def games() -> Iterator[str]:
    """Yield a table row per game: how it fits on each shape with two tracks."""
    words = Words.of("en")
    for key, rules in RULES.items():
        found = " | ".join(_how(name, rules) for name in SHAPES)
        yield f"| {words.rules_title(key)} | {rules.target} | {found} |"


def _how(name: str, rules: Rules) -> str:
    shape = shape_named(name, Measures())
    fitted = fit(shape, rules.goals)
    assert isinstance(fitted, Fit)
    parts = ["once round" if fitted.laps == 1 else f"{fitted.laps} laps"]
    stands = (fitted.place_of(team, goal) for team, goal in enumerate(fitted.goals))
    if ends := sorted({stand.hole for stand in stands} - {fitted.holes}):
        parts.append(f"ends in hole {' and '.join(map(str, ends))}")
    if fitted.shared:
        two = len(fitted.goals) - len(shape.tracks) == 1
        parts.append("two teams share a track" if two else "teams share tracks")
    return ", ".join(parts)
