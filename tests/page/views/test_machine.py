"""Backups and Wi-Fi on the page, for the host; and joining the table's own Wi-Fi."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.words import Fault
from tests.kit.drivers.browser import Phone, Table, be_host, open_table
from tests.kit.drivers.web_server import CODE, Site
from tests.kit.fakes.machine import OFFER, OWN, BackupsInMemory, QuietWifi


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    with open_table(Site().in_the_play()) as table:
        yield table


def host_at(table: Table, sheet: str) -> Phone:
    host = table.phone().join(CODE)
    be_host(host)
    host.page.locator(".item", has_text=sheet).tap()
    return host


def test_host_saves_a_backup_and_sends_one_back(table: Table, tmp_path: Path) -> None:
    backups: BackupsInMemory = table.site.backups
    host = host_at(table, "Backup")
    with host.page.expect_download() as games:
        host.page.locator(".prime").first.tap()
    assert games.value.suggested_filename.endswith(".jsonl"), "the first choice has no secret"
    with host.page.expect_download() as saved:
        host.page.get_by_role("link", name="Save a backup").tap()
    assert saved.value.suggested_filename == "cribble-2026-11-22.zip"
    expect(host.page.get_by_text("The last one: November 22, 2026")).to_be_visible()
    (file := tmp_path / "evenings.zip").write_bytes(bytes(30_000))
    host.page.locator("input[type=file]").set_input_files(file)
    expect(host.page.get_by_text("has 412 entries")).to_be_visible()
    expect(host.page.get_by_text('strip.name: "terminal" → "spi"')).to_be_visible()
    assert (backups.received, backups.accepted) == (30_000, [])
    host.button("Leave it as it is").tap()
    expect(host.page.get_by_text("has 412 entries")).not_to_be_visible()
    host.page.locator("input[type=file]").set_input_files(file)
    host.button("Restore it").tap()
    backups.failed = Fault("There is no space left.")
    comes_back(host, table.site.table.now.journal)
    expect(host.page.get_by_text("There is no space left.")).to_be_visible()
    backups.failed = None
    host.page.locator("input[type=file]").set_input_files(file)
    host.button("Restore it").tap()
    alert = host.page.get_by_role("alert")
    expect(alert).to_contain_text("the table is restarting")
    comes_back(host, "another")
    expect(alert).to_contain_text("The backup was restored, with 412 entries.")
    assert backups.accepted == [OFFER.sha256] * 2


def comes_back(host: Phone, journal: str) -> None:
    """The program runs again, with this *journal* id."""
    health = {"uptime": 0.1, "journal": {"id": journal, "lines": OFFER.entries}}
    host.page.route("**/healthz", lambda route: route.fulfill(json=health))


def test_host_lets_the_table_join_another_wifi(table: Table) -> None:
    wifi: QuietWifi = table.site.wifi
    host = host_at(table, "Wi-Fi")
    expect(host.page.get_by_text(OWN.password)).to_be_visible()
    host.page.get_by_label("Its password").fill("short")
    host.button("Join").tap()
    expect(host.page.get_by_role("alert")).to_contain_text("8 to 63")
    host.page.get_by_label("Its password").fill("motdepasse")
    host.button("Join").tap()
    expect(host.page.get_by_role("alert")).to_contain_text("The table moves to Chalet")
    assert [one.ssid for one in wifi.asked] == ["Chalet"]


def test_phones_join_the_own_wifi_before_the_table(table: Table) -> None:
    site, wifi = table.site, table.site.wifi
    scorer = table.phone().join(CODE)
    wifi.is_on = True
    site.table.set_machine(wifi=OWN.ssid)
    scorer.menu("Invite")
    codes = scorer.page.locator("img.qr")
    expect(codes).to_have_count(2)
    assert codes.first.get_attribute("src") == "/wifi.svg"
    expect(scorer.page.get_by_text(OWN.ssid)).to_be_visible()
    expect(scorer.page.get_by_text(OWN.password)).to_be_visible()
    wifi.is_on = False
    site.table.set_machine(wifi=None)
    expect(codes).to_have_count(1)
