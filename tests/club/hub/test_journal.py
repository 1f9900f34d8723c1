"""The hub's journal after a restart, damage and a full disk; reports of tables until they are
stored; and the largest messages that a hub publishes."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from club.hub.hub import Hub
from club.hub.journal import HubJournal
from club.hub.publisher import MAX_ROWS, hub_messages
from club.hub.tables import PendingReports, Tables, report_of
from club.night.entry import Enrol, Hide, Pair, Reported, decode
from club.night.entry import encode as written
from club.night.state import Club, Night, Player
from mqtt.payloads import MAX_LENGTH, Result, encode, read_result
from mqtt.topics import Topics, result_of
from scorekeeper.journal import JournalFault, Trouble
from scorekeeper.journal.files import companion
from tests.club.evening import NIGHT, Evening
from tests.kit.fakes.file_damage import edit

AT = "2026-11-22T20:00:00.000+00:00"
TOPICS = Topics("home")
TOPIC, OTHER = TOPICS.result(NIGHT, "1", "1.0"), TOPICS.result(NIGHT, "2", "1.0")
PLAYED = Result(
    night=NIGHT, round=1, table="1", place="1.0", players=("p1", "p2"), scores=(121, 99), skunk=0
)


@pytest.mark.parametrize(("backed_up", "kept"), [(True, 5), (False, 3)])
def test_a_damaged_journal_goes_on_from_what_can_be_proven(
    tmp_path: Path, *, backed_up: bool, kept: int
) -> None:
    path = tmp_path / "night.sqlite"
    with closing(HubJournal.open(path)) as journal:
        for n in range(5):
            journal.write([Enrol(f"Player {n}", f"p{n}")], AT, by="director")
    edit(path, "UPDATE entries SET body = replace(body, 'Player 3', 'x')")
    if not backed_up:
        companion(path, "backup").unlink()
    with closing(HubJournal.open(path)) as journal:
        hub = Hub(journal)
        (notice,) = journal.notices
        assert (notice.values["kept"], notice.values["lost"]) == (kept, 5 - kept)
        assert Path(notice.values["aside"]).exists()
        assert len(hub.now.club.players) == kept
        hub.submit(Enrol("Late"), by="director")
        assert journal.last == kept + 1


def test_no_space_is_said_and_nothing_is_shown_that_is_not_kept(four: Evening) -> None:
    """Once there is space again, the hub recovers by itself."""
    before = four.hub.now
    db = four.hub.journal.ready()._db  # noqa: SLF001 (a full disk)
    db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
    with pytest.raises(JournalFault) as fault:
        four.do(*(Enrol(f"Somebody {n}") for n in range(300)))
    assert fault.value.code is Trouble.NO_SPACE
    version = four.hub.now.version
    assert version >= before.version
    four.do(Hide(True))
    assert four.hub.now.version == version + 1


def test_many_reports_are_written_in_one_go_and_known_ones_not_at_all(evening: Evening) -> None:
    evening.begin(8, rounds=7)
    reports = [
        Reported(game.table, f"{game.round}.0", game.round, game.players, (121, 100))
        for game in evening.night.games.values()
    ]
    evening.hub.report(reports)
    version = evening.hub.now.version
    assert all(game.outcome for game in evening.night.games.values())
    evening.hub.report(reports)
    assert evening.hub.now.version == version


def test_standings_of_a_large_club_fit_into_one_message() -> None:
    players = {f"p{n}": Player(f"p{n}", "é" * 40, present=True) for n in range(300)}
    club = Club(players, Night("may"))
    payload = hub_messages(club, TOPICS)[TOPICS.standings]
    assert len(payload) < MAX_LENGTH
    assert len(json.loads(payload)["standings"]) == MAX_ROWS


def test_a_result_is_offered_until_it_is_written_and_again_to_other_rounds(
    evening: Evening,
) -> None:
    """Changing the rounds may assign a report that matched no game."""
    pending, night = PendingReports(TOPICS, Tables()), evening.begin(4).night
    pending.take_result(TOPIC, PLAYED)
    (report,) = pending.entries(night)
    assert pending.entries(night) == [report], "the journal does not have it yet"
    assert pending.clear(night)
    assert pending.entries(night) == []
    assert not pending.clear(night)
    assert pending.entries(evening.do(Pair(2)).club.night) == [report]
    pending.clear(evening.night)
    assert pending.entries(evening.night) == []
    pending.offer_all()
    assert pending.entries(evening.night) == [report], "after a fault of the journal"


@pytest.mark.parametrize("scores", [(999, 0), (0, 999), (0,), (0, 1, 2, 3, 4, 5)])
def test_every_result_that_a_table_may_send_can_be_read_from_the_journal(
    scores: tuple[int, ...], evening: Evening
) -> None:
    """With the largest value of each field, since an unreadable entry would damage the journal."""
    night = evening.begin(4).night
    sent = Result(
        night=NIGHT, round=200, table="t" * 32, place="9" * 32, players=("p" * 32,) * 6,
        scores=scores, skunk=2, at="9" * 40,
    )  # fmt: skip
    name = TOPICS.result(NIGHT, sent.table, sent.place)
    topic = result_of(TOPICS, name)
    assert topic
    report = report_of(topic, read_result(encode(sent), topic), night)
    assert report
    assert decode(written(report)) == report


def test_results_beyond_the_limit_have_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.hub.tables.MAX_RETAINED", 1)
    pending = PendingReports(TOPICS, Tables())
    assert pending.take_result(TOPIC, PLAYED)
    assert pending.take_result(TOPIC, PLAYED), "a correction of the same"
    assert not pending.take_result(OTHER, PLAYED)
