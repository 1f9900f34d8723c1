"""The scene of a table contains only public information."""

from itertools import pairwise
from math import inf
from random import Random

import pytest
from msgspec.structs import replace

from scorekeeper.board.picture import settles_at, walk_ends
from scorekeeper.board.scene import (
    COUNT_AT_MOST,
    LINE,
    SOON,
    WINNING_COUNT_AT_MOST,
    Ghost,
    Move,
    Scene,
    Step,
    award_times,
    scene_of,
    steps,
)
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.events import Events, GameWon, HandShown, Pegged, awards_of
from scorekeeper.game.live import AtShow, EntryKind, Lesson, Live, PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game
from scorekeeper.rules.variants import RULES
from tests.kit.fakes.scenes import AT_HOME, START, done, played, small, snapshot
from tests.kit.players.random_games import Evening

SHOW = '{"do": "show"}'


def test_scene_of_a_game_holds_what_everybody_sees() -> None:
    scene = scene_of(done(played(START), '{"do": "starter", "card": "JD"}'))
    assert scene == Scene(
        target=121,
        moves=(Move(0, 2, 0), AT_HOME),
        steps=(Step(0, start=0, to=2, at=0.0, seconds=0.18),),
        seats=(0, 1),
        dealer=0,
        turn=1,
        games=(0, 0),
        skunks=(91,),
    )


def test_first_pegs_do_not_walk() -> None:
    """A handicap is not animated: those pegs have no earlier position."""
    start = START.replace("}", ', "scores": [0, 10]}')
    assert scene_of(snapshot(Game(), played(start))).moves == (AT_HOME, Move(10, 10, 0))


def test_team_of_an_earlier_match_is_not_shown() -> None:
    three = played(START.replace("six-card", "three-handed").replace('"Ben"', '"Ben", "Cleo"'))
    two = played('{"do": "abandon"}', START, game=three)
    assert scene_of(snapshot(three, two)).moves == (AT_HOME, AT_HOME)


def test_only_the_winning_entry_is_just_won() -> None:
    playing = played(START)
    won = evolve_all(playing, [GameWon(team=1, games=1)])
    renamed = played('{"do": "rename", "seat": 0, "name": "Anna"}', game=won)
    assert scene_of(snapshot(playing, won)).just_won
    assert not scene_of(snapshot(won, renamed)).just_won
    assert scene_of(snapshot(won, renamed)).winner == 1
    assert scene_of(snapshot(won, renamed)).games == (0, 1)


def test_scene_has_the_team_of_each_seat_and_the_count() -> None:
    four = START.replace("six-card", "cribble").replace('"Ben"', '"Ben", "Cleo", "Dan"')
    before = played(four, '{"do": "starter", "card": "4D"}', '{"do": "play", "card": "10H"}')
    scene = scene_of(done(before, '{"do": "play", "card": "7C"}'))
    assert (scene.seats, scene.dealer, scene.turn, scene.count) == ((0, 1, 0, 1), 0, 3, 17)


@pytest.mark.parametrize("end", ['{"do": "abandon"}', '{"do": "peg", "team": 0, "points": 121}'])
def test_game_is_over_with_a_winner_and_without(end: str) -> None:
    scene = scene_of(done(played(START), end))
    assert (scene.over, scene.turn) == (True, None)


@pytest.mark.parametrize(
    ("points", "ghost"),
    [(8, Ghost(1, 18)), (-3, Ghost(1, 7)), (-30, Ghost(1, 0)), (115, Ghost(1, 121)), (0, None)],
)
def test_pending_points_have_a_ghost(points: int, ghost: Ghost | None) -> None:
    assert ghost_of(played(TEN), points) == ghost
    assert ghost_of(played(TEN, '{"do": "abandon"}'), points) is None


def test_points_that_are_void_or_of_nobody_have_no_ghost() -> None:
    exact = played(TEN.replace("}", ', "options": {"exact_finish": true}}'))
    assert (ghost_of(exact, 112), ghost_of(exact, 111)) == (None, Ghost(1, 121))
    assert ghost_of(played(TEN), 8, team=2) is None


TEN = START.replace("}", ', "scores": [0, 10]}')


def ghost_of(game: Game, points: int, team: int = 1) -> Ghost | None:
    typed = PendingEntry(kind=EntryKind.HAND, team=team, ghost=points)
    return scene_of(snapshot(game, game, live=Live(pending_entry=typed))).ghost


def counted(hand: str, claim: int = 2) -> Snapshot:
    """Ben has claimed 2 for a *hand* that is worth at least that, with muggins on."""
    before = played(START, '{"do": "starter", "card": "4"}', SHOW)
    return done(before, f'{{"do": "count", "cards": {hand}, "claim": {claim}}}')


def test_lights_wait_for_somebody_who_goes_through_a_count_line_by_line() -> None:
    before = played(START, '{"do": "starter", "card": "4"}', SHOW)
    shown = done(before, '{"do": "count", "cards": ["5", "5", "6", "K"]}')
    lines = award_times(shown.latest)
    for line, until in ((0, lines[1] - SOON), (len(lines) - 1, inf), (None, inf)):
        live = Live(at_show=AtShow(lesson=Lesson(shown.version, "a", line)))
        assert scene_of(replace(shown, live=live)).waits_at == until


@pytest.mark.parametrize("points", [10, 1, 99], ids=["all of it", "less", "more than there was"])
def test_claim_called_by_everybody_is_no_longer_open(points: int) -> None:
    much = counted('["5", "5", "6", "6"]').game
    called = done(much, f'{{"do": "muggins", "team": 0, "points": {points}}}')
    assert called.game.windows
    assert not scene_of(called).window_open


CUT = '{"do": "starter", "card": "5H"}'
TWELVE = '{"do": "count", "cards": ["10C", "JD", "QS", "KC"]}'
OPEN = START.replace("}", ', "options": {"muggins": false, "target": 31, "skunks": []}}')
BOARD = small(holes=31)


def twelve(start: str = OPEN) -> Snapshot:
    """Ben has counted four fifteens and a run of four."""
    return done(played(start, CUT, SHOW), TWELVE)


def test_void_hand_is_shown_but_not_walked() -> None:
    exact = OPEN.replace('"target": 31', '"target": 31, "exact_finish": true')
    shown = twelve(exact.replace("options", 'scores": [0, 25], "options'))
    assert award_times(shown.latest) == (0, 0.8, 1.6, pytest.approx(2.4), 3.2)
    assert scene_of(shown).steps == ()


def test_winning_count_is_shown_faster() -> None:
    shown = twelve(OPEN.replace("options", 'scores": [0, 25], "options'))
    scene = scene_of(shown)
    assert [step.to for step in scene.steps] == [27, 29, 31, 31, 31]
    assert award_times(shown.latest)[-1] < WINNING_COUNT_AT_MOST
    assert walk_ends(scene) == pytest.approx(2 * 1.4 / 5 + 0.18)
    assert 4 < settles_at(scene, small(holes=31)) < 12
    assert scene.just_won


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
            team = awards_of(turn.events)[0].team
            way = [step for step in steps(turn.events, turn.game.pegs) if step.team == team]
            assert way[0].start == before.scores[team]
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
