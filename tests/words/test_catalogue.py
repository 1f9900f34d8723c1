"""Every sentence has a French translation with the same values and French typography."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple, TypeAlias

import pytest
from babel.messages.pofile import read_po

from scorekeeper.words import CataloguesMissing, Words, catalogue
from scorekeeper.words.grammar import JOINTS
from tests.kit.paths import ROOMS, ROOT
from web.translations import sentences

PO = ROOT / "scorekeeper/words/locale/fr/LC_MESSAGES/cribble.po"
DRAWINGS_PO = ROOT / "tools/drawing/fr.po"

SENTENCE_FIRST = ("say", "DeviceFault", "Fault", "TransientFault", "fine", "note", "wrong")
"""Functions whose first argument is English, or was marked elsewhere."""

MARKS = {"en": 1, "say_n": 2, "say_team": 2, **dict.fromkeys(SENTENCE_FIRST, 1)}
"""The number of leading arguments that are English."""

LABELS = {"AwardName": 2, "RuleName": 2, "Legend": 2, "subcommand": 2}
"""The same for table rows: each argument is a separate sentence."""

SAME_IN_FRENCH = {
    "Quiz",
    "Wi-Fi",
    "Code",
    "Crib",
    "Date",
    "Cribble (Québec)",
    "GRP",
    "Go",
    "Menu",
    "Muggins",
    "N",
    "Net",
    "Options",
    "Orange",
    "PORT",
    "Pause",
    "Phase",
    "Plus",
    "Points",
    "Table",
    "Table {table}",
    "Total",
    "Turquoise",
    "[OPTIONS]",
    "crib",
    "go",
    "muggins",
    "points",
    "{hand} ({points})",
    "{hand} ({before} → {n} point)",
    "{n} h",
    "{n} point",
}

MsgId: TypeAlias = tuple[str, ...]


class Said(NamedTuple):
    """A sentence in the code; ``msgid`` is None if it is no literal."""

    msgid: MsgId | None
    mark: str
    where: str


def said_in(source: str, name: str) -> Iterator[Said]:
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call):
            mark = getattr(call.func, "attr", getattr(call.func, "id", ""))
            texts = tuple(
                one.value
                for one in call.args[: MARKS.get(mark, 0)]
                if isinstance(one, ast.Constant) and isinstance(one.value, str)
            )
            for label in call.args[: LABELS.get(mark, 0)]:
                yield Said((ast.literal_eval(label),), mark, f"{name}:{call.lineno}")
            if mark in MARKS:
                msgid = texts if len(texts) == MARKS[mark] else None
                yield Said(msgid, mark, f"{name}:{call.lineno}")


@cache
def said() -> tuple[Said, ...]:
    return (*_said(*ROOMS), *_said_on_the_page())


def _said(*rooms: str) -> Iterator[Said]:
    for path in sorted(path for room in rooms for path in (ROOT / room).rglob("*.py")):
        yield from said_in(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))


def _said_on_the_page() -> Iterator[Said]:
    for sentence in dict.fromkeys(sentences("club") + sentences("wizard")):
        yield Said(tuple(sentence.split("|")), "t", "web/static")


@cache
def translations(path: Path = PO) -> dict[MsgId, tuple[str, ...]]:
    """Return the French catalogue by English, each as one or two forms."""
    with path.open("rb") as file:
        return {_forms(one.id): _forms(one.string) for one in read_po(file, locale="fr") if one.id}


def _forms(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, tuple | list) else (str(text),)


def test_every_sentence_of_the_code_has_its_french() -> None:
    assert not {one for one in said() if one.msgid and one.msgid not in translations()}


def test_catalogue_holds_no_sentence_that_nobody_says() -> None:
    assert not set(translations()) - {one.msgid for one in said() if one.msgid}


def test_drawings_have_the_french_that_the_program_lacks() -> None:
    spoken = {one.msgid for one in _said("tools") if one.msgid}
    assert spoken - {*translations()} == {*translations(DRAWINGS_PO)}


def test_each_sentence_is_in_the_catalogue_once() -> None:
    """Of duplicates the compiled catalogue takes the first, whichever was corrected."""
    entries = Counter(re.findall(r'(?m)^msgid "(.+)"$', PO.read_text(encoding="utf-8")))
    assert not [sentence for sentence, times in entries.items() if times > 1]


def test_marked_sentences_are_written_out() -> None:
    unseen = [one for one in said() if one.msgid is None and one.mark not in SENTENCE_FIRST]
    passed_on = ("scorekeeper/words/catalogue.py", "scorekeeper/words/people.py")
    assert not [one for one in unseen if not one.where.startswith(passed_on)]


def test_french_has_the_values_and_the_typography_it_needs() -> None:
    wrong = {
        english: faults
        for english, french in (translations() | translations(DRAWINGS_PO)).items()
        if (faults := list(_faults(english, french)))
    }
    assert not wrong


def _faults(english: MsgId, french: tuple[str, ...]) -> Iterator[str]:
    if len(french) != len(english):
        yield "another number of forms"
    if not _values(french[-1]) >= _values(english[-1]):
        yield "a value is missing"
    for one in french:
        if not one.strip():
            yield "empty"
        if not _values(one) <= _values("".join(english)):
            yield "a value that the English does not have"
        if re.search(r"(?<![\u00a0{\w])[:;!?»](?=\s|$)|«(?!\u00a0)", one):
            yield "a space may break"
        if re.search(r"[\w}]'\w", one):
            yield "a straight apostrophe"
        if {wish for _, _, wish, _ in Formatter().parse(one) if wish} - {*JOINTS, "up"}:
            yield "a joint that does not exist"


def _values(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_no_english_is_left_in_the_catalogue() -> None:
    alike = {english[0] for english, french in translations().items() if english == french}
    assert alike == SAME_IN_FRENCH


def test_compiled_catalogue_is_the_written_one() -> None:
    """If this fails, run `make setup`, which compiles the catalogue."""
    compiled = Words.of("fr").catalogue
    for english, french in translations().items():
        one, *many = english
        if not many:
            assert compiled.gettext(one) == french[0]
        else:
            said = tuple(compiled.ngettext(one, many[0], n) for n in (0, 1, 2))
            assert said == (french[0], *french), "zéro point, au singulier"


def test_missing_catalogue_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    with pytest.raises(CataloguesMissing, match="make setup"):
        catalogue.load_catalogue("fr")


def test_no_sentence_has_the_straight_apostrophe_of_a_typewriter() -> None:
    texts = {text for one in said() if one.msgid for text in one.msgid}
    assert not {text for text in texts if re.search(r"[\w}]'\w", text)}
