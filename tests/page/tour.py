"""A tour of all views of the page, shown on a phone in English and one in French."""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from msgspec.structs import replace
from playwright.sync_api import Browser, Route, expect

from hardware.lights import publish
from scorekeeper.device import DeviceFault, Health
from scorekeeper.game.actions import Entered, EntryModeChange, Start
from scorekeeper.game.live import Assignment
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.table import Table as Kept
from scorekeeper.words import LANGUAGES
from tests.kit.drivers.browser import Table
from tests.kit.drivers.web_server import CODE, PIN, Site, served
from tests.kit.formats.game_file import lines, read_action
from tests.kit.paths import DATA
from tests.page.fast_taps import LETTERS, TO_TABLE, Fingers, Step, into, tap
from web.settings import Family, SettingsPatch

FOUR: Final = ["Marie", "Luc", "Paul", "Anne"]
HASTE: Final = 50
"""Speed of the table's clock relative to real time, so that counts take no time."""

PAST: Final = DATA / "games" / "six-card-score-sheet.game"

FAMILY: Final = Family(
    name="Gagnon",
    start=Start(
        rules="cribble",
        players=tuple(FOUR),
        options={"muggins": False},
        entry_mode=EntryModeChange(counted_by="players"),
    ),
)

LOST: Final = DeviceFault(
    "{user} is not allowed to use {device}: run sudo usermod -aG spi {user} and restart the Pi.",
    user="ann",
    device="/dev/spidev0.0",
)

MENU: Final = tap("header > button:last-child")

Steps = Iterable[Step]


class Place(NamedTuple):
    """The table, and its phones: scorers and watchers."""

    table: Table
    scorers: tuple[Fingers, ...]
    watchers: tuple[Fingers, ...]


class View(NamedTuple):
    """A view, the phones that show it, and whether it is *alike* an earlier one."""

    name: str
    guests: tuple[Fingers, ...]
    alike: bool = False


@contextmanager
def place(browser: Browser) -> Iterator[Place]:
    """Context manager: a fresh table with a scorer's and a watcher's phone in each language."""
    table = Kept(Journal.in_memory(), ticks=lambda: time.monotonic() * HASTE)
    site = Site(table=table)
    with served(site) as port:
        kept = Table(site, port, browser)
        scorers, watchers = (
            tuple(
                Fingers(kept.phone(None, lang=lang, reduced_motion="reduce")) for lang in LANGUAGES
            )
            for _ in range(2)
        )
        yield Place(kept, scorers, watchers)
        kept.put_phones_away()


def everybody(
    place: Place, steps: Callable[[Fingers], Steps], guests: tuple[Fingers, ...] = ()
) -> None:
    """Tap the same on every phone, in its language."""
    for one in guests or place.scorers:
        one.press(steps(one), place.table.version, enters=False)


def seen(place: Place) -> None:
    """Wait until every scorer's phone shows the latest entry."""
    everybody(place, lambda _: [])


def do(place: Place, *actions: dict[str, Any]) -> None:
    """Enter something elsewhere, and wait until the phones show it."""
    for action in actions:
        place.table.do(**action)
    seen(place)


def visible(guests: tuple[Fingers, ...], selector: str) -> None:
    """Wait until the first match of *selector* is visible on every watcher's phone."""
    for one in guests:
        expect(one.phone.page.locator(selector).first).to_be_visible()


UNFOLD: Final = """document.querySelectorAll("details").forEach((one) => {
  one.ontoggle = null;
  one.open = true;
})"""
"""A script that unfolds everything at once."""


def play(*cards: str) -> list[dict[str, Any]]:
    """Lay cards in turn."""
    return [{"do": "play", "card": card} for card in cards]


def beginning(place: Place) -> Iterator[View]:
    """Join, set up a match, draw and cut."""
    for one in place.watchers:
        one.phone.open()
    yield View("nobody-plays", place.watchers)
    everybody(place, lambda _: [tap("footer .second")], place.watchers)
    yield View("join-by-code", place.watchers)
    for one in place.scorers:
        one.phone.page.goto(f"{one.phone.url}/j/{CODE}")
        expect(one.phone.page.locator("[data-key=keep-score]")).to_be_visible()
    yield View("invited", place.scorers)
    for one in place.scorers:
        one.phone.page.locator("[data-key=keep-score]").tap()
        one.phone.page.wait_for_url(f"{one.phone.url}/")
        expect(one.phone.page.locator(".setup")).to_be_visible()
    yield View("setup", place.scorers)
    place.table.site.settings.change(SettingsPatch(families=(FAMILY,)))
    visible(place.scorers, ".home")
    yield View("home", place.scorers)
    others = "New players or rules"
    everybody(place, lambda one: [tap(one.named(others)), tap(".families button")])
    for one in place.scorers:
        one.phone.page.evaluate(UNFOLD)
    yield View("setup-unfolded", place.scorers)
    start = {"do": "start", "rules": "cribble", "players": FOUR}
    do(place, start)
    visible(place.scorers, ".who")
    yield View("who", place.scorers)
    everybody(place, lambda _: [tap("[data-key=keep-score]")])
    do(place, *({"do": "draw", "seat": n, "card": "K25"[n]} for n in range(3)))
    yield View("draw", place.scorers)
    do(place, {"do": "draw", "seat": 3, "card": "9"})
    yield View("cut", place.scorers)


def playing(place: Place) -> Iterator[View]:
    do(place, {"do": "starter", "card": "KH"}, *play("7C", "8D", "9H"))
    yield View("play", place.scorers)
    everybody(place, lambda _: [tap("button.board")])
    visible(place.scorers, ".large [data-peg]")
    yield View("board-large", place.scorers)
    everybody(place, lambda _: [tap("button.board")])
    everybody(place, lambda _: [], place.watchers)
    everybody(place, lambda _: TO_TABLE, place.watchers)
    yield View("watching", place.watchers)
    later = place.table.game.deal.play.turn if place.table.game.deal else 0
    later = (later + 1) % 4
    everybody(place, lambda _: [tap(f"[data-key=seat-{later}]")])
    yield View("play-later", place.scorers)
    for one in place.scorers:
        one.phone.page.locator(".pad .key[aria-disabled=true]").last.dispatch_event("click")
    yield View("play-barred", place.scorers)
    everybody(place, lambda _: [tap(".notice .plain")])


def hindered(place: Place) -> Iterator[View]:
    """Interruptions: a faster entry, a lost strip, a lost network, low vision."""
    for one in place.scorers:
        one.phone.page.route("**/api/v1/actions*", _from_before, times=1)
    everybody(place, lambda _: [tap(".pad [data-key=key-2]")])
    visible(place.scorers, ".notice .message")
    yield View("overtaken", place.scorers)
    everybody(place, lambda _: [tap(".notice .plain")])
    publish(place.table.site.table, Health.LOST, LOST)
    visible(place.scorers, ".lights")
    yield View("lights-out", place.scorers, alike=True)
    everybody(place, lambda _: [tap("[data-key=faults]")])
    yield View("settings-and-why-the-lights-are-out", place.scorers, alike=True)
    everybody(place, lambda _: TO_TABLE)
    publish(place.table.site.table, Health.OK, None)
    for one in place.scorers:
        one.phone.context.set_offline(True)
        expect(one.phone.page.locator(".link.reconnecting")).to_be_attached()
    yield View("reconnecting", place.scorers)
    for one in place.scorers:
        one.phone.context.set_offline(False)
        expect(one.phone.page.locator("[data-link=live]")).to_be_attached()
    everybody(place, _big_digits)
    yield View("big-digits", place.scorers)
    everybody(place, _big_digits)
    do(place, {"do": "go", "all": True})


def _from_before(route: Route) -> None:
    """Return a request as of before the latest entry."""
    asked = route.request.post_data_json
    route.continue_(post_data=json.dumps({**asked, "seen": asked["seen"] - 1}))


def _big_digits(one: Fingers) -> Steps:
    return [MENU, tap(one.named("Settings")), tap(f"{one.named('Big digits')} input"), *TO_TABLE]


def sheets(place: Place) -> Iterator[View]:
    everybody(place, lambda _: [MENU])
    yield View("menu", place.scorers)
    named = {
        "points": "Add points",
        "history": "History",
        "rules": "Rules and names",
        "settings": "Settings",
        "join": "Invite",
        "mode": "What and who counts",
        "deal": "This deal or game",
    }
    for number, (name, title) in enumerate(named.items()):
        opened = [MENU] if number else []
        everybody(place, lambda one, opened=opened, title=title: [*opened, tap(one.named(title))])
        if name == "points":
            everybody(place, lambda _: [tap("main .chip")])
        if name == "rules":
            everybody(place, lambda _: [tap("summary")])
        if name == "join":
            for one in place.scorers:
                expect(one.phone.page.locator(".qr")).to_have_js_property("complete", True)
        yield View(name, place.scorers)
    for one in place.scorers:
        one.phone.page.keyboard.press("Shift")
    keyboard = "Playing with a keyboard"
    everybody(place, lambda one: [MENU, tap(one.named("Settings")), tap(one.named(keyboard))])
    yield View("keyboard", place.scorers)
    everybody(place, lambda _: TO_TABLE)


def hosting(place: Place) -> Iterator[View]:
    everybody(
        place,
        lambda one: [
            MENU,
            tap(one.named("Settings")),
            into("[data-key=host] input", PIN),
            tap("[data-key=host] .prime"),
            tap('[data-key="lights"] input[role=switch]'),
        ],
    )
    yield View("settings-of-the-host", place.scorers)
    place.table.site.settings.change(SettingsPatch(low_vision=True, night="22:00-07:00"))
    for one in place.scorers:
        one.phone.page.locator('[data-key="lights"]').last.scroll_into_view_if_needed()
    yield View("settings-for-the-night-and-poor-eyes", place.scorers, alike=True)
    everybody(place, lambda one: [MENU, tap(one.named("Invite")), tap("[data-key=renew]")])
    yield View("join-of-the-host", place.scorers)
    everybody(place, lambda _: [tap("[data-key=renewing] .second"), *TO_TABLE])
    for sheet in ("Backup", "Wi-Fi"):
        everybody(
            place,
            lambda one, sheet=sheet: [MENU, tap(one.named("Settings")), tap(one.named(sheet))],
        )
        visible(place.scorers, ".machine fieldset")
        yield View(f"{sheet.lower()}-of-the-host", place.scorers)
    everybody(place, lambda _: TO_TABLE)


def mending(place: Place) -> Iterator[View]:
    entry = place.table.version - 1
    line = tap(f'[data-key="entry-{entry}"] > button')
    everybody(place, lambda one: [MENU, tap(one.named("History")), line])
    yield View("correct", place.scorers)
    everybody(place, lambda _: [tap(".editor .pad [data-key=key-7]"), tap(".correct .prime")][:1])
    visible(place.scorers, ".effects .marks")
    yield View("correct-and-what-it-changes", place.scorers)
    everybody(place, lambda _: [tap(".correct .bar .second")])
    visible(place.scorers, ".record")
    everybody(place, lambda _: TO_TABLE)


def showing(place: Place) -> Iterator[View]:
    """The show, with open claims, and the end."""
    do(place, {"do": "show"})
    yield View("show-cards-missing", place.scorers)
    missing = ["4", "5", "J"]
    # Cards typed on one phone are shown on the others.
    first, *others = place.scorers
    keys = [tap(f".pad [data-key=key-{card}]") for card in letters(first, missing)]
    everybody(place, lambda _: keys[:-1], (first,))
    visible(tuple(others), "[data-key=take-over]")
    yield View("show-cards-typed-on-one-phone", place.scorers)
    everybody(place, lambda _: keys[-1:], (first,))
    everybody(place, lambda _: [tap(".claim .digits [data-key=key-4]")])
    yield View("show-claim", place.scorers)
    seat = place.table.game.counting
    count = {"do": "count", "seat": seat, "cards": missing, "claim": 4}
    do(place, count)
    yield View("muggins-open", place.scorers)
    everybody(place, lambda _: [tap(".call")])
    yield View("muggins-called", place.scorers)
    team = 1 - place.table.game.team_of(seat if isinstance(seat, int) else 0)
    do(place, {"do": "muggins", "team": team, "points": 2, "of": seat})
    yield View("count-told", place.scorers)
    do(place, {"do": "peg", "team": team, "points": 121 - place.table.game.scores[team]})
    yield View("over", place.scorers)


def letters(one: Fingers, ranks: list[str]) -> list[str]:
    """Ranks as labels of keys."""
    return [LETTERS[one.lang].get(rank, rank) for rank in ranks]


def three(place: Place) -> Iterator[View]:
    cards, options = ("5H", "7C", "8D", "9H"), {"muggins": False}
    place.table.deal("three-handed", *cards, scores=[58, 40, 23], options=options)
    seen(place)
    yield View("play-of-three", place.scorers)
    do(place, {"do": "show"}, {"do": "count", "cards": ["4", "6", "J", "7C"][:3]})
    yield View("show-of-three", place.scorers)
    place.table.set_mode(counted_by="players", entered="cards")
    do(place, {"do": "count", "cards": ["2", "3", "K"], "claim": 3})
    visible(place.scorers, "[data-key=go-on]")
    yield View("count-that-was-wrong", place.scorers)


def entering(place: Place) -> Iterator[View]:
    """Tables with hands or points only."""
    place.table.do(do="abandon")
    place.table.do(do="start", rules="three-handed", players=["Marie", "Luc", "Paul"])
    place.table.set_mode(entered="points")
    seen(place)
    yield View("who-deals", place.scorers)
    place.table.deal("three-handed", "5H")
    for enters in (Entered.HANDS, Entered.POINTS):
        place.table.set_mode(entered=enters)
        seen(place)
        visible(place.scorers, ".byhand")
        yield View(f"by-hand-{enters}", place.scorers)
    do(place, {"do": "abandon"})


def night(place: Place) -> Iterator[View]:
    """A table of a club night: a match is offered, a bye, a result is agreed."""
    table = place.table.site.table
    seat = Assignment(night="may", round=4, table="7")
    names = ("Marie", "Luc")
    offered = replace(seat, start=Start(rules="acc", players=names))
    for name, assignment in (("assignment-offered", offered), ("assignment-sat-out", seat)):
        table.set_live(assignment=assignment)
        visible(place.scorers, ".assignment")
        yield View(name, place.scorers)
    do(place, {"do": "start", "rules": "acc", "players": names, "dealer": 0})
    do(place, {"do": "concede", "team": 1})
    asks = replace(offered, begun=True, place="1.1", agreed=(True, False), asks=True)
    table.set_live(assignment=asks)
    visible(place.scorers, ".agreement")
    yield View("assignment-result", place.scorers)
    table.set_live(assignment=None)


def past(place: Place) -> Iterator[View]:
    """Past games, a replay, and the quiz."""
    for line in lines(PAST.read_text()):
        place.table.site.table.submit(read_action(line.does, place.table.game))
    seen(place)
    yield View("over-with-a-count", place.scorers)
    everybody(place, lambda one: [MENU, tap(one.named("Past games and quiz")), tap(".games .item")])
    everybody(place, lambda _: [tap(".past summary")])
    yield View("game", place.scorers)
    everybody(place, lambda _: [tap(".past .prime")])
    for one in place.scorers:
        one.phone.page.locator(".turning input").fill("18")
        expect(one.phone.page.locator(".explained")).to_be_visible()
    yield View("replay", place.scorers)
    everybody(place, lambda one: [MENU, tap(one.named("Past games and quiz"))])
    visible(place.scorers, ".games .item")
    yield View("games", place.scorers)
    everybody(place, lambda _: [tap(".pair .second")])
    visible(place.scorers, ".player")
    yield View("figures", place.scorers)
    everybody(
        place,
        lambda one: [MENU, tap(one.named("Past games and quiz")), tap(".pair button:last-child")],
    )
    visible(place.scorers, ".puzzle")
    yield View("quiz", place.scorers)
    everybody(place, lambda _: [tap(".choices button:last-child")])
    yield View("quiz-answered", place.scorers)


def walls(place: Place) -> Iterator[View]:
    """Other pages: the wall and the lights."""
    place.table.deal("six-card", "5H", "7C", "8D")
    paths = {"board": "/board", "board-and-how-to-join": "/board?join", "strip": "/strip"}
    for name, path in paths.items():
        for one in place.watchers:
            one.phone.page.goto(one.phone.url + path)
            expect(one.phone.page.locator(":is(.link.live, [data-link=live])")).to_be_attached()
        yield View(name, place.watchers)


def on_keys(place: Place) -> Iterator[View]:
    """The keypad: a game is chosen, a crib is typed, and what others show of it."""
    do(place, {"do": "abandon"})
    site = place.table.site
    for one in place.scorers:
        one.phone.open("/keys")
        expect(one.phone.page.locator(".key")).to_have_count(16)
    site.keys.press(Key.HELD)
    for one in place.scorers:
        expect(one.phone.page.locator("[data-press='8'] small")).to_be_attached()
    yield View("keys-and-the-games", place.scorers)
    site.keys.press(Key.UNDO)
    place.table.deal("cribble", "5H")
    for line in ("HELD 4 OK", *(f"{n} {n + 1} 9 K OK" for n in range(2, 6)), "5 5"):
        for key in line.split():
            site.keys.press(Key(key))
    for one in place.scorers:
        cards = one.phone.page.locator("[data-key=known] .card")
        expect(cards).to_have_text(["5", "5", "", ""])
    yield View("keys", place.scorers)
    for one in place.watchers:
        one.phone.open("/")
        expect(one.phone.page.locator(".title .half")).to_be_visible()
    yield View("half-typed", place.watchers)
    site.keys.press(Key.UNDO)
    site.keys.press(Key.UNDO)
    site.keys.press(Key.HELD)
    for one in place.scorers:
        expect(one.phone.page.locator(".keys.held")).to_be_attached()
    yield View("keys-after-ok-was-held", place.scorers, alike=True)


PARTS: Final = (
    *(beginning, playing, hindered, sheets, hosting, mending),
    *(showing, three, entering, night, past, walls, on_keys),
)


def tour(place: Place) -> Iterator[View]:
    for part in PARTS:
        yield from part(place)
