"""The wizard in a browser: from a fresh machine to a verified board."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from cribble.boards import panel_of
from cribble.boot_helper.client import ENVIRONMENT
from cribble.config.file import read_config
from cribble.own_wifi import FIRST_LOGIN
from cribble.system.network import free_port
from hardware.strips.strip import CaptureStrip, Strip, StripSetup
from scorekeeper.board.panel import SIZES, Panel
from scorekeeper.device import DeviceFault, WifiLogin
from tests.kit.drivers.browser import SMALL, TALL, Phone, started
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import PIN
from tests.kit.drivers.wizard_table import (
    BENCHES,
    BoardBuilder,
    FreshMachine,
    by_spi,
    four_pieces,
    fresh_machine,
    listening,
)
from tests.kit.fakes.machine import CHALET, OWN, QuietWifi
from tests.kit.formats.machine_file import machine
from tests.kit.oracles.page import faults, stand_still, wrong_tongue

CAPTURE = '[strip]\nname = "capture"\n'
LISTED = ("list", "names", "lights", "count", "board", "keypad", "print", "doctor")
"""Each is opened from the list, except the list itself."""
PARTS = ("boot", "colours", "wiring", "walk")
"""These follow another step, and have an address."""


CLASSIC = '[board]\nshape = "classic"\ntracks = 2\n[wiring]\npixels = 122\n'
NULL = '[strip]\nname = "null"\n'
BLIND = BoardBuilder(four_pieces(), lambda: b"")


def seen(strips: list[CaptureStrip]) -> bytes:
    return strips[-1].frames[-1].ljust(3600, b"\0")


@pytest.fixture
def builder(strips: list[CaptureStrip]) -> BoardBuilder:
    return BoardBuilder(four_pieces(), lambda: seen(strips))


class WizardGuest:
    """Taps through the wizard on *page*, looking at the board by *builder*."""

    def __init__(self, page: Page, builder: BoardBuilder) -> None:
        self.page, self._builder, self.taps = page, builder, 0

    def was_at(self, step: str) -> None:
        self.page.evaluate(f"localStorage.setItem('cribble.setup', '\"{step}\"')")

    def jump(self, step: str = "") -> None:
        """Open the wizard at the address of *step*, or the list."""
        address = self.page.url.partition("#")[0]
        self.page.goto("about:blank")
        self.page.goto(f"{address}#{step}")

    def tap(self, what: Locator) -> None:
        self.ready()
        what.tap()
        self.taps += 1

    def ready(self) -> None:
        expect(self.page.locator(".app[aria-busy=false]")).to_be_visible()

    def at(self, view: str) -> None:
        expect(self.page.locator(f".app[data-view={view}]")).to_be_visible()
        self.ready()

    def whole_way(self, panel: Panel | None = None, name: str = "capture") -> None:
        self.at("names")
        self.tap(self.page.locator(".bar .prime"))
        self.at("lights")
        self.tap(self.page.locator(f"[data-name={name}]").first)
        if name in ("spi", "leds0", "ws281x"):
            self.at("boot")
            self.tap(self.page.get_by_role("button", name="Later"))
        if name not in ("capture", "ddp"):
            self.name_colours()
        if panel:
            self.tap(self.page.locator(f'[data-key="{panel.size}"]'))
        else:
            self.count()
        self.at("board")
        self.tap(self.page.locator("[data-key=shape-classic]"))
        if not panel:
            self.tap(self.page.locator('[data-key="kind-60/m"]'))
        self.tap(self.page.locator(".bar .prime"))
        if panel:
            self.find_corner(panel)
        else:
            self.find_holes()
        self.tap(self.page.locator("[data-key=yes]"))
        self.at("keypad")
        self.tap(self.page.locator(".offers .item").last)
        self.at("print")
        self.tap(self.page.locator(".bar .prime"))
        self.page.wait_for_url("**/")

    def count(self) -> None:
        self.at("count")
        question = self.page.locator(".question p").first
        expect(question).to_be_visible()
        while self.page.locator("[data-key=question]").count():
            asked = question.inner_text()
            answer = "yes" if self._builder.is_last_lit() else "no"
            self.tap(self.page.locator(f"[data-key={answer}]"))
            expect(question).not_to_have_text(asked)
            self.ready()
        expect(self.page.locator("[data-key=keep]")).to_have_text("Next")
        self.tap(self.page.locator("[data-key=keep]"))
        expect(self.page.locator(".app[data-view=count]")).to_have_count(0)
        self.ready()

    def name_colours(self) -> None:
        self.at("colours")
        seen: list[str | None] = [None]
        for _ in range(3):
            soon(lambda: self._builder.colour() not in seen)
            seen.append(self._builder.colour())
            self.tap(self.page.locator(f"[data-key={seen[-1]}]"))
            self.ready()

    def find_corner(self, panel: Panel) -> None:
        self.at("wiring")
        seen = list[int]()
        while self.page.locator(".app[data-view=wiring]").count():
            soon(lambda: self._builder.light() not in seen)
            seen.append(self._builder.light())
            column, row = panel.cells()[seen[-1]]
            cell = self.page.locator(f'[data-cell="{column}-{row}"]')
            self.tap(cell)
            expect(cell).to_have_count(0)
            self.ready()
            expect(self.page.locator("h2")).to_be_focused()

    def find_holes(self) -> None:
        self.at("wiring")
        expect(self.page.locator(".tapping svg")).to_be_visible()
        while self.page.locator(".app[data-view=wiring]").count():
            self.ready()
            hole = self._builder.hole()
            circle = self.page.locator(f'[data-hole="{hole.track}-{hole.hole}"]')
            circle.scroll_into_view_if_needed()
            box = circle.bounding_box()
            assert box
            known = self.page.locator(".mark").count()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            self.page.touchscreen.tap(x, y)
            self.taps += 1
            expect(self.page.locator(".mark")).not_to_have_count(known)
            self.ready()
        self.at("walk")


@contextmanager
def wizard(
    host: FreshMachine, builder: BoardBuilder = BLIND, lang: str = "en", **screen: Any
) -> Iterator[WizardGuest]:
    """Context manager: a guest at the first step, on a phone of its own."""
    phone = Phone(started(), host.port, lang=lang, **screen)
    phone.page.goto(f"{phone.url}/setup")
    guest = WizardGuest(phone.page, builder)
    if host.wizard.first_host.is_open:
        guest.tap(phone.page.locator(f"[data-lang={lang}]"))
    guest.at("names")
    yield guest
    phone.put_away()


def test_a_fresh_machine_is_set_up_in_forty_taps(tmp_path: Path, builder: BoardBuilder) -> None:
    with fresh_machine(tmp_path, CAPTURE) as host, wizard(host, builder) as guest:
        guest.whole_way()
        print(f"{guest.taps} taps from the first page to the table")
        assert guest.taps <= 40
        expect(guest.page.locator(".app")).to_be_visible()
        assert host.app.lights.health == "ok"
        done = typed("board", "check", "--config", str(host.file))
        assert (done.code, done.err) == (0, "")
        other = Phone(started(), host.port)
        other.page.goto(f"{other.url}/setup")
        expect(other.page.get_by_label("The host’s PIN")).to_be_visible()
        other.put_away()


@pytest.mark.parametrize(("name", "size"), [*zip(BENCHES, cycle(SIZES), strict=False)])
def test_a_panel_on_each_kind_of_strip_is_set_up_in_thirty_taps(
    name: str, size: str, tmp_path: Path
) -> None:
    """With the config of a fresh machine; the chips expect green first, but for WLED's."""
    panel = Panel(size=size, first="bottom right", along="rows")
    order = "RGB" if name == "ddp" else "GRB"
    with BENCHES[name](tmp_path) as (host, see):
        builder = BoardBuilder([four_pieces()[0]] * len(panel.cells()), see, order)
        with wizard(host, builder) as guest:
            guest.whole_way(panel, "microcontroller" if name == "pico" else name)
            print(f"{guest.taps} taps from the first page to the table")
            assert guest.taps <= 30
            assert host.app.lights.health == "ok"
    assert panel_of(read_config(host.file)) == panel


@pytest.mark.parametrize(
    ("lang", "screen", "scheme"),
    [pytest.param("en", TALL, "dark", marks=pytest.mark.slow), ("fr", SMALL, "light")],
)
def test_every_step_fits_speaks_one_language_and_is_accessible(
    lang: str, screen: ViewportSize, scheme: str, tmp_path: Path, builder: BoardBuilder
) -> None:
    with (
        fresh_machine(tmp_path, CAPTURE + CLASSIC) as host,
        wizard(host, builder, lang, viewport=screen, color_scheme=scheme) as guest,
    ):
        page = guest.page
        guest.was_at("done")
        for step in (*LISTED, *PARTS):
            if step == "list" or step in PARTS:
                guest.jump("" if step == "list" else step)
            else:
                guest.tap(page.locator(f"[data-key={step}]"))
            guest.at(step)
            stand_still(page)
            beyond = page.evaluate(
                "document.documentElement.scrollWidth > innerWidth"
                " || document.querySelector('main').scrollWidth > innerWidth"
            )
            assert not beyond, step
            assert not faults(page), step
            assert not wrong_tongue(page, lang), step
            if step in LISTED[1:]:
                guest.tap(page.locator("[data-key=all]"))
                guest.at("list")


def test_country_and_home_wifi_are_asked_for_in_the_own_wifi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cmdline, path = tmp_path / "boot/firmware/cmdline.txt", tmp_path / "boot.sock"
    cmdline.parent.mkdir(parents=True)
    cmdline.write_text("rootwait\n")
    monkeypatch.setenv(ENVIRONMENT, str(path))
    wifi = QuietWifi(is_on=True, login=FIRST_LOGIN)
    with (
        fresh_machine(tmp_path, CAPTURE, wifi=wifi) as host,
        listening(path, tmp_path),
        wizard(host, lang="fr", viewport=SMALL) as guest,
    ):
        page = guest.page
        guest.tap(page.locator(".bar .prime"))
        guest.at("network")
        expect(page.locator("select").first).to_have_value("CA")
        page.locator("select").first.select_option(label="Suisse")
        page.locator("[data-key=join] input").fill("chocolat")
        assert not faults(page)
        assert not wrong_tongue(page, "fr")
        guest.tap(page.locator("[data-key=go]"))
        expect(page.locator("[data-key=joined]")).to_contain_text(PIN)
        expect(page.locator("[data-key=joined]")).to_contain_text(OWN.password)
        assert not faults(page)
        assert not wrong_tongue(page, "fr")
        guest.tap(page.locator("[data-key=all]"))
        guest.at("lights")
    assert wifi.asked == [WifiLogin(CHALET.ssid, "chocolat")]
    assert cmdline.read_text() == "rootwait cfg80211.ieee80211_regdom=CH\n"
    assert (tmp_path / "start-cribble-country@CH.service").exists()


def test_page_of_a_host_tells_the_time_to_a_machine_that_does_not_know_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "boot.sock"
    monkeypatch.setenv(ENVIRONMENT, str(path))
    with fresh_machine(tmp_path, CAPTURE, synchronized=False) as host, listening(path, tmp_path):
        phone = Phone(started(), host.port)
        phone.page.goto(f"{phone.url}/setup")
        phone.page.evaluate(
            "fetch('/api/v1/setup/first-host', { method: 'POST', body: '{}',"
            " headers: { 'Content-Type': 'application/json' } })"
        )
        phone.page.goto(phone.url)
        soon(lambda: bool([*tmp_path.glob("start-cribble-clock@*.service")]))
        phone.put_away()


def test_in_a_network_that_step_names_the_pin(tmp_path: Path) -> None:
    with fresh_machine(tmp_path, CAPTURE, wifi=QuietWifi()) as host, wizard(host) as guest:
        guest.tap(guest.page.locator(".bar .prime"))
        guest.at("network")
        expect(guest.page.locator("[data-key=keep]")).to_contain_text(PIN)
        expect(guest.page.locator("[data-key=join]")).to_have_count(0)
        guest.tap(guest.page.locator("[data-key=on]"))
        guest.at("lights")


def test_a_finding_is_mended_by_a_tap(tmp_path: Path, builder: BoardBuilder) -> None:
    low = f'{CAPTURE}limit_ma = 20\n[board]\nshape = "classic"\ntracks = 2\n'
    with fresh_machine(tmp_path, low) as host, wizard(host, builder) as guest:
        page = guest.page
        guest.was_at("done")
        guest.jump("doctor")
        guest.at("doctor")
        line = page.get_by_text("strip.limit_ma = 850", exact=True)
        expect(line).to_be_visible()
        guest.tap(page.locator("li", has=line).get_by_role("button", name="Fix it"))
        expect(line).to_have_count(0)
        assert "limit_ma = 850" in host.file.read_text()


def test_nothing_is_asked_while_nothing_shines(tmp_path: Path) -> None:
    """A strip that cannot be opened is reported; once it can, the question appears."""

    def missing(setup: StripSetup) -> Strip:
        raise DeviceFault("There is no strip.")

    with by_spi(tmp_path) as (host, _), wizard(host) as guest:
        page = guest.page
        guest.was_at("done")
        for step in ("colours", "count"):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("hardware.strips.spi.open_strip", missing)
                host.wizard.close()
                guest.jump(step)
                guest.at(step)
                expect(page.get_by_text("There is no strip.")).to_be_visible()
                expect(page.locator("[data-key=question]")).to_have_count(0)
            guest.tap(page.get_by_role("button", name="Try again"))
            expect(page.locator("[data-key=question]")).to_be_visible()


def test_lights_that_all_stay_dark_lead_to_what_to_check(tmp_path: Path) -> None:
    """At each question about a light; the data pin is that of the chosen strip."""
    with by_spi(tmp_path) as (host, _), wizard(host) as guest:
        page = guest.page
        guest.was_at("done")
        host.become_host()
        for step in ("colours", "count", "wiring", "walk"):
            guest.jump(step)
            guest.at(step)
            guest.tap(page.get_by_text("I see nothing"))
            expect(page.locator("[data-key=dark]")).to_contain_text("GPIO10")
            guest.tap(page.get_by_role("button", name="Light them again"))
            guest.at(step)
            host.ask("PUT", "setup/strip", {"panel": "8x32"})


def test_lights_chosen_from_the_list_lead_on_to_what_they_lack(
    tmp_path: Path, builder: BoardBuilder
) -> None:
    with fresh_machine(tmp_path, CAPTURE) as host, wizard(host, builder) as guest:
        page = guest.page
        guest.was_at("done")
        host.become_host()
        for view in ("count", "board", "list"):
            guest.jump("lights")
            guest.tap(page.locator("[data-name=capture]").first)
            guest.at(view)
            if view == "count":
                host.ask("PUT", "setup/strip", {"lights": 256})
            elif view == "board":
                host.ask("PUT", "setup/strip", {"panel": "8x32"})
                host.ask("PUT", "setup/board", {"shape": "classic", "tracks": 2})


def test_a_slip_of_the_finger_is_taken_back(tmp_path: Path, builder: BoardBuilder) -> None:
    """A wrong hole is undone; two lights in one hole are asked for again; holes can be typed."""
    with fresh_machine(tmp_path, CAPTURE + CLASSIC) as host, wizard(host, builder) as guest:
        page = guest.page
        guest.was_at("wiring")
        page.reload()
        guest.at("wiring")
        expect(page.locator(".tapping svg")).to_be_visible()
        guest.tap(page.get_by_text("Type it instead"))
        page.get_by_label("Hole", exact=True).fill("7")
        guest.tap(page.get_by_role("button", name="This hole"))
        expect(page.locator(".mark")).to_have_count(1)
        guest.tap(page.get_by_role("button", name="Undo"))
        expect(page.locator(".mark")).to_have_count(0)
        guest.tap(page.locator("[data-key=back]"))
        guest.at("board")
        guest.tap(page.get_by_role("button", name="Next"))
        guest.at("wiring")
        guest.find_holes()
        guest.tap(page.get_by_role("button", name="No, it jumped"))
        guest.find_holes()
        guest.tap(page.locator("[data-key=yes]"))
        guest.at("keypad")
        page.go_back()
        guest.at("walk")


def test_back_leads_to_the_step_before_and_steps_are_those_of_this_machine(tmp_path: Path) -> None:
    """With a screen as strip, counting and wiring are skipped; typed values are kept."""
    with fresh_machine(tmp_path, NULL) as host, wizard(host) as guest:
        page = guest.page
        expect(page.locator("[data-key=back]")).to_have_count(0)
        page.get_by_label("Name of the table").fill("Chalet")
        guest.tap(page.locator(".bar .prime"))
        guest.at("lights")
        expect(page.locator(".steps")).to_have_text("Step 2 of 6")
        guest.tap(page.locator("[data-name=browser]"))
        guest.at("keypad")
        expect(page.locator(".steps")).to_have_text("Step 3 of 4")
        guest.tap(page.locator("[data-key=back]"))
        guest.at("lights")
        expect(page.locator("[data-name=browser]")).to_have_attribute("aria-pressed", "true")
        guest.tap(page.locator("[data-key=back]"))
        guest.at("names")
        expect(page.get_by_label("Name of the table")).to_have_value("Chalet")


def test_a_search_without_an_answer_can_be_repeated(tmp_path: Path) -> None:
    with fresh_machine(tmp_path, NULL) as host, wizard(host) as guest:
        guest.page.route("**/setup/find*", lambda route: route.abort(), times=1)
        guest.tap(guest.page.locator(".bar .prime"))
        guest.at("lights")
        guest.tap(guest.page.locator("[data-key=again]"))
        expect(guest.page.locator("[data-name=browser]")).to_be_visible()


def test_no_question_about_lights_can_be_reached_with_a_strip_that_lights_none(
    tmp_path: Path,
) -> None:
    with fresh_machine(tmp_path, NULL + CLASSIC) as host, wizard(host) as guest:
        page = guest.page
        for kept, view in (("count", "lights"), ("done", "list")):
            guest.was_at(kept)
            for step in ("colours", "count", "board", "wiring", "walk"):
                guest.jump(step)
                guest.at(view)
        rows = page.locator("[data-key=list] .item")
        expect(rows).to_have_count(5)
        keys = [row.get_attribute("data-key") for row in rows.all()]
        assert keys == ["names", "lights", "keypad", "print", "doctor"]
        assert not host.app.lights.is_paused


def test_what_the_list_opened_leads_back_to_it_by_done_and_the_phones_back(
    tmp_path: Path, builder: BoardBuilder
) -> None:
    with fresh_machine(tmp_path, CAPTURE) as host, wizard(host, builder) as guest:
        page = guest.page
        expect(page.locator(".bar .prime")).to_have_text("Next")
        guest.was_at("done")
        guest.jump()
        guest.at("list")
        for step in ("names", "keypad"):
            guest.tap(page.locator(f"[data-key={step}]"))
            guest.at(step)
            page.go_back()
            guest.at("list")
        guest.tap(page.locator("[data-key=names]"))
        guest.at("names")
        expect(page.locator(".bar .prime")).to_have_text("Done")
        guest.tap(page.locator(".bar .prime"))
        guest.at("list")
        guest.tap(page.locator("[data-key=board]"))
        guest.at("board")
        expect(page.locator(".bar .prime")).to_have_text("Next")


def test_the_list_calls_devices_as_their_choices_do(tmp_path: Path) -> None:
    config = '[strip]\nname = "browser"\n[[keypad]]\nname = "usb"\n'
    with fresh_machine(tmp_path, config) as host, wizard(host) as guest:
        page = guest.page
        guest.was_at("done")
        guest.jump()
        guest.at("list")
        for step in ("lights", "keypad"):
            listed = page.locator(f"[data-key={step}] small").inner_text()
            guest.tap(page.locator(f"[data-key={step}]"))
            guest.at(step)
            expect(page.locator(".offers [aria-pressed=true]")).to_contain_text(listed)
            guest.tap(page.locator("[data-key=all]"))
            guest.at("list")


@pytest.mark.slow
def test_lines_are_written_the_machine_restarts_and_the_page_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi without SPI: shown, written by the real helper, one restart, the next step."""
    root, path, port = tmp_path / "pi", tmp_path / "boot.sock", free_port("127.0.0.1")
    (root / "boot/firmware").mkdir(parents=True)
    written = root / "boot/firmware/config.txt"
    written.write_text("# mine\n")
    (root / "boot/firmware/cmdline.txt").write_text("console=tty1\n")
    monkeypatch.setenv(ENVIRONMENT, str(path))
    pi = lambda: machine("pi3", tmp_path / "pi3")  # noqa: E731
    machines = ExitStack()
    before = machines.enter_context(fresh_machine(tmp_path, NULL, pi, port=port))
    with machines, wizard(before) as guest:
        page = guest.page
        guest.tap(page.locator(".bar .prime"))
        guest.at("lights")
        with listening(path, root):
            guest.tap(page.locator("[data-name=spi]"))
            guest.at("boot")
            assert "dtparam=spi=on" in page.locator(".lines").inner_text().splitlines()
            guest.tap(page.locator("[data-key=write]"))
            expect(page.get_by_text("Restarting…")).to_be_visible()
        assert written.read_text().startswith("# mine\n")
        assert "dtparam=spi=on" in written.read_text()
        assert (root / "reboot").exists()
        with page.expect_event("requestfailed"):  # It polls every two seconds.
            machines.close()
        with fresh_machine(tmp_path):
            guest.at("colours")
