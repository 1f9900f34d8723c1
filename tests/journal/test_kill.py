"""Power cuts: acknowledged entries are kept, others are stored completely or not at all.

Entries are points, corrections of the previous match, annulments, and undo of these.
"""

from pathlib import Path
from random import Random

import pytest

from scorekeeper.journal import Journal, Trouble
from tests.journal.crash import Power, born, end, kill, line_of, nursery_of
from tests.kit.drivers.killed_table import kill_again_and_again


@pytest.mark.parametrize("kills", [20, pytest.param(10_000, marks=pytest.mark.slow)])
def test_kill_minus_nine_loses_no_acknowledged_entry(kills: int, tmp_path: Path) -> None:
    assert kill(kills, tmp_path / "journal.sqlite3", Random(kills)) >= kills


@pytest.fixture
def power(tmp_path: Path) -> Power:
    (tmp_path / "data").mkdir()
    return Power(tmp_path / "data")


@pytest.mark.parametrize("cuts", [10, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_power_cut_loses_no_acknowledged_entry(cuts: int, tmp_path: Path, power: Power) -> None:
    assert kill(cuts, tmp_path / "data" / "journal.sqlite3", Random(cuts), power) >= cuts


def test_an_entry_whose_sync_fails_is_refused_and_accepted_once_later(
    tmp_path: Path, power: Power
) -> None:
    path = tmp_path / "data" / "journal.sqlite3"
    with nursery_of(path, power) as nursery:
        child = born(nursery, "one")
        line_of(nursery)
        power.fail()
        lines = iter(lambda: line_of(nursery), f"{Trouble.IO_ERROR}\n")
        kept = len([*lines]) + 1
        assert [line_of(nursery) for _ in range(20)] == [f"{Trouble.IO_ERROR}\n"] * 20
        power.mend()
        lines = iter(lambda: line_of(nursery).split()[-1], f"one-{kept}")
        assert {*lines} <= {Trouble.IO_ERROR}
        end(nursery, child)
    power.cut()
    journal = Journal.open(path)
    assert journal.notices == ()
    assert [row.key for row in journal.rows(2, kept + 2)] == [f"one-{n}" for n in range(kept + 1)]
    journal.close()


@pytest.mark.parametrize("kills", [10, pytest.param(1000, marks=pytest.mark.slow)])
def test_killed_servers_lose_no_acknowledged_entry(kills: int, tmp_path: Path) -> None:
    assert kill_again_and_again(kills, tmp_path) > kills
