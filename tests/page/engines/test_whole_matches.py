"""A whole match on one phone of each engine: page, journal and a head that errs not."""

from random import Random

import pytest

from tests.kit.drivers.web_server import served
from tests.kit.players.page_players import MATCHES, Match, People, hasty_evening
from tests.page.engines.conftest import Window
from tests.page.play.test_whole_games import check_that_all_happened

IN_EVERY_TEST = {
    "wpe": Match("three-handed", "players", 61, (50, 49, 48)),
    "webkit-gtk": Match("five-card", "program", 61, (51, 50)),
    "firefox": Match("six-card", "muggins", 61, (50, 48)),
}
"""A match by engine, short and of rules that no other engine plays; all are for the soak."""


def play(window: Window, match: Match) -> None:
    """One phone for everybody at the table, with all their mistakes."""
    evening = hasty_evening()
    with served(evening.site) as port:
        phone = window.phone(port)
        phone.open()
        phone.calm()
        everybody = People(evening, [phone.fingers], match, Random(match.rules))
        everybody.play()
    check_that_all_happened(everybody)


def test_a_whole_match(window: Window) -> None:
    play(window, IN_EVERY_TEST[window.engine.name])


@pytest.mark.slow
@pytest.mark.parametrize("match", MATCHES, ids=[match.rules for match in MATCHES])
def test_a_whole_match_of_every_variant(match: Match, window: Window) -> None:
    play(window, match)
