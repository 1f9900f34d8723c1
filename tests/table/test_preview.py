"""The preview of an amend agrees with the amend, and reveals nothing hidden."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.game.actions import Amend
from scorekeeper.game.refusal import Refusal
from scorekeeper.journal import Journal
from scorekeeper.table import Preview, Table
from tests.kit.drivers.table_setup import amended
from tests.kit.drivers.web_server import START, Phone, Site
from tests.kit.players.random_games import Evening

ANN = {"do": "count", "cards": ["5C", "5D", "5S"], "claim": 20}


def played(*actions: dict[str, Any], **start: Any) -> Phone:
    """A scorer's phone that entered these after the start."""
    scorer = Site().scorer()
    for action in ({**START, **start}, *actions):
        answer = scorer.enter(action)
        assert answer.status_code == 201, answer.text
    return scorer


def laid(cards: str) -> list[dict[str, Any]]:
    starter, *others = cards.split()
    lay = [{"do": "play", "card": card} for card in others]
    return [{"do": "starter", "card": starter}, *lay]


def preview(phone: Phone, entry: int, *actions: object, lang: str = "en", **more: object) -> Any:
    amend = {"do": "amend", "entry": entry, "actions": actions, **more}
    return phone.post(f"/api/v1/preview?lang={lang}", {"action": amend}).get_json()


def test_a_preview_says_what_would_be_told_otherwise() -> None:
    phone = played(*laid("4H 10 5 K 6"))
    told = preview(phone, 3, {"do": "play", "card": "9"})
    assert (told["version"], told["before"], told["scores"]) == (6, [0, 4], [0, 0])
    assert told["prompt"] == "Ann: a card, or go."
    assert told["changed"] == [
        {"entry": 3, "was": "Ann plays the 10.", "say": "Ann plays the 9."},
        {"entry": 4, "was": "Ben plays the 5: fifteen for two.", "say": "Ben plays the 5."},
        {"entry": 6, "was": "Ben plays the 6: thirty-one for two.", "say": "Ben plays the 6."},
    ]
    assert told["dropped"] == []
    assert phone.state()["scores"] == [0, 4]


def test_a_preview_of_an_earlier_game_of_the_match_is_of_that_game() -> None:
    won = {"do": "peg", "team": 0, "points": 121}
    phone = played({"do": "peg", "team": 1, "points": 20}, won, {"do": "next"})
    told = preview(phone, 2, {"do": "peg", "team": 1, "points": 15})
    assert (told["before"], told["scores"]) == ([121, 20], [121, 15])


def test_a_preview_says_what_would_be_dropped() -> None:
    phone = played(*laid("4H 10 5 K 6"))
    ten = {"do": "play", "card": "10"}
    refused = preview(phone, 4, ten, lang="fr")
    assert (refused["code"], refused["entry"]) == ("no_longer_holds", 6)
    assert "30 + 6 = 36" in refused["refused"]
    dropped = preview(phone, 4, ten, lang="fr", drop_rest=True)["dropped"]
    assert [one["entry"] for one in dropped] == [6]
    assert dropped[0]["say"].startswith("Ben joue le 6")


@pytest.mark.parametrize("rules", [{}, {"muggins": True}])
def test_a_preview_shows_a_card_that_was_forgotten_before_the_last(rules: dict[str, bool]) -> None:
    """A card before the last was visible to all; one after the last would be a look ahead."""
    phone = played(*laid("4H 10 5 K"), options=rules)
    king, six = ({"do": "play", "card": card} for card in ("K", "6"))
    told = preview(phone, 5, {"do": "play", "card": "A"}, king)
    assert [one["say"] for one in told["changed"]] == ["Ann plays the ace; Ben plays the king."]
    assert (told["before"], told["scores"]) == ([0, 2], [0, 2])
    for ahead in ((king, six), (six, six), (king, six, six)):
        assert preview(phone, 5, *ahead) == {"version": 5, "withheld": True}


@pytest.mark.parametrize("claim", [0, 28])
def test_no_preview_and_no_record_depends_on_what_was_missed(claim: int) -> None:
    told = []
    for jack in ("JH", "JC"):
        count = {**ANN, "claim": claim}
        phone = played(*laid(f"5H {jack}"), {"do": "show"}, count, options={"muggins": True})
        call = {"do": "muggins", "team": 1, "points": 1}
        tries = [(), (count,), (count, call), ({**count, "claim": 29},), ({"do": "go"},)]
        answers = [
            preview(phone, entry, *actions, drop_rest=drop)
            for entry in range(1, 7)
            for actions in tries
            for drop in (True, False)
        ]
        said = json.dumps((answers, entries(phone)))
        told.append(said.replace("JC", "JH").replace("jack of clubs", "jack of hearts"))
    assert told[0] == told[1]


def entries(phone: Phone, deal: int | None = None) -> list[str]:
    query = "" if deal is None else f"?deal={deal}"
    told = phone.get(f"/api/v1/record{query}").get_json()
    return [entry["say"] for entry in told["entries"]]


def test_the_record_is_told_deal_by_deal() -> None:
    leave = {"do": "deal"}
    phone = played(*laid("4H 10 5"), leave, *laid("J 10 5"), leave, *laid("9 A"))
    told = phone.get("/api/v1/record").get_json()
    assert [one["deal"] for one in told["deals"]] == [1, 2, 3]
    assert [one["dealer"] for one in told["deals"]] == [1, 0, 1]
    assert [one["scores"] for one in told["deals"]] == [[0, 2], [4, 2], [4, 2]]
    assert (told["deal"], told["entries"]) == (3, phone.state()["record"])
    assert entries(phone, 1)[-1] == "Ben plays the 5: fifteen for two."
    phone.enter({"do": "amend", "entry": 4, "actions": [{"do": "play", "card": "6"}]})
    assert entries(phone, 1)[-1] == "Ben plays the 6."
    assert phone.get("/api/v1/record?deal=2").get_json()["starter"] == "J"


@pytest.mark.parametrize("deal", ["2", "x"])
def test_an_unknown_deal_is_not_found(deal: str) -> None:
    answer = played(*laid("4H 10")).get(f"/api/v1/record?deal={deal}")
    assert answer.status_code == (404 if deal.isdecimal() else 400)
    assert answer.get_json()["refused"]


@given(seed=st.integers(0, 10**6), chosen=st.integers(0, 10**6))
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_preview_agrees_with_the_amend(seed: int, chosen: int) -> None:
    luck = Random(chosen)
    turns = Evening(luck.choice(("six-card", "cribble", "five-card")), Random(seed)).play()
    table = Table(Journal.in_memory())
    for turn in turns[: luck.randrange(len(turns)) + 1]:
        table.submit(turn.action)
    entry = luck.randrange(table.now.version) + 1
    other = [luck.choice(turns).action for _ in range(luck.randrange(3))]
    asked = amended(entry, *other, drop_rest=luck.random() < 0.5)
    before = stands(table)
    thought, done = tried(table.preview, asked), tried(table.submit, asked)
    if not isinstance(thought, Preview):
        assert thought == done
    elif not thought.withheld:
        assert thought.game == table.now.game
        after = stands(table)
        assert {one.entry for one in thought.dropped} == before.keys() - after.keys()
        changed = {now.entry for _, now in thought.changed}
        assert changed == {number for number in after if after[number] != before[number]}


def stands(table: Table) -> dict[int, Any]:
    return {node.entry.entry: (node.entry.actions, node.entry.events) for node in table.nodes()}


def tried(how: Callable[[Amend], Any], asked: Amend) -> Any:
    try:
        return how(asked)
    except Refusal as refusal:
        return refusal.code, refusal.entry, str(refusal.facts.get("reason"))
