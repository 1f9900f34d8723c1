"""The picture to send, of a finished game or a hand: a PNG of 1080 × 1080 under 300 kB."""

from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from tests.kit.drivers.browser import Phone, Table, at_the_show

MAX_BYTES = 300_000


def check_picture(phone: Phone) -> None:
    """Open the picture that the page offers, and save it."""
    phone.button("A picture to send").tap()
    expect(phone.page.locator(".sending img")).to_have_js_property("naturalWidth", 1080)
    with phone.page.expect_download() as saved:
        phone.page.get_by_role("link", name="Save the picture").click()
    file = Path(saved.value.path())
    assert file.stat().st_size < MAX_BYTES
    with Image.open(file) as picture:
        assert (picture.format, picture.size) == ("PNG", (1080, 1080))


def test_a_finished_game_gives_a_square_picture(phone: Phone) -> None:
    phone.menu("Past games")
    phone.page.locator(".games .item").first.tap()
    check_picture(phone)


def test_a_counted_hand_gives_one_unless_a_claim_is_open(table: Table, phone: Phone) -> None:
    at_the_show(table, counted_by="program", muggins=False)
    table.do(do="count", seen_by=phone)
    check_picture(phone)
    at_the_show(table, muggins=True, muggins_until="next_count")
    for claim in (12, 24):
        table.do(do="count", claim=claim, seen_by=phone)
    phone.page.go_back()
    phone.button("✓ Ann").tap()
    expect(phone.page.locator(".explained h2")).to_contain_text("Ann’s hand")
    expect(phone.button("A picture to send")).to_have_count(0)
