"""What was pegged for a hand, in the history of the deal, where muggins keeps its count hidden."""

from random import Random

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.game.actions import Of
from scorekeeper.game.analysis.score_sheet import COUNTED
from scorekeeper.game.events import Counted, HandShown, Pegged, Told
from scorekeeper.game.state import Phase
from tests.kit.drivers.browser import Phone, Table
from tests.kit.players.random_games import Evening

HANDS = (["7", "Q", "Q", "K"], ["5", "6", "9", "10"], ["A", "A", "3", "K"], ["2", "8", "9", "J"])
"""Worth 6, 6, 6 and 0 with the queen of hearts."""
TRUTHS = (("Dora", 0), ("Carl", 6), ("Ben", 6), ("Ann", 6))
CRIB = ["A", "A", "K", "K"]
"""Worth 4 with it."""


@pytest.fixture
def looking(table: Table) -> Phone:
    """A phone with the history of the deal open, at a show of four with muggins."""
    table.deal("cribble", "QH", show=True, options={"muggins": True})
    phone = table.phone()
    phone.menu("History of the deal")
    return phone


def show(table: Table, *claims: int, crib: int) -> None:
    """Claim these points for the hands, from the first on, and for the crib."""
    for hand, claim in zip(HANDS, claims, strict=True):
        table.do(do="count", cards=hand, claim=claim)
    table.do(do="crib", cards=CRIB, claim=crib)


def counts(phone: Phone) -> Locator:
    return phone.page.locator(".record .explained summary")


def test_a_hand_that_the_crib_makes_public_is_not_compared_with_the_crib(
    table: Table, looking: Phone
) -> None:
    """Nor one that was claimed too low, whose deal is not open."""
    show(table, 6, 6, 6, 0, crib=3)
    looking.until(table.version)
    expect(counts(looking)).to_have_text(["Dora’s hand0"])


def test_a_hand_of_the_deal_before_is_not_compared_with_the_crib(
    table: Table, looking: Phone
) -> None:
    show(table, 6, 6, 6, 0, crib=4)
    table.do(do="starter", card="9H")
    table.do(do="show", seen_by=looking)
    deal = looking.page.locator("[data-key=deal-1]")
    expect(deal.locator("summary")).to_have_text(["Dora’s hand0"])
    deal.locator(".item").tap()
    expect(deal.locator("summary")).to_have_text([f"{name}’s hand{n}" for name, n in TRUTHS])


def test_a_crib_that_the_next_starter_makes_public_is_compared_with_its_own_claim(
    table: Table, looking: Phone
) -> None:
    for claim, told in ((4, "Dora’s crib4"), (3, "Dora’s crib4 (3 pegged)")):
        show(table, 6, 6, 6, 0, crib=claim)
        table.do(do="starter", card="9H", seen_by=looking)
        expect(counts(looking).first).to_have_text(told)
        table.do(do="abandon")
        table.deal("cribble", "QH", show=True, options={"muggins": True})


@pytest.mark.parametrize(("rules", "seed"), [("cribble", 31), ("six-card", 54)])
def test_each_count_of_an_evening_has_what_was_pegged_for_it(
    table: Table, phone: Phone, rules: str, seed: int
) -> None:
    """By the awards of the engine, however late a count is told."""
    pegged, seen = dict[Of, int](), 0
    if table.game.phase is not Phase.OVER:
        table.do(do="abandon")
    phone.menu("History of the deal")
    for action, events, _ in Evening(rules, Random(seed)).play():
        table.site.table.submit(action)
        of, told = None, list[tuple[Of, int]]()
        for event in events:
            match event:
                case HandShown(of=of):
                    pegged[of] = 0
                case Pegged(awards=awards) if of is not None:
                    pegged[of] += sum(
                        one.points for one in awards if one.why in COUNTED and not one.void
                    )
                case Told(notice=Counted(of=public, total=total)):
                    told.append((public, total))
        if table.game.phase is not Phase.OVER and told:
            phone.until(table.version)
        for public, total in told if table.game.phase is not Phase.OVER else ():
            bracket = "" if pegged[public] == total else f" ({pegged[public]} pegged)"
            count = phone.page.locator(f".record [data-key=counted-{public}] output").first
            expect(count).to_have_text(f"{total}{bracket}")
            seen += 1
    assert seen > 5, "another seed has more counts"
