"""The live state: the page reads its JSON, whatever its fields are called."""

import json
from typing import get_type_hints

from scorekeeper.cards import read_cards
from scorekeeper.game.at_show import AtShow, Lesson, MugginsSheet, UnfinishedCount, WrongClaim
from scorekeeper.game.codec import to_json
from scorekeeper.game.entry_mode import CountedBy, Entered, EntryMode
from scorekeeper.game.live import (
    NOTHING_LIVE,
    FaultMessage,
    KeypadStatus,
    Live,
    LiveChanges,
    ReplayPosition,
)
from scorekeeper.game.pending_entry import Confirmable, EntryKind, PendingEntry

UNPLUGGED = FaultMessage("{port} is {state}.", {"port": "usb", "state": FaultMessage("Gone")})

EVERYTHING = Live(
    pending_entry=PendingEntry(kind=EntryKind.HAND, cards=read_cards(["5H"]), wanted=4, team=0),
    refused_at=1.5,
    entry_mode=EntryMode(counted_by=CountedBy.CHECK, entered=Entered.HANDS, head_start=(0, 10)),
    replay=ReplayPosition(game="1.0", version=9, at=2, of=7, playing=True, speed=4),
    rights_tag="a",
    settings_tag="b",
    strip="lost",
    strip_fault=UNPLUGGED,
    keypads=(KeypadStatus("usb", "ok"),),
    buzzer="ok",
    display="off",
    at_show=AtShow(
        count=UnfinishedCount(game=1, deal=2, of="crib", missed=WrongClaim(claim=4), writer="a"),
        lesson=Lesson(7, "a"),
        sheets=(MugginsSheet(0, 1, "b"),),
    ),
)


def test_the_json_of_the_live_state_keeps_the_names_of_the_page() -> None:
    assert json.loads(to_json(EVERYTHING)) == {
        "typed": {"what": "hand", "cards": ["5H"], "wanted": 4, "team": 0},
        "refused": 1.5,
        "habits": {"counts": "check", "enters": "hands", "head_start": [0, 10]},
        "replay": {"game": "1.0", "version": 9, "at": 2, "of": 7, "playing": True, "speed": 4},
        "rights": "a",
        "settings": "b",
        "strip": "lost",
        "strip_fault": {
            "sentence": "{port} is {state}.",
            "values": {"port": "usb", "state": {"sentence": "Gone", "values": {}}},
        },
        "keypads": [{"name": "usb", "health": "ok", "fault": None}],
        "buzzer": "ok",
        "readout": "off",
        "at_show": {
            "count": {"game": 1, "deal": 2, "of": "crib", "missed": {"claim": 4}, "writer": "a"},
            "lesson": {"version": 7, "writer": "a", "line": 0},
            "sheets": [{"of": 0, "team": 1, "writer": "b"}],
        },
    }
    assert to_json(NOTHING_LIVE) == b"{}"


def test_the_json_of_a_pending_action_keeps_the_names_of_the_page() -> None:
    sure = PendingEntry(kind=EntryKind.SURE, confirms=Confirmable.SHOW, entered=Entered.CARDS)
    assert json.loads(to_json(sure)) == {"what": "sure", "enters": "cards", "deed": "show"}


def test_changes_of_the_live_state_are_its_fields() -> None:
    assert get_type_hints(LiveChanges) == get_type_hints(Live)
