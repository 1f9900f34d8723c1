"""Status messages for strip, keypads and the assigned match of a night, and their changes."""

from pathlib import Path

from msgspec.structs import replace
from playwright.sync_api import expect

from cribble.serve.devices import KeypadMonitor
from hardware.lights import publish
from mqtt.night import NightTable
from mqtt.payloads import Night, Seat, SeatedPlayer, encode
from mqtt.topics import Topics
from scorekeeper.device import DeviceFault, Health
from scorekeeper.words import Words
from tests.kit.drivers.browser import SHORT, Table
from tests.kit.drivers.web_server import Site
from tests.page.tour import LOST


def test_what_is_lost_is_a_quiet_line_and_explained_in_the_settings(table: Table) -> None:
    why = DeviceFault("It sends no keys: run cribble doctor to see how to fix it.")
    table.deal("cribble", "5", "7")
    monitor = KeypadMonitor(table.site.table, Words.of("en"), ("usb", "buttons"))
    publish(table.site.table, Health.LOST, LOST)
    monitor.tell("usb", Health.LOST, why)
    monitor.tell("buttons", Health.OK, None)
    phone = table.phone(viewport=SHORT)
    phone.button("The lights are off · keypad disconnected: see Settings").tap()
    faults = phone.page.locator("section.callout")
    expect(faults.first).to_contain_text("sudo usermod -aG spi ann")
    expect(faults.last).to_contain_text("cribble doctor")
    expect(faults.last).to_contain_text("The keypad usb")
    publish(table.site.table, Health.OK, None)
    monitor.tell("usb", Health.OK, None)
    expect(faults).to_have_count(0)


NAMES = "<img src=x onerror=alert(1)>", "Luc"
ROUND_4 = Seat(
    night="may", round=4, rules="acc",
    players=(SeatedPlayer(id="p1", name=NAMES[0]), SeatedPlayer(id="p2", name=NAMES[1])),
)  # fmt: skip


def test_a_match_of_the_night_from_one_tap_to_the_hub(table: Table, tmp_path: Path) -> None:
    def agree(place: str, seat: int) -> object:
        return night.agree(place, seat)

    site = Site(is_open=True, agree=agree)
    night = NightTable(site.table, Topics("club"), "7", tmp_path / "night.json")
    night.take_seat(encode(ROUND_4))
    night.take_night(encode(Night(night="may", agree=True)))
    with table.beside(site) as club:
        phone, other = club.phone(viewport=SHORT), club.phone(lang="fr")
        offer = phone.page.locator(".assignment")
        expect(offer).to_contain_text("Round 4 · table 7")
        expect(offer.locator(".players")).to_have_text(" · ".join(NAMES))
        expect(other.page.locator(".assignment h2")).to_have_text("Ronde 4 · table 7")
        phone.enter(phone.button("Start this match"))
        assert (club.game.players, club.game.key) == (NAMES, "acc")
        night.update()
        club.do(do="concede", team=1, seen_by=phone)
        night.update()
        tapped = phone.page.locator("[data-key=agree-0]")
        expect(tapped).to_have_text(f"Agreed: {NAMES[0]}")
        tapped.tap()
        agreed = other.page.locator(".agreement")
        expect(agreed).to_contain_text(f"{NAMES[0]} : d’accord ✓")
        assert night.results() == {}
        other.page.locator("[data-key=agree-1]").tap()
        expect(agreed).to_contain_text("Le résultat ira au serveur du club dès qu’il répondra.")
        night.acknowledge(night.results())
        expect(phone.page.locator(".agreement")).to_contain_text("The hub has the result.")
        club.do(do="undo", seen_by=phone)
        night.update()
        expect(phone.page.locator(".agreement")).to_have_count(0)
        assert [*night.results().values()] == [b""]
        club.do(do="set_mode", entry_mode={"entered": "points"}, seen_by=phone)
        club.do(do="concede", team=1, seen_by=phone)
        night.take_seat(encode(replace(ROUND_4, round=5)))
        expect(offer).to_contain_text("Round 5 · table 7")
        phone.enter(phone.button("Start this match"))
        assert club.game.entry_mode.entered == "points"
