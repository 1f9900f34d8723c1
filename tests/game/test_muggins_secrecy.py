"""Under muggins nothing may reveal whether a claim missed points, until the window has closed.

Twin tables make the same entries with different cards: at one a claim may be complete, at the other
it misses points. Until the window closes, everything except the cards themselves must be equal.
"""

import re
from random import Random
from typing import Final, NamedTuple

import pytest
from msgspec.structs import replace

from mqtt.game import events_of, state_of
from mqtt.payloads import encode
from scorekeeper.board.scene import Scene, scene_of
from scorekeeper.cards import DECK, Card, Cards
from scorekeeper.game import actions as a
from scorekeeper.game.codec import answer, to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import (
    Counted,
    Events,
    Told,
    WindowsClosed,
    awards_of,
    notices_of,
)
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal import Line
from scorekeeper.rules.variants import CRIB, RULES
from tests.kit.fakes.scenes import snapshot
from tests.kit.oracles.second_counter import points, rank_points
from tests.kit.players.random_games import NAMES, random_options

CARD: Final = re.compile(rb'"(?:10|[A2-9JQK])[CDHS]?"')

TABLES: Final = 200
"""Per rules row, in `make test`."""


class Twin(NamedTuple):
    """One of the two tables: its entries so far, and its unseen cards."""

    game: Game
    stock: list[Card]


def public(game: Game, events: Events, refusal: Refusal | None) -> bytes:
    """Return all output of the engine, with cards masked, and the truth only once it is public."""
    if refusal:
        return CARD.sub(b"#", to_json([refusal.code, refusal.facts]))
    if any(isinstance(event, WindowsClosed) for event in events):
        events = tuple(event for event in events if not isinstance(event, Told))
    said = CARD.sub(b"#", to_json((answer(1, events, game), events, game)))
    return said + on_the_broker(game, events) if game.windows else said


def on_the_broker(game: Game, events: Events) -> bytes:
    now = Snapshot(journal="", version=1, revision=1, game=game, before=game)
    line = Line(version=1, kind="do", asked=a.Go(), events=events, by="", at="")
    return encode((state_of(now, "kitchen", "full"), *events_of([line], game)))


def on_the_board(before: Game, game: Game, events: Events) -> Scene:
    """Return the scene, which is all that the lights can depend on."""
    return scene_of(snapshot(before, game, events))


def entered(game: Game, action: a.Action) -> tuple[Game, Events, Refusal | None]:
    try:
        return *apply(game, action), None
    except Refusal as refusal:
        return game, (), refusal


class Tables:
    def __init__(self, key: str, luck: Random) -> None:
        self.luck = luck
        self.differed = False
        self.twins = [Twin(Game(), luck.sample(DECK, 52)) for _ in "AB"]
        self.both(_start(key, luck))
        starter = luck.choice(DECK)
        for _, stock in self.twins:
            stock.remove(starter)
        self.both(a.Starter(card=starter))
        self.suits = luck.random() < 0.7

    @property
    def game(self) -> Game:
        return self.twins[0].game

    def both(self, *actions: a.Action) -> None:
        """Enter the same at both tables, except for cards, and compare the output."""
        one, other = (
            entered(twin.game, action)
            for twin, action in zip(self.twins, (*actions, actions[-1])[:2], strict=True)
        )
        assert public(*one) == public(*other)
        shown = [
            on_the_board(twin.game, game, events)
            for twin, (game, events, _) in zip(self.twins, (one, other), strict=True)
        ]
        if notices_of(one[1]) != notices_of(other[1]):  # A truth is public now.
            shown = [replace(scene, moment=None) for scene in shown]
        assert shown[0] == shown[1]
        totals = [
            [notice.total for notice in notices_of(events) if isinstance(notice, Counted)]
            for _, events, _ in (one, other)
        ]
        self.differed |= totals[0] != totals[1]
        self.twins = [
            Twin(game, twin.stock)
            for (game, *_), twin in zip((one, other), self.twins, strict=True)
        ]

    def evening(self) -> None:
        """Play some cards, count every hand with calls and other entries, then cut again."""
        self.lay_some()
        if self.game.phase is Phase.PLAY:
            self.both(a.Show())
        while self.game.phase is Phase.SHOW:
            self.count()
            self.ask_around()
        if self.game.phase is Phase.CUT:
            self.both(a.Starter(card=DECK[0]))

    def lay_some(self) -> None:
        free = [card for card in self.twins[0].stock if card in self.twins[1].stock]
        for card in free[: self.luck.randint(0, 4)]:
            if self.game.phase is Phase.PLAY and self.game.count + card.pips <= 31:
                for _, stock in self.twins:
                    stock.remove(card)
                self.both(a.Play(card=card))

    def count(self) -> None:
        """Count the next hand or crib: the same claim for different cards, true or too low."""
        game, luck = self.game, self.luck
        assert game.rules
        assert game.deal
        of = game.counting
        if luck.random() < 0.05:
            self.both(a.Crib(passed=True) if of == "crib" else a.Count(passed=True))
            return
        laid = () if of == "crib" else game.deal.hands[int(of or 0)]
        size = (CRIB if of == "crib" else game.rules.hand) - len(laid)
        hands = [tuple(stock.pop() for _ in range(size)) for _, stock in self.twins]
        claim = min(self.surely((*laid, *hand), crib=of == "crib") for hand in hands)
        say = {"flush": luck.choice((None, None, 4)), "nobs": luck.choice((None, None, True))}
        claim -= luck.choice((0, 0, 1, 2))
        kind = a.Crib if of == "crib" else a.Count
        actions = [kind(cards=self.shown(hand), claim=max(0, claim), **say) for hand in hands]
        if any(not entered(self.twins[i].game, actions[i])[1] for i in (0, 1)):
            actions = [replace(action, flush=None, nobs=None) for action in actions]
        self.both(*actions)

    def shown(self, hand: Cards) -> Cards:
        return hand if self.suits else tuple(Card(card.rank) for card in hand)

    def surely(self, hand: Cards, *, crib: bool) -> int:
        """Return the minimum worth of *hand*, for any suits that were not entered."""
        assert self.game.deal
        assert self.game.deal.starter
        starter = self.game.deal.starter
        if self.suits and self.game.rules and self.game.rules.crib_flush == "five":
            return points(hand, starter, crib=crib) if self.game.rules.nobs else 0
        return rank_points((*hand, starter))

    def ask_around(self) -> None:
        """Enter calls, right and wrong, and other actions possible while a window is open."""
        for _ in range(self.luck.randint(0, 4)):
            if self.game.phase in (Phase.SHOW, Phase.CUT):
                action = self.luck.choice((self.call(), self.call(), self.aside()))
                if self.same_at_both(action):
                    self.both(action)

    def call(self) -> a.Action:
        team = self.luck.randrange(len(self.game.pegs))
        return a.Muggins(team=team, points=self.luck.choice((1, 2, 3, 30)))

    def aside(self) -> a.Action:
        if self.luck.random() < 0.02:
            return a.Concede(team=0)
        misdeals = (a.Misdeal(), a.Misdeal(redeal=False))
        others = (a.Peg(team=0, points=1), a.Rename(seat=0, name="Eve"), a.Next(), a.Go())
        return self.luck.choice((*others, *misdeals))

    def same_at_both(self, action: a.Action) -> bool:
        """Return False for a call that is right at one table and wrong at the other."""
        if not isinstance(action, a.Muggins):
            return True
        one, other = (awards_of(entered(twin.game, action)[1]) for twin in self.twins)
        return one == other


def _start(key: str, luck: Random) -> a.Start:
    rules = RULES[key]
    options = random_options(rules, luck)
    options |= {"muggins": True, "misdeal": 0, "target": 121, "teams_by": "seating"}
    scores = tuple(luck.choice((0, 60, 105)) for _ in rules.teams)
    return a.Start(
        rules=key, players=NAMES[: rules.players], options=options, dealer=0, scores=scores
    )


def play_twins(key: str, tables: range) -> None:
    """Play several matches; in most of them the truths must really differ."""
    differed = 0
    for number in tables:
        twins = Tables(key, Random(f"{key} twins {number}"))
        if twins.game.phase is not Phase.OVER:
            twins.evening()
        differed += twins.differed
    assert differed > len(tables) / 2


@pytest.mark.parametrize(
    "tables", [TABLES, pytest.param(100_000 // len(RULES), marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("key", RULES)
def test_an_open_claim_looks_the_same_whatever_it_missed(key: str, tables: int) -> None:
    play_twins(key, range(tables))
