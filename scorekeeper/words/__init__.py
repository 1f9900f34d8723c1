"""All text for users, in English and French.

The English sentence is the key and is written where it is used; the French is in
``locale/fr/LC_MESSAGES/cribble.po``, compiled by ``make setup``.
"""

from functools import lru_cache

from scorekeeper.words import (
    awards,
    cards,
    corrections,
    errors,
    keypad,
    log,
    notices,
    people,
    prompts,
    rules,
    rules_sheet,
)
from scorekeeper.words.awards import CountLine
from scorekeeper.words.catalogue import (
    LANGUAGES,
    CataloguesMissing,
    Fault,
    NoSuchLanguage,
    Speech,
    en,
    from_accept_language,
    from_locale,
    load_catalogue,
)
from scorekeeper.words.rules import COUNTING

__all__ = [
    "COUNTING",
    "LANGUAGES",
    "CataloguesMissing",
    "CountLine",
    "Fault",
    "NoSuchLanguage",
    "Words",
    "en",
    "from_accept_language",
    "from_locale",
]


class Words(Speech, frozen=True):
    """All text in one language: ``say`` and ``say_n`` translate sentences; the other methods put
    cribbage into words.

    This package's functions are methods here, in this language: ``words.award(award, game)``.
    """

    short = cards.short
    lines, tally, award = awards.lines, awards.tally, awards.award
    notice, verdict, skunks = notices.notice, notices.verdict, notices.skunks
    right_claim, suits_taken = notices.right_claim, notices.suits_taken
    moment = notices.moment
    refusal = errors.refusal
    prompt, prompt_help, window = prompts.prompt, prompts.prompt_help, prompts.window
    entry, change = log.entry, log.change
    correction, correction_cost = corrections.correction, corrections.correction_cost
    scorer, about = people.scorer, people.about
    pending_entry, rejection = keypad.pending_entry, keypad.rejection
    fault, device_fault = errors.fault, errors.device_fault
    rules_title, rules_about = rules.rules_title, rules.rules_about
    option, option_about, option_value = rules.option, rules.option_about, rules.option_value
    counting, counting_about = rules.counting, rules.counting_about
    rules_sheet = rules_sheet.rules_sheet

    @staticmethod
    @lru_cache
    def of(lang: str, letters: str | None = None) -> "Words":
        """Return the words of *lang*, with the letters J Q K or V D R for court cards.

        Raises Fault if the language is unknown or its catalogue is not compiled.
        """
        translations = load_catalogue(lang)
        return Words(lang, letters or cards.LETTERS_OF[lang], translations)
