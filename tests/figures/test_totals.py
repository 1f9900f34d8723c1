"""Totals over finished games, compared with small examples by hand and an independent sum."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.figures.totals import (
    MARGIN,
    Figures,
    Period,
    PlayerFigures,
    Selection,
    periods_of,
    totals_of,
)
from scorekeeper.game.analysis.score_sheet import Claims, RoleFigures, ShownHand
from scorekeeper.game.analysis.score_sheet import Figures as SeatFigures
from scorekeeper.game.marks import name_key
from scorekeeper.journal import GameResult


def game(players: str, scores: tuple[int, ...], *, number: int = 0, **fields: Any) -> GameResult:
    names = tuple(players.split())
    given = {
        "ended": "2026-11-20T20:00:00.000Z",
        "teams": tuple((seat,) for seat in range(len(names))),
        "winner": scores.index(max(scores)),
        "first_dealer": 0,
        "skunk": None,
        "figures": (SeatFigures(),) * len(names),
        "wins": "high",
        "games_won": (),
        "best_of": 0,
        "conceded": False,
        "conceded_by": None,
        "progress": scores,
        "fines": (),
    } | fields
    winner = given["winner"]
    spread = None
    if winner is not None:
        others = [score for team, score in enumerate(scores) if team != winner]
        low = given["wins"] == "low"
        spread = min(others) - scores[winner] if low else scores[winner] - max(others)
    return GameResult(
        match=number,
        place=0,
        key="six-card",
        target=121,
        players=names,
        scores=scores,
        games=1,
        credited=(0,) * len(given["teams"]),
        deals=9,
        begun=given["ended"],
        **{"spread": spread} | given,
    )


def player(figures: Figures, name: str) -> PlayerFigures:
    return next(one for one in figures.players if one.name == name)


def test_spread_and_skunks_of_an_evening() -> None:
    evening = [
        game("Ann Ben", (121, 60), skunk=91),
        game("Ann Ben", (90, 40), winner=None),
        game("Ben Ann", (121, 119)),
        game("Ben Ann", (121, 90), winner=1, wins="low", spread=31),
    ]
    figures = totals_of(reversed(evening))
    ann, ben = player(figures, "Ann"), player(figures, "Ben")
    assert (ann.spread, ben.spread, figures.pairs[0].spread) == (90, -90, 90)
    assert (ann.skunks_given, ben.skunks_taken) == (1, 1)
    three = totals_of([game("Ann Ben Cid", (61, 20, 20), skunk=31)]).players
    assert [(one.skunks_given, one.skunks_taken) for one in three] == [(2, 0), (0, 1), (0, 1)]


def test_partners_are_no_pair_and_get_points_together_but_the_first_deal_alone() -> None:
    """Both got the same points by muggins, and claims too high gave a team some of others."""
    took = SeatFigures(claims=Claims(took=2))
    four = game(
        "Ann Ben Cid Dee", (121, 90), teams=((0, 2), (1, 3)), fines=(0, 3),
        figures=(SeatFigures(), took, SeatFigures(), took),
    )  # fmt: skip
    alone = game("Ann Dee", (80, 121), figures=(SeatFigures(), took), fines=(4, 1))
    figures = totals_of([alone, four, four])
    dealt = {one.name: (one.dealt_first, one.won_dealing_first) for one in figures.players}
    assert dealt == {"Ann": (3, 2), "Ben": (0, 0), "Cid": (0, 0), "Dee": (0, 0)}
    pairs = {pair.names: (pair.games, pair.won, pair.spread) for pair in figures.pairs}
    assert pairs == {
        ("Ann", "Ben"): (2, (2, 0), 62),
        ("Ann", "Dee"): (3, (2, 1), 21),
        ("Ben", "Cid"): (2, (0, 2), -62),
        ("Cid", "Dee"): (2, (2, 0), 62),
    }
    taken = [(one.names, one.points) for one in figures.taken]
    assert taken == [(("Ben", "Dee"), 4), (("Dee",), 2)]
    fines = [(one.names, one.points) for one in figures.fines]
    assert fines == [(("Ben", "Dee"), 6), (("Ann",), 4), (("Dee",), 1)]


def test_who_had_fewer_holes_to_go_has_lost_by_as_many_as_the_winner_won_by() -> None:
    """To 121 and to 91: with 100 points one team is 21 away, and margins are by distance."""
    scores = {"scores": (100, 91), "winner": 1, "spread": 21, "progress": (100, 121)}
    figures = totals_of([game("Ann Ben", **scores)])
    assert (player(figures, "Ben").spread, player(figures, "Ann").spread) == (21, -21)
    assert (figures.pairs[0].ahead, figures.pairs[0].spread) == ((0, 1), -21)


def test_who_conceded_in_front_has_lost_by_no_hole() -> None:
    figures = totals_of([game("Ann Ben", (90, 84), winner=1, spread=-6, conceded=True)])
    assert (player(figures, "Ben").spread, player(figures, "Ann").spread) == (0, 0)
    assert (figures.pairs[0].ahead, figures.pairs[0].spread) == ((0, 1), 0)
    assert [(margin.holes, margin.games) for margin in figures.margins] == [(0, 1)]


def test_averages_are_added_up_by_role_and_the_oldest_of_equal_bests_is_kept() -> None:
    def seat(points: int, role: str) -> SeatFigures:
        shown = ShownHand(deal=1, seat=0, of=0, cards=(), starter=None, points=points)
        figures = {role: RoleFigures(hands=1, hand_points=points, plays=1, pegged=2)}
        return SeatFigures(best_hand=shown, worst_hand=shown, **figures)

    figures = totals_of(
        game("Ann Ben", (9, 1), number=n, winner=won, figures=(seat(points, role), SeatFigures()))
        for n, points, role, won in (
            (4, 28, "not_dealing", None), (3, 12, "dealing", 0), (2, 4, "dealing", 0),
            (1, 12, "not_dealing", 0),
        )
    )  # fmt: skip
    ann = player(figures, "Ann")
    assert (ann.dealing.hands, ann.dealing.hand_points, ann.dealing.pegged) == (2, 16, 4)
    assert (ann.not_dealing.hands, ann.not_dealing.hand_points) == (2, 40)
    assert ann.best_hand
    assert ann.worst_hand
    assert (ann.best_hand.game, ann.worst_hand.game) == ("1.0", "2.0")


def test_a_selection_has_the_games_of_its_days_and_people() -> None:
    ended = "2026-11-20T12:00:00.000Z"
    three = game("Ann Ben Zoé", (1, 2, 121), ended=ended)
    everybody = frozenset(map(name_key, ("ANN", "ben", "Zoe\u0301", "Max")))
    cases = {
        Selection(): True,
        Selection(since=date(2026, 11, 20)): True,
        Selection(since=date(2026, 11, 21)): False,
        Selection(until=date(2026, 11, 20)): False,
        Selection(until=date(2026, 11, 21)): True,
        Selection(players=everybody): True,
        Selection(players=frozenset({"ann", "ben"})): False,
    }
    assert {one: one.has(three) for one in cases} == cases


def test_seasons_begin_in_august() -> None:
    days = ("2025-07-31", "2025-08-01", "2026-07-31", "2026-08-02")
    games = [game("Ann Ben", (121, 0), ended=f"{day}T12:00:00.000Z") for day in days]
    years = [period.since[:4] for period in periods_of(games)]
    assert years == ["2026", "2025", "2024"]
    assert periods_of(games)[1] == Period("2025-08-01", "2026-08-01")


EVENINGS = st.lists(
    st.tuples(
        st.permutations(["Ann", "Ben", "Cid"]).map(tuple),
        st.tuples(st.integers(0, 120), st.integers(0, 120)),
        st.integers(0, 2),
        st.booleans(),
    ),
    max_size=12,
)


@given(EVENINGS)
def test_totals_equal_those_of_a_plain_second_way(evenings: list[Any]) -> None:
    games = list(map(_three_handed, evenings))
    figures = totals_of(reversed(games))
    over = [one for one in games if one.winner is not None]
    assert sum(margin.games for margin in figures.margins) == figures.games == len(over)
    assert sum(one.won for one in figures.players) == len(over)
    assert sum(pair.games for pair in figures.pairs) == 3 * len(over)
    assert figures.first_dealer_won == sum(one.winner == one.first_dealer for one in over)
    for one in figures.players:
        won = [played.players[played.winner or 0] == one.name for played in over]
        assert (one.won, one.games, one.longest) == (sum(won), len(won), _longest(won))
        assert abs(one.streak) == next(
            (at for at in range(len(won)) if won[-1 - at] != won[-1]), len(won)
        )
    for margin in figures.margins:
        steps = [
            one
            for one in over
            if one.spread is not None and one.spread // MARGIN * MARGIN == margin.holes
        ]
        assert len(steps) == margin.games


def _three_handed(drawn: tuple[tuple[str, ...], tuple[int, int], int, bool]) -> GameResult:
    names, others, first, won = drawn
    more = {} if won else {"winner": None}
    return game(" ".join(names), (121, *others), first_dealer=first, **more)


def _longest(won: Iterable[bool]) -> int:
    runs = "".join("x" if one else " " for one in won).split()
    return max(map(len, runs), default=0)
