"""Records the README's animation, two phones and the board during a deal: `python -m
tests.pictures.moving`. Frames have real durations."""

import time
from io import BytesIO
from typing import Final

from PIL import Image

from tests.kit.drivers.browser import SHORT, Phone, open_table
from tests.kit.paths import ROOT

PICTURE: Final = ROOT / "docs" / "pictures" / "deal.webp"
PERIOD: Final = 200
"""Milliseconds between frames, if the machine is fast enough."""
BOARD: Final = {"width": 620, "height": 460}
HEIGHT, GAP, GROUND = 560, 14, (38, 33, 27)

GO: Final = "go"
TAPS: Final = ("5", "5", "J", "9", GO, "Q", "7", "K", GO, "8")
"""The play from Ann's lead: a pair, a go, another, the last card."""


class Recorder:
    def __init__(self, *phones: Phone) -> None:
        self._phones = phones
        self._frames: list[Image.Image] = []
        self._times = [time.monotonic()]

    def roll(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            shots = [Image.open(BytesIO(one.page.screenshot())) for one in self._phones]
            self._frames.append(_side_by_side(shots))
            self._phones[0].page.wait_for_timeout(PERIOD)
            self._times.append(time.monotonic())

    def save(self) -> None:
        first, *others = self._frames
        pairs = zip(self._times, self._times[1:], strict=False)
        lasting = [round(1000 * (end - start)) for start, end in pairs]
        looks = {"duration": lasting, "loop": 0, "quality": 55, "method": 6}
        first.save(PICTURE, save_all=True, append_images=others, **looks)


def _side_by_side(pictures: list[Image.Image]) -> Image.Image:
    for number, one in enumerate(pictures):
        if one.height > one.width:
            pictures[number] = one.resize((one.width * HEIGHT // one.height, HEIGHT))
    wide = sum(one.width for one in pictures) + GAP * (len(pictures) + 1)
    whole = Image.new("RGB", (wide, HEIGHT + 2 * GAP), GROUND)
    left = GAP
    for one in pictures:
        whole.paste(one.convert("RGB"), (left, (whole.height - one.height) // 2))
        left += one.width + GAP
    return whole


def main() -> None:
    """Play a deal: the cut, the play and a hand told line by line."""
    with open_table() as table:
        table.moves = True
        ann = table.phone(viewport=SHORT)
        ben = table.phone(viewport=SHORT, lang="fr", color_scheme="dark")
        board = table.phone("/board", viewport=BOARD, color_scheme="dark")
        table.deal("six-card", "5", scores=[98, 91], options={"muggins": False}, seen_by=ann)
        recorder = Recorder(ann, board, ben)
        recorder.roll(1)
        for card in TAPS:
            if card is GO:
                ann.button("No one can play", exact=False).tap()
            else:
                ann.lay(card)
            recorder.roll(1.1)
        for name in ("Ann", "Ben"):
            ann.button(f"Count {name}’s hand").tap()
            recorder.roll(5)
        recorder.save()


if __name__ == "__main__":
    main()
