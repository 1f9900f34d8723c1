"""A bot that shuffles real decks and plays legal cards at random, for the demo.

It holds the hands as players do, hidden: the table gets only what is played or shown.
"""

from random import Random
from typing import Final, assert_never

from scorekeeper.cards import DECK, Card, Cards
from scorekeeper.game.actions import Action, Count, Crib, Draw, Go, Next, Play, Start, Starter
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.variants import CRIB, RULES
from scorekeeper.scoring.play import LIMIT

NAMES: Final = ("Ann", "Ben", "Carl", "Dora", "Eve", "Finn")


class Bot:
    """Plays every seat. ``hands`` and ``crib`` are what a deal's players hold before it is laid."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._hands: tuple[Cards, ...] = ()
        self._crib: Cards = ()

    def begin(self, key: str) -> Start:
        """A match under the rules called *key*."""
        return Start(rules=key, players=NAMES[: RULES[key].players])

    def next_action(self, game: Game) -> Action:
        """Return the action of the player whose turn it is in *game*, which has begun."""
        match game.phase:
            case Phase.DRAW:
                seat = game.drawing[0]
                drawn = {card for cards in game.drawn for card in cards}
                return Draw(seat=seat, card=self._pick([c for c in DECK if c not in drawn]))
            case Phase.CUT:
                return Starter(card=self._deal(game))
            case Phase.PLAY:
                return self._lay(game)
            case Phase.SHOW:
                return self._count(game)
            case Phase.OVER:
                return Next()
            case Phase.IDLE:
                raise ValueError("nobody sits at the table yet")
            case _:
                assert_never(game.phase)

    def _pick(self, cards: list[Card]) -> Card:
        return self._chance.choice(cards)

    def _deal(self, game: Game) -> Card:
        """Shuffle and deal; what each throws to the crib is chance too. The starter comes last."""
        assert game.rules
        deck = self._chance.sample(DECK, len(DECK))
        size = game.rules.hand
        dealt = size * len(game.players)
        self._hands = tuple(tuple(deck[at : at + size]) for at in range(0, dealt, size))
        rest = deck[dealt:]
        self._crib = tuple(rest[:CRIB])
        return rest[CRIB]

    def _lay(self, game: Game) -> Action:
        seat = game.turn
        assert seat is not None
        fitting = [c for c in self._left(game, seat) if game.count + c.pips <= LIMIT]
        return Play(card=self._pick(fitting)) if fitting else Go()

    def _count(self, game: Game) -> Action:
        if game.counting == "crib":
            return Crib(cards=self._crib)
        seat = game.counting
        assert seat is not None
        return Count(cards=self._left(game, seat))

    def _left(self, game: Game, seat: int) -> Cards:
        """The cards that *seat* has not laid yet."""
        assert game.deal
        laid = game.deal.hands[seat]
        return tuple(card for card in self._hands[seat] if card not in laid)
