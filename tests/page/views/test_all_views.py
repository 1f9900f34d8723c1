"""Every view, light and dark, in English and in French: in the right language, accessible, and
complete on every screen."""

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import CDPSession, Page, ViewportSize

from tests.kit.drivers.browser import SHORT, TALL, chromium
from tests.kit.oracles.page import faults, unfit, wrong_tongue
from tests.kit.paths import ROOT
from tests.page.tour import place, tour

VIEWS = (ROOT / "docs" / "views.md").read_text(encoding="utf-8")

THEMES: Final[tuple[Literal["dark", "light"], ...]] = ("dark", "light")
"""Dark mode changes only colours, and the language only texts: views alternate, and `make soak`
checks each in both."""


SIZES: Final = tuple(
    ViewportSize(width=width, height=height)
    for width, height in (
        *((320, 480), (320, 568), (375, 553), (360, 616), (390, 664), (390, 844)),
        *((844, 390), (820, 1180), (1180, 820), (1920, 1080), (960, 540)),
    )
)
"""Small and large phones, one in landscape, tablets, a desktop, and that at 200 %."""
SOME_SIZES: Final = {"en": (SIZES[6:7], SIZES[9:10]), "fr": (SIZES[:1], SIZES[:1])}
"""The smallest, with the longer words, and alternating those with two columns; `make soak` checks
the rest."""
ONCE: Final = {"fontSizes": {"standard": 16, "fixed": 13}}
TWICE: Final = {"fontSizes": {"standard": 32, "fixed": 26}}


def misfits(
    page: Page, sizes: Sequence[ViewportSize], letters: CDPSession | None
) -> dict[str, Any]:
    """Return what overflows, by size, and with *letters* of double size on a typical phone.

    With those the page may be higher than the screen.
    """
    found = {}
    for size in sizes:
        page.set_viewport_size(size)
        found[f"{size['width']}x{size['height']}"] = unfit(page)
    page.set_viewport_size(TALL)
    if letters:
        letters.send("Page.setFontSizes", TWICE)
        found["letters at 200 %"] = unfit(page, tall=False)
        letters.send("Page.setFontSizes", ONCE)
    return {where: what for where, what in found.items() if what}


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_every_view_fits_is_in_its_own_language_and_axe_finds_nothing(*, whole: bool) -> None:
    """In one language and light unless the check is *whole*."""
    found: dict[str, Any] = {}
    names: list[str] = []
    letters = cache(lambda page: page.context.new_cdp_session(page))
    with chromium() as browser, place(browser) as evening:
        for view in tour(evening):
            names.append(view.name)
            for guest, size in product(view.guests, [TALL, SHORT] if whole else [TALL]):
                its_turn = guest is view.guests[len(names) // 2 % 2]
                themes = THEMES if whole else (THEMES[len(names) % 2],) if its_turn else ()
                page = guest.phone.page
                page.set_viewport_size(size)
                title = f"{view.name} {guest.lang} {size['height']}"
                wrong = {title: wrong_tongue(page, guest.lang)}
                for theme in themes:
                    page.emulate_media(color_scheme=theme)
                    wrong[f"{title} {theme}"] = faults(page)
                found |= {where: what for where, what in wrong.items() if what}
            for guest in () if view.alike and not whole else view.guests:
                page = guest.phone.page
                some = SIZES if whole else SOME_SIZES[guest.lang][len(names) % 2]
                in_turn = guest.lang == "fr" and len(names) % 2
                twice = letters(page) if whole or in_turn else None
                if wrong := misfits(page, some, twice):
                    found[f"{view.name} {guest.lang} does not fit"] = wrong
    for name in names:
        assert re.search(rf"[ :]{name}[,.]", VIEWS), f"{name} is not in docs/views.md"
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)
