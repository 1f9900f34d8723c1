"""Every sentence has its French, says the same, and is set as French is set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from scorekeeper.words import CataloguesMissing, Fault, Words, catalogue
from scorekeeper.words.french import JOINTS
from scorekeeper.words.page import COUNTED, PAGE
from tests.kit.drivers.sentences_used import MsgId, used, used_in
from tests.kit.paths import ROOT

PO = ROOT / "scorekeeper/words/locale/fr/LC_MESSAGES/cribble.po"

SAME_IN_FRENCH = {
    *(
        "Code",
        "Crib",
        "Go",
        "Menu",
        "Muggins",
        "points",
        "muggins",
        "Options",
        "Points",
        "crib",
        "go",
        "{n} point",
    ),
    *(
        "Cribble (Québec)",
        "N",
        "Orange",
        "PORT",
        "Turquoise",
        "[OPTIONS]",
        "Pause",
        "{n} h",
        "{n} min",
    ),
}
"""What both languages spell alike."""

SAYS_MORE = {"his nobs": {"points"}}
"""Where French needs a value that English leaves out."""


def messages() -> Iterator[Message]:
    """The entries of the French catalogue."""
    with PO.open("rb") as file:
        yield from (message for message in read_po(file, locale="fr") if message.id)


def forms(message: Message) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """English and French of an entry, each as one or two forms."""
    return _tuple(message.id), _tuple(message.string)


def _tuple(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def values_in(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


CATALOGUE = {forms(message)[0]: forms(message)[1] for message in messages()}
USED = tuple(used())


def test_every_sentence_has_its_french() -> None:
    """A sentence that the code says and the catalogue lacks is found, with its place."""
    missing = {
        f"{one.where}: {one.msgid}" for one in USED if one.msgid and one.msgid not in CATALOGUE
    }
    assert not missing


def test_no_french_is_left_over() -> None:
    """What nobody says any more leaves the catalogue."""
    said: set[MsgId] = {one.msgid for one in USED if one.msgid}
    assert not set(CATALOGUE) - said


def test_marks_and_plurals_are_written_out() -> None:
    """``en`` marks literals; only ``say`` may be handed a sentence that was marked elsewhere."""
    unseen = [one.where for one in USED if one.msgid is None and one.door != "say"]
    allowed = [place for place in unseen if place.startswith("scorekeeper/words/catalogue.py")]
    assert unseen == allowed


def test_the_finder_sees_each_way_to_say_something() -> None:
    """The four doors, as function and as method, with strings in pieces and not with f-strings."""
    source = 'en("a" " b"); words.say("c", x=1); w.say_n("d", "e", 2); en_n("f", "g"); say(f"{h}")'
    found = {(one.door, one.msgid) for one in used_in(source, "")}
    assert found == {
        ("en", ("a b",)),
        ("say", ("c",)),
        ("say_n", ("d", "e")),
        ("en_n", ("f", "g")),
        ("say", None),
    }


@pytest.mark.parametrize("english", CATALOGUE, ids=lambda forms: forms[0][:40])
def test_a_sentence_and_its_french(english: MsgId) -> None:
    """The same values, no empty or untranslated text, joints that exist, unbreakable spaces."""
    french = CATALOGUE[english]
    assert len(french) == len(english)
    for one in french:
        assert one.strip()
        assert values_in(one) <= values_in("".join(english)) | SAYS_MORE.get(english[0], set())
        assert not re.search(r"(?<![\u00a0{\w])[:;!?»](?=\s|$)", one), "a space may break here"
        assert not re.search(r"«(?!\u00a0)", one)
        assert "’" not in one
        for _, _, wish, _ in Formatter().parse(one):
            assert not wish or wish in {*JOINTS, "up"}
    assert values_in(french[-1]) >= values_in(english[-1])


def test_no_english_is_left_in_the_catalogue() -> None:
    """Only what both languages spell alike is the same in both."""
    alike = {english[0] for english, french in CATALOGUE.items() if english == french}
    assert alike == SAME_IN_FRENCH


def test_the_compiled_catalogue_is_the_written_one() -> None:
    """A catalogue that was changed and not compiled is noticed here: `make setup` compiles it."""
    compiled = Words.of("fr").catalogue
    for english, french in CATALOGUE.items():
        if len(english) == 1:
            assert compiled.gettext(english[0]) == french[0]
        else:
            assert (compiled.ngettext(*english, 1), compiled.ngettext(*english, 2)) == french
            assert compiled.ngettext(*english, 0) == french[0], "zéro point, au singulier"


def test_english_needs_no_catalogue() -> None:
    """The sentences of the sources are English already."""
    assert type(Words.of("en").catalogue) is NullTranslations


def test_a_missing_catalogue_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """French that was not compiled is never replaced by English in silence."""
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    with pytest.raises(CataloguesMissing, match="make setup"):
        catalogue.catalogue("fr")


def test_a_language_that_is_not_there_is_refused() -> None:
    """With the value, and the languages there are."""
    with pytest.raises(Fault, match=r"'de'.*en, fr"):
        Words.of("de")


def test_words_are_made_once() -> None:
    """A language is read from the disk once, and cannot be changed."""
    assert Words.of("fr") is Words.of("fr")
    with pytest.raises(AttributeError):
        Words.of("fr").lang = "en"  # type: ignore[misc]


SCRIPTS = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted((ROOT / "web/static").rglob("*.js"))
)
SAID_BY_SCRIPTS = set(re.findall(r'\bt\(\s*"((?:[^"\\]|\\.)*)"', SCRIPTS))


def test_the_page_s_sentences_are_those_of_its_scripts() -> None:
    """The page says nothing that is not in words, and words hold nothing that no script says."""
    keys = {*PAGE, *(f"{one}|{many}" for one, many in COUNTED)}
    assert not SAID_BY_SCRIPTS - keys
    assert not {key for key in keys if f'"{key}"' not in SCRIPTS}


def test_the_page_gets_both_forms_of_a_plural() -> None:
    """A bar stands between the form for one and the form for many, in both languages alike."""
    for one, many in COUNTED:
        assert Words.of("en").page()[f"{one}|{many}"] == f"{one}|{many}"
        assert Words.of("fr").page()[f"{one}|{many}"] == "|".join(CATALOGUE[one, many])


def test_the_page_is_asked_only_for_what_its_scripts_can_do() -> None:
    """They fill in values, and join *de*; they know no other joint."""
    for text in Words.of("fr").page().values():
        assert {wish for _, _, wish, _ in Formatter().parse(text) if wish} <= {"de"}


def test_the_page_has_a_text_for_every_key() -> None:
    """Nothing is filled in on the server: the values are the page's."""
    page = Words.of("fr").page()
    assert page["Undo: {what}"] == "Annuler\u00a0: {what}"
    assert page["{name}'s hand"] == "Main {name:de}"
    assert list(Words.of("en").page()) == list(page)
