"""Takes the pictures of the README again, from the page itself: `python -m tests.pictures.readme`.

They are in few colours, for what lies in docs/pictures is small.
"""

from typing import Final

from scorekeeper.board.scene import COUNT_AT_MOST
from tests.kit.drivers.browser import Phone, Table, open_table
from tests.kit.paths import ROOT
from tests.pictures.palette_png import in_few_colours

COLOURS: Final = 160
PEGGED: Final = ((0, 24), (1, 29), (0, 14), (1, 6))
"""Points of the deals before, by team."""

PICTURES: Final = ROOT / "docs" / "pictures"


def main() -> None:
    """Play the deal of docs/first-evening.md, some suits with it, and look at it on the way."""
    PICTURES.mkdir(exist_ok=True)
    with open_table() as table:
        to_the_third_deal(table)
        phone = table.phone()
        lay(phone, "J spades", "5 clubs", "5 diamonds", "6 clubs", "4")
        take(phone, "play")
        phone.enter(phone.button("Nobody can", exact=False))
        lay(phone, "7 diamonds", "J", "K spades")
        phone.enter(phone.button("Count Ann’s hand"))
        phone.page.wait_for_timeout(1000 * COUNT_AT_MOST)
        take(phone, "show")


def to_the_third_deal(table: Table) -> None:
    """Ann leads again, and both are well on their way."""
    table.deal("six-card", players=["Ann", "Ben"], options={"muggins": False})
    for team, points in PEGGED:
        table.do(do="peg", team=team, points=points)
    table.do(do="deal")
    table.do(do="deal")
    table.do(do="starter", card="6H")


def lay(phone: Phone, *cards: str) -> None:
    """Tap cards such as ``5 clubs``, or ``4`` where nobody said a suit."""
    for card in cards:
        rank, *suits = card.split()
        for suit in suits:
            phone.suit(suit).check(force=True)
        phone.lay(rank)


def take(phone: Phone, name: str) -> None:
    """Keep what *phone* shows as the picture *name*."""
    picture = in_few_colours(phone.page.screenshot(), COLOURS)
    (PICTURES / f"{name}.png").write_bytes(picture)


if __name__ == "__main__":
    main()
