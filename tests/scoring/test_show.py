"""Hands, tables and rules from published sources, and the package's examples."""

import doctest
import json
from typing import Any, Final

import pytest

import scorekeeper
from scorekeeper import bounds, say
from scorekeeper.cards import DECK, Card, read_cards
from scorekeeper.game import actions as a
from scorekeeper.game.codec import to_plain
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import awards_of, notices_of
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.options import house_rules
from scorekeeper.scoring import (
    HandToCount,
    ImpossibleSuitClaim,
    SuitClaim,
    Why,
    count,
    suit_result,
    total,
)
from tests.kit.paths import DATA
from tests.scoring.rule_facts import RULE, Vector, after, begin


def vectors(name: str) -> list[Vector]:
    path = DATA / "vectors" / f"{name}.json"
    found: list[Vector] = json.loads(path.read_text(encoding="utf-8"))["vectors"]
    return found


def each(chosen: list[Vector]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", chosen, ids=lambda vector: vector["id"])


KINDS: Final[dict[str, tuple[Why, ...]]] = {
    "fifteens": (Why.FIFTEEN,),
    "pairs": (Why.PAIR,),
    "runs": (Why.RUN,),
    "flush": (Why.FLUSH,),
    "nobs": (Why.NOBS,),
}


@each(vectors("show"))
def test_hand_scores_as_the_authorities_say(vector: Vector) -> None:
    hand, starter = read_cards(vector["hand"]), Card.parse(vector["starter"])
    combos = count(
        HandToCount(hand, starter, vector["crib"]), nobs=house_rules(vector["rules"]).nobs
    )
    found = {
        field: sum(combo.points for combo in combos if combo.kind in kinds)
        for field, kinds in KINDS.items()
    }
    assert found == {field: vector[field] for field in KINDS}
    assert total(combos) == vector["total"]


@each(vectors("play"))
def test_series_of_cards_and_gos_pegs_as_the_authorities_say(vector: Vector) -> None:
    game = begin(vector, dealer=vector["dealer"], scores=vector["scores"])
    game = after(game, a.Starter(card=_no_jack_beside(vector)))
    notices: list[Any] = []
    for step in vector["steps"]:
        game, told = _steps(game, step)
        notices += told
    assert list(game.scores) == vector["final"]
    assert game.winner == vector["winner"]
    for wanted in vector["notices"]:
        assert any(wanted.items() <= notice.items() for notice in notices)


def _no_jack_beside(vector: Vector) -> Card:
    laid = {step.get("card") for step in vector["steps"]}
    return next(card for card in DECK if card.rank.symbol != "J" and str(card) not in laid)


def _steps(game: Game, step: Vector) -> tuple[Game, list[Any]]:
    if step["do"] == "go":
        action: a.Action = a.Go(seat=step["seat"])
    else:
        action = a.Play(seat=step["seat"], card=Card.parse(step["card"]))
    if "refused" in step:
        with pytest.raises(Refusal):
            apply(game, action)
        return game, []
    game, events = apply(game, action)
    fields = ("seat", "points", "why", "void")
    awards = [{f: one[f] for f in fields if f in one} for one in to_plain(awards_of(events))]
    assert awards == step["awards"]
    assert game.count == step["count"]
    assert (game.turn if game.phase is Phase.PLAY else None) == step["next"]
    assert (game.phase is not Phase.PLAY) is step["play_over"]
    return game, to_plain(notices_of(events))


@each(vectors("rules"))
def test_single_rule_holds(vector: Vector) -> None:
    RULE[vector["kind"]](vector)


def test_a_crib_flush_is_impossible_if_the_rules_give_none() -> None:
    hand = read_cards(["2H", "4H", "6H", "8H"])
    crib = HandToCount(hand, Card.parse("KH"), crib=True)
    assert suit_result(crib, crib_flush=False).flush == 0
    with pytest.raises(ImpossibleSuitClaim):
        suit_result(crib, SuitClaim(flush=5), crib_flush=False)


@pytest.mark.parametrize("module", [scorekeeper, bounds])
def test_examples_in_docstrings_hold(module: object) -> None:
    tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert (tried.failed, tried.attempted > 0) == (0, True)


def test_suit_claims_count_where_suits_are_missing() -> None:
    assert say(scorekeeper.count("2 4 6 8", "KC", flush=4)) == "A flush of four for four."
    assert sum(combo.points for combo in scorekeeper.count("2 4 7 J", "KC", nobs=True)) == 1
    with pytest.raises(ImpossibleSuitClaim):
        scorekeeper.count("2C 4H 6H 8H", "KC", flush=4)
