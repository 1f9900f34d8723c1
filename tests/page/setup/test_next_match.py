"""Families saved at the table, and defaults of the next match from the last one."""

from playwright.sync_api import expect

from tests.kit.drivers.browser import NAMES, SHORT, Phone, Table
from tests.page.setup.conftest import FAMILY, choose, fill_names, see_names, sit_again
from web.settings import SettingsPatch


def keep(phone: Phone, name: str) -> None:
    """Save the seated players as a family; without a name it is named after them."""
    phone.unfold(phone.page.get_by_label("Name of the family")).fill(name)
    phone.button("Save").tap()
    expect(phone.page.locator(".families [aria-pressed=true]")).to_contain_text(name)


def test_a_family_is_kept_at_the_table_by_any_phone_that_keeps_score(table: Table) -> None:
    phone, other = table.phone(), table.phone()
    sit_again(phone)
    choose(phone, "cribble")
    fill_names(phone, *NAMES)
    phone.pick("counting", "muggins")
    fine = phone.page.get_by_label("A claim too high", exact=True)
    expect(fine).to_have_value("fined")
    fine.select_option("corrected")
    keep(phone, "")
    family = phone.button("Ann · Ben · Carl · Dora")
    phone.page.locator(".place input").first.fill("Zed")
    phone.pick("counting", "program")
    family.tap()
    see_names(phone, *NAMES)
    expect(phone.page.locator("input[name=counting]:checked")).to_have_value("muggins")
    expect(fine).to_have_value("corrected")

    sit_again(other.open())
    other.button("Ann · Ben · Carl · Dora").tap()
    see_names(other, *NAMES)
    family.tap()
    phone.unfold(phone.page.locator("[data-key=forget]")).tap()
    expect(other.page.locator(".families button")).to_have_count(0)
    assert table.site.settings.now.families == ()


def test_a_family_keeps_the_match_that_it_began_last(phone: Phone, table: Table) -> None:
    table.site.settings.change(SettingsPatch(families=(FAMILY,)))
    phone.button("The Gagnons").tap()
    phone.pick("rules", "four-handed")
    phone.pick("partners", "seating")
    phone.pick("entered", "hands")
    phone.unfold(phone.page.get_by_label("Head start: Luc · Anne")).fill("7")
    phone.enter(phone.button("Deal"))
    first = table.game
    table.do(do="abandon")
    other = table.phone()
    sit_again(other)
    other.button("The Gagnons").tap()
    expect(other.page.locator(".all > summary")).to_contain_text("Luc · Anne +7")
    other.enter(other.button("Deal"))
    again = table.game
    assert (again.rules, again.players, again.scores) == (first.rules, FAMILY.start.players, (0, 7))
    assert (again.key, table.game.entry_mode.entered) == ("four-handed", "hands")
    table.site.settings.change(SettingsPatch(families=None))


def test_a_small_change_takes_a_few_taps(phone: Phone, table: Table) -> None:
    """A length that was played is no changed option."""
    choose(phone, "six-card")
    phone.pick("target", "61")
    phone.pick("counting", "program")
    phone.button("Carl").tap()
    see_names(phone, "Ann", "Carl")
    phone.enter(phone.button("Deal"))
    table.do(do="abandon", seen_by=phone)
    sit_again(phone)
    line = phone.page.locator("[data-key=all] > summary")
    expect(line).to_have_text("Six-card cribbage to 61 · Cribble counts Change")
    phone.unfold(phone.page.get_by_label("His heels", exact=True)).fill("5")
    expect(line).to_contain_text("1 changed")
    field, bar = phone.page.get_by_label("Head start: Carl"), phone.page.locator(".setup > .bar")
    phone.unfold(field).fill("70")
    expect(bar.locator("p")).to_have_text("A head start in a game to 61 can be at most 60.")
    phone.unfold(phone.page.get_by_label("Another length"))
    expect(field).to_be_hidden()
    phone.button("Deal").tap()
    phone.page.keyboard.press("Control+A")
    phone.page.keyboard.insert_text("20")
    expect(bar.locator("p")).to_be_hidden()
    phone.pick("entered", "points")
    phone.enter(phone.button("Deal"))
    first = table.game
    assert (first.scores, first.rules.heels) == ((0, 20), 5)
    table.do(do="abandon", seen_by=phone)
    phone.enter(phone.button("Play again"))
    assert (table.game.rules, table.game.players) == (first.rules, first.players)
    assert table.game.entry_mode.entered == "points"


def test_a_head_start_is_said_and_offered_again_in_the_next_game(table: Table) -> None:
    start = {"players": ["Suzanne", "Luc", "Zoé"], "scores": [5, 0, 15], "dealer": 2}
    table.deal("three-handed", **start)
    phone, french = table.phone(viewport=SHORT), table.phone(lang="fr", viewport=SHORT)
    said = "Suzanne part avec 5\u00a0; Zoé part avec 15"
    expect(french.page.locator(".callout")).to_contain_text(said)
    phone.menu("This deal or game", "Concede")
    phone.enter(phone.page.locator("[data-key=concede-1]"))
    table.do(do="next", seen_by=french)
    offer = phone.page.locator("[data-key=head-start]")
    expect(french.button("Suzanne +5, Zoé +15")).to_be_visible()
    phone.button("Suzanne +5, Zoé +15").tap()
    phone.until_scores(5, 0, 15)
    expect(offer).to_have_count(0)
    phone.enter(phone.key("Undo"))
    # One undo per team; the rest is offered again.
    expect(offer).to_contain_text("Zoé +15")
    expect(offer).not_to_contain_text("Suzanne")
    phone.page.locator("[data-key=head-start]").get_by_role("button", name="Close").tap()
    expect(offer).to_have_count(0)
    phone.enter(phone.key("9"))
    expect(french.button("Suzanne +5, Zoé +15")).to_have_count(0)
