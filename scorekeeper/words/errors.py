"""Wrong at the edge: text that is no card, JSON that is no action, rules that there are not."""

from __future__ import annotations

from typing import Final

from scorekeeper.board.wiring.wiring import BadlyWired
from scorekeeper.cards import NotACard
from scorekeeper.game.codec import Unreadable
from scorekeeper.rules.options import OPTIONS, OptionCannotBe, UnknownOption, UnknownRules
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.scoring.suits import ImpossibleSay
from scorekeeper.words import unfit
from scorekeeper.words.catalogue import Speech
from scorekeeper.words.sentences import Fault, en
from scorekeeper.words.unreadable import no_card, unreadable
from scorekeeper.words.values import shown
from scorekeeper.words.wiring import badly_wired

NO_SENTENCE: Final = "there are no words for {fault!r}"


def fault(speech: Speech, value: ValueError, line: int | None = None) -> str:
    """What was wrong, with the value, and what would be right; *line* says where it stood.

    Raises TypeError for an error that is none of the edge's.
    """
    said = _fault(speech, value)
    return said if line is None else speech.say(en("Line {line}: {fault}"), line=line, fault=said)


def _fault(speech: Speech, value: ValueError) -> str:
    match value:
        case Fault(sentence=sentence, values=values):
            return speech.say(sentence, **values)
        case BadlyWired(faults=faults):
            return badly_wired(speech, faults)
        case NotACard(text=text):
            return no_card(speech, shown(text))
        case UnknownRules(key=key):
            facts = {"what": "rules", "value": key, "wanted": ", ".join(VARIANTS)}
            return unfit.no_such(speech, facts)
        case UnknownOption(name=name):
            facts = {"what": "option", "value": name, "wanted": ", ".join(OPTIONS)}
            return unfit.no_such(speech, facts)
        case OptionCannotBe(name=name, value=given, wanted=wanted):
            return unfit.bad_value(speech, {"field": name, "value": given, "wanted": wanted})
        case ImpossibleSay():
            return speech.say(en("What was said of flush and nobs cannot be true of these cards."))
        case Unreadable(text=text):
            return unreadable(speech, str(value), text)
        case _:
            raise TypeError(NO_SENTENCE.format(fault=value)) from value
