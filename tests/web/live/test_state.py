"""The state that phones see: public JSON, visible cards, and nothing else."""

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.cards import DECK, Card, Cards
from scorekeeper.device import MachineState
from scorekeeper.game.actions import Peg
from scorekeeper.game.codec import read_asked, to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import Events
from scorekeeper.game.snapshot import Change, Entry, Snapshot
from scorekeeper.game.state import Game
from scorekeeper.scoring import HandToCount, count, total
from scorekeeper.words import LANGUAGES, Words
from scorekeeper.words.cards import card as say_card
from tests.kit.drivers.table_setup import Sitting
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import Site
from tests.kit.oracles.reference_record import PlainRecord
from web.live.state import SnapshotCache, state_of


def after(*actions: dict[str, Any]) -> Snapshot:
    """Return the table after *actions*, each an entry of Ann's phone."""
    game = before = Game()
    events: Events = ()
    record: list[Entry] = []
    for version, action in enumerate(actions, 1):
        asked: Any = read_asked(json.dumps(action))
        before = game
        game, events = apply(game, asked)
        record.append(
            Entry(entry=version, actions=(asked,), events=events, by="Ann’s phone", at="12:00")
        )
    return Snapshot(
        journal="abc",
        version=len(record),
        revision=len(record) + 3,
        game=game,
        before=before,
        latest=events,
        record=tuple(record),
        undo=Change(version=len(record), entry=record[-1]) if record else None,
    )


def told(snapshot: Snapshot, lang: str = "en") -> Any:
    return json.loads(to_json(state_of(snapshot, Words.of(lang))))


def start(**more: Any) -> dict[str, Any]:
    return {"do": "start", "rules": "six-card", "players": ["Ann", "Ben"], "dealer": 1, **more}


STARTER = {"do": "starter", "card": "5H"}

TWELVE = {"do": "count", "cards": ["10C", "JD", "QS", "KC"]}

SHOW = (
    start(options={"muggins": False}),
    STARTER,
    {"do": "show"},
    {"do": "count", "cards": ["5C", "5D", "JH", "KS"]},
)


def lay(cards: str) -> tuple[dict[str, Any], ...]:
    return tuple({"do": "play", "card": card} for card in cards.split())


def played(cards: str) -> Snapshot:
    return after(start(), STARTER, *lay(cards))


def counted_of(awarded: dict[str, Any]) -> Any:
    return next(one for one in awarded["notices"] if one["what"] == "counted")


def without(awards: list[dict[str, Any]], *names: str) -> list[dict[str, Any]]:
    return [{k: v for k, v in award.items() if k not in names} for award in awards]


def test_a_player_who_has_no_cards_left_is_out_and_shows_what_was_laid() -> None:
    go_out = {"do": "go", "seat": 1, "out": True}
    state = told(after(start(), STARTER, *lay("10H KC"), go_out))
    assert (state["out"], state["left"], state["turn"]) == ([1], [3, 0], 0)
    state = told(after(start(), STARTER, *lay("10H KC"), go_out, {"do": "go", "out": True}))
    assert state["out"] == [1, 0]
    assert state["counting"] == {"of": 0, "seat": 0, "known": ["10H"], "missing": 0, "size": 1}
    crib = told(after(*SHOW, {"do": "count", "seat": 1, "pass": True}))["counting"]
    assert crib == {"of": "crib", "seat": 1, "known": [], "missing": 4, "size": 4}


def test_state_of_the_play_has_count_gos_and_cards_left() -> None:
    cards = (start(), STARTER, *lay("10H KC 9D"))
    assert told(after(*cards, {"do": "go"}))["gone"] == [1]
    closed = told(after(*cards, {"do": "go"}, {"do": "go"}))
    assert (closed["pile"], closed["gone"], closed["count"]) == ([], [], 0)
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
    by_hand = {"do": "set_mode", "entry_mode": {"entered": "points"}}
    assert told(after(start(), by_hand))["prompt"] == "Ben deals. Add your points."
    assert told(after(start()))["prompt"] != "Ben deals. Add your points."


def test_the_history_of_the_deal() -> None:
    state = told(played("10H 5C"))
    last = state["record"][-1]
    assert [one["entry"] for one in state["record"]] == [1, 2, 3, 4]
    assert (last["by"], last["at"]) == ("Ann’s phone", "12:00")
    assert last["actions"] == [{"do": "play", "card": "5C"}]
    assert last["awards"] == without(state["latest"]["awards"], "at_ms")
    undo = {"version": 4, "entry": 4, "amends": False, "actions": last["actions"]}
    assert state["undo"] == {**undo, "say": state["undo"]["say"]}
    assert "5" in state["undo"]["say"]


def test_a_window_names_those_who_may_still_call() -> None:
    three = {"rules": "three-handed", "players": ["Ann", "Ben", "Cid"], "dealer": 2}
    hand = {"do": "count", "cards": ["10C", "JD", "QS", "KC"], "claim": 2}
    call = {"do": "muggins", "team": 1, "points": 1}
    (window,) = told(after(start(**three), STARTER, {"do": "show"}, hand, call))["windows"]
    assert (window["of"], window["seat"], window["team"], window["claim"]) == (0, 0, 0, 2)
    assert (window["called"], window["open_to"]) == ([1], [2])
    assert "Ann" in window["say"]


def hidden(hand: Cards, claim: int) -> str:
    """Return the state while Ann's claim for *hand* is open, with the cards masked."""
    cards = [str(card) for card in hand]
    count = {"do": "count", "cards": cards, "claim": claim}
    state = told(after(start(options={"muggins": True}), STARTER, {"do": "show"}, count))
    text = json.dumps(state, ensure_ascii=False)
    for card in hand:
        text = text.replace(f'"{card}"', '"?"').replace(say_card(Words.of("en"), card), "?")
    return text


WITHOUT_THE_STARTER = [card for card in DECK if str(card) != STARTER["card"]]
HANDS = st.permutations(WITHOUT_THE_STARTER).map(lambda cards: tuple(cards[:4]))


@settings(max_examples=60)
@given(HANDS, HANDS, st.data())
def test_no_hand_can_be_told_from_another(one: Cards, other: Cards, data: st.DataObject) -> None:
    worth = [total(count(HandToCount(hand, Card.parse("5H")))) for hand in (one, other)]
    claim = data.draw(st.integers(0, min(worth)))
    assert hidden(one, claim) == hidden(other, claim)


def test_a_deal_without_end_leaves_the_state_small() -> None:
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


def test_a_count_is_told_line_by_line_each_at_its_time() -> None:
    state = told(after(*SHOW[:-1], TWELVE))
    counted = counted_of(state["latest"])
    totals = [line["total"] for line in counted["lines"]]
    assert totals[-1] == counted["total"] == sum(line["points"] for line in counted["lines"])
    assert totals == sorted(totals)
    times = [line["at_ms"] for line in counted["lines"]]
    assert times == [0, 800, 1600, 2400, 3200]
    assert times == [award["at_ms"] for award in state["latest"]["awards"]]
    awarded = [award["cards"] for award in state["latest"]["awards"]]
    assert [line["cards"] for line in counted["lines"]] == awarded
    recorded = counted_of(state["record"][-1])
    assert not any("at_ms" in line for line in recorded["lines"])


def test_praise_says_what_of_suits_was_taken_as_given() -> None:
    begun = (start(options={"muggins": False}), {"do": "starter", "card": "5"}, {"do": "show"})
    count = {"do": "count", "cards": ["2", "4", "6", "8"], "flush": 4}
    for claim, praise in ((11, "Right, 11, with a flush!"), (9, None)):
        latest = told(after(*begun, {**count, "claim": claim}))["latest"]
        assert latest.get("praise") == praise
        assert latest["right"] == (praise and "Right, 11!")


def test_a_truth_that_waited_is_told_at_once() -> None:
    """Ann's claim is a line, and so is Ben's; once his is made, hers can be explained fully."""
    begun = start(options={"muggins": True, "muggins_until": "next_count"})
    two = {"do": "count", "cards": ["2C", "4D", "6S", "8C"], "claim": 2}
    state = told(after(begun, STARTER, {"do": "show"}, {**TWELVE, "claim": 8}, two))
    counted = counted_of(state["latest"])
    assert (counted["of"], len(counted["lines"])) == (0, 5)
    assert not any("at_ms" in line for line in counted["lines"])
    assert [award["at_ms"] for award in state["latest"]["awards"]] == [0]


def test_the_peg_walks_at_once_in_the_play_and_line_by_line_in_a_count() -> None:
    laid = played("10H 5C")
    assert told(laid)["latest"]["steps"] == [
        {"team": 1, "start": 0, "to": 2, "at_ms": 0, "ms": 180}
    ]
    counted = {"do": "count", "cards": ["5C", "5S", "5D", "JH"]}
    steps = told(after(start(), STARTER, {"do": "show"}, counted))["latest"]["steps"]
    assert [step["start"] for step in steps] == [0, *(step["to"] for step in steps[:-1])]
    assert steps[-1]["to"] == 29
    assert [step["at_ms"] for step in steps] == sorted({step["at_ms"] for step in steps})
    back = after(start(scores=[10, 0]), {"do": "peg", "team": 0, "points": -3})
    assert told(back)["latest"]["steps"] == [
        {"team": 0, "start": 10, "to": 7, "at_ms": 0, "ms": 270}
    ]


class Keeping:
    """A cache of states at a table with a simulated clock."""

    def __init__(self) -> None:
        self.seconds, self.dressed = 100.0, list[str]()
        self.cache = SnapshotCache(self._speak, lambda: self.seconds, lambda: None, MachineState)

    def _speak(self, lang: str) -> Words:
        self.dressed.append(lang)
        return Words.of(lang)

    def ask(self, snapshot: Snapshot, lang: str = "en") -> Any:
        return json.loads(self.cache.json(snapshot, lang))


def test_a_state_is_encoded_once_for_everybody() -> None:
    keeping, snapshot = Keeping(), played("")
    assert keeping.ask(snapshot) == keeping.ask(snapshot)
    assert keeping.ask(snapshot)["prompt"] != keeping.ask(snapshot, "fr")["prompt"]
    assert keeping.dressed == ["en", "fr"]
    newer = played("10H")
    assert keeping.ask(newer)["version"] == 3
    assert keeping.dressed == ["en", "fr", "en"]


def test_a_state_prepared_for_an_entry_that_was_not_saved_is_not_shown() -> None:
    """The next entry has the same revision."""
    keeping, lost, saved = Keeping(), played("10H"), played("9H")
    keeping.ask(played(""))
    keeping.cache.prepare(lost)
    soon(lambda: len(keeping.dressed) == 2)
    assert lost.revision == saved.revision
    assert keeping.ask(saved)["laid"][0]["card"] == "9H"


def test_a_state_knows_how_old_it_is() -> None:
    keeping, snapshot = Keeping(), replace(after(start()), since=98.75)
    ages = []
    for keeping.seconds in (98.75, 100.0, 158.0, 1000.0):
        ages.append(keeping.ask(snapshot)["age_ms"])
    assert ages == [0, 1250, 59250, 60000]
    assert keeping.ask(after(start()))["age_ms"] == 60000


def test_a_count_is_being_told_until_its_last_line() -> None:
    keeping, snapshot = Keeping(), replace(after(*SHOW[:-1], TWELVE), since=100.0)
    into_count = []
    for keeping.seconds in (100.0, 101.5, 103.125, 103.25, 200.0):
        into_count.append(keeping.cache.ms_into_count(snapshot))
    assert into_count == [0, 1500, 3125, None, None]
    keeping.seconds = 100.0
    assert keeping.cache.ms_into_count(replace(after(start()), since=100.0)) is None


@settings(max_examples=15)
@given(luck=st.randoms(use_true_random=False))
def test_every_state_of_any_evening_can_be_told(luck: Random) -> None:
    for now in PlainRecord().enter(Sitting().table, luck, 60):
        for lang in LANGUAGES:
            assert state_of(now, Words.of(lang)).version == now.version
