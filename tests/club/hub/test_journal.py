"""The hub's journal: everything that was acknowledged is there again, whatever happened."""

from contextlib import closing
from pathlib import Path

import pytest

from club.hub.hub import Hub
from club.hub.journal import HubJournal
from club.night.entry import Enrol, Hide, Open, Reported
from scorekeeper.journal import JournalFault, Trouble
from scorekeeper.journal.database import NewEntry
from scorekeeper.journal.files import companion
from tests.club.evening import NIGHT, Evening
from tests.kit.fakes.file_damage import edit

AT = "2026-11-22T20:00:00.000+00:00"


def written(path: Path, count: int) -> None:
    """Write *count* entries into a journal at *path*."""
    with closing(HubJournal.open(path)) as journal:
        for n in range(count):
            journal.write([Enrol(f"Player {n}", f"p{n}")], AT, by="director", key=f"key {n}")


def test_a_hub_that_comes_back_knows_all_that_it_knew(evening: Evening) -> None:
    evening.begin(5)
    evening.do(Hide(True))
    before = evening.hub.now
    evening.close()
    again = Evening(evening.path)
    assert again.hub.now.version == before.version
    assert again.hub.now.club == before.club
    again.close()


def test_a_second_hub_cannot_open_the_same_journal(evening: Evening) -> None:
    with pytest.raises(JournalFault) as fault:
        HubJournal.open(evening.path)
    assert fault.value.code is Trouble.IN_USE


def test_entries_of_one_decision_are_written_all_or_none(tmp_path: Path) -> None:
    path = tmp_path / "night.sqlite"
    with closing(HubJournal.open(path)) as journal:
        journal.write([Open(NIGHT)], AT, by="director", key="once")
        with pytest.raises(JournalFault):
            journal.add([NewEntry('["",""]'), NewEntry('["",""]', "once")])
        journal.write([Hide(False)], AT, by="a")
        assert [type(one.entry) for one in journal.after(0)] == [Open, Hide]


def test_an_entry_is_found_by_its_idempotency_key(tmp_path: Path) -> None:
    path = tmp_path / "night.sqlite"
    written(path, 3)
    with closing(HubJournal.open(path)) as journal:
        assert (journal.by_key("key 1").version, journal.by_key("key 9")) == (2, None)


DAMAGE = {
    "an entry changed": ("UPDATE entries SET body = replace(body, 'key 3', 'x')", 3),
    "an entry taken out": ('DELETE FROM entries WHERE "version" = 2', 1),
    "the end taken off": ('DELETE FROM entries WHERE "version" > 2', 2),
}


@pytest.mark.parametrize("backed_up", [True, False])
@pytest.mark.parametrize("case", DAMAGE)
def test_a_damaged_journal_goes_on_from_what_can_be_proven(
    tmp_path: Path, case: str, *, backed_up: bool
) -> None:
    path = tmp_path / "night.sqlite"
    written(path, 5)
    script, kept = DAMAGE[case]
    edit(path, script)
    if backed_up:
        kept = 5
    else:
        companion(path, "backup").unlink()
    with closing(HubJournal.open(path)) as journal:
        hub = Hub(journal)
        (notice,) = journal.notices
        assert notice.values["kept"] == kept
        assert notice.values["lost"] == 5 - kept
        assert Path(notice.values["aside"]).exists()
        assert len(hub.now.club.players) == kept
        hub.submit(Enrol("Late"), by="director")
        assert journal.last == kept + 1


def test_another_file_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "night.sqlite"
    path.write_bytes(b"no database at all, but long enough to be looked at" * 40)
    with closing(HubJournal.open(path)) as journal:
        assert journal.notices
        assert journal.last == 0


def test_no_space_is_said_and_nothing_is_shown_that_is_not_kept(evening: Evening) -> None:
    """Once there is space again the hub goes on by itself."""
    evening.begin(4)
    before = evening.hub.now
    db = evening.hub.journal.ready()._db  # noqa: SLF001 (a full disk)
    db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
    with pytest.raises(JournalFault) as fault:
        evening.do(*(Enrol(f"Somebody {n}") for n in range(300)))
    assert fault.value.code is Trouble.NO_SPACE
    version = evening.hub.now.version
    assert version >= before.version
    evening.do(Hide(True))
    assert evening.hub.now.version == version + 1


def test_an_older_hub_says_that_the_journal_is_of_a_newer_one(tmp_path: Path) -> None:
    path = tmp_path / "night.sqlite"
    written(path, 1)
    edit(path, "PRAGMA user_version = 7", "UPDATE meta SET value = 7 WHERE name = 'layout'")
    with pytest.raises(JournalFault) as fault:
        HubJournal.open(path)
    assert fault.value.code is Trouble.NEWER


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
