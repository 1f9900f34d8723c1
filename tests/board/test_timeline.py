"""A count is told line by line, on the board as at the table; all else is told at once."""

from itertools import pairwise
from random import Random

import pytest

from scorekeeper.board.picture import settles_at, walk_ends
from scorekeeper.board.scene import (
    COUNT_AT_MOST,
    LINE,
    WINNING_COUNT_AT_MOST,
    Move,
    Scene,
    Step,
    award_times,
    scene_of,
    steps,
)
from scorekeeper.game.events import Events, GameWon, HandShown, Pegged, awards_of
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.rules.variants import RULES
from tests.kit.fakes.scenes import LATER, START, done, frames, played, small, snapshot
from tests.kit.players.random_games import Evening

CUT = '{"do": "starter", "card": "5H"}'
SHOW = '{"do": "show"}'
TWELVE = '{"do": "count", "cards": ["10C", "JD", "QS", "KC"]}'
OPEN = START.replace("}", ', "options": {"muggins": false, "target": 31, "skunks": []}}')
BOARD = small(holes=31)


def twelve(start: str = OPEN) -> Snapshot:
    """Ben has counted four fifteens and a run of four."""
    return done(played(start, CUT, SHOW), TWELVE)


def ben(shown: Snapshot, *seconds: float) -> list[str]:
    """The first twenty holes of Ben's track at each of *seconds*."""
    scene = scene_of(shown)
    return [other[:20] for _, other in frames(scene, *seconds, board=BOARD)]


def test_count_is_shown_line_by_line() -> None:
    """Fifteen two, fifteen four, six, eight, and a run of four is twelve."""
    assert ben(twelve(), 0, 0.1, 0.7, 0.8, 0.9, 1.5, 1.6, 2.3, 2.41, 3.1, 3.2, 3.3, 3.6) == [
        "O...................",
        ".O..................",
        ".O..................",
        "..O.................",
        "...O................",
        "...O................",
        "....O...............",
        ".....O..............",
        "......O.............",
        ".......O............",
        "........O...........",
        ".........O..........",
        "...........O........",
    ]


def test_back_peg_stays_where_the_count_began() -> None:
    """One move of a team is one leap of its pegs, however long it takes to tell."""
    ahead = OPEN.replace("options", 'scores": [0, 3], "options')
    assert ben(twelve(ahead), 0, 2.3, LATER) == [
        "..oO................",
        "..o.....O...........",
        "..o...........O.....",
    ]


def test_later_entry_cuts_a_count_short() -> None:
    game = twelve().game
    assert ben(done(game, '{"do": "rename", "seat": 0, "name": "Anna"}'), 0) == [
        "...........O........"
    ]


def test_undo_and_redo_walk_in_one_go() -> None:
    shown = twelve()
    back = snapshot(shown.game, shown.before)
    assert ben(back, 0, 0.5, 1.2) == [
        "..........O.........",
        ".....O..............",
        ":...................",
    ]
    assert ben(snapshot(shown.before, shown.game), 0, 0.5, 1.2)[::2] == [
        "O...................",
        "...........O........",
    ]


def test_in_the_play_all_that_a_card_earns_is_one_walk() -> None:
    cards = [f'{{"do": "play", "card": "{card}"}}' for card in ("5C", "5D")]
    shown = done(
        played(OPEN, '{"do": "starter", "card": "4H"}', *cards), cards[0].replace("C", "S")
    )
    assert [award.points for award in awards_of(shown.latest)] == [2, 6]
    assert award_times(shown.latest) == (0, 0)
    scene = scene_of(shown)
    assert scene.steps == ()
    assert settles_at(scene, small()) > 0


def test_claim_is_one_line() -> None:
    claim = TWELVE.replace("}", ', "claim": 10}')
    shown = done(played(OPEN.replace("false", "true"), CUT, SHOW), claim)
    assert (award_times(shown.latest), scene_of(shown).steps) == ((0,), ())


def test_void_hand_is_shown_but_not_walked() -> None:
    """With exact finish it would pass the target."""
    exact = OPEN.replace('"target": 31', '"target": 31, "exact_finish": true')
    shown = twelve(exact.replace("options", 'scores": [0, 25], "options'))
    assert award_times(shown.latest) == (0, 0.8, 1.6, pytest.approx(2.4), 3.2)
    assert {(step.to, step.seconds) for step in scene_of(shown).steps} == {(25, 0)}


def test_winning_count_is_shown_faster() -> None:
    """The peg is home in a second and a half, and the rest of the hand takes it nowhere."""
    shown = twelve(OPEN.replace("options", 'scores": [0, 25], "options'))
    scene = scene_of(shown)
    assert [step.to for step in scene.steps] == [27, 29, 31, 31, 31]
    assert award_times(shown.latest)[-1] < WINNING_COUNT_AT_MOST
    assert walk_ends(scene) == pytest.approx(2 * 1.4 / 5 + 0.18)
    assert 4 < settles_at(scene, small(holes=31)) < 12
    assert scene.just_won


def test_hand_of_many_lines_is_shown_in_eight_seconds() -> None:
    """Twenty-nine has fifteen lines: nobody waits twelve seconds for the next hand."""
    shown = done(played(OPEN, CUT, SHOW), '{"do": "count", "cards": ["5C", "5D", "5S", "JH"]}')
    times = award_times(shown.latest)
    assert len(times) == 15
    assert times[1] == pytest.approx(8 / 15)
    assert scene_of(shown).steps[0] == Step(1, 2, 0, 0.18)


def test_step_is_never_longer_than_its_line() -> None:
    scene = Scene(
        target=121, moves=(Move(0, 29, 0),), steps=(Step(0, 20, 0, 0.4), Step(0, 29, 0.4, 0.4))
    )
    assert frames(scene, 0.39, 0.4, 0.8, board=small(tracks=1, holes=31)) == [
        ["...................O..........."],
        ["....................O.........."],
        ["............................O.."],
    ]


@pytest.mark.parametrize("key", RULES)
def test_every_line_of_an_evening_ends_in_time(key: str) -> None:
    before, counts = None, 0
    for turn in Evening(key, Random(f"{key} told")).play(4):
        times, pegs = (
            award_times(turn.events),
            [event for event in turn.events if isinstance(event, Pegged)],
        )
        assert len(times) == len(awards_of(turn.events))
        assert list(times) == sorted(times)
        if any(times):
            counts += 1
            _is_a_count(turn.events, times)
            way = steps(turn.events, before.scores, turn.game.rules.goals)
            team = awards_of(turn.events)[0].team
            own = [award.team == team for award in awards_of(turn.events)]
            assert [step.at for step in way] == [
                at for at, mine in zip(times, own, strict=True) if mine
            ]
            assert way[-1].to == pegs[0].to
            assert all(one.at + one.seconds <= two.at + 1e-9 for one, two in pairwise(way))
        before = turn.game
    assert counts > 0


def _is_a_count(events: Events, times: tuple[float, ...]) -> None:
    kinds = {type(event) for event in events}
    most = WINNING_COUNT_AT_MOST if GameWon in kinds else COUNT_AT_MOST
    assert HandShown in kinds
    assert times[0] == 0
    assert times[1] <= LINE
    assert times[-1] < most
