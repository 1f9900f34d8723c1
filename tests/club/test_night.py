"""The status of a game by the reports of players, tables and the director."""

import csv
from typing import Final

import pytest
from msgspec.structs import replace

from club.hub.publisher import result_messages
from club.night.decide import DIRECTOR
from club.night.entry import (
    Arrive,
    End,
    Enrol,
    Entry,
    Hide,
    Leave,
    NextRound,
    Noted,
    Open,
    Pair,
    Phone,
    Plan,
    PlayerReport,
    Redo,
    Refused,
    Rename,
    Reported,
    Rule,
    Undo,
    Why,
)
from club.night.standings import results_of, sheet_of, standings_of
from club.night.state import Outcome, Phase, Status
from club.pairing.round import CannotPair
from club.paper.lists import results_csv
from mqtt.topics import Topics
from tests.club.evening import NIGHT, Evening

FIRST = PlayerReport("p1", 1, True, 12)
"""In the first round of four players, p1 meets p2 at table 1."""
SECOND = PlayerReport("p2", 1, False, 12)
TABLE = Reported("1", "412.1", 1, ("p2", "p1"), (109, 121))
"""The same, reported by the table with seats swapped."""
OTHER = Reported("7", "9.0", 1, ("p1", "p2"), (80, 121), 1)
"""Another result, reported by another table."""

CASES = {
    "one side": ((FIRST,), Status.REPORTED, None),
    "both the same": ((FIRST, SECOND), Status.DONE, (121, 109)),
    "both, other points": ((FIRST, PlayerReport("p2", 1, False, 13)), Status.DIFFERENT, None),
    "both won": ((FIRST, PlayerReport("p2", 1, True, 12)), Status.DIFFERENT, None),
    "both, other skunks": (
        (PlayerReport("p1", 1, True, 40, 1), PlayerReport("p2", 1, False, 40, 0)),
        Status.DIFFERENT, None,
    ),
    "put right by its player": (
        (FIRST, PlayerReport("p2", 1, True, 5), SECOND), Status.DONE, (121, 109),
    ),
    "a table": ((TABLE,), Status.DONE, (121, 109)),
    "a table, put right": (
        (TABLE, Reported("1", "412.1", 1, ("p2", "p1"), (121, 90))), Status.DONE, (90, 121),
    ),
    "a table, withdrawn": ((TABLE, Reported("1", "412.1", 1)), Status.OPEN, None),
    "a table and a phone that agrees": ((TABLE, FIRST), Status.DONE, (121, 109)),
    "a phone and a table that differ": (
        (PlayerReport("p1", 1, True, 13), TABLE), Status.DIFFERENT, None,
    ),
    "another place of the table": (
        (TABLE, Reported("1", "413.0", 1, ("p1", "p2"), (121, 100))), Status.DONE, (121, 100),
    ),
    "a table with other players": (
        (Reported("1", "412.1", 1, ("p1", "p3"), (121, 3)),), Status.OPEN, None,
    ),
    "a table of a round to come": (
        (Reported("1", "412.1", 3, ("p1", "p2"), (121, 3)),), Status.OPEN, None,
    ),
    "another table alone": ((OTHER,), Status.DONE, (80, 121)),
    "another table after its own": ((TABLE, OTHER), Status.DONE, (121, 109)),
    "another table before its own": ((OTHER, TABLE), Status.DONE, (121, 109)),
    "another table and one side": ((OTHER, FIRST), Status.DIFFERENT, None),
    "another table and both sides": ((FIRST, OTHER, SECOND), Status.DONE, (121, 109)),
    "two other tables": (
        (OTHER, Reported("8", "3.0", 1, ("p1", "p2"), (121, 80))), Status.DIFFERENT, None,
    ),
    "the director, against all": (
        (FIRST, SECOND, TABLE, Rule(1, "1", (100, 121))), Status.DONE, (100, 121),
    ),
    "a table after the director": ((Rule(1, "1", (100, 121)), TABLE), Status.DONE, (100, 121)),
    "does not count": ((FIRST, SECOND, Rule(1, "1")), Status.VOID, None),
    "lifted": ((FIRST, SECOND, Rule(1, "1"), Rule(1, "1", lifted=True)), Status.DONE, (121, 109)),
    "undone": ((FIRST, SECOND, Rule(1, "1"), Undo()), Status.DONE, (121, 109)),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_status_and_outcome_of_a_game_follow_from_all_that_was_said(
    four: Evening, case: str
) -> None:
    said, status, scores = CASES[case]
    enter(four, *said)
    game = four.game("1", 1)
    assert game.status is status
    assert (game.outcome.scores if game.outcome else None) == scores


def enter(evening: Evening, *entries: Entry) -> None:
    for entry in entries:
        match entry:
            case Reported():
                evening.hub.report([entry])
            case PlayerReport(player=player):
                evening.hub.submit(entry, by=player)
            case _:
                evening.hub.submit(entry, by=DIRECTOR)


REFUSED = {
    "a report before the first round": (
        (Open("may"),), PlayerReport("p1", 1, True, 5), Why.NOT_NOW,
    ),
    "a report of nobody": ((), PlayerReport("p9", 1, True, 5), Why.NO_SUCH),
    "a report for a round to come": ((), PlayerReport("p1", 2, True, 5), Why.NOT_NOW),
    "a report that is settled": ((FIRST, SECOND), PlayerReport("p1", 1, True, 13), Why.NOT_NOW),
    "a margin beyond the target": ((), PlayerReport("p1", 1, True, 122), Why.BAD_VALUE),
    "a ruling where both have the same": ((), Rule(1, "1", (121, 121)), Why.BAD_VALUE),
    "a ruling for no table": ((), Rule(1, "9", (121, 90)), Why.NO_SUCH),
    "a name that is there": ((), Enrol("ann"), Why.TAKEN),
    "a name of nothing": ((), Enrol("  "), Why.BAD_VALUE),
    "a name without its hyphen": ((Enrol("Marie-Ève"),), Enrol("marie eve"), Why.TAKEN),
    "a name as it is taken, by another player": ((), Rename("p1", "ZOÉ."), Why.TAKEN),
    "a report against the table": ((TABLE,), PlayerReport("p1", 1, True, 13), Why.NOT_NOW),
    "another's phone": ((Phone("p1", "ab"),), Phone("p1", "cd"), Why.TAKEN),
    "another scoring after a game": ((FIRST,), Plan(rounds=3, scoring="games"), Why.NOT_NOW),
    "rules that nobody knows": ((), Plan(rounds=3, rules="bridge"), Why.BAD_VALUE),
    "rules for three": ((), Plan(rounds=3, rules="three-handed"), Why.BAD_VALUE),
    "a round out of turn": ((), NextRound(3), Why.NOT_NOW),
    "pairing what was played": ((), Pair(1), Why.NOT_NOW),
    "a redo of nothing": ((), Redo(), Why.NOT_NOW),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_an_entry_that_does_not_fit_the_night_is_refused(evening: Evening, case: str) -> None:
    before, asked, why = REFUSED[case]
    enter(evening.begin(4), *before)
    version = evening.hub.now.version
    with pytest.raises(Refused) as refused:
        enter(evening, asked)
    assert refused.value.why is why
    assert evening.hub.now.version == version


REPEATED: Final[tuple[tuple[Entry, Entry], ...]] = (
    (Enrol(" Zita  Roy "), Enrol("Zita")),
    (Rename("p1", "Anne "), Rename("p1", "Anna")),
    (Leave("p1"), Leave("p2")),
    (Leave("p1"), Arrive("p1")),
    (Pair(2), Pair(3)),
    (Undo(), Redo()),
    (Rule(1, "1", (121, 90)), Rule(1, "1")),
    (PlayerReport("p1", 1, True, 12), PlayerReport("p1", 1, True, 13)),
    (Open("2026-11-22"), Open("2026-11-23")),
)
"""An entry, and another one of the same key."""


@pytest.mark.parametrize(("asked", "other"), REPEATED)
def test_a_key_is_for_one_entry(evening: Evening, asked: Entry, other: Entry) -> None:
    """Sent again it changes nothing, whatever was filled in; another entry needs another key."""
    evening.begin(4).hub.submit(Hide(True), by=DIRECTOR)
    version = evening.hub.submit(asked, by=DIRECTOR, key="k").version
    assert evening.hub.submit(asked, by=DIRECTOR, key="k").version == version
    with pytest.raises(Refused, match=f"key k was already used for a different entry, {version}"):
        evening.hub.submit(other, by=DIRECTOR, key="k")
    assert evening.hub.now.version == version


def test_a_round_that_is_paired_when_it_begins_begins_once(evening: Evening) -> None:
    evening.begin(4, movement="winners-up", rounds=3)
    enter(evening, *(Rule(1, table, (121, 90)) for table in ("1", "2")))
    for _ in range(2):
        evening.hub.submit(NextRound(2), by=DIRECTOR, key="k")
    assert evening.night.round == 2


def test_undo_takes_back_one_entry_of_the_director_after_the_other(four: Evening) -> None:
    """Players' reports remain: they are corrected by a ruling."""
    enter(four, Rename("p2", "Lucie"), FIRST, Hide(True), Undo(), Undo())
    assert four.hub.now.club.name("p2") == "Luc"
    assert not four.night.hidden
    assert four.game().status is Status.REPORTED
    enter(four, Redo())
    assert four.hub.now.club.name("p2") == "Lucie"
    enter(four, Undo())
    assert four.hub.now.club.name("p2") == "Luc", "an undo after a redo takes the same back"
    enter(four, Redo(), Hide(True))
    assert four.hub.now.redo is None


def test_rounds_to_come_are_paired_again_when_players_come_and_go(evening: Evening) -> None:
    evening.begin(6)
    first, *others = evening.night.rounds
    evening.do(Enrol("Zita"), Leave("p6"))
    assert evening.night.rounds[0] == first
    assert len(evening.night.rounds) == 5
    for one in evening.night.rounds[1:]:
        assert {*one.players, *one.out} == {"p1", "p2", "p3", "p4", "p5", "p7"}
    evening.do(Undo(), Undo())
    assert evening.night.rounds == (first, *others)
    evening.do(Redo(), Redo(), Arrive("p6"))
    assert evening.night.phase is Phase.PLAY
    for one in evening.night.rounds[1:]:
        assert {*one.players, *one.out} == {f"p{n}" for n in range(1, 8)}
    evening.do(Leave("p6"), Leave("p7"))
    assert {table for number, table in evening.night.games if number == 2} == {"1", "2"}


def test_absent_player_gets_no_seat_in_the_next_round(evening: Evening) -> None:
    evening.begin(5)
    evening.do(Rule(1, "1", (121, 100)), Rule(1, "2", (121, 100)), Leave("p4"), NextRound(2))
    assert evening.night.game_of("p4", 2) is None
    assert not evening.night.sits_out("p4", 2)


def test_round_that_cannot_be_paired_is_refused_when_it_should_begin(four: Evening) -> None:
    four.do(Leave("p2"), Leave("p4"), NextRound(2))
    assert four.night.rounds[1].players == {"p1", "p3"}
    with pytest.raises(CannotPair):
        four.do(NextRound(3))
    four.do(Undo(), Leave("p1"))
    assert len(four.night.rounds) == 1
    with pytest.raises(Refused):
        four.do(NextRound(2))


@pytest.mark.parametrize(("guests", "seated"), [(5, True), (6, False)])
def test_a_house_player_plays_only_where_one_is_missing(
    evening: Evening, guests: int, seated: bool
) -> None:
    evening.do(Open(NIGHT), *(Enrol(f"Guest {n}") for n in range(guests)))
    evening.do(Enrol("House", house=True), Plan(rounds=3), Pair())
    night = evening.night
    assert not night.rounds[0].out
    house = f"p{guests + 1}"
    assert (night.game_of(house, 1) is not None) is seated
    rows = standings_of(evening.hub.now.club, night)
    assert house not in {row.id for row in rows}


def test_a_house_player_has_no_place_and_is_on_no_sheet(evening: Evening) -> None:
    """Ann loses only to it, and still has the first place alone."""
    evening.do(Open(NIGHT), *(Enrol(f"Guest {n}") for n in range(3)), Enrol("House", house=True))
    evening.do(Plan(rounds=3), Pair(), Noted("p4", 1, "hand_29"), Noted("p1", 1, "hand_24"))
    for game in evening.night.of_round(1):
        lost = game.side_of("p4") == 1
        evening.do(Rule(1, game.table, (109, 121) if lost else (121, 109)))
    rows = standings_of(evening.hub.now.club, evening.night)
    assert [(row.place, row.equal) for row in rows] == [(1, False), (2, True), (2, True)]
    sheet = sheet_of(evening.hub.now.club, evening.night)
    assert "p4" not in {one.id for one in (*sheet.rows, *sheet.season)}
    assert [(pot.kind, pot.player) for pot in sheet.pots] == [("hand_24", "p1")]


def test_a_phone_that_chooses_another_name_frees_the_first(four: Evening) -> None:
    enter(four, Phone("p1", "x"), Phone("p2", "x"))
    phones = {one.id: one.phone for one in four.hub.now.club.players.values()}
    assert (phones["p1"], phones["p2"]) == (None, "x")


def test_a_hub_that_watches_writes_no_report_down(four: Evening) -> None:
    """The hub that runs the night stores it in its own journal."""
    version = four.hub.now.version
    four.hub.set_rival("a1b2c3")
    four.hub.report([TABLE])
    assert four.hub.now.version == version
    four.hub.set_rival(None)
    four.hub.report([TABLE])
    assert four.hub.now.version == version + 1


def test_result_has_the_time_of_the_table_that_reported_it_or_else_of_the_last_statement(
    four: Evening,
) -> None:
    """In results.csv, the time is by the clock of the table that reported, however late."""
    sent = "2026-11-22T20:05:00Z"
    enter(four, replace(TABLE, sent=sent), Rule(1, "2", (121, 110)))
    names = {one.id: one.name for one in four.hub.now.club.players.values()}
    rows = [*csv.DictReader([*results_csv(results_of(four.night), names)])]
    assert [(row["table"], row["by"]) for row in rows[::2]] == [("1", "table"), ("2", "director")]
    assert {row["at"] for row in rows[:2]} == {sent}
    assert {row["at"] for row in rows[2:]} == {four.hub.lines()[-1].at}


def test_a_new_night_keeps_the_players_and_forgets_who_is_there(four: Evening) -> None:
    enter(four, FIRST, SECOND, End(), Open("2026-11-29"))
    club = four.hub.now.club
    assert len(club.players) == 4
    assert club.present == ()
    assert four.night.round == 0
    assert [one.id for one in club.past] == [NIGHT]
    assert club.past[0].games[0].outcome == Outcome((121, 109), 0)


def test_no_two_nights_have_one_name(four: Evening) -> None:
    """A phone's clock may be wrong, and a night keeps its date after midnight."""
    four.do(End(), Open(NIGHT))
    assert four.night.id == f"{NIGHT}-2"
    four.do(Open(NIGHT))
    assert four.night.id == f"{NIGHT}-2", "nothing was played in it"
    four.do(Arrive("p1"), Arrive("p2"), Plan(rounds=1), Pair(), End(), Open(NIGHT))
    assert four.night.id == f"{NIGHT}-3"
    four.do(Open("2026-11-23"))
    assert four.night.id == "2026-11-23"


def test_no_result_has_two_topics(evening: Evening) -> None:
    """Two phones agreed before their table reported the same under another id."""
    topics = Topics("home")
    evening.begin(4)
    enter(evening, FIRST, SECOND)
    own = topics.result(NIGHT, "1", "r1")
    said = dict(result_messages(evening.night, topics, {}))
    assert [topic for topic, result in said.items() if result] == [own]
    enter(evening, TABLE)
    held = {own: said[own], topics.result(NIGHT, "1", "412.1"): said[own]}
    assert dict(result_messages(evening.night, topics, held))[own] is None


def test_of_four_at_a_table_either_partner_reports_for_both(evening: Evening) -> None:
    evening.begin(8, movement="pairs", rounds=3)
    game = evening.game("1", 1)
    (first, partner), (other, _) = game.sides
    assert {first, partner} == {game.players[0], game.players[2]}
    enter(evening, PlayerReport(partner, 1, True, 20), PlayerReport(other, 1, False, 20))
    done = evening.game("1", 1)
    assert (done.status, done.outcome) == (Status.DONE, Outcome((121, 101), 0))
    rows = {row.id: row.won for row in standings_of(evening.hub.now.club, evening.night)}
    assert rows[first] == rows[partner] == 1
