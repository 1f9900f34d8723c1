"""`cribble board svg` prints the board that the page draws, or says in one line why it cannot."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from scorekeeper.board.shape import Fit, fit, turned
from scorekeeper.board.shapes import proposed_shape
from scorekeeper.board.svg import THEMES, PegPoints, svg
from scorekeeper.rules.variants import RULES
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.web_server import START, Site


def measures(text: str) -> tuple[float, float]:
    """Return how wide and how high a drawing is."""
    _, _, width, height = ElementTree.fromstring(text).get("viewBox", "").split()
    return float(width), float(height)


def pegs(text: str) -> set[str]:
    """The pegs that stand on a drawing."""
    return {name for name in ("front-0", "back-0", "front-1", "back-1") if f'"#{name}"' in text}


def test_board_svg_is_the_picture_of_the_page() -> None:
    phone = Site(is_open=True).phone()
    phone.enter({**START, "rules": "britannica"})
    page = phone.get("/board.svg").text
    done = typed("board", "svg", "--rules", "britannica")
    assert done.code == 0
    assert done.out.replace("<title>Cribbage board</title>", "").strip() == page


def test_board_svg_draws_the_built_board_for_every_game(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[board]\nshape = "straight"\n', encoding="utf-8")
    for key in ("six-card", "five-card"):
        done = typed("board", "svg", "--rules", key, "--config", str(config))
        assert measures(done.out) == (910.2, 84)


def test_board_svg_is_landscape_unless_portrait_is_asked() -> None:
    width, height = measures(typed("board", "svg").out)
    assert width > height
    assert measures(typed("board", "svg", "--landscape").out) == (width, height)
    assert measures(typed("board", "svg", "--portrait").out) == (height, width)


@pytest.mark.parametrize("theme", THEMES)
def test_board_svg_has_the_chosen_theme(theme: str) -> None:
    assert THEMES[theme].edge in typed("board", "svg", "--theme", theme).out


def test_board_svg_draws_pegs_at_the_given_points() -> None:
    assert pegs(typed("board", "svg").out) == set()
    assert pegs(typed("board", "svg", "--pegs", "63,57").out) == {"front-0", "back-0"}
    rules = RULES["cribble"]
    shape = proposed_shape(rules)
    fitted = fit(shape, rules.goals)
    assert isinstance(fitted, Fit)
    wanted = svg(
        turned(shape, "landscape"),
        fit=fitted,
        pegs=(PegPoints(63, 57), PegPoints(88, 76)),
        title="Cribbage board",
    )
    assert typed("board", "svg", "--pegs", "63,57 88,76").out == f"{wanted}\n"


def test_board_svg_writes_only_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert typed("board", "svg", "--out", str(path)).out == ""
    assert path.read_text(encoding="utf-8") == typed("board", "svg").out
    again = typed("board", "svg", "--out", str(path))
    assert (again.code, again.err) == (2, f"cribble: {path} is there already.\n")


WRONG: dict[tuple[str, ...], str] = {
    ("--rules", "whist"): "--rules cannot be whist; it is cribble | six-card | ",
    ("--theme", "oak"): "--theme cannot be oak; it is walnut | maple.",
    ("--pegs", "63"): "--pegs cannot be 63; it is 63,57 88,76 ….",
    ("--pegs", "57,63"): "--pegs cannot be 57,63; it is 63,57 88,76 ….",
    ("--pegs", "3,-1"): "--pegs cannot be 3,-1; it is 63,57 88,76 ….",
    ("--pegs", "1,0 1,0 1,0"): "--pegs names 3 teams; this game has 2.",
    ("--pegs", "122,1"): "--pegs names 122 points; this game ends at 121.",
}


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_board_svg_that_cannot_be_drawn_is_one_line(words: tuple[str, ...]) -> None:
    done = typed("board", "svg", *words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"cribble: {WRONG[words]}")


def test_board_svg_of_a_board_too_short_for_a_game_is_refused(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[board]\nshape = "straight"\nholes = 20\n', encoding="utf-8")
    done = typed("board", "svg", "--config", str(config), "--lang", "fr")
    assert done.code == 2
    assert "fait 7 fois le tour de cette planche" in done.err
