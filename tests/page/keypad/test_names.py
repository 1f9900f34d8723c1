"""Names on the keypad's page: none, short ones above their pegs, the longest."""

from typing import Final

from playwright.sync_api import expect

from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.keypad_page import SMALL, press


def test_players_without_names_are_spoken_of_by_their_places(table: Table) -> None:
    table.deal("six-card", "5", players=["1", "2"], show=True)
    phone = table.phone(lang="fr", viewport=SHORT)
    expect(phone.page.locator(".team b")).to_have_text(["Joueur\u00a01", "Joueur\u00a02"])
    expect(phone.page.locator(".steps")).to_contain_text("Joueur\u00a02")
    expect(phone.page.get_by_role("heading", name="Main du joueur\u00a01")).to_be_visible()
    expect(phone.page.locator("[aria-label^='Joueur\u00a02\u00a0: 0 point']")).to_be_visible()


NOT_STACKED: Final = """() => [...document.querySelectorAll(".team")].filter((team) => {
    const box = (part) => team.querySelector(part).getBoundingClientRect();
    const [name, front, back] = [box(".who"), box("output"), box(".pegs small")];
    const isWhole = [team, ...team.querySelectorAll(".pegs, .pegs small")]
      .every((one) => one.scrollWidth <= one.clientWidth);
    return !(isWhole && name.width > team.clientWidth - 16 && name.bottom <= front.top + 4 &&
      front.right < back.left && back.top > front.top && back.bottom < front.bottom + 4);
}).length"""
"""The tiles whose name is not above both pegs, in full width, or whose pegs are not in one line."""


def test_every_score_has_its_name_above_both_pegs(table: Table, pad: Phone) -> None:
    """That of the player who is asked too, and with three digits each."""
    for rules, players in (
        ("six-card", ("Guillaume", "Zoé")),
        ("three-handed", ("Maude", "Cid", "Jean-François")),
        ("cribble", ("Ann", "Ben", "Marie-Ève", "Jean-François")),
        ("six-handed", ("Ann", "Ben", "Marie-Ève", "Jean-François", "Eve", "Maude")),
    ):
        table.deal(rules, "5", players=players)
        for points in (100, 18):
            for team in range(len(table.game.scores)):
                table.do(do="peg", team=team, points=points, seen_by=pad)
        for screen in SMALL:
            pad.resize(screen)
            assert pad.page.locator(".team.asked").count() == 1
            assert pad.page.evaluate(NOT_STACKED) == 0, (rules, screen)
            assert pad.fits()


LONGEST: Final = (
    "Marie-Christine-Élisabeth de Montmorency",
    "Jean-Sébastien-Alexandre Lavoie-Bélanger",
    "Marguerite-Bourgeoys d’Youville-Duplessi",
    "Anne-Sophie-Geneviève Tremblay-Gagnon-Ro",
)


def test_the_longest_names_leave_room_for_what_is_typed(table: Table, pad: Phone) -> None:
    """All of it stays in sight, in French too, and keys say that somebody deals."""
    table.deal("cribble", players=LONGEST, dealer=0, seen_by=pad)
    pad.page.get_by_role("button", name="Français").tap()
    press(pad, "HELD", "2", "A", "2")
    half = pad.page.locator(".now.half")
    expect(half).to_contain_text("12 points pour Jean-Sébastien")
    room, typed = pad.boxes(".said", ".now.half")
    assert typed["bottom"] <= room["bottom"] + 1
    press(pad, "UNDO", "UNDO", "UNDO", "UNDO")
    table.do(do="abandon", seen_by=pad)
    press(pad, "HELD", "A")
    said = pad.page.locator(".key small")
    expect(said.first).to_have_text("Marie-Christi… brasse")
    assert said.evaluate_all("all => all.every((one) => one.scrollHeight <= one.clientHeight + 1)")
    table.site.keys.drop()
