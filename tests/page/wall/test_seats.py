"""What a wall shows of each player beside the scores, and of a claim that may be called."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.drivers.browser import Phone, Table
from tests.page.wall.measures import (
    BOXES,
    EVERY_SCREEN,
    LETTERS,
    LYING,
    PARTNERS,
    WIDE,
    crowded,
    look,
)


def players(wall: Phone) -> Locator:
    """Those who play, each with the cards that are left."""
    return wall.page.locator(".players p")


def left(wall: Phone) -> list[int]:
    """The cards that each has left; of somebody who has said go none is shown."""
    return [one.locator(".left i").count() for one in players(wall).all()]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_partners_have_their_cards_go_crib_and_turn_beside_their_names(
    table: Table, lang: str
) -> None:
    table.deal("cribble", "5H", "10", "K", "Q", players=PARTNERS, dealer=3)
    wall = table.phone(f"/board?lang={lang}", viewport=WIDE)
    # Partners sit across: the first team is that of Suzanne and Marie-Ève.
    expect(players(wall)).to_contain_text(["Suzanne", "Marie-Ève", "Luc", "Jean-Christophe"])
    assert left(wall) == [3, 3, 3, 4]
    expect(wall.page.locator(".players .turn")).to_have_text(re.compile("Jean-Christophe"))
    table.do(do="go", seen_by=wall)
    assert left(wall) == [3, 3, 3, 0]
    expect(players(wall).last).to_have_text(re.compile("Jean-Christophe.*Go.*crib"))
    expect(wall.page.locator(".players .turn")).to_have_text(re.compile("Suzanne"))
    for screen in EVERY_SCREEN:
        look(wall, screen, ".side")
        assert crowded(wall.page) == [], screen


def test_a_name_that_is_too_long_by_part_of_a_pixel_is_whole(table: Table) -> None:
    """In letters that are a little smaller, and without dots."""
    wall = table.phone("/board?lang=fr", viewport={"width": 1024, "height": 768})
    names = ("Suzanne", "Luc", "Marie", "Jean-François")
    table.deal("cribble", "5H", "10", players=names, dealer=3, seen_by=wall)
    long, short = (players(wall).locator("b", has_text=one) for one in ("Jean-François", "Suzanne"))
    assert 0.9 < float(long.evaluate(LETTERS)) / float(short.evaluate(LETTERS)) < 1


@pytest.mark.parametrize(
    ("rules", "names", "cards"),
    [
        ("six-card", ("Gisèle", "Noé"), 4),
        ("three-handed", ("Suzanne", "Jean-Christophe", "Évangéline"), 4),
        ("five-handed", ("Suzanne", "Jean-Christophe", "Évangéline", "Luc", "Zoé"), 4),
        ("six-handed", ("Suzanne", "Jean-Christophe", "Évangéline", "Luc", "Zoé", "Max"), 4),
    ],
)
def test_the_cards_of_each_player_are_beside_the_scores(
    table: Table, rules: str, names: Sequence[str], cards: int
) -> None:
    """Whatever the number of players, and the board keeps its size at the show."""
    table.deal(rules, "5H", "10", players=names, dealer=1)
    wall = table.phone("/board")
    assert sum(left(wall)) == cards * len(names) - 1
    boards = {}
    for screen in EVERY_SCREEN:
        look(wall, screen, ".side")
        assert crowded(wall.page) == [], screen
        boards[screen["width"]] = wall.page.locator(".board").bounding_box()
    table.do(do="show", seen_by=wall)
    assert sum(left(wall)) == 0
    for screen in LYING:
        look(wall, screen, ".side")
        assert wall.page.locator(".board").bounding_box() == boards[screen["width"]], screen


def test_games_of_a_match_are_in_one_line_beside_three_digits(table: Table) -> None:
    """Of partners too, whose names have a line each."""
    table.deal("cribble", "5H", players=PARTNERS, dealer=3, options={"best_of": 5})
    table.do(do="peg", team=0, points=121)
    table.do(do="next")
    table.do(do="starter", card="5")
    table.do(do="play", card="10")
    table.do(do="peg", team=1, points=111)
    wall = table.phone("/board?lang=fr")
    expect(wall.page.locator(".tally")).to_have_text(["1 gagnée", "0 gagnée"])
    for screen in EVERY_SCREEN:
        look(wall, screen, ".side")
        assert crowded(wall.page) == [], screen
        names = wall.page.locator(".side .who b").all()
        assert min(one.evaluate(LETTERS) for one in names) > screen["height"] / 45, screen


def test_the_header_says_how_far_the_game_goes(table: Table) -> None:
    """Where each has a goal of their own, it is beside their score."""
    table.deal("cribble", players=PARTNERS)
    wall = table.phone("/board", viewport=WIDE)
    expect(wall.page.locator("header .what")).to_have_text("Cribble (Québec)To 121 · Deal 1")
    table.deal("six-card", options={"target_by_team": [121, 91]})
    expect(wall.page.locator("header .what p")).to_have_text("Deal 1")
    expect(wall.page.locator(".tally")).to_have_text(["to 121", "to 91"])


@pytest.mark.usefixtures("holding")
def test_the_names_of_partners_stay_large_beside_the_score_of_a_win(table: Table) -> None:
    table.deal("cribble", players=PARTNERS)
    wall = table.phone("/board?lang=fr", viewport=WIDE)
    table.do(do="peg", team=0, points=121)
    names, score = wall.page.locator(".win .final small"), wall.page.locator(".win .final output")
    expect(names).to_have_text(["Suzanne", "Marie-Ève", "Luc", "Jean-Christophe"])
    assert names.first.evaluate(LETTERS) > 0.4 * score.first.evaluate(LETTERS)
    for part in (*names.all(), *score.all()):
        expect(part).to_be_in_viewport(ratio=1)


def test_what_people_look_for_beside_a_score_is_large(table: Table) -> None:
    """Names, who has said go, and the crib; who is to play stands out."""
    table.deal("cribble", "5H", "10", "K", "Q", players=PARTNERS, dealer=3)
    table.do(do="go")
    wall = table.phone("/board", viewport=WIDE)
    for part in (".players b", ".gone", ".crib-of"):
        letters = wall.page.locator(part).first.evaluate(LETTERS)
        assert letters > WIDE["height"] / 30, part
    table.deal("six-card", "5H", "10", players=("Gisèle", "Noé"), seen_by=wall)
    ground = "one => getComputedStyle(one).backgroundColor"
    names = [one.evaluate(ground) for one in wall.page.locator(".who b").all()]
    assert len(set(names)) == 2


@pytest.mark.usefixtures("holding")
def test_a_standing_wall_has_the_count_above_large_cards_in_one_row(table: Table) -> None:
    """Up to eight cards and the starter."""
    wall = table.phone("/board", viewport={"width": 800, "height": 1280})
    for cards in (("7", "8"), ("10", "2", "A", "3"), ("A", "A", "A", "A", "2", "2", "2", "2")):
        table.deal("six-card", "5H", *cards, players=("Gisèle", "Noé"), seen_by=wall)
        expect(wall.page.locator(".laid")).to_have_count(len(cards))
        (count,) = wall.settle().boxes(".running")
        boxes = wall.page.locator(".laying .card").evaluate_all(BOXES)
        assert len({round(one["y"]) for one in boxes}) == 1
        assert all(one["right"] <= 800 for one in boxes)
        assert count["bottom"] <= boxes[0]["y"]
        assert boxes[0]["width"] > (80 if len(cards) < 4 else 70 if len(cards) < 5 else 35)


def test_a_peg_on_a_track_of_its_own_colour_has_a_dark_rim(table: Table) -> None:
    """The back one, too: it is larger than the peg on it."""
    table.deal("three-handed", "5H", "10", players=("Suzanne", "Luc", "Zoé"), scores=(5, 6, 7))
    wall = table.phone("/board", viewport=WIDE)
    for kind in ("front-2", "back-2"):
        peg = wall.page.locator(f"[data-peg={kind}]")
        rim, head = (peg.locator(one).bounding_box() for one in ("circle", "use"))
        assert rim["width"] > 0.9 * head["width"], kind
        fill = peg.locator("circle").evaluate("one => getComputedStyle(one).fill")
        assert fill == "rgb(0, 0, 0)"


def test_the_chart_after_a_win_ends_within_its_panel(table: Table) -> None:
    table.deal("six-card", scores=[100, 20])
    table.do(do="deal")
    wall = table.phone("/board", viewport={"width": 800, "height": 1280})
    table.do(do="peg", team=0, points=21, seen_by=wall)
    chart, panel = wall.page.locator(".ended .chart svg").first, wall.page.locator(".ended .chart")
    expect(chart).to_be_visible()
    lies, within = chart.bounding_box(), panel.bounding_box()
    assert lies["x"] + lies["width"] <= within["x"] + within["width"]
