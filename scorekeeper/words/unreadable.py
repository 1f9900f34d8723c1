"""JSON that is no action: what the decoder complains of, in people's words and with the value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, get_args

import msgspec

from scorekeeper.game.actions import Action, Asked
from scorekeeper.words.catalogue import Speech
from scorekeeper.words.sentences import en
from scorekeeper.words.values import cut, shown

NOT_A_CARD: Final = en(
    "{value} is no card; a card is A 2 … 10 J Q K, then C D H S where the suit is known, "
    "such as 5H, 10 or JD."
)

COMPLAINTS: Final = tuple(
    (re.compile(pattern, re.DOTALL), sentence)
    for pattern, sentence in (
        (r"not a card: (?P<value>.*) \(a card is .*", NOT_A_CARD),
        (r"Input data was truncated", en("The JSON ends too soon: {text}.")),
        (
            r"JSON is malformed: .* \(byte (?P<byte>\d+)\)",
            en("From byte {byte} on it is no JSON: {text}."),
        ),
        (
            r"Object missing required field `(?P<field>.*)`",
            en('{where:up} lacks "{field}": {value}.'),
        ),
        (
            r"Object contains unknown field `(?P<field>.*)`",
            en('{where:up} can have no "{field}": {value}.'),
        ),
        (r"Invalid value (?P<value>.*)", en("{where:up} cannot be {value}; it is {actions}.")),
        (r"Invalid enum value (?P<value>.*)", en('{where:up} cannot be {value}; it is "crib".')),
        (
            r"Expected `(?P<kinds>[^`]*)`(?:, got `(?P<value>.*)`)?",
            en("{where:up} cannot be {value}; it is {wanted}."),
        ),
        (r"Number out of range", en("{where:up} has a number that is too large: {text}.")),
        (r"maximum recursion depth .*", en("The JSON is nested too deeply: {text}.")),
        (r".*utf-8.*", en("The text is not UTF-8: {text}.")),
        (r"(?P<complaint>.*)", en("It cannot be read ({complaint}): {text}.")),
    )
)
"""What msgspec complains of, and how that is said; the last row takes what no other does."""

KINDS: Final[Mapping[str | None, str]] = MappingProxyType(
    {
        "int": en("a whole number"),
        "float": en("a number"),
        "str": en("text"),
        "bool": en("true or false"),
        "array": en("a list"),
        "object": en("an object"),
    }
)

ASKED: Final = ", ".join(kind.__struct_config__.tag for kind in get_args(Asked))
"""Every ``do``."""

ACTIONS: Final = ", ".join(kind.__struct_config__.tag for kind in get_args(Action))
"""Those that may stand in an entry's place."""

AT: Final = re.compile(r" - at `\$\.?(?P<path>.*)`$", re.DOTALL)


def no_card(speech: Speech, value: str) -> str:
    """*value* is none, and what a card is."""
    return speech.say(NOT_A_CARD, value=value)


def unreadable(speech: Speech, complaint: str, text: str | bytes) -> str:
    """The sentence for a decoder's *complaint* about *text*."""
    at = AT.search(complaint)
    path = at["path"] if at else ""
    complaint = AT.sub("", complaint)
    pattern, sentence = next(row for row in COMPLAINTS if row[0].fullmatch(complaint))
    found = pattern.fullmatch(complaint)
    assert found
    said = found.groupdict()
    return speech.say(
        sentence,
        **said | {"value": _value(text, path) or _told(speech, said.get("value"), text)},
        text=cut(text),
        where=f'"{path}"' if path else speech.say(en("the JSON")),
        actions=ACTIONS if path.startswith("actions[") or ".actions[" in path else ASKED,
        wanted=_wanted(speech, said.get("kinds") or ""),
    )


def _wanted(speech: Speech, kinds: str) -> str:
    """``int | null`` is a whole number: null is the same as left out."""
    names = (name for name in kinds.split(" | ") if name in KINDS)
    return speech.either(*(speech.say(KINDS[name]) for name in names))


def _told(speech: Speech, name: str | None, text: str | bytes) -> str:
    """What the decoder said of a value that could not be found, and the text it is in."""
    kind = speech.say(KINDS[name]) if name in KINDS else name or "…"
    return f"{kind} ({cut(text)})" if text else kind


def _value(text: str | bytes, path: str) -> str:
    """The value at *path*, as JSON; nothing where it cannot be found."""
    try:
        return shown(_walk(msgspec.json.decode(text), path))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, LookupError, TypeError):
        return ""


def _walk(value: Any, path: str) -> Any:
    for name in _steps(path):
        value = value[name]
    return value


def _steps(path: str) -> Iterator[str | int]:
    """``actions[0].card`` step by step."""
    for name, place in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path):
        yield name or int(place)
