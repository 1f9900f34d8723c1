"""Actions that are certainly illegal, with the code expected."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from msgspec.structs import replace

from scorekeeper.cards import DECK, Card
from scorekeeper.game import actions as a
from scorekeeper.game.actions import EntryModeChange
from scorekeeper.game.refusal import Code
from scorekeeper.game.state import Game, Phase

Wrong: TypeAlias = tuple[a.Action, Code]

FACTS: Final[dict[Code, set[str]]] = {
    **{code: set() for code in (Code.NO_GAME, Code.GAME_ON, Code.GAME_OVER, Code.NO_WINDOW)},
    Code.WRONG_PHASE: {"do", "phase"},
    Code.OUT_OF_TURN: {"players", "crib"},
    Code.NO_CARDS_LEFT: {"player"},
    Code.ALREADY_GONE: {"player"},
    Code.GO_TOO_LOW: {"count"},
    Code.OVER_31: {"card", "count"},
    Code.ALREADY_LAID: {"card", "twice"},
    Code.FIFTH_OF_A_RANK: {"card", "on_table"},
    Code.WRONG_CARDS: {"player", "wanted", "hand", "got"},
    Code.IMPOSSIBLE_SAY: {"flush", "nobs"},
    Code.ALREADY_CALLED: {"players"},
    Code.OWN_TEAM: {"players"},
    Code.NO_SUCH: {"what", "value", "wanted"},
    Code.BAD_VALUE: {"field", "value", "wanted"},
}
"""The facts required by a refusal's sentence, by its code."""

POINTS: Final = EntryModeChange(entered="points")
ACE: Final = Card.parse("AS")
AFTER_THE_CUT: Final = (a.Play(card=ACE), a.Go(), a.Show())
AT_THE_SHOW: Final = (a.Count(), a.Crib(cards=(ACE,) * 4), a.Count(passed=True))


def surely_wrong(game: Game) -> list[Wrong]:
    return [*_everywhere(game), *BY_PHASE[game.phase](game), *_calls(game)]


def _everywhere(game: Game) -> Iterator[Wrong]:
    if game.phase in (Phase.IDLE, Phase.OVER):
        return
    front = game.pegs[0].front
    yield a.Start(rules="acc", players=("Ann", "Ben")), Code.GAME_ON
    yield a.Next(), Code.GAME_ON
    yield a.Rename(seat=len(game.players), name="Eve"), Code.NO_SUCH
    yield a.Rename(seat=0, name=" "), Code.BAD_VALUE
    for wrong in (EntryModeChange(counted_by="check"), EntryModeChange(entered="card")):
        yield a.SetMode(entry_mode=wrong), Code.BAD_VALUE
    yield a.Concede(team=len(game.pegs)), Code.NO_SUCH
    yield a.Concede(team=-1), Code.NO_SUCH
    yield a.Peg(team=-1, points=1), Code.NO_SUCH
    yield a.Peg(team=0, points=0), Code.BAD_VALUE
    yield a.Peg(team=0, points=-front - 1), Code.BAD_VALUE
    if game.rules and game.rules.exact_finish:
        yield a.Peg(team=0, points=game.rules.target - front + 1), Code.BAD_VALUE


def _calls(game: Game) -> Iterator[Wrong]:
    if game.phase in (Phase.IDLE, Phase.OVER):
        return
    if not game.windows:
        yield a.Muggins(team=0, points=1), Code.NO_WINDOW
    for window in game.windows[-1:]:
        mine = game.team_of(window.seat)
        other = next(iter(game.others(mine)))
        yield a.Muggins(team=mine, points=1, of=window.of), Code.OWN_TEAM
        yield a.Muggins(team=len(game.pegs), points=1), Code.NO_SUCH
        yield a.Muggins(team=other, points=1, of=9), Code.NO_SUCH
        called = other in window.called
        wrong = Code.ALREADY_CALLED if called else Code.BAD_VALUE
        yield a.Muggins(team=other, points=1 if called else 0, of=window.of), wrong


def _idle(game: Game) -> Iterator[Wrong]:
    for action in (*AFTER_THE_CUT, *AT_THE_SHOW, a.Deal(), a.Next(), a.SetMode(entry_mode=POINTS)):
        yield action, Code.NO_GAME
    good = a.Start(rules="acc", players=("Ann", "Ben"))
    for no_such in ({"rules": "whist"}, {"options": {"jokers": 2}}, {"dealer": 2}):
        yield replace(good, **no_such), Code.NO_SUCH
    for options in ({"heels": True}, {"target": 30}, {"best_of": 2}, {"first_deal": "left"}):
        yield replace(good, options=options), Code.BAD_VALUE
    yield a.Rename(seat=0, name="Eve"), Code.NO_GAME
    yield replace(good, entry_mode=EntryModeChange(entered="all")), Code.BAD_VALUE
    for bad in ({"players": ("Ann",)}, {"scores": (121, 0)}, {"captains": (1, 0)}):
        yield replace(good, **bad), Code.BAD_VALUE


def _draw(game: Game) -> Iterator[Wrong]:
    misdeals = (a.Misdeal(), a.Misdeal(redeal=False))
    for action in (a.Starter(card=ACE), *AFTER_THE_CUT, *AT_THE_SHOW, a.Deal(), *misdeals):
        yield action, Code.WRONG_PHASE
    yield a.Draw(seat=len(game.players), card=ACE), Code.NO_SUCH
    for seat in {*range(len(game.players))} - {*game.drawing}:
        yield a.Draw(seat=seat, card=ACE), Code.OUT_OF_TURN
    for seat in game.drawing:
        this_round = len(game.drawn[seat])
        for cards in game.drawn:
            if len(cards) > this_round and cards[this_round].suit:
                yield a.Draw(seat=seat, card=cards[this_round]), Code.ALREADY_LAID


def _cut(game: Game) -> Iterator[Wrong]:
    yield a.Deal(dealer=len(game.players)), Code.NO_SUCH
    for action in (a.Draw(seat=0, card=ACE), *AFTER_THE_CUT, *AT_THE_SHOW):
        yield action, Code.WRONG_PHASE


def _play(game: Game) -> Iterator[Wrong]:
    play = game.deal.play
    for action in (a.Draw(seat=0, card=ACE), a.Starter(card=ACE), *AT_THE_SHOW):
        yield action, Code.WRONG_PHASE
    yield from _out_of_turn(game, play.count)
    yield a.Go(seat=len(game.players)), Code.NO_SUCH
    yield a.Go(seat=len(game.players), out=True), Code.NO_SUCH
    yield a.Go(all=True, out=True), Code.BAD_VALUE
    yield a.Play(card=ACE, seat=len(game.players)), Code.NO_SUCH
    if play.count <= 21:
        yield a.Go(), Code.GO_TOO_LOW
        yield a.Go(all=True), Code.GO_TOO_LOW
    else:
        yield a.Play(card=DECK[-1]), Code.OVER_31
    for card in game.known():
        if card.suit and play.count + card.pips <= 31:
            yield a.Play(card=card), Code.ALREADY_LAID


def _out_of_turn(game: Game, count: int) -> Iterator[Wrong]:
    for seat in range(len(game.players)):
        if not game.cards_left(seat):
            yield a.Play(card=ACE, seat=seat), Code.NO_CARDS_LEFT
            yield a.Go(seat=seat), Code.NO_CARDS_LEFT
            yield a.Go(seat=seat, out=True), Code.NO_CARDS_LEFT
        elif seat in game.deal.play.gone:
            yield a.Play(card=ACE, seat=seat), Code.ALREADY_GONE
            yield a.Go(seat=seat), Code.ALREADY_GONE
        elif seat != game.turn:
            yield a.Go(seat=seat), Code.OUT_OF_TURN
            if count <= 21:
                yield a.Play(card=ACE, seat=seat), Code.OUT_OF_TURN


def _show(game: Game) -> Iterator[Wrong]:
    misdeals = (a.Misdeal(), a.Misdeal(redeal=False))
    for action in (a.Starter(card=ACE), a.Play(card=ACE), *misdeals):
        yield action, Code.WRONG_PHASE
    if game.counting == "crib":
        yield a.Crib(passed=True, claim=0), Code.BAD_VALUE
        yield a.Crib(passed=True, cards=(ACE,) * 4), Code.BAD_VALUE
        yield a.Count(), Code.OUT_OF_TURN
        yield a.Count(passed=True), Code.OUT_OF_TURN
        yield a.Crib(cards=(ACE,) * 3), Code.WRONG_CARDS
        return
    yield a.Crib(cards=(ACE,) * 4), Code.OUT_OF_TURN
    yield a.Crib(passed=True), Code.OUT_OF_TURN
    for told in ({"cards": (ACE,)}, {"claim": 0}, {"flush": 0}, {"nobs": False}):
        yield a.Count(passed=True, **told), Code.BAD_VALUE
    yield a.Count(seat=(game.turn + 1) % len(game.players)), Code.OUT_OF_TURN
    yield a.Count(cards=(ACE,) * 6), Code.WRONG_CARDS
    if not game.hand_size(game.turn):
        yield a.Count(), Code.WRONG_CARDS


def _over(game: Game) -> Iterator[Wrong]:
    late = (a.Peg(team=0, points=1), a.Muggins(team=0, points=1), a.Starter(card=ACE))
    for action in (*AFTER_THE_CUT, *AT_THE_SHOW, a.Deal(), a.Misdeal(), a.Abandon(), *late):
        yield action, Code.GAME_OVER
    yield a.Concede(team=0), Code.GAME_OVER
    if game.is_decided:
        yield a.Next(), Code.GAME_OVER


BY_PHASE: Final[dict[Phase, Callable[[Game], Iterator[Wrong]]]] = {
    Phase.IDLE: _idle,
    Phase.DRAW: _draw,
    Phase.CUT: _cut,
    Phase.PLAY: _play,
    Phase.SHOW: _show,
    Phase.OVER: _over,
}
