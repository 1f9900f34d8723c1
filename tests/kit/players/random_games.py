"""Players who play random matches by the rules, forget points, miscount, call, and correct pegs."""

from random import Random
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import DECK, Card, Cards
from scorekeeper.game import actions as a
from scorekeeper.game.actions import CountedBy, Entered, EntryModeChange
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import Events
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.options import house_rules
from scorekeeper.rules.variants import RULES, Rules
from tests.kit.oracles.second_counter import points

NAMES: Final = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay")

GO_ABOVE: Final = 21

LOW_DEALS: Final = 0.25
"""The share of deals with mostly the lowest ranks, which give pairs royal and long runs."""


class Turn(NamedTuple):
    action: a.Action
    events: Events
    game: Game


class Evening:
    """A table with the rules *key*; all actions are determined by *luck*."""

    short_hands = 0.1
    """The share of deals in which a player has kept too few cards, or none."""

    def __init__(self, key: str, luck: Random) -> None:
        self.key, self.luck = key, luck
        self.game = Game()
        self.turns: list[Turn] = []
        self.suits = luck.choice((0.0, 0.5, 1.0))
        """The share of cards that are entered with a suit."""
        self.hands: list[list[Card]] = []
        self.kept: list[Cards] = []
        self.crib: Cards = ()
        self.starter = DECK[0]

    def play(self, games: int = 1) -> list[Turn]:
        """Yield all entries until this many games have ended, or a best-of match is decided."""
        self.do(_start(self.key, self.luck))
        while True:
            while self.game.phase is not Phase.OVER:
                self.do(self._varied(self._next_action()))
            games -= 1
            if not games or self._is_decided():
                return self.turns
            self.do(a.Next())

    def _is_decided(self) -> bool:
        rules = self.game.rules
        wins = [turn.game.winner for turn in self.turns if turn.game.phase is Phase.OVER]
        most = max(map(wins.count, range(len(self.game.games))))
        return bool(rules and rules.best_of and most > rules.best_of // 2)

    def do(self, action: a.Action) -> None:
        """Enter *action*, which the rules must allow."""
        deal = self.game.deal
        self.game, events = apply(self.game, action)
        self.turns.append(Turn(action, events, self.game))
        if self.game.phase is Phase.CUT and self.game.deal is not deal:
            self._shuffle()

    def _shuffle(self) -> None:
        rules = self.game.rules
        needed = rules.players * rules.hand + 5
        low = [card for card in DECK if card.rank <= needed // 4 + 2]
        cards = self.luck.sample(low if self.luck.random() < LOW_DEALS else DECK, needed)
        self.starter, *rest = cards
        self.crib = tuple(rest[:4])
        hands = rest[4:]
        size = rules.hand
        self.kept = [tuple(hands[at : at + size]) for at in range(0, size * rules.players, size)]
        if self.luck.random() < self.short_hands:
            seat = self.luck.randrange(rules.players)
            self.kept[seat] = self.kept[seat][: self.luck.randrange(size)]
        self.hands = [list(hand) for hand in self.kept]

    def _next_action(self) -> a.Action:
        roll = self.luck.random()
        if roll < 0.04 and (aside := self._aside(roll * 25)):
            return aside
        if self.game.windows and self.luck.random() < 0.3 and (call := self._call()):
            return call
        match self.game.phase:
            case Phase.DRAW:
                return self._draw()
            case Phase.CUT:
                return self._misdeal() if roll > 0.95 else a.Starter(card=self.seen(self.starter))
            case Phase.PLAY:
                return self._in_play(roll)
            case _:
                return self._count()

    def _misdeal(self) -> a.Action:
        return a.Misdeal(redeal=self.luck.choice((None, True, False)))

    def seen(self, card: Card) -> Card:
        return card if self.luck.random() < self.suits else Card(card.rank)

    def _aside(self, roll: float) -> a.Action | None:
        """Return an optional entry: a corrected peg, a new name, another entry mode, a passed deal,
        or an end."""
        game, luck = self.game, self.luck
        if roll < 0.5:
            return self._peg()
        if roll < 0.7:
            seat = luck.randrange(len(game.players))
            name = f"{NAMES[seat]}{luck.choice(('', ' B.', 'è'))}{seat}"
            others = (*game.players[:seat], *game.players[seat + 1 :])
            return None if name in others else a.Rename(seat=seat, name=name)
        if roll < 0.8:
            return a.SetMode(entry_mode=_entry_mode(luck))
        if roll < 0.9:
            dealer = luck.choice((None, luck.randrange(len(game.players))))
            return None if game.phase is Phase.DRAW else a.Deal(dealer=dealer)
        if roll < 0.93:
            return a.Abandon()
        return a.Concede(team=luck.randrange(len(game.pegs))) if roll < 0.99 else None

    def _peg(self) -> a.Action | None:
        team = self.luck.randrange(len(self.game.pegs))
        front = self.game.pegs[team].front
        rules = self.game.rules
        most = min(12, self.game.holes_left(team)) if rules.exact_finish else 12
        points = self.luck.randint(-min(front, 4), most)
        return a.Peg(team=team, points=points, reason="?") if points else None

    def _draw(self) -> a.Action:
        seat = self.luck.choice(self.game.drawing)
        game = self.game
        this_round = len(game.drawn[seat])
        gone = {str(cards[this_round]) for cards in game.drawn if len(cards) > this_round}
        low = [card for card in DECK if str(card) not in gone and card.rank < 6]
        return a.Draw(seat=seat, card=self.seen(self.luck.choice(low)))

    def _in_play(self, roll: float) -> a.Action:
        play = self.game.deal.play if self.game.deal else None
        if roll > (0.985 if play.laid else 0.95):
            return self._misdeal()
        if roll > 0.98:
            return a.Show()
        if not self.hands[play.turn]:
            return a.Go(seat=self.luck.choice((play.turn, None)), out=True)
        if roll > 0.97:
            holding = [seat for seat in self.game.around() if self.game.cards_left(seat)]
            return a.Go(seat=self.luck.choice((*holding, None)), out=True)
        count = play.count
        fits = self._fitting(play.turn, count)
        lies = count > GO_ABOVE and self.luck.random() < 0.1
        if fits and not lies:
            return self._lay(play.turn, fits)
        return self._go(play.turn, count)

    def _fitting(self, seat: int, count: int) -> list[Card]:
        return [card for card in self.hands[seat] if count + card.pips <= 31]

    def _lay(self, seat: int, fits: list[Card], *, name: bool | None = None) -> a.Action:
        card = self._pair(fits) or self.luck.choice(fits)
        self.hands[seat].remove(card)
        named = self.luck.random() < 0.5 if name is None else name
        return a.Play(card=self.seen(card), seat=seat if named else None)

    def _pair(self, fits: list[Card]) -> Card | None:
        """Return a card like the last one, to get many pairs."""
        play = self.game.deal.play if self.game.deal else None
        last = play.laid[-1].card.rank if play and play.laid else None
        return next((card for card in fits if card.rank is last), None)

    def _go(self, seat: int, count: int) -> a.Action:
        """Return a go: said by oneself, implied by the next player's card, or by all."""
        roll = self.luck.random()
        if roll < 0.4:
            return a.Go(seat=self.luck.choice((seat, None)))
        for other in self.game.around(seat + 1):
            fits = self._fitting(other, count)
            if other != seat and fits and self.game.can_lay(other):
                return self._lay(other, fits, name=True) if roll < 0.9 else a.Go(all=True)
        return a.Go(all=True)

    def _count(self) -> a.Action:
        of = self.game.counting
        kept, passed = self.crib, self.luck.random() < 0.04
        if of != "crib":
            is_out = of in self.game.deal.play.out
            kept = tuple(card for card in self.kept[of] if not (is_out and card in self.hands[of]))
            passed |= not kept or len(kept) < self.game.hand_size(of)
        if of == "crib" and passed:
            return a.Crib(passed=True)
        if passed:
            return a.Count(seat=self.luck.choice((of, None)), passed=True)
        if of == "crib":
            entered = tuple(map(self.seen, self.crib))
            return self._said_or_not(a.Crib(cards=entered, **self._shown(self.crib, crib=True)))
        again = self.luck.random() < 0.3
        rest = [card for card in self.hands[of] if card in kept]
        cards = tuple(map(self.seen, kept if again else rest))
        seat = self.luck.choice((of, None))
        shown = self._shown(kept, crib=False)
        return self._said_or_not(a.Count(seat=seat, cards=cards or None, **shown))

    def _shown(self, kept: Cards, *, crib: bool) -> dict[str, Any]:
        luck, shown = self.luck, dict[str, Any]()
        if luck.random() < 0.2:
            size = max(3, len(kept))
            shown["flush"] = luck.choice((0, size, size + 1))
        if luck.random() < 0.3:
            shown["nobs"] = luck.random() < 0.7
        if luck.random() < 0.6:
            truth = points(kept, self.starter, crib=crib)
            shown["claim"] = max(0, truth + luck.choice((-4, -2, -1, 0, 0, 1, 3)))
        return shown

    def _varied(self, action: a.Action) -> a.Action:
        """Return *action* or an equivalent one, if the program accepts that."""
        luck, other = self.luck, action
        match action:
            case a.Count() | a.Crib() if luck.random() < 0.15:
                passed = type(action)(passed=True)
                other = luck.choice((passed, replace(action, claim=luck.randint(0, 12))))
            case a.Muggins() if luck.random() < 0.5:
                said = luck.choice(({}, {"of": None}, {"flush": 4}, {"flush": 0}, {"nobs": False}))
                other = replace(action, points=luck.randint(1, 12), **said)
        try:
            apply(self.game, other)
        except Refusal:
            return action
        return other

    def _said_or_not(self, action: a.Count | a.Crib) -> a.Action:
        """Return *action*, without its suit claims if the cards exclude those."""
        if action.flush is None and action.nobs is None:
            return action
        try:
            apply(self.game, action)
        except Refusal as refusal:
            if refusal.code is Code.IMPOSSIBLE_SAY:
                return replace(action, flush=None, nobs=None)
        return action

    def _call(self) -> a.Action | None:
        window = self.luck.choice(self.game.windows)
        claimer = self.game.team_of(window.seat)
        free = [team for team in self.game.others(claimer) if team not in window.called]
        if not free:
            return None
        return a.Muggins(
            team=self.luck.choice(free),
            points=self.luck.choice((1, 1, 2, 3, 4, 5, 29)),
            of=window.of,
        )


def _start(key: str, luck: Random) -> a.Start:
    rules = RULES[key]
    options = random_options(rules, luck) if luck.random() < 0.6 else {}
    goals = house_rules(key, options).goals
    short = luck.random() < 0.85
    lows = [luck.choice((0, goal // 2, max(0, goal - 15))) for goal in goals]
    lows[0] = max(0, goals[0] - 20)
    if luck.random() < 0.3:
        lows = [goal - 8 for goal in goals]
    return a.Start(
        rules=key,
        players=NAMES[: rules.players],
        options=options or None,
        dealer=luck.choice((None, luck.randrange(rules.players))),
        scores=tuple(map(luck.randint, lows, (goal - 1 for goal in goals))) if short else None,
        captains=luck.choice((None, tuple(luck.choice(seats) for seats in rules.teams))),
        entry_mode=luck.choice((None, _entry_mode(luck))),
    )


def _entry_mode(luck: Random) -> EntryModeChange:
    return EntryModeChange(
        counted_by=luck.choice((None, *CountedBy)), entered=luck.choice((None, *Entered))
    )


def random_options(rules: Rules, luck: Random) -> dict[str, Any]:
    two, four = rules.players == 2, rules.players == 4
    game = luck.choice((1, 2, 3, 10))
    skunk = max(2, game)
    handicap = [luck.choice((31, 61, 90)) for _ in rules.teams]
    values: dict[str, tuple[Any, ...]] = {
        "target": (31, 61, 90, 121),
        "teams_by": ("seating", "draw") if four else ("seating",),
        "for_last": (0, 3, 10),
        "next_dealer": ("left", "loser_of_deal"),
        "next_game_dealer": ("loser", "winner"),
        "starter_cutter": ("left", "right"),
        "starter_turner": ("dealer", "cutter"),
        "heels": (0, 1, 2, 10),
        "nobs": (0, 1, 2),
        "go_point": ("at_close", "on_call") if two else ("at_close",),
        "crib_flush": ("five", "none"),
        "exact_finish": (True, True, False),
        "muggins": (True, True, False),
        "muggins_until": ("next_count", "next_deal"),
        "captain": (True, False),
        "skunks": ([], [[31, skunk]], [[15, 2 * skunk], [25, skunk + 1]]),
        "game": (game,),
        "misdeal": (0, 1, 2),
        "renege": (0, 2),
        "shape": ("classic", "sixty-one", "straight", "paperclip"),
        "undercount": ("given", "lost"),
        "overcall": ("nothing", "lesser"),
        "overcount": ("corrected", "fined", "fined", "lost"),
        "wins": ("high", "low"),
        "heels_at_end": ("win", "no"),
        "first_deal": ("loser", "winner", "in_turn", "cut"),
        "best_of": (0, 3, 5, 7),
        "target_by_team": ([], handicap),
        "lurch": ("furthest", "each") if len(rules.teams) > 2 else ("furthest",),
    }
    often = luck.sample(("undercount", "overcall", "overcount", "first_deal"), luck.randint(0, 4))
    chosen = ["muggins", *often, *luck.sample(sorted(values), luck.randint(1, 10))]
    return {name: luck.choice(values[name]) for name in chosen}
