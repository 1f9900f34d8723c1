"""A whole match of every variant on two phones: page, journal, strip and a head that errs not."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from playwright.sync_api import Browser

from scorekeeper.rules.variants import RULES
from tests.kit.drivers.browser import SHORT, TALL, Phone, chromium
from tests.kit.drivers.web_server import served
from tests.kit.players.fast_taps import Fingers
from tests.kit.players.page_players import (
    MATCHES,
    NO_MISTAKE,
    USUAL,
    Match,
    People,
    Ways,
    hasty_evening,
)

MOST_TAPS = 30

IN_EVERY_TEST = Match("cribble", "muggins", 121, (106, 102))
"""Teams, near the end of a game; tests/page/engines plays others, among them three who play alone,
and `make soak` all."""

TONGUES = (("en", "fr"), ("fr", "en"))
"""Of the two phones: whoever taps, the other one reads it in the other language."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all the phones."""
    with chromium() as browser:
        yield browser


@contextmanager
def people(
    browser: Browser, match: Match, tongues: tuple[str, str], luck: Random, ways: Ways = USUAL
) -> Iterator[People]:
    """Everybody at a table, with two phones."""
    evening = hasty_evening()
    with served(evening.site) as port:
        phones = [
            Phone(browser, port, lang=lang, viewport=screen, reduced_motion="reduce").open()
            for lang, screen in zip(tongues, (TALL, SHORT), strict=True)
        ]
        fingers = [Fingers(phone) for phone in phones]
        yield People(evening, fingers, match, luck, ways)
        for phone in phones:
            phone.put_away()


def play(browser: Browser, match: Match, tongues: tuple[str, str], luck: Random) -> People:
    """The whole match, and what happened in it."""
    with people(browser, match, tongues, luck) as everybody:
        began = time.monotonic()
        everybody.play()
        spent = time.monotonic() - began
    taps = sum(one.taps for one in everybody.phones)
    deals, happened = len(everybody.deal_taps), dict(everybody.happened)
    print(f"{match.rules}: {taps} taps in {deals} deals, {spent:.1f} s, {happened}")
    return everybody


def check_that_all_happened(everybody: People) -> None:
    """A match without a mistake would prove little."""
    happened = everybody.happened
    assert all(happened[what] for what in ("undo", "redo", "amend", "go")), happened
    assert everybody.game.number == 2
    assert happened["jump"] or len(everybody.game.players) < 4
    rules = everybody.game.rules
    assert bool(happened["skunk"]) is bool(rules.skunks)
    assert bool(happened["muggins"]) is rules.muggins


def test_every_variant_is_played() -> None:
    assert {match.rules for match in MATCHES} == set(RULES)


def test_a_whole_match_on_two_phones(browser: Browser) -> None:
    luck = Random(IN_EVERY_TEST.rules)
    check_that_all_happened(play(browser, IN_EVERY_TEST, TONGUES[0], luck))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("match", "tongues"),
    [
        pytest.param(match, TONGUES[number % 2], id=match.rules)
        for number, match in enumerate(MATCHES)
    ],
)
def test_every_match_on_two_phones(
    match: Match, tongues: tuple[str, str], browser: Browser
) -> None:
    check_that_all_happened(play(browser, match, tongues, Random(match.rules)))


@pytest.mark.parametrize("deals", [1, pytest.param(6, marks=pytest.mark.slow)])
def test_taps_of_a_deal_by_four(browser: Browser, deals: int) -> None:
    """Every card, every go, every count and the crib: no more than the table has to know."""
    match = Match("cribble", "program", 121, (0, 0))
    with people(browser, match, ("en", "fr"), Random("by four 1"), NO_MISTAKE) as everybody:
        everybody.sit_down()
        for _ in range(deals):
            everybody.play_a_deal()
    taps = everybody.deal_taps
    print(f"taps per deal by four, with every go: {taps}, {sum(taps) / len(taps):.1f} on average")
    assert sum(taps) / len(taps) <= MOST_TAPS


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("match", MATCHES, ids=[match.rules for match in MATCHES])
@pytest.mark.parametrize("luck", range(3))
def test_whole_matches_in_one_language(
    luck: int, match: Match, lang: str, browser: Browser
) -> None:
    play(browser, match, (lang, lang), Random(f"{match.rules} {luck}"))
