"""Corrections: an entry's actions are replaced, and everything after it is decided again."""

from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.game import actions as a
from scorekeeper.game.actions import Asked
from scorekeeper.game.record import TableState
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.journal import Journal
from scorekeeper.journal.history import History
from scorekeeper.table.commands import EntryMeta, amend_match, do
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


TWO_DEALS = [
    ask("start", rules="six-card", players=["Ann", "Ben"], dealer=1, options={"muggins": False}),
    ask("starter", card="2C"),
    ask("play", card="6S"),
    ask("deal"),
    ask("starter", card="KD"),
    ask("show"),
]


def asked(*actions: Asked) -> Sitting:
    sitting = Sitting()
    for action in actions:
        sitting.table.submit(action)
    return sitting


def test_an_amend_changes_a_hand_in_an_entry_of_two_deals_only_in_the_first() -> None:
    first = TWO_DEALS[:3]
    sitting = asked(*first, ask("show"), ask("deal"))
    ann = ask("count", seat=0, cards=["2S", "4S", "6S", "9S"])
    ben = ask("count", seat=1, cards=["2D", "4D", "7H", "10S"])
    deals = [ask("deal"), *TWO_DEALS[4:6], ben, ann]
    sitting.amend(5, ann, *deals)
    sitting.amend(3, card("8S"))
    restated = ask("count", seat=0, cards=["2S", "4S", "8S", "9S"])
    assert sitting.now.record[-1].actions == (restated, *deals)


@pytest.mark.parametrize("hand", ["3D 3H 7C 9C", "3H 3D 7C 9C", "9C 3D 7C 3H"])
def test_a_laid_card_known_exactly_is_matched_before_one_known_by_its_rank(hand: str) -> None:
    """Ann laid a 3 and the 3 of diamonds, so the hand's 3 of hearts was the 4."""
    sitting = asked(*TWO_DEALS[:2])
    for laid in ("3", "10", "3D"):
        sitting.do("play", card=laid)
    sitting.do("show")
    sitting.do("count", cards=hand.split())
    sitting.amend(3, card("4H"))
    now = ask("count", cards=hand.replace("3H", "4H").split())
    assert sitting.now.record[-1].actions == (now,)


@settings(max_examples=25)
@given(st.randoms(use_true_random=False))
def test_an_amend_of_a_card_is_accepted_in_whatever_order_the_hand_was_named(luck: Random) -> None:
    ranks = luck.choices(("3", "4", "J"), k=4)
    hand = [rank + suit for rank, suit in zip(ranks, "CDHS", strict=True)]
    shown = [card if luck.random() < 0.5 else card[0] for card in hand]
    one, other = (card if luck.random() < 0.5 else card[0] for card in luck.sample(hand, 2))
    played = [*TWO_DEALS[:2], card(one), card("2"), card(other), ask("show")]
    correction = amended(3, card(luck.choice((one[0], "3", "4", "J", "5")) + luck.choice("CDHS")))
    said = {"nobs": luck.choice((None, True, False)), "flush": luck.choice((None, 0))}
    outcomes = set()
    for order in permutations(shown):
        outcomes.add(outcome(*played, ask("count", cards=order, **said), correction))
    assert len(outcomes) == 1


def outcome(*actions: Asked) -> tuple[Code | None, tuple[int, ...]]:
    """Return the scores after *actions*, or the code of the first refusal."""
    journal = Journal.in_memory()
    state, history = TableState(), History(journal.rows, journal.ready)
    for line, action in enumerate(actions, 1):
        meta = EntryMeta(line, "", "")
        try:
            if isinstance(action, a.Amend):
                state = amend_match(state, action, meta).after
            elif not isinstance(action, a.Undo | a.Redo):
                state = do(state, action, meta, history).after
        except Refusal as refusal:
            return refusal.code, ()
    return None, state.game.scores


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
