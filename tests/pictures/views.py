"""Every view on one sheet, docs/pictures/page-sheet.png: `python -m tests.pictures.views`.

docs/views.md names them in this order.
"""

import base64
from io import BytesIO
from typing import Any, Final

from PIL import Image

from tests.kit.drivers.browser import SHORT, TALL, Phone, chromium
from tests.kit.paths import ROOT
from tests.page.tour import place, tour

SHEET: Final = ROOT / "docs" / "pictures" / "page-sheet.png"
LOOKS: Final[dict[str, Any]] = {"en": ("light", TALL), "fr": ("dark", SHORT)}
WIDTH: Final = 180
ACROSS: Final = 7
COLOURS: Final = 200
STYLE: Final = (
    "body{margin:6px;background:#777;font:bold 12px sans-serif;color:#fff;display:grid;"
    f"grid-template-columns:repeat({ACROSS},max-content);gap:8px 12px}}"
    f"figure{{margin:0}}img{{width:{WIDTH}px;margin-right:4px;vertical-align:top}}"
)


def image(phone: Phone) -> str:
    theme, screen = LOOKS[phone.lang]
    phone.resize(screen)
    phone.page.emulate_media(color_scheme=theme)
    picture = base64.b64encode(phone.page.screenshot()).decode()
    phone.resize(TALL)
    return f'<img src="data:image/png;base64,{picture}">'


def main() -> None:
    with chromium() as browser:
        with place(browser) as evening:
            figures = [
                f"<figure><figcaption>{view.name}</figcaption>"
                + "".join(image(guest.phone) for guest in view.guests)
                + "</figure>"
                for view in tour(evening)
            ]
        page = browser.new_page(viewport={"width": (2 * WIDTH + 24) * ACROSS, "height": 9})
        page.set_content(f"<style>{STYLE}</style>" + "".join(figures))
        sheet = Image.open(BytesIO(page.screenshot(full_page=True, timeout=0))).convert("RGB")
    sheet.quantize(COLOURS).save(SHEET, "PNG", optimize=True)


if __name__ == "__main__":
    main()
