"""Takes the pictures of the README anew, from the page itself: `python -m tests.pictures`.

They are as large as Chromium makes them. In docs/pictures they were reduced to 128 colours.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from scorekeeper.board.telling import COUNT_AT_MOST
from tests.browser import Phone, open_table

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"


def main() -> None:
    """Play the deal of docs/first-evening.md, and look at it on the way."""
    PICTURES.mkdir(exist_ok=True)
    with open_table() as table:
        table.deal("six-card", "6H", players=["Ann", "Ben"], options={"muggins": False})
        phone = table.phone()
        phone.lay(*"J5564")
        take(phone, "play")
        phone.enter(phone.button("Nobody can", exact=False))
        phone.lay(*"7JK")
        phone.enter(phone.button("Count Ann's hand"))
        phone.page.wait_for_timeout(1000 * COUNT_AT_MOST)
        take(phone, "show")


def take(phone: Phone, name: str) -> None:
    """Keep what *phone* shows as the picture *name*."""
    phone.page.screenshot(path=PICTURES / f"{name}.png")


if __name__ == "__main__":
    main()
