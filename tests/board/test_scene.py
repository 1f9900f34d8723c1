"""The scene of a table: only what everybody there may see."""

from math import inf

import pytest
from msgspec.structs import replace

from scorekeeper.board.scene import EMPTY, SOON, Ghost, Move, Scene, award_times, scene_of
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.events import GameWon
from scorekeeper.game.live import AtShow, EntryKind, Lesson, Live, PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game
from tests.kit.fakes.scenes import AT_HOME, START, done, played, snapshot

SHOW = '{"do": "show"}'


def test_scene_of_a_game_holds_what_everybody_sees() -> None:
    """Two for her heels, Ben to lead, and a team below 91 loses twice."""
    scene = scene_of(done(played(START), '{"do": "starter", "card": "JD"}'))
    assert scene == Scene(
        target=121,
        moves=(Move(0, 2, 0), AT_HOME),
        seats=(0, 1),
        dealer=0,
        turn=1,
        games=(0, 0),
        skunks=(91,),
    )


def test_scene_before_a_game_is_empty() -> None:
    assert scene_of(snapshot(Game(), Game())) == EMPTY


def test_first_pegs_do_not_walk() -> None:
    """A handicap is not walked: those pegs were never anywhere else."""
    start = START.replace("}", ', "scores": [0, 10]}')
    assert scene_of(snapshot(Game(), played(start))).moves == (AT_HOME, Move(10, 10, 0))


def test_team_of_an_earlier_match_is_not_shown() -> None:
    three = played(START.replace("six-card", "three-handed").replace('"Ben"', '"Ben", "Cleo"'))
    two = played('{"do": "abandon"}', START, game=three)
    assert scene_of(snapshot(three, two)).moves == (AT_HOME, AT_HOME)


def test_undo_moves_the_peg_back() -> None:
    before = played(START)
    game = played('{"do": "peg", "team": 1, "points": 5}', game=before)
    assert scene_of(snapshot(game, before)).moves == (AT_HOME, Move(5, 0, 0))


def test_only_the_winning_entry_is_just_won() -> None:
    playing = played(START)
    won = evolve_all(playing, [GameWon(team=1, games=1)])
    renamed = played('{"do": "rename", "seat": 0, "name": "Anna"}', game=won)
    assert scene_of(snapshot(playing, won)).just_won
    assert not scene_of(snapshot(won, renamed)).just_won
    assert scene_of(snapshot(won, renamed)).winner == 1
    assert scene_of(snapshot(won, renamed)).games == (0, 1)


def test_scene_has_the_team_of_each_seat_and_the_count() -> None:
    """Four at the table are two teams; the count is that of the cards that lie there."""
    four = START.replace("six-card", "cribble").replace('"Ben"', '"Ben", "Cleo", "Dan"')
    before = played(four, '{"do": "starter", "card": "4D"}', '{"do": "play", "card": "10H"}')
    scene = scene_of(done(before, '{"do": "play", "card": "7C"}'))
    assert (scene.seats, scene.dealer, scene.turn, scene.count) == ((0, 1, 0, 1), 0, 3, 17)


@pytest.mark.parametrize("end", ['{"do": "abandon"}', '{"do": "peg", "team": 0, "points": 121}'])
def test_game_is_over_with_a_winner_and_without(end: str) -> None:
    """Then nobody is asked, and back pegs need not breathe for anybody."""
    scene = scene_of(done(played(START), end))
    assert (scene.over, scene.turn) == (True, None)


@pytest.mark.parametrize(
    ("points", "ghost"),
    [(8, Ghost(1, 18)), (-3, Ghost(1, 7)), (-30, Ghost(1, 0)), (115, Ghost(1, 121)), (0, None)],
)
def test_pending_points_have_a_ghost(points: int, ghost: Ghost | None) -> None:
    """From where the front peg stands, and never off the board."""
    assert ghost_of(played(TEN), points) == ghost


TEN = START.replace("}", ', "scores": [0, 10]}')


def ghost_of(game: Game, points: int, team: int = 1) -> Ghost | None:
    """Return where the peg would be if *points* were entered for *team*."""
    typed = PendingEntry(kind=EntryKind.HAND, team=team, ghost=points)
    return scene_of(snapshot(game, game, live=Live(pending_entry=typed))).ghost


def test_void_points_have_no_ghost() -> None:
    exact = played(TEN.replace("}", ', "options": {"exact_finish": true}}'))
    assert ghost_of(exact, 112) is None
    assert ghost_of(exact, 111) == Ghost(1, 121)


def test_finished_game_has_no_ghost() -> None:
    assert ghost_of(played(TEN, '{"do": "abandon"}'), 8) is None
    assert ghost_of(played(TEN), 8, team=2) is None


def counted(hand: str, claim: int = 2) -> Snapshot:
    """Ben has claimed 2 for a *hand* that is worth at least that, with muggins on."""
    before = played(START, '{"do": "starter", "card": "4"}', SHOW)
    return done(before, f'{{"do": "count", "cards": {hand}, "claim": {claim}}}')


def test_open_window_looks_the_same_whatever_was_missed() -> None:
    nothing, much = counted('["A", "A", "7", "K"]'), counted('["5", "5", "6", "6"]')
    assert nothing.game != much.game
    assert scene_of(nothing) == scene_of(much)
    assert scene_of(nothing).window_open
    assert scene_of(counted('["A", "A", "7", "K"]', claim=0)).window_open


def test_lights_wait_for_somebody_who_goes_through_a_count_line_by_line() -> None:
    before = played(START, '{"do": "starter", "card": "4"}', SHOW)
    shown = done(before, '{"do": "count", "cards": ["5", "5", "6", "K"]}')
    lines = award_times(shown.latest)
    for line, until in ((0, lines[1] - SOON), (len(lines) - 1, inf), (None, inf)):
        live = Live(at_show=AtShow(lesson=Lesson(shown.version, "a", line)))
        assert scene_of(replace(shown, live=live)).waits_at == until


@pytest.mark.parametrize("points", [10, 1, 99], ids=["all of it", "less", "more than there was"])
def test_claim_called_by_everybody_is_no_longer_open(points: int) -> None:
    """Amber says that a call would be heard; Ann has had hers, whatever came of it."""
    much = counted('["5", "5", "6", "6"]').game
    called = done(much, f'{{"do": "muggins", "team": 0, "points": {points}}}')
    assert called.game.windows
    assert not scene_of(called).window_open
