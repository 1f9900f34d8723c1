"""Corrections: an entry's actions are replaced, and everything after it is decided again."""

from pathlib import Path

import pytest

from scorekeeper.game.actions import Asked
from scorekeeper.game.refusal import Code, Refusal
from tests.kit.drivers.table_setup import Sitting, amended, ask


def card(text: str) -> Asked:
    return ask("play", card=text)


@pytest.fixture
def sitting() -> Sitting:
    """Entries: 1 the start, 2 the starter, 3 ten, 4 five for two, 5 king, 6 six for 31 and two."""
    sitting = Sitting().begin().lay("4H 10 5 K 6")
    assert sitting.pegs == (0, 4)
    return sitting


def refused(
    sitting: Sitting, entry: int, *actions: Asked, drop_rest: bool | None = None
) -> Refusal:
    """Return the refusal of an amend, which must change nothing."""
    before = sitting.now
    with pytest.raises(Refusal) as refusal:
        sitting.amend(entry, *actions, drop_rest=drop_rest)
    assert sitting.now is before
    return refusal.value


def test_an_amended_entry_has_the_author_of_the_amend() -> None:
    sitting = Sitting().begin()
    sitting.do("starter", card="4H", by="Ann")
    sitting.do("play", card="10", by="Ben")
    sitting.table.submit(amended(2, ask("starter", card="5H")), by="Cid")
    assert [entry.by for entry in sitting.now.record] == ["", "Cid", "Ben"]


def test_a_refused_amend_says_which_entries_there_are() -> None:
    """Those of the match with the given number; before the first match there are none."""
    assert refused(Sitting(), 1).facts["wanted"] == ""
    sitting = Sitting().begin()
    sitting.do("rename", seat=0, name="Eve")
    sitting.do("undo")
    sitting.do("abandon")
    sitting.begin()
    assert refused(sitting, 2, ask("deal")).facts["wanted"] == "1–4"
    assert refused(sitting, 9, ask("deal")).facts["wanted"] == "5–5"


def muggins(claim: int, jack: str = "JH") -> Sitting:
    """Ann, who holds 5 5 5 J with the starter 5 of her jack's suit, claims; Ben may call."""
    sitting = Sitting().begin(rules="six-card", options={"muggins_until": "next_count"})
    sitting.do("starter", card="5H")
    sitting.do("show")
    sitting.do("count", cards=["5C", "5D", "5S", jack], claim=claim)
    return sitting


def test_a_preview_does_not_end_in_an_open_claim() -> None:
    sitting = muggins(20)
    sitting.do("count", cards=["2", "2", "2", "2"], claim=12)
    sitting.do("crib", cards=["3", "3", "3", "3"], claim=12)
    sitting.do("starter", card="9")
    assert not sitting.now.game.windows
    assert sitting.table.preview(amended(6, drop_rest=True)).withheld
    low = ask("count", cards=["5C", "5D", "5S", "JH"], claim=3)
    assert not sitting.table.preview(amended(4, low)).withheld


@pytest.mark.parametrize("claim", [0, 28])
def test_a_refused_amend_never_tells_what_was_missed(claim: int) -> None:
    told = set()
    for tried in (28, 29, 30):
        count = ask("count", cards=["5C", "5D", "5S", "JH"], claim=tried)
        for behind in (ask("peg", team=1, points=-100), ask("starter", card="4")):
            refusal = refused(muggins(claim), 4, count, behind)
            told.add((refusal.code, refusal.entry, repr(refusal.facts)))
    assert told == {(Code.NO_LONGER_HOLDS, 4, "{}")}


def test_a_later_call_that_fails_behind_a_claim_gives_no_reason() -> None:
    sitting = muggins(20)
    sitting.do("muggins", team=1, points=3)
    refusal = refused(sitting, 4, ask("count", cards=["5C", "5D", "5S", "JH"], claim=30))
    assert (refusal.code, refusal.entry) == (Code.NO_LONGER_HOLDS, 5)
    assert refusal.facts["reason"] is None


@pytest.fixture
def second_match(tmp_path: Path) -> Sitting:
    """Ben won a match, entries 1 to 7; Cid and Dee play the next, begun by entry 8."""
    sitting = Sitting(tmp_path / "journal.sqlite3").begin().lay("4H 10 5 K 6")
    sitting.do("peg", team=1, points=117)
    return sitting.begin(players=["Cid", "Dee"])


def test_an_entry_of_an_earlier_match_is_amended_beside_the_game(second_match: Sitting) -> None:
    before = second_match.now.game
    receipt = second_match.amend(7, ask("concede", team=1), ask("rename", seat=0, name="Éva"))
    assert (receipt.version, receipt.answer["players"]) == (9, ("Cid", "Dee"))
    assert second_match.again().now.game == before
    [game] = second_match.table.games()
    assert (game.winner, game.players) == (0, ("Éva", "Ben"))
    second_match.do("undo")
    assert second_match.table.games()[0].winner == 1
    second_match.again().do("redo")
    assert second_match.table.games() == (game,)


def test_an_earlier_match_stays_over(second_match: Sitting) -> None:
    for entry, drop_rest in ((7, None), (6, True), (1, True)):
        refusal = refused(second_match, entry, drop_rest=drop_rest)
        assert (refusal.code, refusal.entry) == (Code.NO_LONGER_HOLDS, 8)
    assert refused(second_match, 2, card("5")).entry == 2
    second_match.amend(6, ask("abandon"), drop_rest=True)
    assert second_match.table.games()[0].winner is None


def test_a_preview_of_an_earlier_match_is_of_that_match(second_match: Sitting) -> None:
    thought = second_match.table.preview(amended(7, ask("concede", team=1)))
    assert thought.before
    assert thought.game
    assert (thought.before.winner, thought.game.winner, thought.version) == (1, 0, 8)
    assert [one.now.entry for one in thought.changed] == [7]


def test_marks_are_refused_that_say_nothing_new_or_join_two_players(second_match: Sitting) -> None:
    def code(what: str, **fields: object) -> Code:
        with pytest.raises(Refusal) as refusal:
            second_match.do(what, **fields)
        return refusal.value.code

    assert code("annul", match=1, place=1) is Code.NO_SUCH
    assert code("annul", match=1, place=0, counts=True) is Code.NO_SUCH
    second_match.do("annul", match=1, place=0)
    assert code("annul", match=1, place=0) is Code.NO_SUCH
    assert code("same", names=["Ann", "Ben"]) is Code.BAD_VALUE
    assert code("same", names=["Ann", "Eve"]) is Code.NO_SUCH
    for names in ([], ["Ann"], ["Ann", "ANN"]):
        assert code("same", names=names) is Code.BAD_VALUE
    second_match.do("same", names=["Ann", "CÍD"])
    assert code("same", names=["Dee", "Ann"]) is Code.BAD_VALUE
    assert second_match.again().table.marks.names == (("Ann", "Cid"),)
    assert second_match.table.games()[0].counts is False


def test_marks_outlive_a_correction_and_the_next_games(second_match: Sitting) -> None:
    second_match.do("annul", match=1, place=0)
    second_match.amend(7, ask("concede", team=1))
    second_match.do("peg", team=0, points=121)
    second_match.do("next")
    second_match.do("annul", match=8, place=0)
    assert [game.counts for game in second_match.again().table.games()] == [False, False]
    for _ in range(4):
        second_match.do("undo")
    assert [game.counts for game in second_match.table.games()] == [False]
