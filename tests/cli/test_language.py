"""The language of the command line, for every way to ask for it."""

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
def test_lang_option_is_found_anywhere_on_the_command_line(words: str) -> None:
    """Nothing typed at all asks for no language, and so does a --lang without one."""
    assert language_asked(words.split()) == ASKED[words]


@pytest.mark.parametrize(("locale", "lang"), [("fr_CA.UTF-8", "fr"), ("C", "en"), ("de_DE", "en")])
def test_language_without_option_is_that_of_the_locale(locale: str, lang: str) -> None:
    """A locale that is not spoken is answered in English."""
    assert language([], {"LANG": locale}) == lang
    assert language(["--lang", "xx"], {"LANG": locale}) == lang
