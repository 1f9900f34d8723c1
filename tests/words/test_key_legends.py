"""The small print on the keys at the show, and what is asked of keys there."""

import pytest
from msgspec.structs import replace

from scorekeeper.game.entry_mode import CountedBy, Entered, EntryMode
from scorekeeper.game.live import Live
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game
from scorekeeper.keypad.press import pending_entry
from scorekeeper.words import Words
from scorekeeper.words.key_legends import legends, prompt
from tests.keypad.test_press import CHECKED, CRIB, LEFT, SHOW, keys
from tests.kit.players.key_typist import on_the_table, typed

EN, FR = Words.of("en"), Words.of("fr")


def at_table(game: Game, counted_by: CountedBy) -> Snapshot:
    """*game* where people chose who counts."""
    mode = EntryMode(counted_by=counted_by, entered=Entered.CARDS)
    named = replace(game, players=("Ann", "Ben"))
    return replace(on_the_table(named), live=Live(entry_mode=mode))


def test_ok_says_that_the_program_counts_for_those_who_count_themselves() -> None:
    """Once digits are typed it enters the claim; where nobody else counts it names the hand."""
    for counted_by, line, english, french in (
        (CountedBy.PROGRAM, "", "count Ann", "compte Ann"),
        (CountedBy.CHECK, "", "Cribble counts", "Cribble compte"),
        (CountedBy.MUGGINS, "", "Cribble counts", "Cribble compte"),
        (CountedBy.CHECK, "A 2", "claim 12", "annonce de 12"),
        (CountedBy.PROGRAM, "8", "claim 8", "annonce de 8"),
    ):
        now = at_table(SHOW, counted_by)
        pending = pending_entry(now, typed(now.game, keys(line)).buffer) if line else None
        said = [legends(words, now, pending)["OK"] for words in (EN, FR)]
        assert said == [english, french], (counted_by, line)


def test_own_count_is_asked_for_once_all_cards_are_known() -> None:
    for game, line, english, french in (
        (SHOW, "", "Ann’s count, or just OK.", "Le compte d’Ann, ou simplement OK."),
        (SHOW, "A 2", "Ann’s count, then OK.", "Le compte d’Ann, puis OK."),
        (LEFT, "4 5 6", None, None),
        (LEFT, "4 5 6 7", "Ann’s count, or just OK.", "Le compte d’Ann, ou simplement OK."),
        (CRIB, "5 5 6", None, None),
        (CRIB, "5 5 6 7", "The crib’s count, or just OK.", "Le compte du crib, ou simplement OK."),
        (CRIB, "5 5 6 7 9", "The crib’s count, then OK.", "Le compte du crib, puis OK."),
    ):
        for counted_by in CountedBy:
            now = at_table(game, counted_by)
            pending = pending_entry(now, typed(now.game, keys(line)).buffer) if line else None
            is_typed = english is not None and english.endswith("then OK.")
            own = is_typed or counted_by is not CountedBy.PROGRAM
            said = [prompt(words, now, pending) for words in (EN, FR)]
            assert said == ([english, french] if own else [None, None]), (line, counted_by)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("4 5 6 7", "flush"),
        ("J J 6 7", "nobs"),
        ("J 5 6 7", "flush, nobs"),
        ("4 4 6 7", None),
    ],
)
def test_go_offers_only_what_the_cards_allow(cards: str, said: str | None) -> None:
    now = on_the_table(CHECKED)
    pending = pending_entry(now, typed(CHECKED, keys(cards)).buffer)
    assert legends(EN, now, pending).get("GO") == said


def test_a_flush_that_a_claim_may_include_is_said_with_go() -> None:
    """By cards and digits alone; not once it is said, and not where it would be too large."""
    hint, french = "A flush? Go first.", "Une couleur\u00a0? Go d’abord."
    for line, is_hinted in (
        ("4 5 6 7 3", False),
        ("4 5 6 7 4", True),
        ("4 5 6 7 A 2", True),
        ("4 5 6 7 GO A 2", False),
        ("4 4 6 7 A 2", False),
    ):
        now = on_the_table(CHECKED)
        pending = pending_entry(now, typed(CHECKED, keys(line)).buffer)
        said = [prompt(words, now, pending) or "" for words in (EN, FR)]
        assert [said[0].endswith(hint), said[1].endswith(french)] == [is_hinted] * 2, line
