"""A table in a night: the assigned match, agreement of players, and reports to the hub."""

import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from mqtt.night import NightTable, start_of
from mqtt.payloads import BadPayload, Night, Result, Seat, SeatedPlayer, encode
from mqtt.topics import Topics
from scorekeeper.game.actions import Start
from tests.kit.drivers.table_setup import Sitting, Watch

HOME = Topics("home")
ANN, LUC = SeatedPlayer(id="p12", name="Ann"), SeatedPlayer(id="p31", name="Luc")
ROUND_4 = Seat(night="2026-11-22", round=4, rules="acc", players=(ANN, LUC))
ROUND_5 = Seat(night="2026-11-22", round=5, rules="acc", players=(ANN, LUC))
AGREE = Night(night="2026-11-22", round=4, agree=True)
NEARLY = {"rules": "acc", "players": ["Ann", "Luc"], "dealer": 1, "scores": [119, 87]}
"""Ann needs two points."""


class Club:
    """Table 7 of a club, and what it publishes to the broker."""

    def __init__(self, folder: Path) -> None:
        self.sitting = Sitting(folder / "journal.sqlite")
        self.path = folder / "night.json"
        self.night = NightTable(self.sitting.table, HOME, "7", self.path)

    def seat(self, seat: Seat | None) -> None:
        self.night.take_seat(encode(seat) if seat else b"")

    def do(self, what: str, **fields: object) -> int:
        version = self.sitting.do(what, **fields).version
        self.night.update()
        return version

    def win(self, **fields: object) -> int:
        """Let Ann win the match that begins with *fields*; return the line of its start."""
        line = self.do("start", **NEARLY | fields)
        self.do("peg", team=0, points=2)
        return line

    def play(self, *steps: Any) -> None:
        for step in steps:
            match step:
                case Night():
                    self.night.take_night(encode(step))
                case Seat() | None:
                    self.seat(step)
                case "ack":
                    self.acknowledge()
                case "again":
                    self.again()
                case str():
                    self.do(step)
                case (str(what), dict(fields)):
                    self.do(what, **fields)
                case (0 | 1 as team, str(place)):
                    assert self.night.agree(place, team)
                case dict():
                    self.win(**step)

    def again(self) -> None:
        self.sitting.again()
        self.night = NightTable(self.sitting.table, HOME, "7", self.path)

    @property
    def told(self) -> dict[str, object]:
        """Return the results that the broker retains: scores by round and id; None if withdrawn."""
        return {
            topic.removeprefix("cribble/home/result/2026-11-22/7/"): (
                tuple(json.loads(payload)["scores"]) if payload else None
            )
            for topic, payload in self.night.results().items()
        }

    def acknowledge(self) -> None:
        self.night.acknowledge(self.night.results())

    @property
    def shown(self) -> object:
        return self.sitting.now.live.assignment


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = Club(tmp_path)
    club.seat(ROUND_4)
    return club


def test_a_seat_offers_its_match_as_one_start(club: Club) -> None:
    assert club.shown.start == Start(rules="acc", players=("Ann", "Luc"))
    assert (club.shown.round, club.shown.table, club.shown.begun) == (4, "7", False)


WIN: Final[dict[str, object]] = {}
"""Ann wins, 121 to 87."""
OVER: Final = replace(AGREE, round=5, agree=False)
"""The fourth round is over."""
NULL: Final = ("annul", {"match": 1, "place": 0})
CORRECTED: Final = {"entry": 2, "actions": [{"do": "peg", "team": 1, "points": 34}]}

CASES: dict[str, tuple[tuple[Any, ...], dict[str, object], bool]] = {
    "won": ((WIN,), {"1.0": (121, 87)}, True),
    "players at the wrong table": (({"players": ["Ann", "Eve"]},), {}, False),
    "another game, for fun": (({"rules": "six-card"},), {}, False),
    "a shorter game": (({"options": {"target": 61}, "scores": [59, 7]},), {}, False),
    "undone": ((WIN, "ack", "undo"), {"1.0": None}, True),
    "redone": ((WIN, "ack", "undo", "redo"), {"1.0": (121, 87)}, True),
    "a rematch": ((WIN, WIN, "next", ("peg", {"team": 1, "points": 12})), {"1.0": (121, 87)}, True),
    "a game called off before": (
        (("start", NEARLY), "abandon", "next", ("concede", {"team": 1}), "next",
         ("concede", {"team": 0})), {"1.1": (121, 0)}, True,
    ),
    "the start undone": ((("start", NEARLY), "undo"), {}, False),
    "begun once more": ((("start", NEARLY), "undo", WIN), {"3.0": (121, 87)}, True),
    "begun before the seat came": (
        (None, ("start", NEARLY), ROUND_4, ("peg", {"team": 0, "points": 2})),
        {"1.0": (121, 87)}, True,
    ),
    "over when the seat came": ((None, WIN, ROUND_4), {}, False),
    "sitting out": ((replace(ROUND_5, players=(), sits_out=True), WIN), {}, False),
    "a seat of a round that is over": ((OVER, WIN, ROUND_5), {}, False),
    "a round that ends during the match": (
        (("start", NEARLY), OVER, ("peg", {"team": 0, "points": 2})), {"1.0": (121, 87)}, True,
    ),
    "the same two in the next round, the first corrected then": (
        (WIN, "ack", ROUND_5, {"scores": [119, 100]}, ("amend", CORRECTED)),
        {"1.0": (119, 121), "3.0": (121, 100)}, True,
    ),
    "annulled, though both had agreed": (
        (AGREE, WIN, (0, "1.0"), (1, "1.0"), NULL), {"1.0": None}, True,
    ),
    "annulled, and undone": (
        (AGREE, WIN, (0, "1.0"), (1, "1.0"), NULL, "undo"), {"1.0": (121, 87)}, True,
    ),
    "annulled, and played again": ((WIN, NULL, WIN), {"1.0": None, "4.0": (121, 87)}, True),
    "a restart": ((WIN, "ack", "again"), {"1.0": (121, 87)}, True),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_the_broker_is_to_retain_follows_from_all_that_happened(club: Club, case: str) -> None:
    """By round and id of the game; None is withdrawn."""
    steps, told, begun = CASES[case]
    club.play(*steps)
    assert club.told == told
    assert club.shown.begun is begun


def test_a_result_has_the_ids_and_scores_as_they_sit_and_the_skunk(club: Club) -> None:
    club.win(players=["Luc", "Ann"])
    [(topic, payload)] = club.night.results().items()
    assert topic == "cribble/home/result/2026-11-22/7/1.0"
    assert msgspec.json.decode(payload, type=Result) == Result(
        night="2026-11-22", round=4, table="7", place="1.0", players=("p31", "p12"),
        scores=(121, 87), skunk=1, at="2025-12-24T20:00:02.000Z",
    )  # fmt: skip
    club.play(replace(AGREE, round=5))
    assert (club.shown.round, club.shown.place, club.shown.asks) == (4, "1.0", True)


def test_a_result_waits_until_both_agree_if_the_director_says_so(club: Club) -> None:
    club.play(AGREE, WIN)
    assert (club.told, club.shown.asks, club.shown.agreed) == ({}, True, (False, False))
    assert club.night.agree("1.0", 0)
    assert club.told == {}
    assert club.night.agree("1.0", 0)
    assert (club.told, club.shown.agreed) == ({}, (True, False))
    club.night.take_night(encode(replace(AGREE, agree=False)))
    assert club.told == {"1.0": (121, 87)}
    club.night.take_night(encode(AGREE))
    assert club.night.agree("1.0", 1)
    assert club.told == {"1.0": (121, 87)}


@pytest.mark.parametrize(("place", "seat"), [("9.0", 0), ("1.0", 2), ("1.0", -1), ("", 0)])
def test_agreement_with_a_game_that_is_not_there_is_refused(
    club: Club, place: str, seat: int
) -> None:
    club.win()
    assert club.night.agree(place, seat) is False


def test_agreement_is_kept_over_a_restart_and_forgotten_with_the_win(club: Club) -> None:
    club.play(AGREE, WIN)
    club.night.agree("1.0", 1)
    club.again()
    assert club.shown.agreed == (False, True)
    club.do("undo")
    club.do("redo")
    assert club.shown.agreed == (False, False)


def test_agreement_that_cannot_be_kept_is_none(club: Club) -> None:
    club.play(AGREE, WIN)
    club.path.with_suffix(".new").mkdir()
    with pytest.raises(OSError, match="directory"):
        club.night.agree("1.0", 0)
    assert club.shown.agreed == (False, False)


def test_a_restart_tells_everything_again_and_what_is_gone_is_withdrawn(club: Club) -> None:
    """The broker may have lost its messages, and an undo may have happened meanwhile."""
    club.again()
    assert club.shown.start.players == ("Ann", "Luc")
    line = club.sitting.do("start", **NEARLY).version
    club.sitting.do("peg", team=0, points=2)  # The program dies before it updates.
    club.again()
    assert club.told == {(place := f"{line}.0"): (121, 87)}
    club.acknowledge()
    club.again()
    assert club.told == {place: (121, 87)}
    club.sitting.do("undo")
    club.again()
    assert club.told == {place: None}


def test_a_record_that_cannot_be_read_is_set_aside(club: Club) -> None:
    club.path.write_bytes(b"{")
    club.again()
    assert club.shown is None
    assert len(list(club.path.parent.glob("night.json.*"))) == 1


def test_another_journal_has_other_matches(club: Club, tmp_path: Path) -> None:
    """After restoring a backup, results of the other journal are not withdrawn."""
    club.win()
    club.sitting.table.close()
    watch = Watch()
    watch()
    club.sitting = Sitting(tmp_path / "other.sqlite", watch).begin()
    club.night = NightTable(club.sitting.table, HOME, "7", club.path)
    assert club.told == {}


def test_a_match_in_a_shorter_journal_is_that_of_the_seat(club: Club, tmp_path: Path) -> None:
    """The journal was set aside after the match was assigned."""
    club.seat(None)
    club.win()
    club.seat(ROUND_4)
    club.sitting.table.close()
    club.sitting = Sitting(tmp_path / "other.sqlite")
    club.night = NightTable(club.sitting.table, HOME, "7", club.path)
    place = f"{club.win()}.0"
    assert club.told == {place: (121, 87)}


def test_acknowledging_an_older_message_leaves_the_newer_one(club: Club) -> None:
    place = f"{club.win()}.0"
    old = club.night.results()
    club.do("amend", entry=1, actions=[{"do": "start", **NEARLY, "scores": [119, 95]}])
    club.night.acknowledge(old)
    assert club.told == {place: (121, 95)}
    assert not club.shown.sent
    club.acknowledge()
    assert club.shown.sent


def test_a_seat_taken_back_and_a_night_that_is_over_offer_nothing(club: Club) -> None:
    club.night.take_night(encode(Night(night="2026-11-22", phase="over")))
    assert club.shown is None
    club.night.take_night(b"")
    assert club.shown is not None
    club.seat(None)
    assert club.shown is None


@pytest.mark.parametrize(
    "seat",
    [
        Seat(night="n", round=1, rules="chess", players=(ANN, LUC)),
        Seat(night="n", round=1, rules="acc", players=(ANN,)),
        Seat(night="n", round=1, rules="acc", target=9, players=(ANN, LUC)),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(club: Club, seat: Seat) -> None:
    before = club.shown
    with pytest.raises(BadPayload):
        club.seat(seat)
    assert club.shown == before


def test_names_that_no_player_can_have_become_ids() -> None:
    twins = SeatedPlayer(id="p1", name="Ann"), SeatedPlayer(id="p2", name="ann")
    assert start_of(Seat(night="n", round=1, players=twins)).players == ("Ann", "ann (p2)")
    odd = SeatedPlayer(id="p1", name="\u202e"), SeatedPlayer(id="p2", name="<b>Luc</b>")
    assert start_of(Seat(night="n", round=1, players=odd)).players == ("p1", "<b>Luc</b>")
