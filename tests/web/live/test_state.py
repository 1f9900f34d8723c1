"""The state that phones see: public JSON, the cards that lie there, and no more."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.cards import DECK, Card, Cards, read_cards
from scorekeeper.game.actions import Peg
from scorekeeper.game.codec import answer, to_json
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game
from scorekeeper.scoring.combo import total
from scorekeeper.scoring.show import HandToCount, count
from scorekeeper.words import Words
from scorekeeper.words.cards import card as say_card
from tests.kit.drivers.web_server import Site
from tests.kit.formats.states import STARTER, after, lay, played, start, told


def test_state_of_an_empty_table_is_empty_or_null() -> None:
    """Nobody plays: lists are empty, the rest is null, and the prompt says what to do."""
    state = told(Snapshot(journal="abc", version=0, revision=0, game=Game(), before=Game()))
    assert state.pop("prompt")
    nothing = (
        "help spread turn count dealer winner rules deal starter left counting undo redo typed"
        " typist entry_mode"
    )
    empty = (
        "scores pegs players games wins captains drawn pile laid hands gone out crib windows"
        " head_start"
    )
    assert state == dict.fromkeys(nothing.split()) | {name: [] for name in empty.split()} | {
        "journal": "abc",
        "version": 0,
        "revision": 0,
        "lang": "en",
        "phase": "idle",
        "game": 0,
        "decided": False,
        "latest": {"version": 0, "awards": [], "notices": [], "steps": []}
        | {"correction": None, "right": None},
        "record": [],
        "earlier": 0,
        "strip": {"health": None, "say": None},
        "keypads": [],
        "keypad": {"legends": {"OK": "hold: new match"}, "prompt": "Hold OK, then choose a game."},
        "asks": "cards",
        "live": {},
        "machine": {},
    }


def without(awards: list[dict[str, Any]], *names: str) -> list[dict[str, Any]]:
    """*awards* without some of their facts."""
    return [{k: v for k, v in award.items() if k not in names} for award in awards]


@pytest.mark.parametrize("count", range(1, 8))
def test_the_facts_are_those_of_the_public_json(count: int) -> None:
    actions = (start(), STARTER, *lay("10H 5C 6S QD 10C"))
    snapshot = after(*actions[:count])
    facts = json.loads(to_json(answer(count, snapshot.latest, snapshot.game).plain()))
    state = told(snapshot)
    for name in facts.keys() - {"ok", "version", "awards", "notices"}:
        assert state[name] == facts[name], name
    assert without(state["latest"]["awards"], "say", "at_ms") == facts["awards"]


def test_a_match_over_three_games_is_decided_by_the_second_win() -> None:
    win, again = {"do": "peg", "team": 0, "points": 121}, {"do": "next"}
    won = told(after(start(options={"best_of": 3, "skunks": [[91, 2]]}), win))
    assert (won["wins"], won["games"], won["decided"], won["spread"]) == (
        [1, 0],
        [2, 0],
        False,
        121,
    )
    said = [one["say"] for one in won["latest"]["notices"]]
    assert said == ["Skunk! Ben didn’t reach 91."], "the match counts wins, whatever each is worth"
    over = told(after(start(options={"best_of": 3}), win, again, win))
    assert (over["wins"], over["decided"]) == ([2, 0], True)
    assert over["prompt"] == "Ann wins the match, 2–0."
    assert over["help"] == "That’s the match! Start a new one."
    assert over["keypad"]["legends"] == {"OK": "hold: new match"}


def test_while_players_draw() -> None:
    state = told(after(start(dealer=None), {"do": "draw", "seat": 1, "card": "4H"}))
    assert (state["drawing"], state["drawn"]) == ([0], [[], ["4H"]])


def test_a_player_who_has_no_cards_left_is_out_and_shows_what_was_laid() -> None:
    go_out = {"do": "go", "seat": 1, "out": True}
    state = told(after(start(), STARTER, *lay("10H KC"), go_out))
    assert (state["out"], state["left"], state["turn"]) == ([1], [3, 0], 0)
    state = told(after(start(), STARTER, *lay("10H KC"), go_out, {"do": "go", "out": True}))
    assert state["out"] == [1, 0]
    assert state["counting"] == {"of": 0, "seat": 0, "known": ["10H"], "missing": 0, "size": 1}


def test_state_of_the_play_has_count_gos_and_cards_left() -> None:
    """The open count and the whole play, who holds how many, who said go, and what is asked."""
    state = told(played("10H KC QD"))
    assert state["pile"] == [
        {"seat": 0, "card": "10H", "count_no": 0},
        {"seat": 1, "card": "KC", "count_no": 0},
        {"seat": 0, "card": "QD", "count_no": 0},
    ]
    assert (state["laid"], state["hands"]) == (state["pile"], [["10H", "QD"], ["KC"]])
    assert (state["left"], state["starter"]) == ([2, 3], "5H")
    assert (state["deal"], state["game"], state["captains"]) == (1, 1, [0, 1])
    assert "Ben" in state["prompt"]


def test_gone_seats_are_told_until_the_count_closes() -> None:
    """Then a new pile begins, and the old cards stay on the table."""
    cards = (start(), STARTER, *lay("10H KC 9D"))
    assert told(after(*cards, {"do": "go"}))["gone"] == [1]
    closed = told(after(*cards, {"do": "go"}, {"do": "go"}))
    assert (closed["pile"], closed["gone"], closed["count"]) == ([], [], 0)
    assert [one["count_no"] for one in closed["laid"]] == [0, 0, 0]


def test_every_award_says_what_it_is_for() -> None:
    snapshot = played("10H 5C")
    (english,) = told(snapshot)["latest"]["awards"]
    (french,) = told(snapshot, "fr")["latest"]["awards"]
    assert {**english, "say": ""} == {**french, "say": ""}
    assert "fifteen" in english["say"].lower()
    assert "quinze" in french["say"].lower()


def test_the_history_of_the_deal() -> None:
    """Each entry with who, when, what, and what it earned."""
    state = told(played("10H 5C"))
    last = state["record"][-1]
    assert [one["entry"] for one in state["record"]] == [1, 2, 3, 4]
    assert (last["by"], last["at"]) == ("Ann’s phone", "12:00")
    assert last["actions"] == [{"do": "play", "card": "5C"}]
    assert last["awards"] == without(state["latest"]["awards"], "at_ms")
    assert state["undo"] == {"version": 4, "entry": 4, "amends": False, "say": state["undo"]["say"]}
    assert "5" in state["undo"]["say"]


def test_an_entry_that_wins_says_apart_what_was_done() -> None:
    last = told(after(start(), {"do": "peg", "team": 0, "points": 121}))["record"][-1]
    assert (last["say"], last["did"]) == ("Ann +121. Ann wins the game.", "Ann +121.")
    assert "did" not in told(played("10H 5C"))["record"][-1]


def test_two_who_are_skunked_share_one_sentence() -> None:
    three = {"rules": "three-handed", "players": ["Ann", "Ben", "Cid"], "dealer": 2}
    worth = {"furthest": "The win counts double.", "each": "2 games more."}
    for lurch, said in worth.items():
        begun = start(**three, options={"target": 61, "lurch": lurch})
        notices = told(after(begun, {"do": "peg", "team": 1, "points": 61}))["latest"]["notices"]
        assert {one["say"] for one in notices} == {f"Ann and Cid are skunked! {said}"}
        assert len(notices) == 2
    begun = start(**three, options={"target": 61, "best_of": 3})
    notices = told(after(begun, {"do": "peg", "team": 1, "points": 61}))["latest"]["notices"]
    assert {one["say"] for one in notices} == {"Ann and Cid are skunked!"}


def test_a_window_names_those_who_may_still_call() -> None:
    three = {"rules": "three-handed", "players": ["Ann", "Ben", "Cid"], "dealer": 2}
    hand = {"do": "count", "cards": ["10C", "JD", "QS", "KC"], "claim": 2}
    call = {"do": "muggins", "team": 1, "points": 1}
    (window,) = told(after(start(**three), STARTER, {"do": "show"}, hand, call))["windows"]
    assert (window["of"], window["seat"], window["team"], window["claim"]) == (0, 0, 0, 2)
    assert (window["called"], window["open_to"]) == ([1], [2])
    assert "Ann" in window["say"]


def hidden(hand: Cards, claim: int) -> str:
    """The state while Ann's claim for *hand* may still be called, the cards themselves masked."""
    cards = [str(card) for card in hand]
    count = {"do": "count", "cards": cards, "claim": claim}
    state = told(after(start(options={"muggins": True}), STARTER, {"do": "show"}, count))
    text = json.dumps(state, ensure_ascii=False)
    for card in hand:
        text = text.replace(f'"{card}"', '"?"').replace(say_card(Words.of("en"), card), "?")
    return text


def test_an_open_window_looks_the_same_whatever_was_missed() -> None:
    """A claim of 2 for a hand of 2, and for one of 12: to the letter the same but for the cards."""
    exact = hidden(read_cards(["2C", "9D", "QS", "7S"]), 2)
    assert hidden(read_cards(["10C", "JD", "QS", "KC"]), 2) == exact
    assert '"claim": 2' in exact
    assert '"open_to": [1]' in exact


WITHOUT_THE_STARTER = [card for card in DECK if str(card) != STARTER["card"]]
HANDS = st.permutations(WITHOUT_THE_STARTER).map(lambda cards: tuple(cards[:4]))


@settings(max_examples=200)
@given(HANDS, HANDS, st.data())
def test_no_hand_can_be_told_from_another(one: Cards, other: Cards, data: st.DataObject) -> None:
    """Any two hands with one claim that is above neither: nothing in the state differs."""
    worth = [total(count(HandToCount(hand, Card.parse("5H")))) for hand in (one, other)]
    claim = data.draw(st.integers(0, min(worth)))
    assert hidden(one, claim) == hidden(other, claim)


def test_a_deal_without_end_leaves_the_state_small() -> None:
    """The latest hundred entries; all of them are in the record."""
    site = Site(is_open=True).in_the_play()
    for _ in range(500):
        site.table.submit(Peg(team=0, points=1))
        site.table.submit(Peg(team=0, points=-1))
    phone = site.phone()
    answer = phone.get("/api/v1/state")
    state = answer.get_json()
    assert len(answer.data) <= 40_000
    assert (len(state["record"]), state["earlier"]) == (100, 902)
    entries = phone.get("/api/v1/record").get_json()["entries"]
    assert [one["entry"] for one in entries] == list(range(1, 1003))
    assert entries[-100:] == state["record"]
