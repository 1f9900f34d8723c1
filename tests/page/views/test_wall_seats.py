"""What a wall shows of each player beside the scores, and of a claim that may be called."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.drivers.browser import Phone, Table
from tests.page.views.test_wall import WIDE
from tests.page.views.test_wall_fit import EVERY_SCREEN, SCREENS, crowded, look, misplaced

LETTERS = "one => parseFloat(getComputedStyle(one).fontSize)"
"""How large they are, in pixels."""

PARTNERS = ("Suzanne", "Luc", "Marie-Ève", "Jean-Christophe")


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
    for screen in SCREENS:
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


def test_an_open_claim_names_muggins_and_what_was_called_on_it(table: Table) -> None:
    """The latest call is said in words, and those before it beside the question."""
    names = ("Suzanne", "Luc", "Jean-Christophe")
    table.deal("three-handed", "5H", players=names, dealer=1, options={"muggins": True}, show=True)
    walls = [table.phone(f"/board?lang={lang}", viewport=WIDE) for lang in ("en", "fr")]
    table.do(do="count", cards=["7C", "8D", "8S", "9H"], claim=4)
    for wall, asked in zip(walls, ("Muggins?", "Muggins\u00a0?"), strict=True):
        expect(wall.page.locator(".muggins")).to_have_text(asked)
    wall = walls[0]
    table.do(do="muggins", team=0, points=4, seen_by=wall)
    expect(wall.page.locator(".saying .prompt")).to_contain_text("Suzanne takes 4")
    expect(wall.page.locator(".muggins .called")).to_have_count(0)
    table.do(do="peg", team=1, points=1, seen_by=wall)
    expect(wall.page.locator(".muggins .called")).to_have_text("Suzanne 4")
    for screen in EVERY_SCREEN:
        look(wall, screen, ".muggins")
        assert wall.fits()
        said, muggins = wall.boxes(".saying .prompt", ".muggins")
        assert said["right"] <= muggins["left"] or said["bottom"] <= muggins["top"], screen


def test_the_hand_that_was_told_has_the_room_and_the_next_is_small_below_it(table: Table) -> None:
    """Praise for a count lies over none of its lines."""
    play = ("5S", "4C", "8D", "KH", "6", "3", "J", "Q", "2")
    table.deal("six-card", *play, players=("Gisèle", "Noé"), options={"muggins": False})
    wall = table.phone("/board?lang=fr")
    table.do(do="count", cards=["4C", "KH", "3", "Q"], claim=7, seen_by=wall)
    to_come = wall.page.locator(".saying > .cards")
    expect(to_come.locator(".card b")).to_have_text(["2", "6", "8", "J", "5"])
    expect(wall.page.locator(".saying .praise")).to_have_text("C’est ça, 7\u00a0!")
    for screen in EVERY_SCREEN:
        look(wall, screen, ".explained .card", ".praise")
        assert misplaced(wall.page) == []
        for part in (".card:first-child", ".labelled"):
            expect(to_come.locator(part)).to_be_in_viewport(ratio=1)
        card, counted, hands, praise = wall.boxes(
            ".saying > .cards .card", ".explained .big .card", ".hands", ".praise"
        )
        assert screen["height"] / 20 < card["height"] < counted["height"]
        line = wall.page.locator(".explained .lines li span").last
        assert line.evaluate(LETTERS) > screen["height"] / 50
        assert praise["top"] >= hands["bottom"]


def test_what_a_right_claim_takes_as_given_is_said_once(table: Table) -> None:
    table.deal("six-card", "5H", options={"muggins": False}, show=True)
    wall = table.phone("/board", viewport=WIDE)
    table.do(do="count", cards=["2", "4", "6", "8"], claim=7, seen_by=wall)
    expect(wall.page.locator(".praise")).to_have_text("Right, 7!no flush")
    assert wall.page.locator("section.now").inner_text().count("no flush") == 1


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


def test_a_standing_wall_has_the_count_above_large_cards_in_one_row(table: Table) -> None:
    """Up to eight cards and the starter."""
    wall = table.phone("/board", viewport={"width": 800, "height": 1280})
    for cards in (("7", "8"), ("10", "2", "A", "3"), ("A", "A", "A", "A", "2", "2", "2", "2")):
        table.deal("six-card", "5H", *cards, players=("Gisèle", "Noé"), seen_by=wall)
        expect(wall.page.locator(".laid")).to_have_count(len(cards))
        wall.settle()
        (count,) = wall.boxes(".running")
        boxes = [one.bounding_box() for one in wall.page.locator(".laying .card").all()]
        assert len({round(one["y"]) for one in boxes}) == 1
        assert all(one["x"] + one["width"] <= 800 for one in boxes)
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


def test_a_call_of_muggins_is_large_and_the_next_count_has_the_room(table: Table) -> None:
    """What became public with that count is said in a sentence, on every screen."""
    table.deal("cribble", "7H", "4", "5", "8", "J", players=PARTNERS, dealer=3)
    table.do(do="show")
    screens = (WIDE, {"width": 1920, "height": 1080}, {"width": 800, "height": 1280})
    walls = [table.phone("/board", viewport=screen) for screen in screens]
    table.do(do="count", cards=["5", "5", "8"], claim=2)
    table.do(do="muggins", team=1, points=1)
    for wall in walls:
        expect(wall.page.locator(".saying .prompt")).to_contain_text("Muggins!")
        expect(wall.page.locator(".claimed-hand h2").last).to_have_text(
            "Suzanne’s hand: 2 points claimed"
        )
    table.do(do="count", cards=["3", "Q", "K"])
    for wall, screen in zip(walls, screens, strict=True):
        wall.until(table.version)
        expect(wall.page.locator(".saying")).to_contain_text("1 went unclaimed")
        expect(wall.page.locator(".now .explained")).to_have_count(1)
        line = wall.settle().page.locator(".explained .lines li span").last
        assert line.evaluate(LETTERS) > min(screen.values()) / 40


def test_the_chart_after_a_win_ends_within_its_panel(table: Table) -> None:
    table.deal("six-card", scores=[100, 20])
    table.do(do="deal")
    wall = table.phone("/board", viewport={"width": 800, "height": 1280})
    table.do(do="peg", team=0, points=21, seen_by=wall)
    chart, panel = wall.page.locator(".ended .chart svg").first, wall.page.locator(".ended .chart")
    expect(chart).to_be_visible()
    lies, within = chart.bounding_box(), panel.bounding_box()
    assert lies["x"] + lies["width"] <= within["x"] + within["width"]
