"""Routes for the rules: variants and options, the rules sheet, and cards by name."""

from functools import cache
from typing import Any, Final

import msgspec
from flask import Response
from msgspec.structs import asdict

from scorekeeper.bounds import Bound
from scorekeeper.cards import Cards
from scorekeeper.rules.options import OPTIONS, may_be, words_of
from scorekeeper.rules.variants import RULES, VARIANTS
from scorekeeper.words import COUNTING, Fault, Words, en
from scorekeeper.words.cards import dictated_cards
from scorekeeper.words.rules_sheet import Section
from web.context import Context
from web.http.response import Encoded, json_response
from web.http.routes import Routes

NUMBERS: Final = range(1000)
"""The range of numbers tried as option values; it exceeds the values of all options."""
LISTS: Final = {"skunks": "skunks", "target_by_team": "targets"}
"""The kind of each option whose value is a list, by option name."""


class OptionValue(msgspec.Struct, frozen=True):
    """An option value, and the keys of the rules that allow it."""

    value: str | int
    title: str
    rules: tuple[str, ...]


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option. ``kind``: whole (``low`` to ``high``), one_of (``values``), truth, skunks or
    targets (a number by team, or empty)."""

    name: str
    title: str
    about: str
    wanted: str
    kind: str
    low: int | None = None
    high: int | None = None
    values: tuple[OptionValue, ...] | None = None


class VariantsResponse(msgspec.Struct, frozen=True):
    """The choices before a game: rules, options, and the players who may count."""

    rules: tuple[dict[str, Any], ...]
    options: tuple[Choice, ...]
    counting: tuple[dict[str, str], ...]


def _choice(name: str, option: Bound, words: Words) -> Choice:
    """Return the option *name*, determining its values by trial with all rules."""
    fields: dict[str, Any] = {
        "name": name,
        "title": words.option(name),
        "about": words.option_about(name),
        "wanted": option.wanted,
    }
    numbers = [n for n in NUMBERS if _rules_with(name, n)]
    if numbers and len(numbers) == numbers[-1] - numbers[0] + 1:
        return Choice(**fields, kind="whole", low=numbers[0], high=numbers[-1])
    candidates: list[str | int] = [*numbers, *words_of(name)]
    values = tuple(
        OptionValue(value, words.option_value(name, value), rules)
        for value in candidates
        if (rules := _rules_with(name, value))
    )
    if values:
        return Choice(**fields, kind="one_of", values=values)
    return Choice(**fields, kind=LISTS.get(name, "truth"))


def _of_length(key: str, target: int) -> dict[str, Any]:
    """Return the rules of *key* that follow from the length of a game."""
    rules = VARIANTS[key].to(target)
    return {"skunks": rules.skunks, "target_by_team": rules.target_by_team}


def _rules_with(name: str, value: Any) -> tuple[str, ...]:
    """Return the keys of the rules that allow *value* for the option *name*."""
    return tuple(key for key, rules in RULES.items() if may_be(name, value, rules))


class SheetResponse(msgspec.Struct, frozen=True):
    """The current rules in short sentences; empty between matches."""

    sections: tuple[Section, ...]


MAX_SAID: Final = 400
"""Maximum length of a dictated hand, four times the longest one."""


class CardsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards as dictated or typed: "five ten jack queen", "cinq de cœur", "55JQ"."""

    said: str


class CardsResponse(msgspec.Struct, frozen=True):
    """The cards, in the order given."""

    cards: Cards


def add_rules(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/rules`` and ``/api/v1/cards``."""

    @cache
    def encoded(words: Words) -> Encoded:
        response = VariantsResponse(
            rules=tuple(
                {
                    "key": key,
                    "title": words.rules_title(key),
                    "about": words.rules_about(key),
                    **asdict(rules),
                    "lengths": rules.lengths,
                    "by_length": {target: _of_length(key, target) for target in rules.lengths},
                }
                for key, rules in RULES.items()
            ),
            options=tuple(_choice(name, option, words) for name, option in OPTIONS.items()),
            counting=tuple(
                {"value": who, "title": words.counting(who), "about": words.counting_about(who)}
                for who in COUNTING
            ),
        )
        return Encoded.of(response)

    @routes.get("/api/v1/rules", "List all variants and options.", VariantsResponse)
    def rules() -> Response:
        return encoded(context.words).response()

    @routes.get("/api/v1/rules/sheet", "The current rules in short sentences.", SheetResponse)
    def sheet() -> Response:
        game, words = context.table.now.game, context.words
        sections = words.rules_sheet(game.rules, game.key) if game.rules else ()
        return json_response(SheetResponse(sections))

    @routes.post(
        "/api/v1/cards",
        "Parse dictated cards, in English or French.",
        CardsResponse,
        errors=(422,),
    )
    def cards(body: CardsRequest) -> Response:
        if len(body.said) > MAX_SAID:
            raise Fault(en("That is too long for a hand of cards."))
        return json_response(CardsResponse(dictated_cards(body.said)))
