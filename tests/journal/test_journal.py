"""The journal: accepted entries are kept in order, however the program ends."""

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.journal import Journal, JournalFault, Trouble
from scorekeeper.journal.history import History
from scorekeeper.table import Table
from tests.kit.drivers.table_setup import Sitting, Watch, same
from tests.kit.fakes.file_damage import edit, rows
from tests.kit.oracles.reference_record import PlainRecord


def test_a_key_is_known_after_a_restart(sitting: Sitting) -> None:
    sitting.begin()
    first = sitting.do("starter", card="JH", key="k")
    sitting.do("play", card="10")
    before = sitting.now
    assert same(sitting.again().now, before)
    assert sitting.now.journal == before.journal
    again = sitting.do("starter", card="JH", key="k", seen=0)
    assert (again.version, again.answer) == (2, first.answer)
    assert [award.points for award in again.answer["awards"]] == [2]
    assert sitting.now.version == 3


def test_the_order_does_not_depend_on_the_clock(path: Path) -> None:
    watch = Watch()
    sitting = Sitting(path, watch).begin()
    watch.now -= timedelta(days=3652)
    sitting.do("starter", card="4H")
    watch.now += timedelta(days=7305)
    sitting.do("play", card="10")
    before = sitting.now
    assert same(sitting.again().now, before)
    assert [entry.at[:4] for entry in sitting.now.record] == ["2025", "2015", "2035"]
    sitting.table.close()


def test_a_revision_never_means_two_things(sitting: Sitting) -> None:
    """After a restart, which clears the live state, it exceeds those of older versions."""
    sitting.begin()
    for number in range(5):
        sitting.table.set_live(refused_at=float(number))
    seen = sitting.now.revision
    sitting.again().do("starter", card="4H")
    assert sitting.now.revision > seen


def test_a_second_program_cannot_open_the_journal(path: Path, sitting: Sitting) -> None:
    sitting.begin()
    with pytest.raises(JournalFault, match="in use by another program") as fault:
        Journal.open(path)
    assert fault.value.code is Trouble.IN_USE
    sitting.table.close()
    Journal.open(path).close()


def test_a_journal_of_a_newer_program_is_refused_and_not_touched(path: Path) -> None:
    Sitting(path).begin().table.close()
    rows(path, "PRAGMA user_version = 7")
    edit(path, "UPDATE meta SET value = 7 WHERE name = 'layout'")
    before = path.read_bytes()
    with pytest.raises(JournalFault, match=r"newer Cribble .layout 7.*up to 6") as fault:
        Journal.open(path)
    assert fault.value.code is Trouble.NEWER
    assert path.read_bytes() == before


@settings(max_examples=25)
@given(
    luck=st.randoms(use_true_random=False),
    steps=st.integers(1, 60),
    haste=st.sampled_from((0.0, 0.5, 0.9)),
)
def test_history_after_any_line_is_what_the_table_showed(
    luck: Random, steps: int, haste: float
) -> None:
    sitting = Sitting()
    shown = [sitting.now, *PlainRecord(haste).enter(sitting.table, luck, steps)]
    history = History(sitting.journal.rows, sitting.journal.ready)
    for version, snapshot in enumerate(shown):
        moment = history.after(version)
        state = moment.state
        assert (state.game, moment.before) == (snapshot.game, snapshot.before)
        assert (state.head.change if state.head else None) == snapshot.undo
        assert (state.undone[-1].change if state.undone else None) == snapshot.redo
        assert (state.record.deal if state.record else ()) == snapshot.record
        assert moment.events == snapshot.latest
    assert same(Table(sitting.journal).now, sitting.now)
