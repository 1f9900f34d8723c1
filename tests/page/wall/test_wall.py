"""The board on a wall or a tablet: it shows what is going on, and needs nobody to touch it."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Final

import pytest
from PIL import Image
from playwright.sync_api import Locator, expect

from tests.kit.drivers.browser import TALL, Phone, Table
from tests.kit.drivers.web_server import CODE, Site
from tests.page.wall.measures import EVERY_DEVICE, PARTNERS, UPRIGHT, WIDE, check_screens

LIES: Final = """(lies) => {
    const box = document.querySelector(".board svg")?.viewBox.baseVal;
    return box && (box.width > box.height) === lies;
}"""
"""The board lies or stands as the screen does."""


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_wall_shows_scores_turn_count_and_what_happened(table: Table, lang: str) -> None:
    table.deal("four-handed", "5", "7", "8", dealer=3)
    table.do(do="peg", team=0, points=110)
    wall = table.phone(f"/board?join&lang={lang}")
    page = wall.page
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator(".side output").first).to_have_text("110")
    expect(page.locator(".running b")).to_have_text("15")
    expect(page.locator(".players p", has=page.locator(".crib-of"))).to_contain_text("Dora")
    expect(page.locator(".prompt")).to_contain_text("Carl")
    expect(page.locator(".happened")).to_contain_text("110")
    expect(page.locator(".inviting .qr")).to_have_js_property("complete", True)
    expect(page.locator("[data-peg=front-1]")).to_be_attached()
    for screen in (WIDE, UPRIGHT):
        page.set_viewport_size(screen)
        page.wait_for_function(LIES, arg=screen is WIDE)
    check_screens(wall, EVERY_DEVICE)
    table.do(do="play", card="8")
    expect(page.locator(".laying .brought")).to_have_text(["+2", "+2"])
    expect(page.locator(".laying .brought").last).to_have_class(re.compile("team-0"))
    table.do(do="show")
    table.do(do="count", cards=["7", "8", "8", "K"])
    expect(page.locator(".callout output")).to_be_attached()
    check_screens(wall, EVERY_DEVICE)
    table.do(do="peg", team=0, points=121)
    table.do(do="next")
    game = {"en": "Game 2 · Deal 1", "fr": "Partie 2 · Donne 1"}[lang]
    expect(page.locator("header")).to_contain_text(game)


def partners(table: Table) -> None:
    """Cards laid by four with long names, and a claim to be called."""
    table.deal("cribble", "5H", "10", "K", "Q", players=PARTNERS, dealer=3)


def ten_lines(table: Table) -> None:
    """A count of ten lines above the hand to come."""
    play = ("5S", "4C", "8D", "4H", "J", "5", "6", "6", "2")
    table.deal("six-card", *play, players=("Gisèle", "Benoît"), options={"muggins": False})
    table.do(do="count", cards=["4C", "4H", "5", "6"], claim=12)


def count_beside_a_claim(table: Table) -> None:
    """A hand that was counted beside a claim that may be called, and long names."""
    players = ("Suzanne", "Luc", "Jean-Christophe")
    options = {"muggins": True}
    table.deal("three-handed", "5H", players=players, dealer=1, options=options, show=True)
    table.do(do="count", cards=["4", "7", "7", "8"], claim=4)
    table.do(do="count", cards=["4", "4", "5", "6"])


def story_of_a_win(table: Table) -> None:
    """A game of three that is over: best hands, chart and standings."""
    players = ("Jean-Christophe", "Marie-Ève", "Maximilienne")
    table.deal("three-handed", "K", players=players, dealer=1, show=True)
    for cards in (["7", "7", "8", "9"], ["7", "8", "8", "9"], ["7", "8", "9", "9"]):
        table.do(do="count", cards=cards)
    table.do(do="peg", team=0, points=120)


def six_players(table: Table) -> None:
    """The most players that any game has."""
    players = ("Suzanne", "Jean-Christophe", "Évangéline", "Luc", "Zoé", "Max")
    table.deal("six-handed", "5H", "10", players=players)


SITUATIONS: Final = (partners, ten_lines, count_beside_a_claim, story_of_a_win, six_players)


@pytest.mark.parametrize("situation", SITUATIONS, ids=[one.__name__ for one in SITUATIONS])
def test_nothing_on_a_wall_overlaps_or_is_cut(
    situation: Callable[[Table], None], table: Table
) -> None:
    situation(table)
    wall = table.phone("/board?lang=fr")
    wall.until(table.version)
    expect(wall.page.locator(".win")).to_have_count(0)
    check_screens(wall)


def test_who_drew_what_is_seen_until_the_cut(table: Table) -> None:
    """After a tie both cards, and the place of the one to come."""
    table.deal("six-card", players=["Maude", "Jean-François"], dealer=None)
    wall = table.phone("/board", viewport=TALL)
    drawn = wall.page.locator(".drawn")
    for seat, card in enumerate(("7S", "7H")):
        table.do(do="draw", seat=seat, card=card)
    expect(drawn).to_have_text([re.compile(one) for one in ("Maude.*7", "Jean-François.*7")])
    expect(drawn.locator(".gap")).to_have_count(2)
    check_screens(wall, EVERY_DEVICE)
    for seat, card in enumerate(("KS", "2H")):
        table.do(do="draw", seat=seat, card=card)
    expect(drawn.nth(1).locator(".card b")).to_have_text(["7", "2"])
    table.do(do="starter", card="5")
    expect(drawn).to_have_count(0)


def test_where_hands_are_entered_a_wall_shows_the_starter_and_says_to_peg(table: Table) -> None:
    """No card of the play is known: nobody has any left, and nobody is to play."""
    table.deal("six-card", "5H")
    table.set_mode(counted_by="program", entered="hands")
    wall = table.phone("/board", viewport=WIDE)
    expect(wall.page.locator(".prompt")).to_have_text("Peg the play.")
    expect(wall.page.locator(".hands .card b")).to_have_text("5")
    expect(wall.page.locator(".left, .asked")).to_have_count(0)
    check_screens(wall, (WIDE, UPRIGHT))
    table.do(do="show", seen_by=wall)
    expect(wall.page.locator(".side.asked")).to_contain_text("Ann")


def test_a_watching_wall_shows_the_address_and_no_code(table: Table) -> None:
    """The code is seen only on a screen that joined; another game may begin meanwhile."""
    with table.beside(Site()) as closed:
        wall = closed.phone("/board", viewport=WIDE)
        expect(wall.page.locator(".inviting")).to_contain_text("cribble.local")
        assert wall.page.locator(".qr").get_attribute("src") == "/watch.svg"
        expect(wall.page.locator(".inviting")).to_contain_text(
            "The code is in the terminal where Cribble was started."
        )
        expect(wall.page.locator(".prompt")).to_have_text("Scan, type the code, choose a game.")
        expect(wall.page.locator("body")).not_to_contain_text(CODE)
        closed.deal("six-card", "5", "7")
        expect(wall.page.locator(".side")).to_have_count(2)
        expect(wall.page.locator(".inviting")).to_have_count(0)
        closed.deal("three-handed", "5", "7")
        expect(wall.page.locator("[data-peg=front-2]")).to_be_attached()
        wall.join(CODE).open("/board")
        wall.button("How to join").tap()
        expect(wall.page.locator(".inviting")).to_contain_text(CODE)
        closed.site.access.renew()
        expect(wall.page.locator(".inviting")).to_contain_text("Scan to watch")
        expect(wall.page.locator("body")).not_to_contain_text(CODE)


def test_an_overlay_shows_the_scores_on_a_transparent_ground(table: Table) -> None:
    """Over a stream: what the table shows to everybody, and nothing while it is out of reach."""
    table.deal("six-card", "2", "5", "J", players=["Gisèle", "Noé"], scores=[60, 7])
    overlay = table.phone(None, viewport=WIDE)
    overlay.page.goto(f"{overlay.url}/overlay?lang=fr")
    sides = overlay.page.locator(".side")
    expect(sides).to_have_text(["Gisèle60", "Noé9+2"])
    expect(overlay.page.locator(".running")).to_have_text("15 sur 31")
    expect(overlay.page.locator(".happened")).to_contain_text("quinze pour deux")
    picture = Image.open(BytesIO(overlay.page.screenshot(omit_background=True)))
    assert picture.getpixel((5, 5)) == (0, 0, 0, 0)
    with table.beside(Site()) as empty:
        nothing = empty.phone(None, viewport=WIDE)
        nothing.page.goto(f"{nothing.url}/overlay")
        nothing.page.wait_for_selector(".overlay", state="attached")
        expect(nothing.page.locator(".side")).to_have_count(0)


def test_a_game_won_by_muggins_says_so_on_the_wall(table: Table) -> None:
    table.deal("six-card", "5H", show=True)
    table.do(do="peg", team=1, points=119)
    wall = table.phone("/board", viewport=WIDE)
    table.do(do="count", cards=["4", "5", "6", "6"], claim=2, seen_by=wall)
    winner = 1 - table.game.team_of(table.game.windows[-1].seat)
    table.do(do="muggins", team=winner, points=8, seen_by=wall)
    expect(wall.page.locator(".outcome .happened")).to_contain_text("took")


def players(wall: Phone) -> Locator:
    """Those who play, each with the cards that are left."""
    return wall.page.locator(".players p")


def left(wall: Phone) -> list[int]:
    """The cards that each has left; of somebody who has said go none is shown."""
    return [one.locator(".left i").count() for one in players(wall).all()]


def test_partners_have_their_cards_go_crib_and_turn_beside_their_names(table: Table) -> None:
    table.deal("cribble", "5H", "10", "K", "Q", players=PARTNERS, dealer=3)
    wall = table.phone("/board", viewport=WIDE)
    # Partners sit across: the first team is that of Suzanne and Marie-Ève.
    expect(players(wall)).to_contain_text(["Suzanne", "Marie-Ève", "Luc", "Jean-Christophe"])
    assert left(wall) == [3, 3, 3, 4]
    expect(wall.page.locator(".players .turn")).to_have_text(re.compile("Jean-Christophe"))
    table.do(do="go", seen_by=wall)
    assert left(wall) == [3, 3, 3, 0]
    expect(players(wall).last).to_have_text(re.compile("Jean-Christophe.*Go.*crib"))
    expect(wall.page.locator(".players .turn")).to_have_text(re.compile("Suzanne"))


def test_the_header_says_how_far_the_game_goes(table: Table) -> None:
    """Where each has a goal of their own, it is beside their score."""
    table.deal("cribble", players=PARTNERS)
    wall = table.phone("/board", viewport=WIDE)
    expect(wall.page.locator("header .what")).to_have_text("Cribble (Québec)To 121 · Deal 1")
    table.deal("six-card", options={"target_by_team": [121, 91]})
    expect(wall.page.locator("header .what p")).to_have_text("Deal 1")
    expect(wall.page.locator(".tally")).to_have_text(["to 121", "to 91"])
