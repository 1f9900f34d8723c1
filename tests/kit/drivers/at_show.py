"""The show, as tests of the page come to it: hands that are known, digits that are typed."""

from scorekeeper.game.state import Phase
from tests.kit.drivers.browser import Phone, Table

HANDS = (("7C", "8D", "8S", "9H"), ("4C", "5D", "6S", "6H"))
"""Ann's hand and Ben's, worth 12 and 24 with the 5 of hearts."""

HAND = ("A", "4", "J", "9")
"""A hand in which only suits, of which nobody has said anything, make a flush or nobs."""


def at_the_show(table: Table, counted_by: str = "players", **options: object) -> None:
    """Play all cards, so that every hand is known."""
    table.deal("six-card", "5H", options=options, entry_mode={"counted_by": counted_by})
    for card in (card for pair in zip(*HANDS, strict=True) for card in pair):
        if table.game.phase is Phase.PLAY and table.game.count + min(int(card[0]), 10) > 31:
            table.do(do="go", all=True)
        table.do(do="play", card=card)


def tap_digits(phone: Phone, points: str, where: str = ".claim") -> None:
    """Type points on the pad for counts."""
    for digit in points:
        phone.page.locator(f"{where} .digits").get_by_text(digit, exact=True).tap()
