"""The picture to send of a finished game: a PNG of 1080 × 1080 under 300 kB, drawn by the page."""

from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from tests.kit.drivers.browser import Phone

MAX_BYTES = 300_000


def test_a_finished_game_gives_a_square_picture(phone: Phone) -> None:
    phone.menu("Past games")
    phone.page.locator(".games .item").first.tap()
    phone.button("A picture to send").tap()
    expect(phone.page.locator(".picture img")).to_have_js_property("naturalWidth", 1080)
    with phone.page.expect_download() as saved:
        phone.page.get_by_role("link", name="Save the picture").click()
    file = Path(saved.value.path())
    assert file.stat().st_size < MAX_BYTES
    with Image.open(file) as picture:
        assert (picture.format, picture.size) == ("PNG", (1080, 1080))
