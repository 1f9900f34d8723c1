"""Old browsers: supported ones play, older ones get a message."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.kit.drivers.browser import Table
from tests.kit.paths import ROOT

STATIC = ROOT / "web/static"

NEWER = {
    r"\.(findLast|findLastIndex)\(": "Safari 15.4, Chrome 97, Firefox 104",
    r"\.(toSorted|toReversed|toSpliced|with)\(": "Safari 16, Chrome 110, Firefox 115",
    r"\bObject\.(hasOwn|groupBy)\(": "Safari 15.4, Chrome 93, Firefox 92",
    r"\bstructuredClone\(": "Safari 15.4, Chrome 98, Firefox 94",
    r"\bPromise\.(withResolvers|try)\(": "Safari 17.4, Chrome 119, Firefox 121",
    r"\brandomUUID\(": "Safari 15.4, Chrome 92, Firefox 95, and only over https",
    r"\bAbortSignal\.(timeout\(|any\()": "Safari 16, Chrome 103, Firefox 100",
    r"\(\?<[=!]": "Safari 16.4",
    r"\bstatic \{|#\w+ in ": "Safari 16.4, Chrome 91, Firefox 90",
    r"^\s*static #|^\s*#\w+\(": "Safari 15, Chrome 84, Firefox 90",
    r"\.(showPopover|togglePopover|checkVisibility)\(": "Safari 17, Chrome 114",
}
"""Features missing in the oldest supported browsers, by the browser that has them."""


def breaks_off(route: Route) -> None:
    """Return a script that such a browser cannot parse."""
    route.fulfill(content_type="text/javascript", body="const whatever = ;")


def never_runs(route: Route) -> None:
    """Return a script of a type unknown to such a browser."""
    route.fulfill(content_type="text/javascript", body="")


def leave(route: Route) -> None:
    """Return the script unchanged."""
    route.continue_()


TOO_OLD: dict[str, tuple[Callable[[Route], None], str]] = {
    "knows no modules": (never_runs, "delete HTMLScriptElement.prototype.noModule"),
    "cannot read the script": (breaks_off, ""),
    "lacks what the script needs": (leave, "delete Array.prototype.flat"),
}


@pytest.mark.parametrize("why", TOO_OLD)
def test_a_browser_that_is_too_old_is_told_so_in_both_languages(why: str, table: Table) -> None:
    answer, lacks = TOO_OLD[why]
    table.deal("six-card", "5")
    phone = table.phone(None, lang="fr")
    phone.run_first(lacks)
    phone.page.route("**/phone.js", answer)
    phone.page.goto(phone.url)
    told = phone.page.locator("#too-old span")
    expect(told.first).to_be_visible()
    expect(told).to_have_text([re.compile("trop vieux.*Safari 15"), re.compile("too old.*Safari")])
    expect(phone.page.locator("#page")).not_to_contain_text("À la recherche")
    phone.complaints.clear()


def test_a_browser_that_is_just_new_enough_plays(table: Table) -> None:
    """Safari 15.0, Chrome 89 and Firefox 89 have no at(), and no AbortSignal.timeout()."""
    table.deal("six-card", "5", "7")
    phone = table.phone(None)
    for name in ("Array.prototype.at", "String.prototype.at", "AbortSignal.timeout"):
        phone.run_first(f"delete {name}")
    phone.open().lay("8")
    assert phone.page.evaluate("[[1, 2].at(-1), 'ab'.at(0), [].at(-1)]") == [2, "a", None]
    expect(phone.page.locator("#too-old")).to_be_hidden()


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
