"""What matters is in sight in every phase of every game, on every phone and wall: what is asked,
counts, cards, keys and names. Nothing covers it, and axe finds nothing."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final

import pytest

from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.variants import RULES
from scorekeeper.words import LANGUAGES
from tests.kit.drivers.browser import Phone, Table, type_elsewhere
from tests.kit.oracles.page import faults, unfit
from tests.kit.paths import ROOT

PHONES: Final = (
    *product((320, 360, 390, 430), (480, 568, 664, 780, 860, 932)),
    *((844, 390), (820, 1180), (1180, 820), (1280, 720)),
)
WALLS: Final = ((1920, 1080), (1280, 720), (1024, 600), (1080, 1920), (800, 1280), (1180, 820))

NAMES: Final = (
    *("Ann", "Suzanne", "Maximilienne", "Jean-Sébastien Côté", "Zoé", "François"),
    *("Jean-Christophe", "Marie-Claude Bérubé-Tremblay"),
)
LAID: Final = ("AC", "2D", "AH", "2C", "3C", "AD", "2H", "3D", "4S")

PAD: Final = ".prompt, .pad .key, label.suit"
HAND: Final = ".hand h2, .hand .card, .pad .key"
CLAIMS: Final = ".windows p, .windows .card"
COUNTED: Final = "section.explained .hand-name, section.explained output, .big .card"
POINTS: Final = ".row:first-child b, .row:first-child .key, .digits .key"


def phases(
    table: Table, rules: str, phones: Sequence[Phone], number: int
) -> Iterator[tuple[str, str]]:
    """Play a match through all its phases; yield the name of each and what must be in sight."""
    row = RULES[rules]
    start: dict[str, Any] = {
        "players": [NAMES[(seat + number) % len(NAMES)] for seat in range(row.players)],
        "scores": [goal - 19 for goal in row.goals],
        "options": {"muggins": True} if row.muggins_until else {},
    }
    table.deal(rules, dealer=None, **start)
    draw(table, row.players - 1)
    yield "draw", f".drawer, {PAD}"
    table.deal(rules, **start)
    win(table)
    table.do(do="next")
    if table.game.phase is Phase.DRAW:
        draw(table, row.players)
    for before in (28, 19):
        lead(table, before)
    yield "cut", PAD
    table.do(do="starter", card="KH")
    for card in LAID[: (row.hand - 1) * row.players if number % 2 else 3]:
        table.do(do="play", card=card)
    yield "play", f".count, .felt .card b, {PAD}"
    table.do(do="show")
    yield "hand", HAND
    yield from claimed(table, phones)
    table.set_mode(counted_by="program")
    while table.game.counting != table.game.dealer:
        table.do(do="count", **{"pass": True})
    lead(table, 19)
    table.do(do="count", cards=unseen(table.game, "5C", "10S", "JD", "QH"))
    yield "told", f"{'' if table.game.windows else f'{COUNTED}, '}.hand h2, .pad .key"
    lead(table, 19)
    table.do(do="crib", cards=["4C", "5D", "6S", "6H"])
    yield "counted", f"{'summary output' if table.game.windows else COUNTED}, {PAD}"
    win(table)
    yield "over", ".winner, .ending .prime, .ending .second"
    table.deal(rules, entry_mode={"entered": "points"}, **start)
    yield "points", f"{POINTS}, .bar .prime"
    for phone in phones:
        phone.page.locator(".digits .key").nth(1).tap()
    yield "typed", f"{POINTS}, .typed, .give"


def draw(table: Table, players: int) -> None:
    for seat in range(players):
        table.do(do="draw", seat=seat, card="K25Q98"[seat])


def lead(table: Table, before: int) -> None:
    """Peg each team up or back to so many points *before* its end."""
    for team, goal in enumerate(table.game.rules.goals):
        if points := goal - before - table.game.scores[team]:
            table.do(do="peg", team=team, points=points)


def win(table: Table) -> None:
    """Let the last team win."""
    *_, (team, goal) = enumerate(table.game.rules.goals)
    table.do(do="peg", team=team, points=goal - table.game.scores[team])


def claimed(table: Table, phones: Sequence[Phone]) -> Iterator[tuple[str, str]]:
    """Claim too little for a hand; with muggins, open the sheet of a call, and call elsewhere."""
    table.set_mode(counted_by="players")
    cards = unseen(table.game, "5S", "10D", "JC", "QC")
    type_elsewhere(table, *cards)
    yield "claim", ".hand h2, .hand .card, .claim .key, .bar .prime"
    table.do(do="count", cards=cards, claim=2)
    if not table.game.windows:
        return
    yield "muggins", f"{CLAIMS}, .call, {HAND}"
    for phone in phones:
        phone.page.locator(".call").first.tap()
    yield "call", f"{CLAIMS}, .calling p, .calling .key, .calling .prime"
    for phone in phones:
        phone.page.locator(".cancel").tap()
    (window,) = table.game.windows
    team, *_ = table.game.others(table.game.team_of(window.seat))
    table.do(do="muggins", team=team, points=1)


def unseen(game: Game, *cards: str) -> tuple[str, ...]:
    """Return as many of *cards* as the hand to be counted lacks."""
    assert game.deal
    assert game.rules
    assert isinstance(game.counting, int)
    return cards[: game.rules.hand - len(game.deal.hands[game.counting])]


SEEN: Final = """
  const found = [];
  const name = (one) => `${one.className || one.tagName} “${one.textContent.trim().slice(0, 30)}”`;
  const box = (one) => one.getBoundingClientRect();
  const lines = (one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return [...text.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  };
  const isCut = (one) =>
    one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
  const isBroken = (one) => new Set(lines(one).map(({ bottom }) => Math.round(bottom))).size > 1;
"""

ON_PHONE: Final = (
    "(needs) => {"
    + SEEN
    + """
  const boxes = ".hand-name, .key, .card, .card b, .count, .drawer, .team, .seat, button, label";
  // All of a text: both ends of each of its lines.
  const points = (one) => (one.matches(boxes) ? [box(one)] : lines(one)).flatMap(
    ({ left, right, top, bottom }) => one.matches(boxes)
      ? [[(left + right) / 2, (top + bottom) / 2]]
      : [[left + 2, (top + 3 * bottom) / 4], [right - 2, (3 * top + bottom) / 4]]);
  const isOnTop = (one, [x, y]) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (one.contains(top) || top.contains(one));
  };
  for (const need of [...needs.split(", "), ".team, .team output, .seat, header button"]) {
    const all = [...document.querySelectorAll(need)];
    if (!all.length) found.push(`missing: ${need}`);
    for (const one of all.filter((one) => one.checkVisibility())) {
      const seen = points(one);
      if (!seen.length || !seen.every((at) => isOnTop(one, at))) found.push(`hidden: ${name(one)}`);
    }
  }
  // Up to seven letters are in one line, up to twelve whole, and longer names have a title.
  const names = ".team b, .mates small, .seat b, .row .who b, .drawer b, .steps span, .hand-name";
  for (const one of document.querySelectorAll(`${names}, .of-2 .crib-of`)) {
    const text = one.textContent.replace(/.* · |★./, "");
    const isTold = text.length > 12 && one.closest("[title], [aria-label]");
    if (isCut(one) && !isTold) found.push(`cut: ${name(one)}`);
    const isShort = text.length < 8 && !one.matches(".steps span");
    if (isShort && isBroken(one)) found.push(`broken: ${name(one)}`);
  }
  for (const one of document.querySelectorAll("section .scrolls")) {
    const least = Math.min(one.scrollHeight, 40);
    if (one.clientHeight < least) found.push(`too few lines: ${name(one)}`);
  }
  for (const one of document.querySelectorAll("output, .lines b")) {
    if (box(one).right > innerWidth - 4) found.push(`at the edge: ${name(one)}`);
  }
  return found;
}"""
)

ON_WALL: Final = (
    "() => {"
    + SEEN
    + """
  const parts = [...document.querySelectorAll(
    ".kiosk > *, .side > *, .now > *, .stage > *, .wall-hand > *, .inviting > *",
  )].filter((one) => box(one).width && box(one).height && !one.matches(".win"));
  const isOver = (one, other) => {
    const [a, b] = [box(one), box(other)];
    return a.left < b.right - 2 && b.left < a.right - 2
      && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  };
  for (const one of parts) {
    const { left, right, top, bottom } = box(one);
    if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1)
      found.push(`beyond the screen: ${name(one)}`);
    const others = parts.filter((other) => other !== one && other.parentNode === one.parentNode);
    const over = others.filter((other) => isOver(one, other));
    found.push(...over.map((other) => `${name(one)} over ${name(other)}`));
  }
  document.querySelectorAll("h1, .name, .saying p, .wall-hand h2, .lines li > *").forEach((one) => {
    const isWide = one.clientWidth && one.scrollWidth > one.clientWidth + 2;
    if (isWide || (isBroken(one) && one.matches(".name:not(.long), .label")))
      found.push(`cut or broken: ${name(one)}`);
  });
  return found;
}"""
)


def hidden(table: Table, games: Sequence[str], every: int) -> dict[str, Any]:
    """Return what cannot be seen, or is found by axe, at one of *every* so many screens.

    Screens, themes and languages rotate with the phases and the games.
    """
    phones = [table.phone(lang=lang) for lang in LANGUAGES]
    walls = [table.phone("/board?lang=en"), table.phone("/board?join&lang=fr", lang="fr")]
    found = {}
    for number, rules in enumerate(games):
        for step, (phase, needs) in enumerate(phases(table, rules, phones, number)):
            for one in (*phones, *walls):
                one.until(table.version)
                one.settle()
            screens = (*((*size, phones) for size in PHONES), *((*size, walls) for size in WALLS))
            for place, (width, height, pages) in enumerate(screens):
                turn, rest = divmod(place + 3 * step + number, every)
                if rest:
                    continue
                page = pages[turn % 2].page
                page.emulate_media(color_scheme=("light", "dark")[turn // 2 % 2])
                page.set_viewport_size({"width": width, "height": height})
                what = unfit(page) if pages is phones else []
                what += page.evaluate(ON_PHONE if pages is phones else ON_WALL, needs)
                what += faults(page) if turn % 9 == 0 else []
                if what:
                    found[f"{rules} {phase} {page.url} {width}x{height}"] = what
    return found


def test_what_matters_is_in_sight(table: Table) -> None:
    found = hidden(table, ("cribble", "six-card", "five-handed", "three-handed"), every=13)
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.slow
def test_what_matters_is_in_sight_on_every_screen(table: Table) -> None:
    found = hidden(table, tuple(RULES), every=1)
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


MEASURES: Final = re.compile(
    r"getBoundingClientRect|elements?FromPoint|(client|scroll|offset|inner)(Width|Height)"
    r"|offset(Top|Left)|contentRect"
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
