"""Draws the moving picture of the README, two phones and the board through one deal:
`python -m tests.pictures.moving`.

The program runs as people run it, and each frame lasts as long as it took.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.request import urlopen

from PIL import Image

from cribble.system.network import free_port
from tests.kit.drivers.browser import Phone, chromium
from tests.pictures.readme import PICTURES

PERIOD: Final = 0.2
"""Seconds from one frame to the next, where the machine can hold it."""
PHONE: Final = {"width": 390, "height": 664}
BOARD: Final = {"width": 620, "height": 460}
HEIGHT: Final = 560
GROUND: Final = (38, 33, 27)
GAP: Final = 14

START: Final = {
    "do": "start", "rules": "six-card", "players": ["Ann", "Ben"], "dealer": 1,
    "scores": [98, 91], "options": {"muggins": False},
}  # fmt: skip
GO: Final = "go"
TAPS: Final = ("5", "5", "5", "J", "9", GO, "Q", "7", "K", GO, "8")
"""The starter, then the play from Ann's lead on: a pair, a go, another, the last card."""


class Recorder:
    """Takes frames of all *pages* side by side; ``frames`` are they with their milliseconds."""

    def __init__(self, *pages: Phone) -> None:
        self._pages = pages
        self.frames: list[tuple[Image.Image, int]] = []
        self._last = time.monotonic()

    def roll(self, seconds: float) -> None:
        """Record for so long."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            frame = _side_by_side(
                [Image.open(BytesIO(one.page.screenshot())) for one in self._pages]
            )
            self._pages[0].page.wait_for_timeout(
                max(0.0, 1000 * (PERIOD - (time.monotonic() - self._last)))
            )
            now = time.monotonic()
            self.frames.append((frame, round(1000 * (now - self._last))))
            self._last = now

    def save(self, path: Path) -> None:
        """Write an animated WebP, which repeats."""
        first, *others = [frame for frame, _ in self.frames]
        times = [lasts for _, lasts in self.frames]
        first.save(
            path, save_all=True, append_images=others, duration=times, loop=0, quality=55, method=6
        )


def _side_by_side(pictures: list[Image.Image]) -> Image.Image:
    """Return phone, board and phone on one ground."""
    parts = [_scaled(one) for one in pictures]
    wide = sum(one.width for one in parts) + GAP * (len(parts) + 1)
    whole = Image.new("RGB", (wide, HEIGHT + 2 * GAP), GROUND)
    left = GAP
    for part in parts:
        whole.paste(part, (left, (whole.height - part.height) // 2))
        left += part.width + GAP
    return whole


def _scaled(picture: Image.Image) -> Image.Image:
    if picture.width > picture.height:
        return picture.convert("RGB")
    return picture.convert("RGB").resize((picture.width * HEIGHT // picture.height, HEIGHT))


@contextmanager
def program() -> Iterator[tuple[int, str]]:
    """Run `cribble serve` with lights of nothing but numbers; yield its port and join code."""
    with TemporaryDirectory() as data:
        port = free_port("127.0.0.1")
        cribble = [sys.executable, "-m", "cribble"]
        serving = subprocess.Popen([*cribble, "serve", "--port", str(port), "--data", data])
        try:
            _until_ready(port)
            code = subprocess.check_output([*cribble, "code", "--data", data], text=True)
            yield port, code.split()[-1]
        finally:
            serving.terminate()
            serving.wait()


def _until_ready(port: int) -> None:
    for _ in range(100):
        try:
            urlopen(f"http://127.0.0.1:{port}/healthz").close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"no table answers on port {port}")


def join(phone: Phone, code: str) -> None:
    """Scan the code, read, tap, and say later whose phone it is."""
    phone.open(f"/j/{code}")
    phone.page.wait_for_timeout(1000)
    phone.page.locator(".join .prime").tap()
    phone.page.wait_for_url(f"{phone.url}/")
    phone.settle()
    skip = phone.page.locator("[data-key=who] .plain")
    if skip.is_visible():
        skip.tap()


def enter(phone: Phone, action: dict[str, Any]) -> None:
    """Enter *action* as the page of *phone* would."""
    phone.page.evaluate(
        """(action) => fetch("/api/v1/actions", {method: "POST", body: JSON.stringify({action}),
            headers: {"Content-Type": "application/json"}})""",
        action,
    )


def main() -> None:
    """Play a deal: the cut, the play and a hand told line by line."""
    with program() as (port, code), chromium() as browser:
        ann = Phone(browser, port, viewport=PHONE)
        ben = Phone(browser, port, lang="fr", viewport=PHONE, color_scheme="dark")
        for phone in (ann, ben):
            join(phone, code)
        board = Phone(browser, port, viewport=BOARD, color_scheme="dark")
        board.page.goto(f"http://127.0.0.1:{port}/board")
        enter(ann, START)
        recorder = Recorder(ann, board, ben)
        recorder.roll(1)
        for card in TAPS:
            if card is GO:
                ann.button("Nobody can", exact=False).tap()
            else:
                ann.lay(card)
            recorder.roll(1.1)
        for name in ("Ann", "Ben"):
            ann.button(f"Count {name}’s hand").tap()
            recorder.roll(5)
        recorder.save(PICTURES / "deal.webp")


if __name__ == "__main__":
    main()
