"""The first phone of a card, from the portal to the home's Wi-Fi, for docs/card.md and its French:
`python -m tests.pictures.card`."""

import os
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image

from cribble.boot_helper.client import ENVIRONMENT
from cribble.own_wifi import ADDRESS, FIRST_LOGIN
from tests.kit.drivers.browser import SHORT, Phone, chromium
from tests.kit.drivers.wizard_table import fresh_machine, listening
from tests.kit.fakes.machine import QuietWifi
from tests.kit.paths import ROOT

PICTURES: Final = {
    "en": ROOT / "docs/pictures/card.webp",
    "fr": ROOT / "docs/fr/pictures/card.webp",
}
WIDTH, GAP, GROUND = 250, 10, (119, 119, 119)


def shots(phone: Phone, lang: str) -> list[Image.Image]:
    """Return the pages that the first phone sees, in order."""
    page, images = phone.page, list[Image.Image]()

    def shoot() -> None:
        page.wait_for_timeout(300)
        images.append(Image.open(BytesIO(page.screenshot())).convert("RGB"))

    page.goto(f"{phone.url}/welcome")
    page.locator("p").evaluate_all(
        "(all, [old, now]) =>"
        " all.forEach((one) => { one.textContent = one.textContent.replace(old, now) })",
        [phone.url.removeprefix("http://"), ADDRESS],
    )
    shoot()
    page.goto(f"{phone.url}/setup")
    page.locator(f"[data-lang={lang}]").wait_for()
    shoot()
    page.locator(f"[data-lang={lang}]").tap()
    page.locator(".app[data-view=names]").wait_for()
    shoot()
    page.locator(".bar .prime").tap()
    page.locator("[data-key=join]").wait_for()
    page.locator("[data-key=join] input").fill("••••••••")
    shoot()
    page.locator("[data-key=join] input").fill("12345678")
    page.locator("[data-key=go]").tap()
    page.locator("[data-key=joined]").wait_for()
    shoot()
    return images


def side_by_side(images: list[Image.Image]) -> Image.Image:
    small = [one.resize((WIDTH, one.height * WIDTH // one.width)) for one in images]
    whole = Image.new("RGB", (len(small) * (WIDTH + GAP) + GAP, small[0].height + 2 * GAP), GROUND)
    for number, one in enumerate(small):
        whole.paste(one, (GAP + number * (WIDTH + GAP), GAP))
    return whole


def main() -> None:
    with chromium() as browser:
        for lang, picture in PICTURES.items():
            with TemporaryDirectory() as name:
                folder = Path(name)
                (folder / "boot/firmware").mkdir(parents=True)
                (folder / "boot/firmware/cmdline.txt").write_text("rootwait\n")
                os.environ[ENVIRONMENT] = str(folder / "boot.sock")
                wifi = QuietWifi(is_on=True, login=FIRST_LOGIN)
                with (
                    listening(folder / "boot.sock", folder),
                    fresh_machine(folder, wifi=wifi) as host,
                ):
                    phone = Phone(
                        browser,
                        host.port,
                        lang=lang,
                        viewport=SHORT,
                        timezone_id="America/Toronto",
                    )
                    side_by_side(shots(phone, lang)).save(picture, quality=60, method=6)
                    phone.put_away()


if __name__ == "__main__":
    main()
