"""Keys pressed at a table: what is half typed is there for all to see, and on the board."""

from contextlib import closing

from msgspec.structs import replace

from scorekeeper.board.render.scene import scene_of
from scorekeeper.game import actions as a
from scorekeeper.game.live import NOTHING_LIVE, Assignment, Live
from scorekeeper.game.state import Phase
from scorekeeper.journal import Journal, JournalFault
from scorekeeper.keypad.key import Key
from scorekeeper.table import KeypadSession, KeyResult, Table
from tests.keypad.conftest import START, press
from tests.keypad.test_press import cards_of, half
from tests.kit.fakes.clock import Clock
from tests.web.live.test_routes import FullDisk


def test_a_game_that_is_typed_at_a_table_with_a_seat_is_the_match_of_the_seat() -> None:
    """Keys can name nobody; another game than the seat's is for whoever plays it."""
    for rules, expected in (("six-card", ("Ann", "Luc")), ("acc", ("1", "2"))):
        with closing(Table(Journal.in_memory())) as table:
            start = a.Start(rules=rules, players=("Ann", "Luc"), options={"target": 61})
            table.set_live(assignment=Assignment(night="may", round=4, table="7", start=start))
            assert press(KeypadSession(table), "HELD 2 A OK")[-1] is KeyResult.DONE
            assert table.now.game.players == expected
            assert table.now.game.key == "six-card"
            assert table.now.game.rules.target == (61 if rules == "six-card" else 121)
            assert table.now.game.dealer == 0


def test_a_typed_entry_is_journaled_like_any_other(table: Table) -> None:
    keys = KeypadSession(table)
    assert press(keys, "4 5 6 6 OK") == [KeyResult.TYPED] * 4 + [KeyResult.DONE]
    assert table.now.game.scores == (24, 0)
    assert table.now.record[-1].by == "keypad"
    assert table.now.live == NOTHING_LIVE


def test_keys_go_on_after_a_passed_hand_a_drawn_deal_and_a_game_given_up(table: Table) -> None:
    keys = KeypadSession(table)
    table.submit(a.Count(passed=True))
    assert press(keys, "4 5 6 6 OK")[-1] is KeyResult.DONE
    table.submit(a.Crib(passed=True))
    assert press(keys, "5") == [KeyResult.DONE]
    table.submit(a.Concede(team=0))
    assert press(keys, "OK") == [KeyResult.DONE]
    table.submit(a.Abandon())
    table.submit(replace(START, options={"first_deal": "cut", "best_of": 3}))
    table.submit(a.Concede(team=0))
    assert press(keys, "OK K 4 5") == [KeyResult.DONE] * 4
    assert (table.now.game.dealer, table.now.game.phase) == (1, Phase.PLAY)
    table.submit(a.Concede(team=0))
    assert press(keys, "OK") == [KeyResult.REFUSED]


def test_a_pending_entry_is_live_state(table: Table) -> None:
    """The cards, the claim, and the ghost of the peg; undo takes it back key by key."""
    keys = KeypadSession(table)
    press(keys, "4 5 6 6 A 2")
    cards = cards_of("4 5 6 6")
    typed = half("hand", cards=cards, wanted=4, team=0, points=12, ghost=12)
    assert table.now.live == Live(pending_entry=typed)
    press(keys, "UNDO UNDO")
    assert table.now.live.pending_entry == replace(typed, points=None, ghost=0)
    press(keys, "UNDO UNDO UNDO UNDO")
    assert table.now.live == NOTHING_LIVE
    assert table.now.version == 3


def test_a_pending_entry_is_dropped_by_a_newer_version(table: Table) -> None:
    """Somebody enters the hand by phone: nobody reads its cards as the next one's."""
    press(KeypadSession(table), "4 5 6 6 A 2")
    table.set_live(refused_at=1.0)
    table.submit(a.Count(cards=cards_of("4 5 6 6")))
    assert table.now.live == Live(refused_at=1.0)
    more = half("more")
    table.set_live(pending_entry=more, at=3)
    assert table.now.live.pending_entry is None
    table.set_live(pending_entry=more, at=4)
    assert table.now.live.pending_entry


def test_undo_with_an_empty_buffer_undoes_the_last_entry(table: Table) -> None:
    press(KeypadSession(table), "4 UNDO UNDO")
    assert table.now.game.phase == "play"


def test_an_illegal_entry_is_refused_by_the_rules(table: Table) -> None:
    keys = KeypadSession(table)
    press(keys, "4 4 4 4 OK")
    assert press(keys, "4 5 6 7 OK")[-1] is KeyResult.REFUSED
    assert table.now.version == 4
    assert table.now.live.refused_at is not None


def test_a_key_is_refused_if_the_journal_cannot_be_written() -> None:
    with closing(FullDisk(Journal.in_memory())) as table:
        keys = KeypadSession(table)
        press(keys, "HELD 2")
        came = keys.take(Key.OK)
        assert came.result is KeyResult.REFUSED
        assert isinstance(came.why, JournalFault)
        assert table.now.live.pending_entry == half("game", rules="six-card")


def test_a_refused_key_is_forgotten_after_the_next_entry(table: Table, clock: Clock) -> None:
    keys = KeypadSession(table)
    press(keys, "K OK")
    refused = scene_of(table.now).refused
    assert refused is not None
    assert refused >= 0
    clock.passes(1)
    table.submit(a.Peg(team=0, points=2))
    assert scene_of(table.now).refused is None
