"""The wizard in a browser, with every kind of strip that can be had without one."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cribble.boot_helper.client import ENVIRONMENT
from cribble.config.file import read_config
from cribble.devices.microcontroller import Screen
from cribble.system.network import free_port
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.wizard_strips import (
    SETTLED,
    See,
    by_leds0,
    by_microcontroller,
    by_network,
    by_spi,
)
from tests.kit.drivers.wizard_table import FreshMachine, fresh_machine
from tests.kit.formats.machine_file import machine
from tests.kit.players.board_builder import BoardBuilder, four_pieces
from tests.kit.players.wizard_guest import WizardGuest, wizard_phone
from tests.wizard.test_boot_helper import listening

pytestmark = pytest.mark.slow


@contextmanager
def simulated(folder: Path) -> Iterator[tuple[FreshMachine, See]]:
    """A board that is only a program; what its terminal would draw is looked at."""
    seen: list[bytes] = []
    draw = Screen.see

    def see(screen: Screen, picture: bytes) -> None:
        draw(screen, picture)
        seen.append(screen._frame)  # noqa: SLF001 - what the terminal would draw

    config = '[strip]\nname = "simulated"\n'
    with pytest.MonkeyPatch.context() as patch, fresh_machine(folder, config) as host:
        patch.setattr(Screen, "see", see)

        def look() -> bytes:
            soon(lambda: bool(seen))
            time.sleep(SETTLED)
            return seen[-1].ljust(1200, b"\0")

        yield host, look


STRIPS = {
    "ddp": (by_network, "RGB", 25),
    "spi": (by_spi, "GRB", 29),
    "leds0": (by_leds0, "GRB", 28),
    "microcontroller": (by_microcontroller, "GRB", 28),
    "simulated": (simulated, "RGB", 25),
}


@pytest.mark.parametrize("name", STRIPS)
def test_a_machine_with_this_strip_is_set_up_in_the_browser(name: str, tmp_path: Path) -> None:
    """From the first page to the table: 122 lights, four pieces, one of them backwards."""
    bench, order, most = STRIPS[name]
    with bench(tmp_path) as (host, see), wizard_phone(host) as page:
        guest = WizardGuest(page, BoardBuilder(four_pieces(), see, order=order))
        guest.whole_way(name)
        print(f"{name}: {guest.taps} taps")
        assert guest.taps <= most
        done = typed("board", "check", "--config", str(host.file))
        assert (done.code, done.err) == (0, "")


def test_white_lights_are_told_apart_and_counted_by_taps_alone(tmp_path: Path) -> None:
    """Four bytes a light, white the second."""
    with by_spi(tmp_path) as (host, see), wizard_phone(host) as page:
        guest = WizardGuest(page, BoardBuilder(four_pieces(), see, order="GWRB"))
        guest.whole_way("spi")
        config = read_config(host.file)
        assert (config.strip.order, config.wiring.pixels) == ("GWRB", 122)


def test_lines_are_written_the_machine_restarts_and_the_page_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi without SPI: shown, written by the helper as shipped, one restart, the next step."""
    root, path, port = tmp_path / "pi", tmp_path / "boot.sock", free_port("127.0.0.1")
    (root / "boot/firmware").mkdir(parents=True)
    written = root / "boot/firmware/config.txt"
    written.write_text("# mine\n")
    (root / "boot/firmware/cmdline.txt").write_text("console=tty1\n")
    monkeypatch.setenv(ENVIRONMENT, str(path))
    pi = lambda: machine("pi3", tmp_path / "pi3")  # noqa: E731
    machines = ExitStack()
    null = '[strip]\nname = "null"\n'
    before = machines.enter_context(fresh_machine(tmp_path, null, pi, port=port))
    with machines, wizard_phone(before) as page:
        guest = WizardGuest(page, BoardBuilder(four_pieces(), lambda: b""))
        guest.at("names")
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
        assert (root / "restarted").exists()
        machines.close()
        page.wait_for_timeout(2500)  # It looks every two seconds.
        with fresh_machine(tmp_path):
            guest.at("colours")
