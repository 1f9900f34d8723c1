"""The spoken count: golden sentences in both languages, and correct totals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards import DECK, Cards, read_cards
from scorekeeper.scoring import Combos, HandToCount, count, total
from scorekeeper.words import LANGUAGES, Words
from tests.kit.paths import DATA

COUNTS = DATA / "told" / "counts.txt"
TOLD = [
    (cards, lang, said)
    for block in COUNTS.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    for cards, *tallies in [block.split("\n")]
    for lang, said in zip(LANGUAGES, tallies, strict=True)
]


def worth(text: str) -> Combos:
    """Return the combinations of cards of which the last is the starter."""
    *hand, starter = read_cards(text.split())
    return count(HandToCount(tuple(hand), starter))


@pytest.mark.parametrize(("cards", "lang", "said"), TOLD)
def test_hand_is_called_as_players_do(cards: str, lang: str, said: str) -> None:
    assert Words.of(lang).tally(worth(cards)) == said


HANDS = st.integers(4, 6).flatmap(lambda size: st.permutations(DECK).map(lambda d: tuple(d[:size])))


@given(HANDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_last_word_of_a_tally_is_the_total(lang: str, cards: Cards) -> None:
    combos = count(HandToCount(cards[:-1], cards[-1]))
    words = Words.of(lang)
    tally = words.tally(combos)
    lines = words.lines(combos)
    assert len(lines) == len(combos)
    if combos:
        assert lines[-1].total == total(combos)
        lone_nobs = len(combos) == 1 and tally.endswith(("nobs.", "caboche."))
        assert lone_nobs or tally.lower().endswith(f"{words.number(total(combos))}.")
