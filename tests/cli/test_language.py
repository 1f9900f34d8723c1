"""Which language the command line speaks, for every way to ask for it."""

import pytest

from cribble.cli.main import language, language_asked

ASKED = {
    "": None,
    "serve": None,
    "--lang fr": "fr",
    "--lang=fr serve": "fr",
    "count 5H --lang fr": "fr",
    "count 5H --lang": None,
    "count -- --lang fr": None,
}


@pytest.mark.parametrize("words", ASKED)
def test_lang_is_found_wherever_it_stands(words: str) -> None:
    """Nothing typed at all asks for no language, and so does a --lang without one."""
    assert language_asked(words.split()) == ASKED[words]


@pytest.mark.parametrize(("locale", "lang"), [("fr_CA.UTF-8", "fr"), ("C", "en"), ("de_DE", "en")])
def test_without_a_wish_it_is_the_locale_s(locale: str, lang: str) -> None:
    """A locale that is not spoken is answered in English."""
    assert language([], {"LANG": locale}) == lang
    assert language(["--lang", "xx"], {"LANG": locale}) == lang
