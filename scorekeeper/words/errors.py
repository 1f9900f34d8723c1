"""Unreadable or impossible input as a sentence with the value: cards, JSON, rules, options."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, get_args

import msgspec

from scorekeeper.board.wiring.wiring import BadlyWired
from scorekeeper.cards import NotACard
from scorekeeper.device import FaultMessage
from scorekeeper.game.actions import Action, Asked
from scorekeeper.game.codec import TOO_DEEP, Unreadable
from scorekeeper.game.refusal import LARGEST
from scorekeeper.rules.options import (
    LEAST_TEAMS,
    ONLY_FOR,
    OPTIONS,
    OptionCannotBe,
    UnknownOption,
    UnknownRules,
)
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.scoring.suits import ImpossibleSuitClaim
from scorekeeper.words.catalogue import Fault, Speech, en
from scorekeeper.words.game.rules import FIELDS
from scorekeeper.words.wiring import wiring_faults

LONGEST: Final = 60


def shown(value: Any) -> str:
    """Return *value* as JSON, shortened."""
    return cut(msgspec.json.encode(value, enc_hook=str))


def cut(text: str | bytes, longest: int = LONGEST) -> str:
    """Return at most *longest* characters of *text*, unprintable ones escaped; ``""`` where
    empty."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "backslashreplace")
    plain = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[: longest + 1])
    return (plain if len(plain) <= longest else f"{plain[: longest - 1]}…") or '""'


NO_SUCH: Final[Mapping[str, str]] = {
    "seat": en("There’s no seat {value}; there are {wanted}."),
    "team": en("There’s no team {value}; there are {wanted}."),
    "rules": en("No rules are called {value}; there are {wanted}."),
    "option": en("No option is called {value}; there are {wanted}."),
    "entry": en("There’s no entry {value} to correct; there are {wanted}."),
    "game": en("There’s no finished game {value}."),
    "annulled_game": en("Game {value} is left out already."),
    "counted_game": en("Game {value} counts already."),
    "player": en("Nobody called {value} has played here."),
}

AT_LEAST: Final = "≥ "

BAD_VALUES: Final[Mapping[str, str]] = {
    "players": en("These rules seat {wanted} players, not {value}."),
    "scores": en("The starting scores can’t be {value}; they are {wanted}."),
    "captains": en("The captains can’t sit at {value}; choose one seat of each team: {wanted}."),
    "name": en("A name can’t be {value}; use {wanted} printable characters."),
    "unseen_name": en("A name needs at least one visible letter; {value} has none."),
    "given_name": en("{value} is already what a keypad or a phone is called: choose another name."),
    "same_name": en("Two players can’t both be {value}: add a letter to one of them."),
    "names": en("To join names takes two different ones, not {value}."),
    "names_in_one_game": en("{value} sat in one game: they are two players."),
    "points": en("The points can’t be {value}; they are {wanted}."),
    "out": en("Say of one player at a time that there are no cards left, not of all."),
    "pass": en("A passed hand needs nothing else: leave out {value}."),
    "key": en("A key can’t be {value}; use {wanted} printable characters."),
    "used_key": en(
        "The key {value} was used for entry {wanted}, which is another one: "
        "a new entry needs a key of its own."
    ),
    "by": en("A phone can’t be called {value}; use {wanted} printable characters."),
    "claim": en("A claim can’t be {value}; it is {wanted}."),
    "flush": en("A flush can’t have {value} cards; it has {wanted}."),
    "reason": en("The reason can’t be {value}; use {wanted} characters."),
    "counted_by": en("Hands are counted by {wanted}, not by {value}."),
    "entered": en("What is entered is {wanted}, not {value}."),
}
"""By the field of an action."""


def no_such(speech: Speech, facts: Mapping[str, Any]) -> str:
    """Return what does not exist, and what does."""
    value, wanted = shown(facts["value"]), facts["wanted"]
    if facts["what"] == "entry" and not wanted:
        return speech.say("There’s no entry to correct yet.")
    return speech.say(NO_SUCH[facts["what"]], value=value, wanted=wanted)


def _scores(speech: Speech, value: list[int], teams: int, most: int) -> str:
    """Return how many points a team may begin with."""
    if len(value) != teams or min(value) < 0:
        wanted = f"{teams} × 0–{most}"
        return speech.say(BAD_VALUES["scores"], value=shown(value), wanted=wanted)
    sentence = en("A head start in a game of {target} is at most {most}.")
    return speech.say(sentence, target=most + 1, most=most)


def _skunks(speech: Speech, lines: list[list[int]], target: int, game: int) -> str:
    """Return how high and how cheap a skunk line may be."""
    if any(below > target for below, _ in lines):
        sentence = en("Skunks (skunks) can’t be {value}; a line is at most the target ({target}).")
        return speech.say(sentence, value=shown(lines), target=target)
    sentence = en(
        "Skunks (skunks) can’t be {value}; a line costs at least what a win is worth ({game}), and "
        "no less than a line above it."
    )
    return speech.say(sentence, value=shown(lines), game=game)


def impossible_say(speech: Speech, flush: int, *, nobs: bool) -> str:
    """Return that the cards exclude a *flush* of that many, nobs, or both together."""
    if not flush:
        return speech.say("There can’t be nobs in these cards.")
    sentence = (
        en("These cards can’t have a flush of {length} with nobs.")
        if nobs
        else en("These cards can’t have a flush of {length}.")
    )
    return speech.say(sentence, length=speech.number(flush))


def bad_value(speech: Speech, facts: Mapping[str, Any]) -> str:
    """Return what does not fit and what would; fields of the rules are named as on the page."""
    if facts["field"] == "peg":
        return _pegged(speech, facts["value"], *facts["wanted"])
    if facts["field"] == "scores" and not isinstance(facts["wanted"], str):
        return _scores(speech, facts["value"], *facts["wanted"])
    if facts["field"] == "skunks" and not isinstance(facts["wanted"], str):
        return _skunks(speech, facts["value"], *facts["wanted"])
    field, value, wanted = facts["field"], shown(facts["value"]), facts["wanted"]
    if wanted.startswith(AT_LEAST):
        wanted = speech.say("{least} or more", least=wanted.removeprefix(AT_LEAST))
    if field in BAD_VALUES:
        return speech.say(BAD_VALUES[field], value=value, wanted=wanted)
    if field in FIELDS:
        return _option(speech, field, facts["value"], wanted)
    sentence = en("{field} can’t be {value}; it can be {wanted}.")
    return speech.say(sentence, field=field, value=value, wanted=wanted)


def _option(speech: Speech, name: str, value: Any, wanted: str) -> str:
    """Return why an option cannot have a value: these rules seat too many for it, or there is no
    such value. Choices are named as on the page."""
    title, choices = speech.say(FIELDS[name].title), FIELDS[name].values
    if isinstance(value, str) and (seats := ONLY_FOR.get((name, value))):
        sentence = en("{title} can’t be “{value}” here: that’s for {n} players.")
        return speech.say(sentence, title=title, value=speech.say(choices[value]), n=seats)
    if isinstance(value, str) and (teams := LEAST_TEAMS.get((name, value))):
        sentence = en("{title} can’t be “{value}” here: that’s for {n} sides or more.")
        return speech.say(sentence, title=title, value=speech.say(choices[value]), n=teams)
    if choices:
        wanted = speech.or_list(*(f"{key} ({speech.say(one)})" for key, one in choices.items()))
    sentence = en("{title} ({field}) can’t be {value}; it can be {wanted}.")
    return speech.say(sentence, title=title, field=name, value=shown(value), wanted=wanted)


def _pegged(speech: Speech, points: int, least: int, most: int) -> str:
    """Return why points cannot be pegged by hand: 0, more than can be taken back, or too many."""
    if points == 0:
        return speech.say("0 points moves nothing: add or take off at least one.")
    if points < least == 0:
        return speech.say("There are no points to take off yet.")
    if points < least:
        return speech.say_n(
            "You can take off {n} point at most, not {points}.",
            "You can take off {n} points at most, not {points}.",
            -least,
            points=shown(-points),
        )
    if most == LARGEST:
        return speech.say("No game has {points} points.", points=shown(points))
    return speech.say_n(
        "You need exactly {n} point to finish, not {points}.",
        "You need exactly {n} points to finish, not {points}.",
        most,
        points=shown(points),
    )


NOT_A_CARD: Final = en(
    "{value} isn’t a card; a card is A 2 … 10 J Q K, then C D H S if you know the "
    "suit: 5H, 10 or JD."
)

COMPLAINTS: Final = (
    (r"not a card: (?P<value>.*) \(a card is .*", NOT_A_CARD),
    (r"Input data was truncated", en("The JSON ends too soon: {text}.")),
    (
        r"JSON is malformed: .* \(byte (?P<byte>\d+)\)",
        en("From byte {byte} on it isn’t JSON: {text}."),
    ),
    (r"Object missing required field `(?P<field>.*)`", en('{where:up} lacks "{field}": {value}.')),
    (
        r"Object contains unknown field `(?P<field>.*)`",
        en('{where:up} can have no "{field}": {value}.'),
    ),
    (r"Invalid value (?P<value>.*)", en("{where:up} cannot be {value}; it is {actions}.")),
    (r"Invalid enum value (?P<value>.*)", en("{where:up} cannot be {value}; it is {wanted}.")),
    (
        r"Expected `(?P<kinds>[^`]*)`(?:, got `(?P<value>.*)`)?",
        en("{where:up} cannot be {value}; it is {wanted}."),
    ),
    (r"Number out of range", en("{where:up} has a number that is too large: {text}.")),
    (TOO_DEEP, en("The JSON is nested too deeply: {text}.")),
    (r".*utf-8.*", en("The text is not UTF-8: {text}.")),
    (r"(?P<complaint>.*)", en("It cannot be read ({complaint}): {text}.")),
)
"""Patterns of msgspec's messages and their sentences; the last row matches every message."""

KINDS: Final[Mapping[str | None, str]] = {
    "int": en("a whole number"),
    "float": en("a number"),
    "str": en("text"),
    "bool": en("true or false"),
    "array": en("a list"),
    "object": en("an object"),
}

ASKED: Final = ", ".join(kind.__struct_config__.tag for kind in get_args(Asked))
"""Every ``do`` that can be asked."""

ACTIONS: Final = ", ".join(kind.__struct_config__.tag for kind in get_args(Action))
"""Every ``do`` that may replace an entry."""

AT: Final = r"(?s) - at `\$\.?(?P<path>.*)`$"


def unreadable(
    speech: Speech, complaint: str, text: str | bytes, choices: Sequence[str | int] = ()
) -> str:
    """Return the sentence for a decoder's *complaint* about *text*; *choices* are the values that
    it would take."""
    at = re.search(AT, complaint)
    path = at["path"] if at else ""
    complaint = re.sub(AT, "", complaint)
    sentence, said = next(
        (sentence, found.groupdict())
        for pattern, sentence in COMPLAINTS
        if (found := re.fullmatch(pattern, complaint, re.DOTALL))
    )
    return speech.say(
        sentence,
        **said | {"value": _value(text, path) or _decoder_value(speech, said.get("value"), text)},
        text=cut(text),
        where=f'"{path}"' if path else speech.say("the JSON"),
        actions=ACTIONS if path.startswith("actions[") or ".actions[" in path else ASKED,
        wanted=_wanted(speech, said.get("kinds") or "")
        or speech.or_list(
            *(
                speech.say('"{word}"', word=choice) if isinstance(choice, str) else str(choice)
                for choice in choices
            )
        ),
    )


def _wanted(speech: Speech, kinds: str) -> str:
    """Return the kinds in ``int | null`` as words; null is the same as left out."""
    names = (name for name in kinds.split(" | ") if name in KINDS)
    return speech.or_list(*(speech.say(KINDS[name]) for name in names))


def _decoder_value(speech: Speech, name: str | None, text: str | bytes) -> str:
    """Return the decoder's name for a value that cannot be found, and the text that it is in."""
    kind = speech.say(KINDS[name]) if name in KINDS else name or "…"
    return f"{kind} ({cut(text)})" if text else kind


def _value(text: str | bytes, path: str) -> str:
    """Return the value at *path* as JSON, or nothing if it cannot be found."""
    try:
        return shown(_walk(msgspec.json.decode(text), path))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, LookupError, TypeError):
        return ""


def _walk(value: Any, path: str) -> Any:
    for name in _steps(path):
        value = value[name]
    return value


def _steps(path: str) -> Iterator[str | int]:
    """Yield the steps of ``actions[0].card``."""
    for name, place in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path):
        yield name or int(place)


NO_SENTENCE: Final = "there are no words for {fault!r}"


def fault(speech: Speech, value: ValueError, line: int | None = None) -> str:
    """Return what was wrong, with the value, and what would be right; *line* says where it was.

    Raises TypeError for an error that is not about input.
    """
    said = _fault(speech, value)
    return said if line is None else speech.say("Line {line}: {fault}", line=line, fault=said)


def _fault(speech: Speech, value: ValueError) -> str:
    match value:
        case Fault():
            return device_fault(speech, value)
        case BadlyWired(faults=faults):
            return device_fault(speech, wiring_faults(faults))
        case NotACard(text=text):
            return speech.say(NOT_A_CARD, value=shown(text))
        case UnknownRules(key=key):
            facts = {"what": "rules", "value": key, "wanted": ", ".join(VARIANTS)}
            return no_such(speech, facts)
        case UnknownOption(name=name):
            facts = {"what": "option", "value": name, "wanted": ", ".join(OPTIONS)}
            return no_such(speech, facts)
        case OptionCannotBe(name=name, value=given, wanted=wanted):
            return bad_value(speech, {"field": name, "value": given, "wanted": wanted})
        case ImpossibleSuitClaim(said=said):
            return impossible_say(speech, said.flush, nobs=said.nobs)
        case Unreadable(text=text, choices=choices):
            return unreadable(speech, str(value), text, choices)
        case _:
            raise TypeError(NO_SENTENCE.format(fault=value)) from value


def device_fault(speech: Speech, fault: Fault | FaultMessage) -> str:
    """Return the *fault* of a device, or one of a setting, as a sentence."""
    values = {
        name: device_fault(speech, one) if isinstance(one, Fault | FaultMessage) else one
        for name, one in fault.values.items()
    }
    return speech.say(fault.sentence, **values)
