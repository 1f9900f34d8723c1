"""Sentences before they are spoken: the mark that finds them, and faults that carry one."""

from __future__ import annotations

from typing import Any


def en(sentence: str) -> str:
    """Mark an English sentence that the catalogues have in other languages. Changes nothing."""
    return sentence


def en_n(one: str, many: str) -> tuple[str, str]:
    """Mark an English sentence that has a form for one thing and a form for many."""
    return one, many


class Fault(ValueError):
    """Something wrong at the edge, as a sentence with its values.

    ``sentence`` is English with ``{names}``, marked with ``en``; ``Words.fault`` says it in the
    reader's language, ``str`` in English.
    """

    def __init__(self, sentence: str, /, **values: Any) -> None:
        super().__init__(sentence.format(**values))
        self.sentence, self.values = sentence, values


class CataloguesMissing(Fault):
    """The catalogue of a language was not compiled."""


class NoSuchLanguage(Fault):
    """There are no words in this language."""
