"""The board on a wall or a tablet: it shows what is going on, and needs nobody to touch it."""

import re
from io import BytesIO
from itertools import product
from typing import Final

from PIL import Image
from playwright.sync_api import ViewportSize, expect

from tests.kit.drivers.browser import TALL, Table
from tests.kit.drivers.web_server import CODE, Site
from tests.page.wall.measures import EVERY_DEVICE, UPRIGHT, WIDE, overlap

LIES: Final = """(lies) => {
    const box = document.querySelector(".board svg")?.viewBox.baseVal;
    return box && (box.width > box.height) === lies;
}"""
"""The board lies or stands as the screen does."""

FROM_THREE_METRES = 90
"""Pixels, on a tablet of ten inches: digits of 15 mm."""


def test_all_that_matters_is_seen_from_afar(table: Table) -> None:
    """Scores, deal and turn, the count, what happened last; nothing hides anything else."""
    table.deal("four-handed", "5", "7", "8", dealer=3)
    table.do(do="peg", team=0, points=110)
    walls = [table.phone(f"/board?join&lang={lang}") for lang in ("en", "fr")]
    sizes: dict[str, list[float]] = {"en": [], "fr": []}
    for wall, lang in zip(walls, ("en", "fr"), strict=True):
        page = wall.page
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(page.locator(".side output").first).to_have_text("110")
        expect(page.locator(".running b")).to_have_text("15")
        expect(page.locator(".players p", has=page.locator(".crib-of"))).to_contain_text("Dora")
        expect(page.locator(".prompt")).to_contain_text("Carl")
        expect(page.locator(".happened")).to_contain_text("110")
        expect(page.locator(".inviting .qr")).to_have_js_property("complete", True)
        for screen in EVERY_DEVICE:
            page.set_viewport_size(screen)
            if screen in (WIDE, UPRIGHT):
                page.wait_for_function(LIES, arg=screen is WIDE)
            wall.settle()
            if screen is WIDE:
                sizes[lang].append(page.locator(".board").bounding_box()["height"])
            expect(page.locator("[data-peg=front-1]")).to_be_attached()
            assert overlap(page) == []
            size = "getComputedStyle(document.querySelector('.side output')).fontSize"
            near = min(1, screen["height"] / 600, screen["width"] / 780)
            assert float(page.evaluate(size).removesuffix("px")) >= FROM_THREE_METRES * near
    table.do(do="play", card="8")
    for wall in walls:
        expect(wall.page.locator(".laying .brought")).to_have_text(["+2", "+2"])
        expect(wall.page.locator(".laying .brought").last).to_have_class(re.compile("team-0"))
    table.do(do="show")
    table.do(do="count", cards=["7", "8", "8", "K"])
    for wall, screen in product(walls, EVERY_DEVICE):
        expect(wall.page.locator(".callout output")).to_be_attached()
        wall.resize(WIDE)
        card = wall.settle().page.locator(".explained .big .card").first
        assert card.bounding_box()["height"] > WIDE["height"] / 8, "read from afar"
        wall.resize(screen)
        assert overlap(wall.settle().page) == []
        if screen is WIDE:
            sizes[wall.page.locator("html").get_attribute("lang")].append(
                wall.page.locator(".board").bounding_box()["height"]
            )
    assert all(in_play == at_show for in_play, at_show in sizes.values())
    table.do(do="peg", team=0, points=121)
    table.do(do="next")
    for wall, game in zip(walls, ("Game 2 · Deal 1", "Partie 2 · Donne 1"), strict=True):
        expect(wall.page.locator("header")).to_contain_text(game)


def test_who_drew_what_is_seen_until_the_cut(table: Table) -> None:
    """After a tie both cards, and the place of the one to come."""
    table.deal("six-card", players=["Maude", "Jean-François"], dealer=None)
    wall = table.phone("/board", viewport=TALL)
    drawn = wall.page.locator(".drawn")
    for seat, card in enumerate(("7S", "7H")):
        table.do(do="draw", seat=seat, card=card)
    expect(drawn).to_have_text([re.compile(one) for one in ("Maude.*7", "Jean-François.*7")])
    expect(drawn.locator(".gap")).to_have_count(2)
    for screen in EVERY_DEVICE:
        wall.resize(screen)
        assert overlap(wall.settle().page) == []
    for seat, card in enumerate(("KS", "2H")):
        table.do(do="draw", seat=seat, card=card)
    expect(drawn.nth(1).locator(".card b")).to_have_text(["7", "2"])
    table.do(do="starter", card="5")
    expect(drawn).to_have_count(0)


def test_the_place_of_the_starter_waits_for_the_cut(table: Table) -> None:
    """It is where the starter will be in the play."""
    wall = table.phone("/board", viewport=WIDE)
    table.deal(seen_by=wall)
    place = wall.page.locator("[data-key=to-cut]")
    expect(place).to_have_text("Starter")
    (waiting,) = wall.boxes("[data-key=to-cut]")
    table.do(do="starter", card="5H", seen_by=wall)
    expect(place).to_have_count(0)
    (starter,) = wall.boxes(".laying .labelled")
    assert abs(waiting["right"] - starter["right"]) < 2


def test_who_conceded_is_said_beside_who_won(table: Table) -> None:
    """And not by how much: the game was not played to its end."""
    table.deal("six-card", "5H", scores=(70, 95))
    wall = table.phone("/board", viewport=WIDE)
    table.do(do="concede", team=0, seen_by=wall)
    expect(wall.page.locator(".happened")).to_contain_text("Ann concedes")
    expect(wall.page.locator(".happened")).not_to_contain_text("25")


def test_the_names_of_four_who_draw_are_large(table: Table) -> None:
    """On a wall that stands they are in two rows of two, which fill its width; after a tie too."""
    table.deal("four-handed", players=["Marie-Ève", "Jean-Philippe", "Paul", "Anne"], dealer=None)
    for seat, card in enumerate(("7S", "7H", "KD", "9C")):
        table.do(do="draw", seat=seat, card=card)
    wall = table.phone("/board", viewport=UPRIGHT)
    size = "one => parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom ?? 1)"
    for screen, least, rows in ((UPRIGHT, 30, 2), (ViewportSize(width=1024, height=768), 24, 1)):
        wall.resize(screen)
        names = wall.settle().page.locator(".drawn h2")
        assert names.first.evaluate(size) >= least
        assert names.nth(1).evaluate(size) >= 0.7 * least, "a long one is whole in smaller letters"
        assert names.nth(1).evaluate("one => one.scrollWidth <= one.clientWidth + 1")
        boxes = [one.bounding_box() for one in wall.page.locator(".drawn").all()]
        assert len({round(box["y"]) for box in boxes}) == rows
        assert overlap(wall.page) == []


def test_a_game_that_was_called_off_is_said_once(table: Table) -> None:
    table.deal("six-card", "5")
    table.do(do="abandon")
    for lang, said in (("en", "The game was called off."), ("fr", "La partie a été abandonnée.")):
        saying = table.phone(f"/board?lang={lang}", viewport=WIDE).page.locator(".saying")
        expect(saying).to_have_text(said)


def test_who_counts_from_now_on_is_said_in_place_of_its_correction(table: Table) -> None:
    """Until the next entry; whether it has muggins is a rule, which is amended before."""
    table.deal("six-card", "5", options={"muggins": True})
    walls = [table.phone(f"/board?lang={lang}", viewport=WIDE) for lang in ("en", "fr")]
    english, french = (wall.page.locator(".happened") for wall in walls)
    table.set_mode(counted_by="program")
    expect(english).to_have_text("From now on, Cribble counts.")
    start = table.site.table.now.record[0]
    amended = {"do": "start", "rules": "six-card", "players": list(table.game.players), "dealer": 1}
    table.do(do="amend", entry=start.entry, actions=[{**amended, "options": {"muggins": False}}])
    table.set_mode(counted_by="players")
    expect(english).to_have_text("From now on, you count and Cribble checks.")
    expect(french).to_have_text("À partir d’ici, vous comptez et Cribble vérifie.")
    table.do(do="peg", team=0, points=2)
    expect(english).not_to_contain_text("From now on")


def test_a_score_of_three_digits_hides_nothing_beside_it(table: Table) -> None:
    table.deal("six-card", players=["Gisèle", "Noé"], scores=[110, 7])
    table.do(do="peg", team=0, points=11)
    wall = table.phone("/board?lang=fr", viewport=UPRIGHT)
    expect(wall.page.locator(".side output").first).to_have_text("121")
    expect(wall.page.locator(".side").first).to_contain_text("match\u00a0: 2")
    assert overlap(wall.page) == []
    size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
    won, said = (wall.page.locator(one).evaluate(size) for one in (".prompt", ".happened"))
    assert won > 1.2 * said, "who won is what one reads"
    expect(wall.page.locator(".happened")).to_have_text(re.compile(r"^Par 114 points\. "))
    expect(wall.page.locator(".side .crib-of, [title*=arrière]")).to_have_count(0)
    side, score = wall.boxes(".side", ".side output")
    assert score["right"] < side["right"] - 8
    table.deal("six-card", players=["Gisèle", "Noé"])
    table.set_mode(counted_by="program", entered="points")
    expect(wall.page.locator(".prompt")).to_have_text("Noé brasse.")
    table.do(do="peg", team=1, points=2)
    expect(wall.page.locator(".prompt")).to_have_text("Noé\u00a0: +2.")
    expect(wall.page.locator(".happened")).to_have_text("Noé brasse.")


def test_where_hands_are_entered_a_wall_shows_the_starter_and_says_to_peg(table: Table) -> None:
    """No card of the play is known: nobody has any left, and nobody is to play."""
    table.deal("six-card", "5H")
    table.set_mode(counted_by="program", entered="hands")
    wall = table.phone("/board", viewport=WIDE)
    expect(wall.page.locator(".prompt")).to_have_text("Peg the play.")
    expect(wall.page.locator(".hands .card b")).to_have_text("5")
    expect(wall.page.locator(".left, .asked")).to_have_count(0)
    for screen in (WIDE, UPRIGHT):
        wall.resize(screen)
        (card,) = wall.settle().boxes(".hands .card")
        assert card["height"] > WIDE["height"] / 6, "read from afar"
        assert overlap(wall.page) == []
    table.do(do="show", seen_by=wall)
    expect(wall.page.locator(".side.asked")).to_contain_text("Ann")


def test_who_deals_the_next_game_is_said_once(table: Table) -> None:
    table.deal("six-card", players=["Gisèle", "Noé"], scores=[110, 7])
    table.do(do="peg", team=0, points=11)
    table.do(do="next")
    wall = table.phone("/board", viewport=WIDE)
    expect(wall.page.locator(".prompt")).to_contain_text("deals")
    assert wall.page.locator(".saying").inner_text().count("deals") == 1


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
        drawn, written = wall.boxes(".qr", ".inviting b")
        assert abs(drawn["left"] + drawn["right"] - written["left"] - written["right"]) < 4
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
