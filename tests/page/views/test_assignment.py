"""A table with a seat in a night: the match as one tap, *Agreed* as two, and what it says then."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from mqtt.night import NightTable
from mqtt.payloads import Night, Seat, SeatedPlayer, encode
from mqtt.topics import Topics
from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.web_server import Site
from tests.page.views.test_all_views import faults

NAMES = "<img src=x onerror=alert(1)>", "Luc"
ROUND_4 = Seat(
    night="may", round=4, rules="acc",
    players=(SeatedPlayer(id="p1", name=NAMES[0]), SeatedPlayer(id="p2", name=NAMES[1])),
)  # fmt: skip


class Club:
    """A table of a club, and what its hub says."""

    def __init__(self, table: Table, night: NightTable) -> None:
        self.table, self.night = table, night

    def seat(self, seat: Seat | None, **night: object) -> None:
        """Messages of the hub."""
        self.night.take_seat(encode(seat) if seat else b"")
        self.night.take_night(encode(Night(night="may", **night)))

    def win(self, phone: Phone) -> None:
        """The second player gives up, whatever is on the table."""
        self.table.do(do="concede", team=1, seen_by=phone)
        self.night.look()


@pytest.fixture(scope="module")
def club(table: Table, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Table 7 of a club."""
    found: list[NightTable] = []

    def agree(place: str, seat: int) -> object:
        """Ask the night that is made with this very table."""
        return found[0].agree(place, seat)

    site = Site(is_open=True, agree=agree)
    path = tmp_path_factory.mktemp("night") / "night.json"
    found.append(NightTable(site.table, Topics("club"), "7", path))
    with table.beside(site) as other:
        yield Club(other, found[0])


def test_a_match_of_the_night_from_one_tap_to_the_hub(club: Club) -> None:
    """The names are text; each agrees with a tap, which every phone sees; undo asks again."""
    club.seat(ROUND_4, agree=True)
    phone, other = club.table.phone(viewport=SHORT), club.table.phone(lang="fr")
    offer = phone.page.locator(".assignment")
    expect(offer).to_contain_text("Round 4 · table 7")
    expect(offer.locator(".players")).to_have_text(" · ".join(NAMES))
    expect(other.page.locator(".assignment h2")).to_have_text("Ronde 4 · table 7")
    assert faults(phone.page, {}) == []
    assert phone.small_targets() == []
    club.table.deal(seen_by=phone)
    expect(phone.page.locator(".lights")).to_have_text(f"Round 4 here: {' · '.join(NAMES)}")
    club.table.do(do="undo", seen_by=phone)
    phone.enter(phone.button("Start this match"))
    assert club.table.game.players == NAMES
    assert club.table.game.key == "acc"
    club.night.look()
    club.win(phone)
    tapped = phone.page.locator("[data-key=agree-0]")
    expect(tapped).to_have_text(f"Agreed: {NAMES[0]}")
    assert faults(phone.page, {}) == []
    tapped.tap()
    agreed = other.page.locator(".agreement")
    expect(agreed).to_contain_text(f"{NAMES[0]} : d’accord ✓")
    assert club.night.results() == {}
    other.page.locator("[data-key=agree-1]").tap()
    expect(agreed).to_contain_text("Le résultat ira au serveur du club dès qu’il répondra.")
    club.night.acknowledge(club.night.results())
    expect(phone.page.locator(".agreement")).to_contain_text("The hub has the result.")
    club.table.do(do="undo", seen_by=phone)
    club.night.look()
    expect(phone.page.locator(".agreement")).to_have_count(0)
    assert [*club.night.results().values()] == [b""]


def test_a_table_shows_the_next_seat_where_a_game_is_over_and_a_round_that_is_sat_out(
    club: Club,
) -> None:
    phone = club.table.phone()
    if club.table.game.winner is None:
        club.table.deal(seen_by=phone)
        club.win(phone)
    club.seat(Seat(night="may", round=5, sits_out=True))
    expect(phone.page.locator(".assignment")).to_contain_text("This table sits this round out.")
    expect(phone.page.locator(".assignment button")).to_have_count(0)
    club.seat(None)
    expect(phone.page.locator(".assignment")).to_have_count(0)
