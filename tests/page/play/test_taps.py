"""Unintended taps have no effect, and no intended tap is lost."""

from playwright.sync_api import APIResponse, Locator, Route, expect

from tests.kit.drivers.browser import SHORT, Phone, Table, tap_digits
from tests.kit.drivers.web_server import Site
from web.context import PACE

ACTIONS = "**/api/v1/actions*"


JUDGED = """async ([steps, pace]) => {
    const main = document.querySelector("script[type=module]").src;
    const { tapRule, tapped } = await import(main.replace("phone.js", "core/queue.js"));
    let now = 0;
    const rule = tapRule(pace, () => now);
    return steps.map(([ms, whose, card]) => {
        now = ms;
        const tap = tapped(card === "go" ? { do: "go" } : { card });
        if (whose === "theirs") return rule.heard([tap]) ?? "heard";
        const { counts, echo } = rule.judge(tap);
        return counts ? "counts" : echo ? "asks" : "dropped";
    });
}"""
"""A script that runs the page's rule on taps and others' entries with a simulated clock."""

RULE = {
    **{f"0 theirs 4, {ms} mine 4": "heard asks" for ms in (10, 50, 150, 350, 500, 690)},
    "0 theirs 4, 700 mine 4": "heard counts",
    "0 theirs 4, 10 mine 6": "heard counts",
    "0 theirs 9S, 10 mine 9H": "heard counts",
    "0 theirs 9S, 10 mine 9S": "heard asks",
    "0 theirs 9S, 10 mine 9": "heard asks",
    "0 theirs 9, 10 mine 9H": "heard asks",
    "0 theirs 4, 200 mine 4, 560 mine 4": "heard asks counts",
    "0 theirs 4, 200 mine 4, 300 mine 4": "heard asks dropped",
    "0 theirs 4, 600 theirs 4, 650 mine 4": "heard heard asks",
    "0 theirs go, 340 mine go": "heard asks",
    "0 theirs go, 360 mine go": "heard counts",
    "0 mine 5, 90 mine 5": "counts dropped",
    "0 mine 5, 349 mine 5": "counts dropped",
    "0 mine 5, 200 mine 5, 400 mine 5": "counts dropped dropped",
    "0 mine 5, 10 mine 6, 20 mine 7": "counts counts counts",
    "0 mine 4, 360 mine 4, 720 mine 4, 1080 mine 4": "counts counts counts counts",
    "0 mine 4, 400 theirs 4, 1110 mine 4, 1500 theirs 4": "counts heard counts heard",
}
"""An echo, another card, another suit, a confirmed echo, an impatient finger, a double tap, a
tremor, two thumbs, four of a kind by one phone and by two."""


def test_a_tap_counts_once(phone: Phone) -> None:
    said = {}
    for line in RULE:
        steps = [step.split() for step in line.split(", ")]
        asked = [[int(ms), whose, tap] for ms, whose, tap in steps]
        said[line] = " ".join(phone.page.evaluate(JUDGED, [asked, dict(PACE)]))
    assert said == RULE


class Watch:
    """A phone's clock, advanced only by the test."""

    def __init__(self, phone: Phone) -> None:
        self.page, self.ms = phone.page, 100_000
        phone.page.evaluate("performance.now = () => 100000")

    def wait(self, ms: int) -> None:
        self.ms += ms
        self.page.evaluate("(now) => { performance.now = () => now; }", self.ms)


def test_no_wrong_points_by_a_finger(table: Table) -> None:
    with table.beside(Site(is_open=True, pace=PACE)) as guarded:
        spend_an_evening(guarded, guarded.phone())


def spend_an_evening(table: Table, phone: Phone) -> None:
    """Make each tap at its time; the clock stands still in between."""
    table.deal("six-card", "5", "9", seen_by=phone)
    # A key that appears later is new at that time, and drops its first tap.
    expect(phone.key("4")).to_be_visible()
    watch, alert = Watch(phone), phone.page.get_by_role("alert")

    table.do(do="play", card="4", by="Luc’s phone", seen_by=phone)
    watch.wait(650)
    phone.key("4").tap()
    expect(alert).to_contain_text("Ben’s 4 is already in. A second 4?")
    watch.wait(200)
    phone.key("4").tap()
    assert table.laid == ["9", "4"]
    watch.wait(400)
    phone.lay("4")
    assert table.laid == ["9", "4", "4"]
    expect(alert).to_have_count(0)
    watch.wait(90)
    phone.key("4").tap()
    phone.lay("3")
    assert table.laid == ["9", "4", "4", "3"]

    go_once(phone, table, watch)

    table.do(do="undo", by="Luc’s phone", seen_by=phone)
    watch.wait(600)
    phone.button("Undo", exact=False).first.tap()
    expect(alert).to_contain_text("Already undone. Undo one more?")
    alert.get_by_role("button", name="Close").tap()

    phone.overtake(ACTIONS, lambda: table.do(do="play", card="3", by="Luc’s phone"))
    phone.key("3").tap()
    expect(alert).to_contain_text("Ben’s 3 is already in (Luc’s phone).")
    assert table.laid == ["9", "4", "4", "3"]
    watch.wait(1000)
    thumbs_at_once(phone, table)
    count_once(phone, table, watch)


def go_once(phone: Phone, table: Table, watch: Watch) -> None:
    """Two phones enter at once that neither can play: it counts once, with the right message."""
    table.do(do="play", card="6")
    table.do(do="go", all=True, by="Luc’s phone", seen_by=phone)
    watch.wait(300)
    phone.key("No one can play").tap(force=True)
    alert = phone.page.get_by_role("alert")
    expect(alert).to_contain_text("Already in: Nobody can play")
    watch.wait(400)
    phone.key("No one can play").tap(force=True)
    expect(alert.locator("p").first).to_have_text("The count is 0: any card fits.")
    alert.get_by_role("button", name="Close").tap()
    for _ in range(2):
        table.do(do="undo", seen_by=phone)
    watch.wait(1000)


def test_a_key_that_a_digit_brought_counts_at_once(table: Table) -> None:
    """It is new, but not to the finger that typed the digit; all others wait."""
    with table.beside(Site(is_open=True, pace=PACE)) as guarded:
        guarded.deal("six-card", "5", options={"muggins": True}, show=True)
        phone = guarded.phone()
        expect(phone.key("A")).to_be_visible()
        watch = Watch(phone)
        watch.wait(1000)
        phone.place("2", "2", "6", "8")
        watch.wait(1000)
        tap_digits(phone, "4")
        phone.enter(phone.button("Peg 4 for Ann"))
        assert guarded.game.scores == (4, 0)
        guarded.set_mode(seen_by=phone, entered="points")
        watch.wait(1000)
        phone.page.locator(".digits").get_by_text("7", exact=True).tap()
        phone.enter(phone.page.locator(".give.team-1"))
        assert guarded.game.scores == (4, 7)


def thumbs_at_once(phone: Phone, table: Table) -> None:
    """Two thumbs on two keys both count."""
    both = table.version + 2
    phone.page.evaluate(
        """["A", "2"].forEach((rank) =>
            document.querySelector(`.pad [data-key=key-${rank}]`).click())"""
    )
    phone.until(both)
    assert table.laid[-2:] == ["A", "2"]


def count_once(phone: Phone, table: Table, watch: Watch) -> None:
    """A double tap on the big button neither counts a second hand nor undoes anything."""
    table.deal("six-card", "5", options={"muggins": False}, show=True)
    table.do(do="count", seat=0, cards=["2", "3", "6", "J"], seen_by=phone)
    table.do(do="undo", seen_by=phone)
    expect(phone.page.locator(".hand .gap")).to_have_count(0)
    count = phone.page.locator("[data-key=count]")
    count.dispatch_event("click")
    assert table.game.counting == 0
    watch.wait(800)
    phone.enter(count)
    phone.page.evaluate("document.querySelector('.undo').click()")
    watch.wait(160)
    phone.page.evaluate("document.querySelector('.pad [data-key=key-7]').click()")
    expect(phone.page.locator(".next small")).to_have_text("4 cards to enter")
    phone.suit("hearts").check(force=True)
    watch.wait(400)
    phone.place("6", "5", "5", "5")
    expect(phone.button("Take out the 6 of hearts")).to_be_visible()
    expect(phone.page.locator(".hand .gap")).to_have_count(0)
    assert table.game.counting == 1


def test_a_tap_before_the_answer_to_the_last_one_is_kept(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5")
    table.do(do="peg", team=0, points=121, seen_by=phone)
    held: list[tuple[Route, APIResponse]] = []
    phone.page.route(ACTIONS, lambda route: held.append((route, route.fetch())), times=1)
    phone.enter(phone.button("Play again"))
    phone.key("7").tap()
    (route, answer), version = phone.until_held(held), table.version
    route.fulfill(response=answer)
    phone.until(version + 1)
    assert str(table.game.deal.starter) == "7"


def test_what_is_asked_about_outlives_the_answer_to_the_tap_before(table: Table) -> None:
    """Two phones peg at once, and the slower one then taps the other's key: it must either add
    points or ask."""
    with table.beside(Site(is_open=True, pace=PACE)) as guarded:
        guarded.deal("six-card")
        guarded.set_mode(counted_by="program", entered="points")
        slow, quick = guarded.phone(lang="fr", viewport=SHORT), guarded.phone()
        watch, other_watch = Watch(slow), Watch(quick)
        watch.wait(5000)
        held: list[tuple[Route, APIResponse]] = []
        slow.page.route(ACTIONS, lambda route: held.append((route, route.fetch())), times=1)
        slow.enter(peg_key(slow, 0, 1))
        quick.until(guarded.version)
        # Taps on what was just rendered would be dropped while the clock stands still.
        quick.settle()
        other_watch.wait(5000)
        quick.enter(peg_key(quick, 1, 2))
        slow.until(guarded.version)
        watch.wait(300)
        peg_key(slow, 1, 2).tap()
        asks = slow.page.get_by_role("alert")
        expect(asks).to_contain_text("Ben\u00a0: +2. Déjà entré. Encore une fois\u00a0?")
        route, answer = slow.until_held(held)
        with slow.page.expect_response(ACTIONS):
            route.fulfill(response=answer)
        slow.settle()
        assert guarded.game.scores == (1, 2)
        expect(asks).to_contain_text("Encore une fois\u00a0?")
        watch.wait(400)
        slow.enter(peg_key(slow, 1, 2))
        assert guarded.game.scores == (1, 4)
        expect(asks).to_have_count(0)


def peg_key(phone: Phone, team: int, points: int) -> Locator:
    return phone.page.locator(f".peg-it.team-{team}").get_by_text(f"+{points}", exact=True)


def test_a_card_that_found_no_network_goes_out_when_it_is_back(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", "7", seen_by=phone)
    phone.context.set_offline(True)
    expect(phone.page.locator("[data-link=reconnecting]")).to_be_attached()
    phone.place("8", "2")
    alert = phone.page.get_by_role("alert")
    expect(alert).to_contain_text("Waiting: 8, 2.")
    version = table.version
    phone.context.set_offline(False)
    phone.until(version + 2)
    expect(alert).to_have_count(0)
    assert table.laid == ["7", "8", "2"]
