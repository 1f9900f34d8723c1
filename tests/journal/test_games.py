"""Finished games are listed newest first, whatever was undone."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.game.actions import Start
from scorekeeper.journal import JournalFault, actions_of
from scorekeeper.journal.database import MatchGames
from scorekeeper.journal.journal import index_games
from tests.kit.drivers.table_setup import TWO, Sitting, ask
from tests.kit.fakes.file_damage import edit
from tests.kit.oracles.reference_record import PlainRecord


def won_by(sitting: Sitting, team: int, *, start: bool = True) -> None:
    if start:
        sitting.begin(players=["Cid", "Dee"])
    sitting.do("peg", team=team, points=121)


def test_a_game_that_was_conceded_says_so(sitting: Sitting) -> None:
    sitting.begin(scores=[14, 8])
    sitting.do("concede", team=0)
    won_by(sitting, 0)
    ended = [(one.winner, one.conceded_by, one.spread) for one in sitting.table.games()]
    assert ended == [(0, None, 121), (1, 0, -6)]
    assert [one.conceded for one in sitting.table.games()] == [False, True]


def test_a_game_is_as_old_as_it_was_though_its_first_entry_was_corrected(sitting: Sitting) -> None:
    sitting.begin()
    for team in (0, *(30 * (1,))):
        sitting.do("peg", team=team, points=1)
    sitting.amend(1, ask("start", **TWO | {"scores": [100, 0]}))
    sitting.do("peg", team=0, points=60)
    (game,) = sitting.table.games()
    assert game.begun == "2025-12-24T20:00:02.000Z", "the correction came half a minute later"


def test_a_damaged_list_of_games_is_made_again_from_the_entries(
    path: Path, sitting: Sitting
) -> None:
    for team in (0, 1, 0):
        won_by(sitting, team)
    before = sitting.table.games()
    sitting.table.close()
    edit(path, "UPDATE games SET body = replace(body, 'Cid', 'Eve') WHERE match = 3")
    sitting.again()
    with pytest.raises(JournalFault):
        sitting.table.games()
    assert sitting.table.games() == before
    assert [(one.what, one.values["lost"]) for one in sitting.journal.notices] == [("damaged", 0)]


@settings(max_examples=25)
@given(luck=st.randoms(use_true_random=False), steps=st.integers(1, 60))
def test_listed_games_are_those_that_the_entries_make(luck: Random, steps: int) -> None:
    sitting = Sitting()
    for _ in PlainRecord(0.9).enter(sitting.table, luck, steps):
        pass
    kept = sitting.journal.ready()
    listed = kept.games(None, steps)
    played = [sitting.table.load_game((game.match, game.place)) for game in listed]
    marks = sitting.table.marks
    assert tuple(one.game.marked(marks) for one in played if one) == sitting.table.games()
    with kept.transaction():
        for game in listed:
            kept.replace_games(MatchGames(game.match, 0, ()))
        index_games(kept)
    assert [game._replace(head=0) for game in kept.games(None, steps)] == [
        game._replace(head=0) for game in listed
    ]


@pytest.mark.parametrize(
    "mode", [None, {"entered": "points"}, {"counted_by": "players", "entered": "hands"}]
)
def test_a_next_game_alone_begins_by_the_options_and_entry_mode_of_its_match(
    mode: dict[str, str] | None,
) -> None:
    sitting = Sitting()
    sitting.begin(options={"game": 4}, **({"entry_mode": mode} if mode else {}))
    won_by(sitting, 0, start=False)
    sitting.do("next")
    won_by(sitting, 1, start=False)
    played = sitting.table.load_game((1, 1))
    assert played
    start = next(actions_of(played))
    assert isinstance(start, Start)
    assert start.options == {"game": 4}
    assert (start.entry_mode is None) == (mode is None)
    game = Sitting().table.submit(start).snapshot.game
    assert game.entry_mode == played.nodes[0].game.entry_mode
