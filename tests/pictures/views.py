"""Every view on one sheet, and each by itself: `python -m tests.pictures.views [FOLDER]`.

FOLDER gets a picture of each view, light and dark, in both languages, on a tall and a short screen.
docs/pictures/page-sheet.png shows each of them twice, in little; docs/views.md names them.
"""

import base64
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, ViewportSize

from tests.kit.drivers.browser import SHORT, TALL, Phone, chromium
from tests.kit.paths import ROOT
from tests.kit.players.page_tour import PARTS, Place, View, place
from tests.pictures.palette_png import in_few_colours

DOCS: Final = ROOT / "docs"
SHEET: Final = DOCS / "pictures" / "page-sheet.png"

SCREENS: Final = {"844": TALL, "664": SHORT}
THEMES: Final = ("light", "dark")
ON_THE_SHEET: Final = ("en-light-844", "fr-dark-664")

WIDTH: Final = 180
"""Pixels of a view on the sheet."""
ACROSS: Final = 7
COLOURS: Final = 200

INTRODUCTION: Final = """\
# Every view of the page

On the left as it is in the light, in English, on a screen of 390 × 844; on the right as it is in
the dark, in French, on one of 390 × 664. `python -m tests.pictures.views FOLDER` makes this sheet
again, and keeps every view by itself in FOLDER: in both languages, light and dark, on both screens.
A test looks at each of them with axe-core in one language by turns, and for words of the other
language; `make soak` in both, light and dark, on both screens and by every rule.

![Every view of the page, twice](pictures/page-sheet.png)

In the order of the sheet:
"""


def main(folder: Path) -> None:
    """Look at everything, and keep what was seen."""
    folder.mkdir(parents=True, exist_ok=True)
    named: dict[str, list[str]] = {}
    with chromium() as browser:
        with place(browser) as evening:
            for title, view in views(evening):
                named.setdefault(title, []).append(view.name)
                for guest in view.guests:
                    take(guest.phone, folder, f"{view.name}-{guest.lang}")
        names = [name for part in named.values() for name in part]
        SHEET.write_bytes(in_few_colours(sheet(browser, folder, names), COLOURS))
    (DOCS / "views.md").write_text(views_md(named), encoding="utf-8")
    print(f"{len(names)} views in {folder}; the sheet has {SHEET.stat().st_size // 1000} kB")


def views(evening: Place) -> Iterator[tuple[str, View]]:
    """Every view, and of what part of the page it is."""
    for part in PARTS:
        for view in part(evening):
            yield part.__doc__ or "", view


def take(phone: Phone, folder: Path, name: str) -> None:
    """Return what *phone* shows, in each light and on each screen."""
    before = phone.page.viewport_size or TALL
    for theme, (height, screen) in product(THEMES, SCREENS.items()):
        phone.resize(ViewportSize(**screen))
        phone.page.emulate_media(color_scheme=theme)
        phone.page.screenshot(path=folder / f"{name}-{theme}-{height}.png")
    phone.resize(before)
    phone.page.emulate_media(color_scheme="light")


def sheet(browser: Browser, folder: Path, names: list[str]) -> bytes:
    """All of them side by side."""
    page = browser.new_page(viewport={"width": (2 * WIDTH + 24) * ACROSS, "height": 9})
    page.set_content(
        "<style>body{margin:6px;background:#777;font:bold 12px sans-serif;color:#fff;display:grid;"
        f"grid-template-columns:repeat({ACROSS},max-content);gap:8px 12px}}"
        f"figure{{margin:0}}img{{width:{WIDTH}px;margin-right:4px;vertical-align:top}}</style>"
        + "".join(
            f"<figure><figcaption>{name}</figcaption>"
            + "".join(image(folder / f"{name}-{look}.png") for look in ON_THE_SHEET)
            + "</figure>"
            for name in names
        )
    )
    picture = page.screenshot(full_page=True)
    page.close()
    return picture


def image(path: Path) -> str:
    """A picture within the page itself."""
    return f'<img src="data:image/png;base64,{base64.b64encode(path.read_bytes()).decode()}">'


def views_md(named: dict[str, list[str]]) -> str:
    """The text beside the sheet."""
    parts = (f"- {title[:-1]}: {', '.join(names)}." for title, names in named.items())
    return INTRODUCTION + "\n" + "\n".join(parts) + "\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp(prefix="cribble-")))
