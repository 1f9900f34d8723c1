"""Facts gathered from the authorities and from other programs' tests, one at a time."""

import json
from typing import Any, Final

import pytest

from scorekeeper.cards import DECK, Card, read_cards
from scorekeeper.game import actions as a
from scorekeeper.game.codec import answer, to_plain
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.options import house_rules
from scorekeeper.scoring.combo import Why, total
from scorekeeper.scoring.show import HandToCount, count
from tests.kit.oracles.rule_facts import RULE, Vector, after, begin
from tests.kit.paths import DATA


def vectors(name: str) -> list[Vector]:
    """The vectors of one file."""
    path = DATA / "vectors" / f"{name}.json"
    found: list[Vector] = json.loads(path.read_text(encoding="utf-8"))["vectors"]
    return found


def each(chosen: list[Vector]) -> pytest.MarkDecorator:
    """One test a vector, called by its id."""
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
    told = answer(1, events, game)
    fields = ("seat", "points", "why", "void")
    awards = [{f: one[f] for f in fields if f in one} for one in to_plain(told.awards)]
    assert awards == step["awards"]
    assert told.facts.count == step["count"]
    assert (game.turn if game.phase is Phase.PLAY else None) == step["next"]
    assert (game.phase is not Phase.PLAY) is step["play_over"]
    return game, to_plain(told.notices)


@each(vectors("rules"))
def test_single_rule_holds(vector: Vector) -> None:
    RULE[vector["kind"]](vector)
