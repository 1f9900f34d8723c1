"""Whatever was entered, deleted, corrected, undone and done again: every phone can be told."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.words import Words
from tests.kit.drivers.table_setup import Sitting
from tests.kit.oracles.reference_record import PlainRecord
from web.live.state import State, state_of


def told(sitting: Sitting, lang: str = "en") -> State:
    return state_of(sitting.now, Words.of(lang))


@pytest.mark.parametrize(
    ("last", "what", "quoi", "points"),
    [
        ({"what": "peg", "team": 0, "points": 5}, "Ann’s +5", "du +5 d’Ann", 5),
        ({"what": "play", "card": "7"}, "Ann’s 7", "du 7 d’Ann", 6),
        ({"what": "show"}, "the step to the show", "du passage au décompte", 0),
    ],
)
def test_a_deletion_is_undone_and_done_again(
    last: dict[str, object], what: str, quoi: str, points: int
) -> None:
    sitting = Sitting().begin().lay("5H 7 7")
    sitting.do(**last)  # type: ignore[arg-type]
    sitting.amend(sitting.now.version)
    assert told(sitting).latest.correction.startswith(f"Deleted: {what}.")
    sitting.do("undo")
    cost = f" Ann +{points}." if points else ""
    assert told(sitting).latest.correction == f"Undone: the deletion of {what}.{cost}"
    assert f"la suppression {quoi}." in told(sitting, "fr").latest.correction
    sitting.do("redo")
    assert told(sitting, "fr").latest.correction.startswith("Supprimé de nouveau\u00a0: le")
    assert told(sitting).latest.correction.startswith(f"Deleted again: {what}.")


@settings(max_examples=40)
@given(luck=st.randoms(use_true_random=False))
def test_every_state_of_any_evening_can_be_told(luck: Random) -> None:
    sitting, plain = Sitting(), PlainRecord()
    for _ in range(60):
        asked = plain.anything(luck)
        if plain.refuses(asked) is None:
            plain.do(asked)
            sitting.table.submit(asked)
            assert told(sitting).version == told(sitting, "fr").version == sitting.now.version
