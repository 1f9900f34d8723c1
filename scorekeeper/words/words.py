"""The sentences of the program in one language: the table of this room."""

from functools import lru_cache

from scorekeeper.words import errors, keypad
from scorekeeper.words.catalogue import Speech, catalogue
from scorekeeper.words.game import (
    awards,
    cards,
    correction_cost,
    corrections,
    log,
    notices,
    people,
    prompts,
    refusals,
    rules,
    rules_sheet,
    tally,
)


class Words(Speech, frozen=True):
    """A language. ``say`` and ``say_n`` say any sentence, the rest what cribbage needs.

    Each function takes the language first, and is a method here: ``words.award(award, game)``.
    """

    short = cards.short
    lines, tally = tally.lines, tally.tally
    award = awards.award
    notice, verdict, skunks = notices.notice, notices.verdict, notices.skunks
    right_claim, suits_taken = notices.right_claim, notices.suits_taken
    refusal = refusals.refusal
    prompt, prompt_help, window = prompts.prompt, prompts.prompt_help, prompts.window
    entry, change = log.entry, log.change
    correction, correction_cost = corrections.correction, correction_cost.correction_cost
    scorer, team, hand = people.scorer, people.team, people.hand
    pending_entry, rejection = keypad.pending_entry, keypad.rejection
    fault, device_fault = errors.fault, errors.device_fault
    rules_title, rules_about = rules.rules_title, rules.rules_about
    option, option_about, option_value = rules.option, rules.option_about, rules.option_value
    counting, counting_about = rules.counting, rules.counting_about
    rules_sheet = rules_sheet.rules_sheet

    @staticmethod
    @lru_cache
    def of(lang: str, letters: str | None = None) -> "Words":
        """Return the words of *lang*, with J Q K or V D R on the court cards.

        Raises Fault if there is no such language, or its catalogue is not compiled.
        """
        found = catalogue(lang)
        return Words(lang, letters or cards.LETTERS_OF[lang], found)
