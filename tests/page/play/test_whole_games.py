"""A whole match on two phones: page, journal and an independent record agree."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser

from scorekeeper.rules.variants import RULES
from tests.kit.drivers.browser import SHORT, TALL, Phone, chromium
from tests.kit.drivers.web_server import served
from tests.page.fast_taps import Fingers
from tests.page.players import MATCHES, Match, People, check_that_all_happened, hasty_evening

IN_EVERY_TEST = Match("cribble", "muggins", 121, (106, 102))
"""Teams, near the end of a game; tests/page/engines plays others, among them three single players,
and `make soak` all."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def test_every_variant_is_played() -> None:
    assert {match.rules for match in MATCHES} == set(RULES)


@pytest.mark.parametrize(
    "match",
    [IN_EVERY_TEST, *(pytest.param(match, marks=pytest.mark.slow) for match in MATCHES)],
    ids=lambda match: f"{match.rules}-{match.scores}",
)
def test_a_whole_match_on_two_phones(match: Match, browser: Browser) -> None:
    evening = hasty_evening()
    with served(evening.site) as port:
        phones = [
            Phone(browser, port, lang=lang, viewport=screen, reduced_motion="reduce").open()
            for lang, screen in (("en", TALL), ("fr", SHORT))
        ]
        everybody = People(evening, list(map(Fingers, phones)), match, Random(match.rules))
        everybody.play()
        for phone in phones:
            phone.put_away()
    check_that_all_happened(everybody)
