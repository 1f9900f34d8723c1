"""Sentences that people meet are short, and in words that are heard at a card table."""

import re
from functools import cache
from typing import Final

from scorekeeper.words import Words
from tests.kit.formats.spoken_games import MOMENTS
from tests.words.test_catalogue import Said, said, translations

LONGEST: Final = 90

LONGER: Final = frozenset[str]()
"""Sentences of the page that may be longer, because they are help, rules or an explanation."""

FEW_WORDS: Final = 8
"""Six words, with a name or two of more than one."""

ACCENT: Final = re.compile(
    r"\b(whoever|whom|anew|so many|is told|are told|at once|it takes|stands|lays?|laid)\b"
    r"|put right|took back",
    re.IGNORECASE,
)
"""Words that nobody says at a card table."""

FRENCH_ACCENT: Final = re.compile(
    r"\binscriptions?\b|\bdistribue|\bpose(?:r|nt)?\b|pavé de touches", re.IGNORECASE
)


@cache
def met() -> list[Said]:
    """Return the sentences of the page, and those that the program tells there of a game."""
    rooms = ("web/static", "scorekeeper/words/game", "web/auth")
    return [one for one in said() if one.msgid and one.where.startswith(rooms)]


def test_no_sentence_of_the_page_is_longer_than_its_room() -> None:
    page = {text for one in met() if one.where == "web/static" for text in one.msgid or ()}
    assert not {text for text in page - LONGER if len(text) > LONGEST}
    assert page > LONGER, "a sentence that is gone needs no exception"


def test_prompts_have_six_words() -> None:
    """In both languages, with players by name; what is longer is help, which opens at a touch."""
    named = (one for one in MOMENTS if not any(name.isdecimal() for name in one.game.players))
    for moment in named:
        for lang in ("en", "fr"):
            asked = Words.of(lang).prompt(moment.game)
            assert len(re.findall(r"[^\W_]+(?:[’-]\w+)*", asked)) <= FEW_WORDS, asked


def test_sentences_that_people_meet_have_no_foreign_accent() -> None:
    english = {text for one in met() for text in one.msgid or () if ACCENT.search(text)}
    french = {
        text
        for one in met()
        for text in translations()[one.msgid or ()]
        if FRENCH_ACCENT.search(text)
    }
    assert not english | french


def test_no_sentence_has_a_straight_apostrophe_or_quote_of_a_typewriter() -> None:
    """Commands, JSON and values keep theirs."""
    texts = {
        text for one in met() for text in (*(one.msgid or ()), *translations()[one.msgid or ()])
    }
    assert not {text for text in texts if re.search(r"[\w}]'\w|\"", text)}
