"""What matters in the play is in sight on every screen: whose turn it is, the count, the cards, the
keys and the names; nothing covers them."""

import json
import re
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any, Final

import pytest
from playwright.sync_api import ViewportSize

from scorekeeper.rules.variants import RULES
from tests.kit.drivers.browser import Table
from tests.kit.oracles.page import faults
from tests.kit.paths import ROOT

GRID: Final = tuple(
    ViewportSize(width=width, height=height)
    for width, height in (
        *product((320, 360, 390, 430), (480, 568, 664, 780, 860, 932)),
        *((844, 390), (820, 1180)),
    )
)

NAMES: Final = ("Ann", "François", "Maximilienne", "Jean-Sébastien Côté", "Zoé", "Marie-Ève")
CARDS: Final[Mapping[str, tuple[str, ...]]] = {
    "six-card": ("5H", "7C", "8D", "4H", "6S"),
    "three-handed": ("5H", "7C", "8D", "9H"),
    "cribble": ("KH", "AC", "2D", "AH", "2C", "3C", "AD", "2H"),
    "captain": ("JC", "10D", "JS"),
    "five-handed": ("KH", "AC", "2D", "10H", "10S"),
    "six-handed": ("KH", "AC", "2D", "AH", "2C", "3C", "AD", "2H", "3D", "4S"),
}
"""The starter and the cards on the felt, by game: two to six players, few cards and many."""

SAMPLE: Final = {
    "six-card": GRID[6:7] + GRID[9:10] + GRID[24:25],
    "cribble": GRID[0:1],
    "five-handed": GRID[1:2],
    "six-handed": GRID[3:4],
}
"""The screens that `make test` looks at; `make soak` looks at all."""

COVERED: Final = """async () => {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const found = [];
  const name = (one) => `${one.className || one.tagName} “${one.textContent.trim().slice(0, 30)}”`;
  const isOnTop = (one, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (one.contains(top) || top.contains(one));
  };
  const boxes = (one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return [...text.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  };
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  // All of a text: both ends of each of its lines.
  for (const one of document.querySelectorAll(".felt .prompt, .team output")) {
    const ends = boxes(one).flatMap(({ left, right, top, bottom }) =>
      [[left + 2, (top + 3 * bottom) / 4], [right - 2, (3 * top + bottom) / 4]]);
    const isSeen = ends.length > 0 && ends.every(([x, y]) => isOnTop(one, x, y));
    if (!isSeen) found.push(`not in sight: ${name(one)}`);
  }
  const keys = ".pad .key, label.suit, .team, .team em, .seat, header button";
  for (const one of document.querySelectorAll(`${keys}, .count, .felt .card b`)) {
    if (!isOnTop(one, ...middle(one.getBoundingClientRect()))) found.push(`covered: ${name(one)}`);
  }
  for (const one of document.querySelectorAll(".team .who > b, .mates small, .seat b")) {
    const isCut = one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
    if (one.textContent.replace("★ ", "").length <= 12 && isCut) found.push(`cut: ${name(one)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen");
  return found;
}"""


def hidden(table: Table, screens: Mapping[str, Iterable[ViewportSize]]) -> dict[str, Any]:
    """Return what cannot be seen of each game on its *screens*, and what axe finds on the last."""
    found = {}
    phones = [table.phone(lang=lang) for lang in ("en", "fr")]
    for number, (rules, sizes) in enumerate(screens.items()):
        table.deal(rules, *CARDS[rules], players=NAMES[: RULES[rules].players])
        for phone in phones:
            phone.until(table.version)
            page = phone.page
            page.emulate_media(color_scheme=("light", "dark")[number % 2])
            for size in sizes:
                phone.resize(size)
                title = f"{rules} {phone.lang} {size['width']}x{size['height']}"
                found[title] = page.evaluate(COVERED)
            found[f"{rules} {phone.lang} axe"] = faults(page)
    return {title: what for title, what in found.items() if what}


def test_nothing_covers_what_matters_in_the_play(table: Table) -> None:
    found = hidden(table, SAMPLE)
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.slow
def test_nothing_covers_what_matters_in_the_play_on_any_screen(table: Table) -> None:
    found = hidden(table, dict.fromkeys(CARDS, GRID))
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


MEASURES: Final = re.compile(
    r"getBoundingClientRect|elementFromPoint|(client|scroll|offset|inner)(Width|Height)|offset(Top|Left)"
)


def test_scripts_that_measure_are_listed_with_their_reasons() -> None:
    static = ROOT / "web" / "static"
    decision = ROOT / "docs" / "decisions" / "0049-the-frame-by-css.md"
    listed = re.findall(r"^- `(\S+)`:", decision.read_text(encoding="utf-8"), re.MULTILINE)
    assert listed == sorted(
        path.relative_to(static).as_posix()
        for path in static.rglob("*.js")
        if MEASURES.search(path.read_text(encoding="utf-8"))
    )
