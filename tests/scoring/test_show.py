"""Hands, series and rules as the authorities and other programs have them, and missing suits."""

import json
from typing import Any, Final

import pytest

from scorekeeper.cards import DECK, Card, read_cards
from scorekeeper.game import actions as a
from scorekeeper.game.codec import to_plain
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import awards_of, notices_of
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.options import house_rules
from scorekeeper.scoring.combo import Why, total
from scorekeeper.scoring.show import HandToCount, ImpossibleSuitClaim, SuitClaim, count, suit_result
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


def held(hand: str, starter: str, *, crib: bool = False, elsewhere: str = "") -> HandToCount:
    return HandToCount(
        read_cards(hand.split()), Card.parse(starter), crib, read_cards(elsewhere.split())
    )


PROVED = [
    ("2H 4H 6H 8H", "KS", SuitClaim(), 4, None),
    ("2H 4H 6H 8H", "KH", SuitClaim(), 5, None),
    ("2H 4H 6H 8H", "K", SuitClaim(), 4, None),
    ("2 4 6 8", "K", SuitClaim(), 0, None),
    ("2H 4H JH 8H", "KH", SuitClaim(), 5, "JH"),
    ("JS 4H 6C 8D", "KS", SuitClaim(), 0, "JS"),
    ("JS 4H 6C 8D", "K", SuitClaim(), 0, None),
    ("J 4H 6C 8D", "KS", SuitClaim(), 0, None),
]

SAID = [
    ("2 4 6 8", "K", SuitClaim(flush=4), 4, None),
    ("2 4 6 8", "K", SuitClaim(flush=5), 5, None),
    ("2 4 J 8", "K", SuitClaim(flush=5), 5, "J"),
    ("2 4 J 8", "K", SuitClaim(nobs=True), 0, "J"),
    ("2 4 J 8", "K", SuitClaim(flush=4, nobs=True), 5, "J"),
    ("JH 4 6 8", "K", SuitClaim(nobs=True), 0, "JH"),
    ("2H 4H 6H J", "KH", SuitClaim(nobs=True), 5, "J"),
    ("2H 4H 6H 8H", "KH", SuitClaim(flush=4), 5, None),
    ("2H 4H 6H 8H", "KH", SuitClaim(flush=0), 5, None),
    ("JS J 6 8", "KH", SuitClaim(nobs=True), 0, "J"),
]

IMPOSSIBLE = [
    ("2 2 6 8", "K", SuitClaim(flush=4)),
    ("2H 4S 6 8", "K", SuitClaim(flush=4)),
    ("2H 4H 6H 8H", "KS", SuitClaim(flush=5)),
    ("2 4 6 8", "8", SuitClaim(flush=5)),
    ("2 4 6 8", "K", SuitClaim(nobs=True)),
    ("JS 4 6 8", "KH", SuitClaim(nobs=True)),
    ("2 4 J 8", "J", SuitClaim(flush=5)),
    ("2 4 6 8", "K", SuitClaim(flush=3)),
    ("2 4 6 8", "K", SuitClaim(flush=6)),
]


@pytest.mark.parametrize(("hand", "starter", "say", "flush", "nobs"), PROVED + SAID)
def test_proved_or_claimed_suits_count_with_all_that_follows(
    hand: str, starter: str, say: SuitClaim, flush: int, nobs: str | None
) -> None:
    """Known suits prove, a say adds only what is missing, and one fact leads to the other."""
    found = suit_result(held(hand, starter), say)
    assert (found.flush, found.nobs and str(found.nobs)) == (flush, nobs)


@pytest.mark.parametrize(("hand", "starter", "say"), IMPOSSIBLE)
def test_a_suit_claim_that_known_cards_exclude_is_impossible(
    hand: str, starter: str, say: SuitClaim
) -> None:
    """A flush holds no pair and no second suit, nobs needs a jack of the starter's suit."""
    with pytest.raises(ImpossibleSuitClaim):
        suit_result(held(hand, starter), say)


@pytest.mark.parametrize(("say", "flush"), [(SuitClaim(), 0), (SuitClaim(flush=5), 5)])
def test_a_crib_has_a_flush_of_five_or_none(say: SuitClaim, flush: int) -> None:
    """Four of a suit in the crib are nothing; with the starter they are five."""
    assert suit_result(held("2H 4H 6H 8H", "K", crib=True), say).flush == flush


@pytest.mark.parametrize("size", [3, 4, 6])
def test_a_crib_flush_of_any_other_size_is_impossible(size: int) -> None:
    with pytest.raises(ImpossibleSuitClaim):
        suit_result(held("2H 4H 6H 8H", "K", crib=True), SuitClaim(flush=size))


def test_a_crib_flush_is_impossible_if_the_rules_give_none() -> None:
    """`crib_flush: none` makes five of a suit in the crib nothing at all."""
    same = held("2H 4H 6H 8H", "KH", crib=True)
    assert suit_result(same, crib_flush=False).flush == 0
    with pytest.raises(ImpossibleSuitClaim):
        suit_result(same, SuitClaim(flush=5), crib_flush=False)


def test_a_card_seen_elsewhere_cannot_be_the_missing_one() -> None:
    hand = held("2H 4H 6H K", "9S", elsewhere="KH")
    with pytest.raises(ImpossibleSuitClaim):
        suit_result(hand, SuitClaim(flush=4))
    assert suit_result(held("2H 4H 6H K", "9S"), SuitClaim(flush=4)).flush == 4


def test_the_fourth_jack_is_known_by_the_other_three() -> None:
    assert str(suit_result(held("J 4H 6C 8D", "KS", elsewhere="JH JC JD")).nobs) == "J"
