"""Every view, light and dark, in English and in French: in its own language, and fit for all."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

from tests.browser import Phone, chromium
from tests.tongues import wrong_tongue
from tests.tour import place, tour

VIEWS = (Path(__file__).parents[1] / "docs" / "views.md").read_text(encoding="utf-8")

LOOK_FOR_FAULTS = """async (only) => {
  const how = {resultTypes: ["violations"], ...(only && {runOnly: only})};
  const {violations} = await axe.run(document, how);
  return violations.map(({id, help, nodes}) =>
    [id, help, nodes.map(({html, failureSummary}) => [html.slice(0, 160), failureSummary])]);
}"""

BY_COLOUR = ["color-contrast"]
"""What alone may be otherwise in the dark: the page changes nothing but its colours."""


def faults(phone: Phone, only: list[str] | None = None) -> Any:
    """What axe finds on the page as it is."""
    if not phone.page.evaluate("'axe' in window"):
        phone.page.evaluate(AXE_SCRIPT)
    return phone.page.evaluate(LOOK_FOR_FAULTS, only)


def test_every_view_is_in_its_own_language_and_axe_finds_nothing() -> None:
    """Nobody is kept out, and nobody reads a word of the other language."""
    found: dict[str, Any] = {}
    spent: Counter[str] = Counter()
    began = time.monotonic()
    with chromium() as browser, place(browser) as evening:
        names = []
        for view in tour(evening):
            names.append(view.name)
            for guest in view.guests:
                page, at = guest.phone.page, time.monotonic()
                strange = wrong_tongue(page, guest.lang)
                spent["words"] += time.monotonic() - at
                for theme, only in (("light", None), ("dark", BY_COLOUR)):
                    page.emulate_media(color_scheme=theme)
                    at = time.monotonic()
                    wrong = faults(guest.phone, only)
                    spent["axe"] += time.monotonic() - at
                    if wrong:
                        found[f"{view.name} {guest.lang} {theme}"] = wrong
                page.emulate_media(color_scheme="light")
                if strange:
                    found[f"{view.name} {guest.lang}"] = strange
    print(f"{len(names)} views in {time.monotonic() - began:.1f} s, {dict(spent)}")
    for name in names:
        assert re.search(rf"[ :]{name}[,.]", VIEWS), f"{name} is not in docs/views.md"
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)
