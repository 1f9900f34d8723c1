"""The table: actions are serialized, idempotent, undone without loss, and visible to all."""

import gc
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from random import Random
from threading import Event, Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.game.actions import Asked
from scorekeeper.game.live import NOTHING_LIVE, Live
from scorekeeper.game.record import RecordNode
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Change, Snapshot
from scorekeeper.journal import GameResult, Journal
from scorekeeper.table import Table
from tests.kit.drivers.table_setup import TWO, Sitting, amended, ask
from tests.kit.drivers.waiting import limit
from tests.kit.oracles.reference_record import Ended, PlainRecord, Refused, Taken


@pytest.fixture
def sitting() -> Sitting:
    return Sitting().begin()


def test_a_stale_action_is_refused_with_the_author_of_the_newer_one(sitting: Sitting) -> None:
    sitting.do("starter", card="4H", by="Paul", seen=1)
    with pytest.raises(Refusal) as refusal:
        sitting.do("starter", card="5H", by="Ann", seen=1)
    assert refusal.value.code is Code.STALE
    assert refusal.value.facts["by"] == "Paul"
    assert refusal.value.facts["latest"].entry == sitting.now.record[-1]
    assert refusal.value.facts["how"] == "do"


def test_a_snapshot_can_be_prepared_while_its_entry_is_written(sitting: Sitting) -> None:
    decided, shown = list[Snapshot](), list[int]()

    def prepare(snapshot: Snapshot) -> None:
        decided.append(snapshot)
        shown.append(sitting.now.version)
        if len(decided) == 2:
            sitting.table.set_live(refused_at=1.0)

    sitting.table.on_decided.add(prepare)
    sitting.do("starter", card="4H")
    assert replace(decided[0], since=sitting.now.since) == sitting.now
    sitting.do("play", card="10")
    assert shown == [1, 2]
    assert (decided[1].live.refused_at, sitting.now.live.refused_at) == (None, 1.0)


def test_a_listener_that_fails_makes_no_entry_fail(caplog: pytest.LogCaptureFixture) -> None:
    sitting, called = Sitting(), list[str]()

    def fail(*_: object) -> None:
        raise RuntimeError("cannot schedule new futures after shutdown")

    table = sitting.table
    for name, event in (
        ("decided", table.on_decided),
        ("entered", table.on_entered),
        ("start", table.on_start),
    ):
        event.add(fail)
        event.add(lambda *_, name=name: called.append(name))
    receipt = sitting.do("start", **TWO, key="k")
    assert (receipt.version, called) == (1, ["decided", "entered", "start"])
    assert [record.message for record in caplog.records] == 3 * ["A listener failed."]
    assert sitting.do("start", **TWO, key="k").version == 1


@pytest.mark.parametrize(("what", "latest"), [("undo", 3), ("redo", 3), ("amend", 2)])
def test_stale_names_the_commit_that_was_undone_redone_or_amended(what: str, latest: int) -> None:
    sitting = Sitting().begin().lay("4H 10")
    if what == "redo":
        sitting.do("undo")
    if what == "amend":
        sitting.amend(2, ask("starter", card="6H"))
    else:
        sitting.do(what)
    with pytest.raises(Refusal) as refusal:
        sitting.do("undo", seen=0)
    assert refusal.value.facts["latest"].entry.entry == latest


def test_a_repeated_key_gets_the_same_answer_and_adds_nothing(sitting: Sitting) -> None:
    first = sitting.do("starter", card="4H", key="k", seen=1)
    sitting.do("play", card="10")
    again = sitting.do("starter", card="4H", key="k", seen=1)
    assert (again.version, again.answer) == (first.version, first.answer)
    assert again.snapshot is sitting.now
    assert sitting.now.version == 3


def test_the_same_key_from_many_threads_adds_one_line(sitting: Sitting) -> None:
    with ThreadPoolExecutor(8) as hands:
        answers = list(hands.map(lambda _: sitting.do("starter", card="4H", key="one"), range(40)))
    assert {answer.version for answer in answers} == {2}
    assert sitting.now.version == 2


@pytest.mark.parametrize(
    ("field", "value", "wanted"),
    [
        ("key", "", "1–64"),
        ("key", "k" * 65, "1–64"),
        ("key", "\ud800", "1–64"),
        ("by", "\n", "0–64"),
    ],
)
def test_a_key_or_name_that_is_no_short_plain_text_is_refused(
    field: str, value: str, wanted: str
) -> None:
    sitting = Sitting()
    with pytest.raises(Refusal) as refusal:
        sitting.begin(**{field: value})
    assert refusal.value.code is Code.BAD_VALUE
    assert (refusal.value.facts["field"], refusal.value.facts["wanted"]) == (field, wanted)
    assert sitting.now.version == 0


def test_the_snapshot_has_the_record_of_this_deal() -> None:
    sitting = Sitting().begin(dealer=None)
    sitting.do("draw", seat=0, card="4")
    sitting.do("draw", seat=1, card="A")
    sitting.do("misdeal")
    sitting.lay("4H 10")
    assert [entry.entry for entry in sitting.now.record] == [1, 2, 3, 4, 5, 6]
    sitting.do("deal")
    sitting.do("misdeal")
    sitting.do("starter", card="4H")
    assert [entry.entry for entry in sitting.now.record] == [7, 8, 9]
    sitting.do("abandon")
    sitting.do("next")
    assert [entry.entry for entry in sitting.now.record] == [11]


def test_live_state_is_shown_but_not_in_the_journal(sitting: Sitting) -> None:
    before = sitting.now
    sitting.table.set_live(refused_at=1.0)
    shown = sitting.now
    sitting.table.set_live(refused_at=1.0)
    assert sitting.now is shown
    assert (shown.live, shown.version) == (Live(refused_at=1.0), before.version)
    assert shown.revision == before.revision + 1
    sitting.do("starter", card="4H")
    assert sitting.now.live == Live(refused_at=1.0)
    sitting.table.set_live(refused_at=None)
    assert sitting.now.live == NOTHING_LIVE
    with pytest.raises(AttributeError):
        shown.live.refused_at = 2.0  # type: ignore[misc]


def test_a_snapshot_has_the_time_of_its_entry() -> None:
    """Every line sets it, also undo; live state, refusals and repeated keys do not."""
    seconds = [500.0]
    table = Table(Journal.in_memory(), ticks=lambda: seconds[0])
    assert table.now.since <= 500 - 3600
    for second, asked in ((501.0, ask("start", **TWO)), (502.5, ask("undo")), (504.0, ask("redo"))):
        seconds[0] = second
        assert table.submit(asked).snapshot.since == second
    seconds[0] = 505.0
    table.set_machine(rights_tag="10")
    with pytest.raises(Refusal):
        table.submit(ask("next"))
    assert (table.now.since, table.ticks()) == (504, 505)


def test_a_waiting_thread_gets_the_next_snapshot(sitting: Sitting) -> None:
    before = sitting.now
    assert sitting.table.after(before.revision, 0.01) is before
    soon = time.monotonic() + limit(5)
    assert sitting.table.after(before.revision - 1, 10) is before
    assert sitting.table.after(before.revision + 100, 10) is before
    assert time.monotonic() < soon
    told: list[Snapshot] = []
    waiting = Thread(target=lambda: told.append(sitting.table.after(before.revision, 10)))
    waiting.start()
    sitting.do("starter", card="4H")
    waiting.join()
    assert told == [sitting.now]


def nodes_held() -> int:
    gc.collect()
    return sum(type(value) is RecordNode for value in gc.get_objects())


def test_earlier_games_are_not_held_in_memory(sitting: Sitting) -> None:
    before = nodes_held()
    for _ in range(20):
        for team in (0, 1, 0, 1):
            sitting.do("peg", team=team, points=10)
        sitting.do("abandon")
        sitting.do("next")
    assert len(sitting.table.games()) == 20
    assert refusal_of(sitting, amended(1, ask("deal"))) == (Code.NO_GAME, 1)
    assert nodes_held() <= before


def taken(change: Change | None) -> Taken | None:
    return change and (change.version, change.entry.entry, change.entry.actions)


HASTE = st.sampled_from((0.0, 0.5, 0.9))


@settings(max_examples=60)
@given(luck=st.randoms(use_true_random=False), steps=st.integers(1, 60), haste=HASTE)
def test_the_table_agrees_with_the_reference_record(luck: Random, steps: int, haste: float) -> None:
    sitting, plain = Sitting(), PlainRecord(haste)
    for _ in range(steps):
        asked = plain.anything(luck)
        before, refused = sitting.now, plain.refuses(asked)
        assert refusal_of(sitting, asked) == refused
        if refused:
            assert sitting.now is before
            continue
        plain.do(asked)
        assert (sitting.now.version, sitting.now.game) == (plain.version, plain.game)
        assert taken(sitting.now.undo) == plain.undo
        assert taken(sitting.now.redo) == plain.redo
        assert listed(sitting) == plain.evening.ended[::-1]


def listed(sitting: Sitting) -> tuple[Ended, ...]:
    """Return the finished games, read in pages of two."""
    found: list[GameResult] = []
    while page := sitting.table.games((found[-1].match, found[-1].place) if found else None, 2):
        found += page
    return tuple(
        Ended(game.match, game.place, game.winner, game.scores, game.players, game.counts)
        for game in found
    )


def refusal_of(sitting: Sitting, asked: Asked) -> Refused | None:
    try:
        sitting.table.submit(asked)
    except Refusal as refusal:
        return refusal.code, refusal.entry
    return None


def test_a_live_change_between_a_line_and_its_snapshot() -> None:
    """A line stored but not yet shown must not count for the previous snapshot."""
    sitting = Sitting().begin(options={"target": 363})
    seen, done = [], Event()

    def whisper() -> None:
        for number in count():
            if done.is_set():
                return
            sitting.table.set_live(refused_at=float(number))
            seen.append(sitting.now)

    with ThreadPoolExecutor(1) as threads:
        whispering = threads.submit(whisper)
        try:
            for _ in range(60):
                sitting.do("peg", team=0, points=1)
        finally:
            done.set()
        whispering.result()
    assert {now.version - now.game.scores[0] for now in seen} == {1}
