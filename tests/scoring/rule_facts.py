"""The kinds of rule in vectors/rules.json: a test at a table for each."""

from collections.abc import Callable
from math import dist
from typing import Any, Final, TypeAlias

import pytest

from scorekeeper.board.shape import Fit, Measures, fit
from scorekeeper.board.shapes import shape_named
from scorekeeper.cards import Card, read_cards
from scorekeeper.game import actions as a
from scorekeeper.game.codec import to_plain
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import awards_of, notices_of
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game, Pegs, Phase
from scorekeeper.rules.options import house_rules

Vector: TypeAlias = dict[str, Any]

NAMES: Final = ("Ann", "Ben", "Cid", "Dee")


def begin(vector: Vector, *, dealer: int | None = None, scores: list[int] | None = None) -> Game:
    """Begin a game by the rules of *vector*, at the cut or, without a dealer, at the draw."""
    rules = house_rules(vector["rules"])
    start = a.Start(
        rules=vector["rules"],
        players=NAMES[: rules.players],
        options=vector["options"],
        dealer=dealer,
        scores=None if scores is None else tuple(scores),
    )
    return apply(Game(), start).game


def after(game: Game, *actions: a.Action) -> Game:
    for action in actions:
        game = apply(game, action).game
    return game


def heels(vector: Vector) -> None:
    given, expect = vector["given"], vector["expect"]
    game, events = apply(
        begin(vector, dealer=1, scores=[0, given["dealer_score"]]),
        a.Starter(card=Card.parse(given["starter"])),
    )
    awards = awards_of(events)
    assert sum(award.points for award in awards) == expect["points"]
    assert game.scores[1] == expect["new_score"]
    wins = expect.get("winner") is not None
    assert game.winner == (1 if wins else None)
    assert game.phase is (Phase.OVER if wins else Phase.PLAY)


def first_deal_bonus(vector: Vector) -> None:
    """Three for last: for the other player, only in the first deal of a game."""
    given = vector["given"]
    if given["deal_number"] == 1:
        game = begin(vector, dealer=given["dealer"], scores=given["scores"])
    else:
        game = begin(vector, dealer=1 - given["dealer"])
        game = after(game, *_pegged_to(game, given["scores"]), a.Deal())
        assert game.dealer == given["dealer"]
    assert list(game.scores) == vector["expect"]["scores"]


def _pegged_to(game: Game, scores: list[int]) -> list[a.Action]:
    return [
        a.Peg(team=team, points=wanted - had)
        for team, (had, wanted) in enumerate(zip(game.scores, scores, strict=True))
        if wanted != had
    ]


def first_dealer(vector: Vector) -> None:
    game = _drawn(vector)
    expect = vector["expect"]
    assert list(game.drawing) == expect.get("redraw", [])
    assert game.dealer == expect.get("dealer")


def _drawn(vector: Vector) -> Game:
    cuts = enumerate(read_cards(vector["given"]["cuts"]))
    return after(begin(vector), *(a.Draw(seat=seat, card=card) for seat, card in cuts))


def teams_by_draw(vector: Vector) -> None:
    """Partners drawn by card, and their seats."""
    game, expect = _drawn(vector), vector["expect"]
    assert game.rules
    assert game.dealer == expect["dealer"]
    assert list(game.players) == [NAMES[seat] for seat in expect["players_by_seat"]]
    teams = [list(seats) for seats in game.rules.teams]
    assert teams == expect.get("teams", teams)


def next_dealer(vector: Vector) -> None:
    game = begin(vector, dealer=vector["given"]["dealer"])
    assert len(game.players) == vector["given"]["players"]
    assert after(game, a.Deal()).dealer == vector["expect"]["dealer"]


def next_game_dealer(vector: Vector) -> None:
    given = vector["given"]
    winner = 1 - given["loser"]
    game = begin(vector, dealer=given["previous_first_dealer"])
    game = after(game, a.Peg(team=winner, points=121), a.Next())
    assert game.dealer == vector["expect"]["dealer"]


def starter_cutter(vector: Vector) -> None:
    assert begin(vector, dealer=vector["given"]["dealer"]).turn == vector["expect"]["seat"]


def deal(vector: Vector) -> None:
    """The numbers of cards dealt to, kept and discarded by each player."""
    rules = house_rules(vector["rules"])
    assert rules.players == vector["given"]["players"]
    thrown = rules.dealt - rules.hand
    assert vector["expect"] == {
        "cards_each": rules.dealt,
        "discard_each": thrown,
        "dealt_to_crib": rules.crib_from_deck,
        "hand_size": rules.hand,
        "crib_size": thrown * rules.players + rules.crib_from_deck,
    }


def show_order(vector: Vector) -> None:
    given = vector["given"]
    game = after(begin(vector, dealer=given["dealer"]), a.Starter(card=Card.parse("KS")), a.Show())
    order = []
    for ranks in ("A A A A", "2 2 2 2", "3 3 3 3", "4 4 4 4")[: given["players"]]:
        order.append(f"hand{game.counting}")
        game = after(game, a.Count(cards=read_cards(ranks.split())))
    assert game.counting == "crib"
    assert [*order, f"crib{game.dealer}"] == vector["expect"]["order"]


HANDS: Final = {
    20: ("5H KS KH KC",),
    12: ("3S 5S 7S 7C",),
    11: ("2D 3H JH JC",),
    10: ("2C 3D 5D 10H",),
    6: ("AD 8C 9C 9D",),
    4: ("AS 6D 6S JS",),
    2: ("2H 4D 7H 9S", "AH 3C 8S 9H", "AC 4S 4C 8H", "2S 4H 7D 10D", "2C 7C 9D KD"),
}
"""Hands by their worth with the five of clubs, which can be held at the same time."""


def show_win(vector: Vector) -> None:
    """The show ends with the hand that wins, whatever later hands are worth."""
    given, expect = vector["given"], vector["expect"]
    game = begin(vector, dealer=given["dealer"], scores=given["scores"])
    game = after(game, a.Starter(card=Card.parse("5C")), a.Show())
    stock = {points: iter(hands) for points, hands in HANDS.items()}
    hands = [read_cards(next(stock[points]).split()) for points in given["hands"]]
    shows = [*(a.Count(cards=cards) for cards in hands)]
    for action in (*shows, a.Crib(cards=read_cards(next(stock[given["crib"]]).split()))):
        if game.phase is Phase.SHOW:
            game = after(game, action)
    assert game.winner == expect["winner"]
    assert list(game.scores) == expect["scores"]


def skunk(vector: Vector) -> None:
    given = vector["given"]
    vector = {**vector, "options": {**vector["options"], "target": given["target"]}}
    game = begin(vector, dealer=0, scores=[0, given["loser_score"]])
    game = after(game, a.Peg(team=0, points=given["target"]))
    assert game.games == (vector["expect"]["games"], 0)


def muggins(vector: Vector) -> None:
    given, expect = vector["given"], vector["expect"]
    options = {**vector["options"], "for_last": 0}
    had = given.get("caller_score", 0)
    game = begin({**vector, "options": options}, dealer=1, scores=[0, had])
    assert game.rules
    cards = read_cards({4: HANDS[given["true"]][0], 3: "4C 4D 6H"}[game.rules.hand].split())
    game = after(game, a.Starter(card=Card.parse("5C")), a.Show())
    game, events = apply(game, a.Count(cards=cards, claim=given["claimed"]))
    told = [notice["what"] for notice in to_plain(notices_of(events))]
    assert expect.get("told", "") in ("", *told)
    assert bool(game.windows) is expect.get("window", "refused_call" not in expect)
    if "called_by" in given:
        game = _called(game, vector)
    assert game.scores[0] == expect.get("claimer", given["claimed"])
    assert game.scores[1] == expect.get("caller_score", expect.get("caller", 0))
    assert game.winner == (1 if expect.get("winner") == "caller" else None)


REFUSED: Final = {
    "too_late": Code.NO_WINDOW,
    "own_team": Code.OWN_TEAM,
    "muggins_off": Code.NO_WINDOW,
}


def _called(game: Game, vector: Vector) -> Game:
    given, expect = vector["given"], vector["expect"]
    if not given.get("before_next_count", True):
        own = a.Count(cards=read_cards(HANDS[2][0].split()))
        game = after(game, own, a.Peg(team=1, points=-2, reason="only the call is looked at"))
    team = 0 if given["called_by"] == "partner" else 1
    call = a.Muggins(team=team, points=given.get("named", given["true"] - given["claimed"]))
    refused = expect.get("refused", expect.get("refused_call"))
    if refused is None:
        return after(game, call)
    with pytest.raises(Refusal) as refusal:
        apply(game, call)
    assert refusal.value.code is REFUSED[refused]
    return game


def misdeal(vector: Vector) -> None:
    given, expect = vector["given"], vector["expect"]
    had = given.get("opponent_score", 0)
    game = begin(vector, dealer=1, scores=[had, 0])
    points = expect.get("opponent_points", 0)
    if given.get("opponent_looked"):
        game = after(game, a.Peg(team=0, points=points))
    else:
        game = after(game, a.Misdeal())
    if "winner" in expect:
        assert game.winner == 0
    else:
        assert game.scores == (had + points, 0)
        assert (game.phase, game.dealer) == (Phase.CUT, 1)


def overshoot(vector: Vector) -> None:
    """Points past the target: they stop in the game hole, or with an exact finish are void."""
    given, expect = vector["given"], vector["expect"]
    options = {**vector["options"], "for_last": 0}
    game = begin({**vector, "options": options}, dealer=1, scores=[given["score"], 0])
    assert game.rules
    assert game.rules.target == given["target"]
    shows = {(4, 2): "2H 4D 7H 9S", (4, 8): "2C 3C 10H KS", (3, 2): "2H 4D 9S"}
    cards = read_cards(shows[game.rules.hand, given["points"]].split())
    game = after(game, a.Starter(card=Card.parse("5C")), a.Show(), a.Count(cards=cards))
    assert game.scores[0] == expect["score"]
    assert (game.winner == 0) is expect["winner"]


def order_of_award(vector: Vector) -> None:
    assert vector["given"]["event"] == "dealer turns a jack"
    game = begin(vector, dealer=1, scores=vector["given"]["scores"])
    assert after(game, a.Starter(card=Card.parse("JC"))).winner == 1


def board(vector: Vector) -> None:
    if "score" in vector["given"]:
        _on_the_wood(vector)
    else:
        _on_the_pegs(vector)


def _on_the_wood(vector: Vector) -> None:
    """Out along the outer row and back along the inner one, with holes side by side."""
    given, expect = vector["given"], vector["expect"]
    rules = house_rules(vector["rules"])
    shape = shape_named(rules.shape, Measures(tracks=len(rules.teams)))
    fitted = fit(shape, (given["target"],) * len(rules.teams))
    assert isinstance(fitted, Fit)
    for team, track in enumerate(shape.tracks):
        stand = fitted.place_of(team, given["score"])
        assert (stand.track, stand.lap) == (team, expect.get("lap", 1))
        if expect["hole"] == "game":
            assert stand.hole == shape.holes
            continue
        outer, place = range(1, track.pieces[0] + 1), track.holes[stand.hole - 1]
        assert expect["row"] == ("outer" if stand.hole in outer else "inner")
        assert expect["hole"] == min(outer, key=lambda hole: dist(track.holes[hole - 1], place))


def _on_the_pegs(vector: Vector) -> None:
    """The back peg leaps over the front one; without points nothing moves."""
    given = vector["given"]
    game = begin({**vector, "rules": "six-card"}, dealer=1, scores=[given["back"], 0])
    game = after(game, a.Peg(team=0, points=given["front"] - given["back"]))
    assert game.pegs[0] == Pegs(given["front"], given["back"])
    shows = {0: "2S 4D 6H 8C", 4: "AC 5H 7D 8S"}
    cards = read_cards(shows[given["award"]].split())
    game = after(game, a.Starter(card=Card.parse("KC")), a.Show(), a.Count(cards=cards))
    assert game.pegs[0] == Pegs(vector["expect"]["front"], vector["expect"]["back"])


RULE: Final[dict[str, Callable[[Vector], None]]] = {
    kind.__name__: kind
    for kind in (
        heels,
        first_deal_bonus,
        first_dealer,
        teams_by_draw,
        next_dealer,
        next_game_dealer,
        starter_cutter,
        deal,
        show_order,
        show_win,
        skunk,
        muggins,
        misdeal,
        overshoot,
        order_of_award,
        board,
    )
}
