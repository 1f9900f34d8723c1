"""The board on a wall or a tablet: it shows what is going on, and needs nobody to touch it."""

import re
from io import BytesIO
from itertools import product
from typing import Final

import pytest
from msgspec.structs import replace
from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect

from scorekeeper.cards import Card
from scorekeeper.game.at_show import AtShow, Lesson, UnfinishedCount, WrongClaim
from scorekeeper.game.entry_mode import CountedBy, Entered, EntryMode
from scorekeeper.keypad.key import Key
from scorekeeper.table import set_entry_mode
from tests.kit.drivers.browser import TALL, Table
from tests.kit.drivers.web_server import CODE, Site

WIDE: Final[ViewportSize] = {"width": 1280, "height": 720}
UPRIGHT: Final[ViewportSize] = {"width": 800, "height": 1280}
SCREENS: Final = (WIDE, UPRIGHT, TALL, ViewportSize(width=844, height=390))
LIES: Final = """(lies) => {
    const box = document.querySelector(".board svg")?.viewBox.baseVal;
    return box && (box.width > box.height) === lies;
}"""
"""The board lies or stands as the screen does."""

FROM_THREE_METRES = 90
"""Pixels, on a tablet of ten inches: digits of 15 mm."""


def overlap(page: Page) -> list[str]:
    """Parts of the page that lie over each other or beyond the screen, or are cut short."""
    found: list[str] = page.evaluate(
        """() => {
            const parts = [...document.querySelectorAll(
                ".kiosk > *, header > *, .side > *, section.now > *, .inviting > *")]
                .filter((one) => one.offsetParent !== null)
                .map((one) => [one, one.getBoundingClientRect()]);
            const beyond = parts.filter(([one, box]) =>
                one.parentNode.matches(".inviting") &&
                    box.top < one.parentNode.getBoundingClientRect().top - 1 ||
                box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.top < -1);
            const over = parts.flatMap(([one, a]) => parts
                .filter(([other, b]) => other.parentNode === one.parentNode && other !== one
                    && a.left < b.right - 1 && b.left < a.right - 1
                    && a.top < b.bottom - 1 && b.top < a.bottom - 1)
                .map(([other]) => `${one.className} over ${other.className}`));
            const short = [...document.querySelectorAll(
                "h1, .what p, .who b, .prompt, .saying .happened, .callout h2")]
                .filter((one) => one.scrollWidth > one.clientWidth + 1
                    || one.scrollHeight > one.clientHeight + 4);
            return [...beyond.map(([one]) => `${one.className} beyond`), ...over,
                ...short.map((one) => `${one.textContent} cut short`)];
        }"""
    )
    return found


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
        for screen in SCREENS:
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
    for wall, screen in product(walls, SCREENS):
        expect(wall.page.locator(".callout output")).to_be_attached()
        wall.page.set_viewport_size(WIDE)
        card = wall.settle().page.locator(".explained .big .card").first
        assert card.bounding_box()["height"] > WIDE["height"] / 8, "read from afar"
        wall.page.set_viewport_size(screen)
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


def test_the_show_is_told_with_its_cards_and_in_whole_sentences(table: Table) -> None:
    """Whose crib it is, the hand that may be called, and what the claims before were worth."""
    table.deal("cribble", "5H", players=["Marie-Ève", "Jean-Philippe", "Paul", "Anne"], show=True)
    walls = [table.phone(f"/board?lang={lang}") for lang in ("en", "fr")]
    hands = (["7C", "8D", "8S", "9H"], ["4C", "5D", "6S", "6H"], ["2C", "3D", "3S", "10H"])
    for hand, claim in zip(hands, (8, 12, 29), strict=True):
        table.do(do="count", cards=hand, claim=claim)
        for wall, screen in product(walls, SCREENS):
            wall.until(table.version)
            wall.page.set_viewport_size(screen)
            assert overlap(wall.settle().page) == []
    for wall in walls:
        expect(wall.page.locator(".side.team-1 .crib-of")).to_have_count(1)
        expect(wall.page.locator("section.callout .cards.big .card")).to_have_count(5)
        expect(wall.page.locator(".saying")).to_contain_text("24")
        size = "one => parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom ?? 1)"
        wall.page.set_viewport_size(WIDE)
        assert wall.settle().page.locator(".prompt").evaluate(size) > 30, "read from afar"
    happened = walls[0].page.locator(".saying .happened")
    expect(happened).to_have_text(re.compile(r"It’s only 8\.$"))
    table.deal("six-card", *("5S", "4C", "8D", "KH", "6", "3", "J", "Q", "2"))
    waiting = walls[0].page.locator("[data-key=waiting] .card b")
    expect(waiting).to_have_text(["3", "4", "Q", "K", "5"])


def test_what_phones_are_in_the_middle_of_is_on_the_wall(table: Table) -> None:
    """A try that was wrong, cards as they are typed, no verdict before its line; and nothing of a
    claim that may be called."""
    table.deal("six-card", "5H", options={"muggins": False}, show=True)
    wall = table.phone("/board", viewport=WIDE)
    hand, saying = (wall.page.locator(one) for one in (".hands", ".saying"))
    table.do(do="count", cards=["7C", "8D", "8S", "9H"], claim=12)
    expect(wall.page.locator("section.now")).to_contain_text("Right, 12!")
    assert wall.page.locator("section.now").inner_text().count("Right, 12!") == 1
    expect(saying).to_contain_text("Ben, 4 cards to enter.")
    lesson = Lesson(version=table.version, writer="a", line=0)
    table.site.table.set_live(at_show=AtShow(lesson=lesson))
    expect(saying).to_have_text("Ann’s hand, line by line")
    expect(wall.page.locator(".asked")).to_have_count(1)
    expect(wall.page.locator(".side.asked")).to_contain_text("Ann")
    fill(table, "4C", "5D", "6S", "6H", missed=WrongClaim(claim=8, hint="more"))
    expect(saying).to_have_text("8? Not quite. There’s more. Try again?")
    expect(hand.locator("h2")).to_have_text("Ben’s hand")
    table.do(do="count", cards=["4C", "5D", "6S", "6H"], claim=8)
    expect(saying).to_contain_text("Ben said 8. It’s 24!")
    table.site.table.set_live(
        at_show=AtShow(lesson=Lesson(version=table.version, writer="a", line=0))
    )
    expect(wall.page.locator(".lines .coming").first).to_be_attached()
    expect(wall.page.locator("section.now")).not_to_contain_text("24!")
    expect(saying).to_have_text("8? Not quite.")
    expect(wall.page.locator(".side.asked")).to_contain_text("Ben")
    unfinished = "(one) => getComputedStyle(one, '::after').content"
    assert "…" in wall.page.locator(".explained .cap output").evaluate(unfinished)
    fill(table, "3C", "3D")
    expect(hand.locator("h2")).to_have_text("The crib")
    expect(hand.locator(".card b")).to_have_text(["3", "3", "5"])
    expect(hand.locator(".gap")).to_have_count(2)
    for screen in SCREENS:
        wall.page.set_viewport_size(screen)
        assert overlap(wall.settle().page) == []
    table.deal("six-card", "5H", options={"muggins": True}, show=True)
    table.do(do="count", cards=["7C", "8D", "8S", "9H"], claim=6)
    fill(table, "4C", "5D", "6S", "6H")
    titles = hand.locator("h2")
    expect(titles).to_have_text(["Ben’s hand", "Ann’s hand: 6 points claimed"])
    expect(hand.locator("[data-key=waiting] .card b")).to_have_text(["4", "5", "6", "6", "5"])
    expect(saying.locator(".card")).to_have_count(0)
    table.do(do="muggins", team=1, points=6)
    expect(saying).to_contain_text("Muggins! Ben takes 6")
    expect(hand.locator("h2")).to_have_text("Ben’s hand")


def fill(table: Table, *cards: str, missed: WrongClaim | None = None) -> None:
    """Some phone has typed *cards* of the count that is asked for, and tried a claim in vain."""
    game = table.game
    assert game.deal
    assert game.counting is not None
    count = UnfinishedCount(
        game=game.number,
        deal=game.deal.number,
        of=game.counting,
        cards=tuple(map(Card.parse, cards)),
        missed=missed,
        writer="a",
    )
    table.site.table.set_live(at_show=AtShow(count=count))


def test_who_drew_what_is_seen_until_the_cut(table: Table) -> None:
    """After a tie both cards, and the place of the one to come."""
    table.deal("six-card", players=["Maude", "Jean-François"], dealer=None)
    wall = table.phone("/board", viewport=TALL)
    drawn = wall.page.locator(".drawn")
    for seat, card in enumerate(("7S", "7H")):
        table.do(do="draw", seat=seat, card=card)
    expect(drawn).to_have_text([re.compile(one) for one in ("Maude.*7", "Jean-François.*7")])
    expect(drawn.locator(".gap")).to_have_count(2)
    for screen in SCREENS:
        wall.page.set_viewport_size(screen)
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


def test_a_hand_to_be_typed_has_its_places_and_is_asked_for_card_by_card(table: Table) -> None:
    """The starter is among them from the beginning."""
    table.deal("cribble", "5H", show=True, players=("Ann", "Ben", "Carl", "Dora"))
    wall = table.phone("/board", viewport=WIDE)
    hand, prompt = wall.page.locator(".hands"), wall.page.locator(".prompt")
    expect(hand.locator(".gap")).to_have_count(4)
    expect(hand.locator(".labelled b")).to_have_text("5")
    expect(prompt).to_have_text("Ann, 4 cards to enter.")
    fill(table, "4C", "5D", "6S")
    expect(hand.locator(".gap")).to_have_count(1)
    expect(prompt).to_have_text("Ann, 1 card to enter.")
    fill(table, "4C", "5D", "6S", "6H")
    expect(prompt).to_have_text("Ann, count your hand.")


def test_who_conceded_is_said_beside_who_won(table: Table) -> None:
    table.deal("six-card", "5H", scores=(70, 95))
    wall = table.phone("/board", viewport=WIDE)
    table.do(do="concede", team=0, seen_by=wall)
    expect(wall.page.locator(".happened")).to_contain_text("Ann concedes. By 25 points")


def test_the_names_of_four_who_draw_are_large(table: Table) -> None:
    """On a wall that stands they are in two rows of two, which fill its width; after a tie too."""
    table.deal("four-handed", players=["Marie-Ève", "Jean-Philippe", "Paul", "Anne"], dealer=None)
    for seat, card in enumerate(("7S", "7H", "KD", "9C")):
        table.do(do="draw", seat=seat, card=card)
    wall = table.phone("/board", viewport=UPRIGHT)
    size = "one => parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom ?? 1)"
    for screen, least, rows in ((UPRIGHT, 30, 2), (ViewportSize(width=1024, height=768), 24, 1)):
        wall.page.set_viewport_size(screen)
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
    program = EntryMode(counted_by=CountedBy.PROGRAM, entered=Entered.CARDS)
    set_entry_mode(table.site.table, program)
    expect(english).to_have_text("From now on, Cribble counts.")
    start = table.site.table.now.record[0]
    amended = {"do": "start", "rules": "six-card", "players": list(table.game.players), "dealer": 1}
    table.do(do="amend", entry=start.entry, actions=[{**amended, "options": {"muggins": False}}])
    set_entry_mode(table.site.table, replace(program, counted_by=CountedBy.CHECK))
    expect(english).to_have_text("From now on, you count and Cribble checks.")
    expect(french).to_have_text("À partir d’ici, vous comptez et Cribble vérifie.")
    table.do(do="peg", team=0, points=2)
    expect(english).not_to_contain_text("From now on")
    set_entry_mode(table.site.table, None)


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
    points = EntryMode(counted_by=CountedBy.PROGRAM, entered=Entered.POINTS)
    table.site.table.set_live(entry_mode=points)
    expect(wall.page.locator(".prompt")).to_have_text("Noé brasse.")
    table.do(do="peg", team=1, points=2)
    expect(wall.page.locator(".prompt")).to_have_text("Noé\u00a0: +2.")
    expect(wall.page.locator(".happened")).to_have_text("Noé brasse.")
    table.site.table.set_live(entry_mode=None)


def test_where_hands_are_entered_a_wall_shows_the_starter_and_says_to_peg(table: Table) -> None:
    """No card of the play is known: nobody has any left, and nobody is to play."""
    table.deal("six-card", "5H")
    hands = EntryMode(counted_by=CountedBy.PROGRAM, entered=Entered.HANDS)
    table.site.table.set_live(entry_mode=hands)
    wall = table.phone("/board", viewport=WIDE)
    expect(wall.page.locator(".prompt")).to_have_text("Peg the play.")
    expect(wall.page.locator(".hands .card b")).to_have_text("5")
    expect(wall.page.locator(".left, .asked")).to_have_count(0)
    for screen in SCREENS[:2]:
        wall.page.set_viewport_size(screen)
        (card,) = wall.settle().boxes(".hands .card")
        assert card["height"] > WIDE["height"] / 6, "read from afar"
        assert overlap(wall.page) == []
    table.do(do="show", seen_by=wall)
    expect(wall.page.locator(".side.asked")).to_contain_text("Ann")
    table.site.table.set_live(entry_mode=None)


def test_who_deals_the_next_game_is_said_once(table: Table) -> None:
    table.deal("six-card", players=["Gisèle", "Noé"], scores=[110, 7])
    table.do(do="peg", team=0, points=11)
    table.do(do="next")
    wall = table.phone("/board", viewport=WIDE)
    expect(wall.page.locator(".prompt")).to_contain_text("deals")
    assert wall.page.locator(".saying").inner_text().count("deals") == 1


@pytest.mark.usefixtures("moving")
def test_the_large_words_are_about_a_hand_until_its_last_line(table: Table) -> None:
    """Whose it is, and that player is lit; then the next is asked for theirs."""
    table.deal("six-card", "5H", options={"muggins": False}, show=True)
    wall = table.phone("/board", viewport=WIDE)
    table.do(do="count", cards=["7C", "8D", "8S", "9H"], claim=10)
    # All at once: the lines go on.
    wall.page.wait_for_function(
        """() => document.querySelector(".lines .coming")
            && document.querySelector(".asked")?.innerText.startsWith("Ann")
            && document.querySelector(".prompt").innerText === "10? Not quite." """
    )
    expect(wall.page.locator(".counted-as")).to_have_text("Ann said 10. It’s 12!")
    expect(wall.page.locator(".prompt")).to_have_text("Ben, 4 cards to enter.")
    expect(wall.page.locator(".side.asked")).to_contain_text("Ben")
    verdict, prompt = wall.settle().boxes(".counted-as", ".prompt")
    assert verdict["height"] > prompt["height"]


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


def test_a_crib_takes_the_place_of_the_hand_before_once_it_is_typed(table: Table) -> None:
    """Beside the claim that can be called; once it is claimed it has the name of its dealer."""
    table.deal("three-handed", "5H", show=True)
    wall = table.phone("/board", viewport=WIDE)
    for cards in ("4567", "4568", "4569"):
        table.do(do="count", cards=[*cards], claim=2, seen_by=wall)
    for key in "223":
        table.site.keys.press(Key(key))
    expect(wall.page.locator("[data-key=waiting] .card b")).to_have_text(["2", "2", "3", "5"])
    expect(wall.page.locator(".hands > *")).to_have_count(2)
    table.site.keys.drop()
    table.do(do="crib", cards=["2", "2", "3", "K"], claim=2, seen_by=wall)
    expect(wall.page.locator("[data-key=claimed-crib] h2")).to_have_text(
        "Carl’s crib: 2 points claimed"
    )


def test_a_game_won_by_muggins_says_so_on_the_wall(table: Table) -> None:
    table.deal("six-card", "5H", show=True)
    table.do(do="peg", team=1, points=119)
    wall = table.phone("/board", viewport=WIDE)
    table.do(do="count", cards=["4", "5", "6", "6"], claim=2, seen_by=wall)
    winner = 1 - table.game.team_of(table.game.windows[-1].seat)
    table.do(do="muggins", team=winner, points=8, seen_by=wall)
    expect(wall.page.locator(".outcome .happened")).to_contain_text("took")
