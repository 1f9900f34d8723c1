"""The journal: accepted entries are kept in order, however the program ends."""

import json
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.game.refusal import Refusal
from scorekeeper.journal import Journal, JournalFault, Trouble
from scorekeeper.journal.history import History
from scorekeeper.table import Table
from tests.kit.drivers.table_setup import Sitting, Watch, ask, same
from tests.kit.fakes.file_damage import DAMAGED, edit, rows
from tests.kit.oracles.reference_record import PlainRecord


def test_every_accepted_entry_is_a_row(path: Path, sitting: Sitting) -> None:
    sitting.begin().lay("4H 10")
    sitting.do("undo", by="Ben", key="u")
    sitting.do("redo")
    sitting.amend(3, ask("play", card="9"))
    with pytest.raises(Refusal):
        sitting.do("draw", seat=0, card="4H")
    names = ("version", "kind", "head", "undoes", "by", "key")
    bodies = [json.loads(body) for (body,) in rows(path, "SELECT body FROM entries")]
    assert [tuple(body[name] for name in names) for body in bodies] == [
        (1, "do", 1, None, "", None),
        (2, "do", 2, None, "", None),
        (3, "do", 3, None, "", None),
        (4, "undo", 2, 3, "Ben", "u"),
        (5, "redo", 3, None, "", None),
        (6, "amend", 6, None, "", None),
    ]


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


@pytest.mark.parametrize("what", ["start", "next"])
def test_opening_reads_only_the_current_game(path: Path, sitting: Sitting, what: str) -> None:
    sitting.begin()
    sitting.do("abandon")
    sitting.begin() if what == "start" else sitting.do("next")
    sitting.do("starter", card="4H", key="k")
    sitting.table.close()
    (path.with_name(path.name + ".backup")).unlink()
    edit(path, DAMAGED.format(1))
    sitting.again()
    assert sitting.now.game.phase == "play"
    assert sitting.do("starter", card="4H", key="k").version == 4
    assert len(sitting.table.games()) == 1
    sitting.amend(4, ask("starter", card="5H"))
    sitting.do("undo")
    sitting.do("undo")
    before = sitting.now
    with pytest.raises(JournalFault) as fault:
        sitting.do("undo")
    assert fault.value.code is Trouble.DAMAGED
    assert sitting.now is before
    sitting.do("redo")


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
