"""An evening on one phone: join, correct, undo, follow, and be right again after each loss."""

from contextlib import ExitStack

from scorekeeper.cards import Card
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from tests.kit.drivers.table_setup import ask
from tests.kit.drivers.web_server import CODE, START, Site, served
from tests.kit.fakes.network.dead_network import line_to
from tests.kit.players.fast_taps import tap
from tests.kit.players.page_players import put_right
from tests.page.engines.browsers import EnginePhone, listen
from tests.page.engines.conftest import Window

UNDO = tap(".key.undo")


def table_of(journal: Journal) -> Site:
    """The table as a program started just now finds it, with a page that remembers complaints."""
    site = Site(table=Table(journal))
    listen(site.app)
    return site


class Evening:
    """A phone at a table; *site* may be replaced by one that was started again."""

    def __init__(self, phone: EnginePhone, site: Site) -> None:
        self.phone, self.site = phone, site

    def lay(self, rank: str) -> int:
        """Lay a card on the phone; return its entry."""
        before = self.site.table.now.version
        self.phone.tap(*self.phone.fingers.key(Card.parse(rank)), seen=before)
        return before + 1

    def hear(self, do: str, **fields: object) -> None:
        """Enter something on another phone, and wait until this one shows it."""
        self.elsewhere(do, **fields)
        self.catch_up()

    def elsewhere(self, do: str, **fields: object) -> None:
        """Enter something on another phone."""
        self.site.table.submit(ask(do, **fields))

    def catch_up(self) -> None:
        """Wait until the phone shows the table as it is, and says that it follows."""
        self.phone.until_version(self.site.table.now.version)
        self.phone.until_shown(".link.live")

    @property
    def laid(self) -> str:
        """The cards of the play."""
        return " ".join(str(one.card) for one in self.site.table.now.game.deal.play.laid)


def test_an_evening_on_one_phone(window: Window) -> None:
    journal = Journal.in_memory()
    site = table_of(journal)
    with ExitStack() as stack:
        with served(site) as port:
            line = stack.enter_context(line_to(port))
            phone = window.phone(line.port)
            evening = Evening(phone, site)
            join(phone)
            evening.hear(**START)
            play_and_mend(evening)
        phone.until_shown(".link.reconnecting")
        evening.elsewhere("play", card="2")
        evening.site = table_of(journal)
        with served(evening.site, port):
            evening.catch_up()
            evening.lay("3")
            line.cut()
            evening.elsewhere("play", card="4")
            phone.until_shown(".link.reconnecting")
            line.mend()
            evening.catch_up()
            evening.lay("A")
            assert evening.laid == "6 8 2 3 4 A"
            assert phone.complaints() == []
            assert hears_complaints(phone)


def join(phone: EnginePhone) -> None:
    """Scan the QR code, and keep score by one tap."""
    phone.open(f"/j/{CODE}")
    assert phone.complaints() == []
    phone.tap(tap(".join .prime"), enters=False)
    phone.until_shown(".app[data-view=idle] .setup")


def play_and_mend(evening: Evening) -> None:
    """A card that is taken back, one that is put right a card later, one laid elsewhere."""
    evening.lay("5")
    evening.lay("K")
    evening.phone.tap(UNDO, seen=evening.site.table.now.version)
    wrong = evening.lay("7")
    evening.hear("play", card="8")
    evening.phone.tap(*put_right(evening.phone.fingers, wrong, Card.parse("6")))
    evening.phone.tap(tap("footer .wide"), enters=False)


def hears_complaints(phone: EnginePhone) -> bool:
    """True if a page that does what its content policy forbids is heard of."""
    phone.page.evaluate("document.body.setAttribute('style', 'color: red')")
    phone.page.evaluate("new Promise((seen) => setTimeout(seen, 50))")
    return any("style-src" in text for text in phone.complaints())
