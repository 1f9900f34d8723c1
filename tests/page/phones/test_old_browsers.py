"""Old browsers: supported ones play, older ones get a message."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.kit.drivers.browser import Table
from tests.kit.paths import ROOT

STATIC = ROOT / "web/static"

NEWER = {
    r"\b(Object|Map)\.groupBy\(": "Safari 17.4, Chrome 117, Firefox 119",
    r"\bPromise\.(withResolvers|try)\(": "Safari 17.4, Chrome 119, Firefox 121",
    r"\brandomUUID\(": "pages over https",
    r"\bAbortSignal\.any\(": "Safari 17.4, Chrome 116, Firefox 124",
    r"\.(showPopover|togglePopover|checkVisibility)\(": "Safari 17, Chrome 114",
}
"""Features missing in the oldest supported browsers, by the browser that has them."""


def breaks_off(route: Route) -> None:
    route.fulfill(content_type="text/javascript", body="const whatever = ;")


def never_runs(route: Route) -> None:
    route.fulfill(content_type="text/javascript", body="")


def leave(route: Route) -> None:
    route.continue_()


TOO_OLD: dict[str, tuple[Callable[[Route], None], str]] = {
    "knows no modules": (never_runs, "delete HTMLScriptElement.prototype.noModule"),
    "cannot read the script": (breaks_off, ""),
    "lacks what the script needs": (leave, "delete Array.prototype.flat"),
    "knows no container queries": (never_runs, "CSS.supports = () => false"),
}


@pytest.mark.parametrize("why", TOO_OLD)
def test_a_browser_that_is_too_old_is_told_so_in_both_languages(why: str, table: Table) -> None:
    answer, lacks = TOO_OLD[why]
    table.deal("six-card", "5")
    phone = table.phone(None, lang="fr")
    phone.context.add_init_script(lacks)
    phone.page.route("**/phone.js", answer)
    phone.page.goto(phone.url)
    told = phone.page.locator("#too-old span")
    expect(told.first).to_be_visible()
    expect(told).to_have_text([re.compile("trop vieux.*Safari 16"), re.compile("too old.*Safari")])
    expect(phone.page.locator("#page")).not_to_contain_text("À la recherche")
    phone.complaints.clear()


def test_scripts_use_nothing_that_the_oldest_browsers_lack() -> None:
    """`?.(` tests for existence before the call."""
    found = [
        f"{path.name}:{number}: {line.strip()}: only {have_it} have this"
        for path in STATIC.rglob("*.js")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for what, have_it in NEWER.items()
        if re.search(what, line)
    ]
    assert not found
