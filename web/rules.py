"""The rules that there are, those on the table in short, and what a hand counts by them."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from scorekeeper.words.game.rules_sheet import Section
from web.context import Site, json
from web.http.operations import Routes
from web.variants import Variants, variants


class RulesSheet(msgspec.Struct, frozen=True):
    """The rules of the game on the table in a few sentences; no sections while there is none."""

    sections: tuple[Section, ...]


def add_rules(routes: Routes, site: Site) -> None:
    """``/api/v1/rules`` and the counter, which only answers."""

    @routes.add("get", "/api/v1/rules", "Every variant and option.", Variants)
    def rules() -> Response:
        return json(variants(site.words))

    @routes.add(
        "get", "/api/v1/rules/sheet", "The rules on the table in short sentences.", RulesSheet
    )
    def sheet() -> Response:
        rules, words = site.table.now.game.rules, site.words
        return json(RulesSheet(words.rules_sheet(rules) if rules else ()))

    @routes.add(
        "post",
        "/api/v1/count",
        "Count a hand.",
        site.counter.answer,
        body=site.counter.asked,
        wrong=(422,),
    )
    def count(asked: Any) -> Response:
        return json(site.counter.count(asked))
