"""Old browsers: supported ones play, older ones get a message."""

import re

import pytest
from playwright.sync_api import expect

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


TOO_OLD = {
    "knows no modules": ("", "delete HTMLScriptElement.prototype.noModule"),
    "cannot read the script": ("const whatever = ;", ""),
    "lacks what the script needs": (None, "delete Array.prototype.flat"),
    "knows no container queries": ("", "CSS.supports = () => false"),
}
"""The page's script in such a browser, if another, and what it does first."""


@pytest.mark.parametrize(("script", "lacks"), TOO_OLD.values(), ids=TOO_OLD)
def test_a_browser_that_is_too_old_is_told_so_in_both_languages(
    script: str | None, lacks: str, table: Table
) -> None:
    table.deal("six-card", "5")
    phone = table.phone(None, lang="fr")
    phone.context.add_init_script(lacks)
    if script is not None:
        answer = {"content_type": "text/javascript", "body": script}
        phone.page.route("**/phone.js", lambda route: route.fulfill(**answer))
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
