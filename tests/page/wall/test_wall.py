"""The display for a wall or tablet: shows the game without interaction."""

import re
from io import BytesIO
from typing import Final

from PIL import Image
from playwright.sync_api import ViewportSize, expect

from scorekeeper.game.live import AtShow, Lesson, WrongClaim
from tests.kit.drivers.browser import HANDS, Phone, Table, type_elsewhere
from tests.kit.drivers.web_server import CODE, Site

WIDE: Final[ViewportSize] = {"width": 1280, "height": 720}

PARTNERS: Final = ("Suzanne", "Luc", "Marie-Ève", "Jean-Christophe")


def test_a_wall_shows_scores_turn_count_and_what_happened(table: Table) -> None:
    table.deal("cribble", "5", "7", "8", players=PARTNERS, dealer=3)
    table.do(do="peg", team=0, points=110)
    wall = table.phone("/board?join&lang=fr")
    page = wall.page
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator(".side output").first).to_have_text("110")
    expect(page.locator(".running b")).to_have_text("15")
    expect(page.locator(".prompt")).to_contain_text("Marie-Ève")
    expect(page.locator(".happened")).to_contain_text("110")
    expect(page.locator(".inviting .qr")).to_have_js_property("complete", True)
    table.do(do="play", card="8")
    expect(page.locator(".laying .brought")).to_have_text(["+2", "+2"])
    players = page.locator(".players p")
    # Partners sit opposite: the first team is that of Suzanne and Marie-Ève.
    expect(players).to_contain_text(["Suzanne", "Marie-Ève", "Luc", "Jean-Christophe"])
    assert [one.locator(".left i").count() for one in players.all()] == [3, 3, 3, 4]
    expect(page.locator(".players .turn")).to_contain_text("Jean-Christophe")
    table.do(do="go")
    expect(players.last).to_have_text(re.compile("Jean-Christophe.*Go.*crib"))
    expect(page.locator(".players .turn")).to_contain_text("Suzanne")
    table.do(do="show")
    table.do(do="count", cards=["7", "8", "8", "K"])
    table.do(do="peg", team=0, points=121)
    table.do(do="next")
    expect(page.locator("header")).to_contain_text("Partie 2 · Donne 1")


DRAWN: Final = """() => {
  const grid = [...document.querySelectorAll(".chart .grid line")];
  const [low, ...others] = grid.map(({ y1 }) => y1.baseVal.value);
  const high = others.at(-1);
  return [...document.querySelectorAll(".chart .line path:first-child")].map((line) =>
    line.getAttribute("d").slice(1).split("L").map((point) =>
      Math.round((low - point.split(" ")[1]) * 121 / (low - high))));
}"""


def test_the_scores_by_deal_grow_on_a_wall(table: Table) -> None:
    """Between deals and at the show, with par in six-card games for two."""
    wall = table.phone("/board", viewport=WIDE)
    table.deal("six-card", options={"muggins": False}, scores=[5, 0])
    scores = [(5, 0)]
    hands = ("7", "8", "8", "9"), ("4", "5", "6", "6"), ("2", "3", "3", "10")
    for starter in ("5", "K"):
        table.do(do="starter", card=starter, seen_by=wall)
        expect(wall.page.locator(".chart")).to_have_count(0)
        table.do(do="show")
        for what, hand in zip(("count", "count", "crib"), hands, strict=True):
            table.do(do=what, cards=hand, seen_by=wall)
            assert drawn(wall) == [*scores, table.game.scores]
        scores.append(table.game.scores)
    expect(wall.page.locator(".chart figcaption")).to_have_text("AnnBenPar: 13 a deal each")


def drawn(wall: Phone) -> list[tuple[int, ...]]:
    return [*zip(*wall.page.evaluate(DRAWN), strict=True)]


def test_a_wall_shows_the_hand_that_won_before_the_win(table: Table) -> None:
    table.deal("six-card", "5H", options={"muggins": False}, scores=[115, 100], show=True)
    wall = table.phone("/board", viewport=WIDE, reduced_motion="no-preference")
    win, lines = wall.page.locator(":is(.wins, .win, .outcome)"), wall.page.locator("li > b")
    with wall.stopped_time():
        table.do(do="count", cards=HANDS[0])
        wall.tick_until(table.version)
        expect(lines.first).to_have_text("2")
        expect(win).to_have_count(0)
        wall.page.clock.run_for(1500)
        expect(lines.last).to_have_text("12")
        expect(win).to_have_count(0)
        wall.page.clock.run_for(4000)
        expect(wall.page.locator(".win h2")).to_have_text("Ann wins!")
    expect(wall.page.locator(".outcome")).to_contain_text("By 21 points")


def test_a_watching_wall_shows_the_address_and_no_code(table: Table) -> None:
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
    table.deal("six-card", "2", "5", "J", players=["Gisèle", "Noé"], scores=[60, 7])
    overlay = table.phone(None, viewport=WIDE)
    overlay.page.goto(f"{overlay.url}/overlay?lang=fr")
    sides = overlay.page.locator(".side")
    expect(sides).to_have_text(["Gisèle60", "Noé9+2"])
    expect(overlay.page.locator(".running")).to_have_text("15 sur 31")
    expect(overlay.page.locator(".happened")).to_contain_text("quinze pour deux")
    picture = Image.open(BytesIO(overlay.page.screenshot(omit_background=True)))
    assert picture.getpixel((5, 5)) == (0, 0, 0, 0)


def test_what_phones_are_in_the_middle_of_is_on_the_wall(table: Table) -> None:
    table.deal("six-card", "5H", options={"muggins": False}, show=True)
    wall = table.phone("/board", viewport=WIDE)
    hand, saying = (wall.page.locator(one) for one in (".hands", ".saying"))
    table.do(do="count", cards=["7C", "8D", "8S", "9H"], claim=12)
    expect(wall.page.locator("section.now")).to_contain_text("Right, 12!")
    expect(saying).to_contain_text("Ben, 4 cards to enter.")
    type_elsewhere(table, "4C", "5D", "6S", "6H", missed=WrongClaim(claim=8, hint="more"))
    expect(saying).to_have_text("8? Not quite. There’s more. Try again?")
    expect(hand.locator("h2")).to_have_text("Ben’s hand")
    table.do(do="count", seat=1, cards=["4C", "5D", "6S", "6H"], claim=8)
    expect(saying).to_contain_text("Ben said 8. It’s 24!")
    table.site.table.set_live(
        at_show=AtShow(lesson=Lesson(version=table.version, writer="a", line=0))
    )
    expect(wall.page.locator(".lines .coming").first).to_be_attached()
    expect(wall.page.locator("section.now")).not_to_contain_text("24!")
    expect(saying).to_have_text("8? Not quite.")
    expect(wall.page.locator(".side.asked")).to_contain_text("Ben")
    type_elsewhere(table, "3C", "3D")
    expect(hand.locator("h2")).to_have_text("The crib")
    expect(hand.locator(".card b")).to_have_text(["3", "3", "5"])
    expect(hand.locator(".gap")).to_have_count(2)
    expect(saying).to_contain_text("2 cards to enter.")
    table.do(do="undo")
    expect(hand.locator("h2")).to_have_text("Ben’s hand")
    expect(hand.locator(".card b")).to_have_text(["4", "5", "6", "6", "5"])
    expect(saying).to_contain_text("Ben, count your hand")
    table.deal("six-card", "5H", options={"muggins": True}, show=True)
    table.do(do="count", cards=["7C", "8D", "8S", "9H"], claim=6)
    type_elsewhere(table, "4C", "5D", "6S", "6H")
    titles = hand.locator("h2")
    expect(titles).to_have_text(["Ben’s hand", "Ann’s hand: 6 points claimed"])
    expect(hand.locator("[data-key=waiting] .card b")).to_have_text(["4", "5", "6", "6", "5"])
    table.do(do="muggins", team=1, points=6)
    expect(saying).to_contain_text("Muggins! Ben takes 6")
    expect(hand.locator("h2")).to_have_text("Ben’s hand")


HEAR: Final = """
window.heard = { clicks: 0, words: [] };
const { start } = AudioBufferSourceNode.prototype;
AudioBufferSourceNode.prototype.start = function (when) {
  heard.clicks += 1;
  return start.call(this, when);
};
SpeechSynthesis.prototype.speak = ({ text }) => { heard.words.push(text); };
"""
"""Records what the wall would sound."""


def test_a_tap_on_the_wall_switches_its_sound_on(table: Table) -> None:
    table.deal("six-card", "2", "5")
    wall = table.phone(None, viewport=WIDE)
    wall.context.add_init_script(HEAR)
    wall.open("/board")
    table.do(do="peg", team=0, points=1, seen_by=wall)
    wall.button("Tap for sound").tap()
    table.do(do="play", card="J", seen_by=wall)
    wall.button("Sound on").tap()
    table.do(do="peg", team=0, points=3, seen_by=wall)
    heard = wall.page.evaluate("heard")
    assert heard["clicks"] == 2
    (words,) = heard["words"]
    assert "fifteen for two" in words
    expect(wall.button("Tap for sound")).to_be_visible()
