"""Evolve: the game after an event. Never refuses, so any history can be replayed."""

from collections.abc import Iterable
from functools import reduce
from typing import TypeVar, assert_never

from msgspec.structs import replace

from scorekeeper.cards import Card, Cards
from scorekeeper.game import events as e
from scorekeeper.game.state import DealState, Game, LaidCard, Pegs, Phase, Play, SaidGoAt, Window
from scorekeeper.scoring.combo import Why

T = TypeVar("T")


def evolve_all(game: Game, events: Iterable[e.Event]) -> Game:
    """Return the game after all *events*, in their order."""
    return reduce(evolve, events, game)


def evolve(game: Game, event: e.Event) -> Game:  # noqa: C901 - one flat case an event
    """Return the game after *event*."""
    match event:
        case e.GameBegan():
            return _begin(event)
        case e.ModeSet(entry_mode=mode):
            return replace(game, entry_mode=mode)
        case e.Drawn(seat=seat, card=card):
            return replace(game, drawn=with_item(game.drawn, seat, (*game.drawn[seat], card)))
        case e.ChangedPlaces(seats=(one, two)):
            return _change_places(game, one, two)
        case e.DealBegan(dealer=dealer, again=again):
            return _deal(game, dealer, again=again)
        case e.StarterTurned(card=card):
            play = Play(turn=next(game.around()))
            game = replace(game, phase=Phase.PLAY)
            return _in_deal(game, starter=card, play=play, pegs_before_play=game.pegs)
        case e.Laid(seat=seat, card=card):
            return _lay(game, seat, card)
        case e.SaidGo(seat=seat):
            return _say_go(game, seat)
        case e.WentOut(seat=seat):
            return _go_out(game, seat)
        case e.CountClosed():
            return _close_count(game)
        case e.ShowBegan():
            return replace(game, phase=Phase.SHOW)
        case e.HandShown(of="crib", cards=cards):
            return _in_deal(game, crib=cards)
        case e.HandShown(of=seat, cards=cards):
            return _show_hand(game, int(seat), cards)
        case e.Pegged():
            return _peg(game, event)
        case e.PegsSetBack(pegs=pegs):
            return replace(game, pegs=pegs)
        case e.WindowOpened(window=window):
            return replace(game, windows=(*game.windows, window))
        case e.MugginsCalled():
            return replace(game, windows=tuple(_called(one, event) for one in game.windows))
        case e.WindowsClosed():
            return replace(game, windows=())
        case e.Told():
            return game
        case e.GameWon(team=team, games=games):
            credited = with_item(game.games, team, game.games[team] + games)
            wins = with_item(game.wins, team, game.wins[team] + 1)
            return replace(game, phase=Phase.OVER, winner=team, games=credited, wins=wins)
        case e.Abandoned():
            return replace(game, phase=Phase.OVER, winner=None)
        case e.Renamed(seat=seat, name=name):
            return replace(game, players=with_item(game.players, seat, name))
        case _:
            assert_never(event)


def with_item(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return *values* with *value* at index *at*."""
    return (*values[:at], value, *values[at + 1 :])


def _in_deal(game: Game, **changes: object) -> Game:
    assert game.deal
    return replace(game, deal=replace(game.deal, **changes))


def _in_play(game: Game, **changes: object) -> Game:
    assert game.deal and game.deal.play
    return _in_deal(game, play=replace(game.deal.play, **changes))


def _begin(event: e.GameBegan) -> Game:
    return Game(
        phase=Phase.DRAW,
        key=event.key,
        rules=event.rules,
        players=event.players,
        captains=event.captains,
        number=event.number,
        pegs=tuple(Pegs(front=score) for score in event.scores),
        games=event.games,
        wins=event.wins or (0,) * len(event.scores),
        seated=event.seated,
        drawn=((),) * len(event.players),
        entry_mode=event.entry_mode,
        head_start=event.head_start,
    )


def _change_places(game: Game, one: int, two: int) -> Game:
    """Let two players change places; a captain stays one with the team that he then plays for.

    A team that has lost its captain has the other team's, if he came over, else its first seat.
    """
    assert game.rules
    players, moved = list(game.players), {one: two, two: one}
    players[one], players[two] = players[two], players[one]
    named = tuple(moved.get(seat, seat) for seat in game.captains)
    captains = tuple(
        next(seat for seat in (own, *named, *seats) if seat in seats)
        for own, seats in zip(named, game.rules.teams, strict=True)
    )
    return replace(game, players=tuple(players), captains=captains)


def _deal(game: Game, dealer: int, *, again: bool) -> Game:
    before = game.deal
    number = (before.number if before else 0) + (not again)
    scores = before.scores if before and again else game.scores
    hands: tuple[Cards, ...] = ((),) * len(game.players)
    deal = DealState(number=number, dealer=dealer, scores=scores, hands=hands)
    first = dealer if before is None else game.first_dealer
    return replace(game, phase=Phase.CUT, deal=deal, drawn=(), first_dealer=first)


def _lay(game: Game, seat: int, card: Card) -> Game:
    assert game.deal and game.deal.play
    play = game.deal.play
    game = _in_deal(game, hands=with_item(game.deal.hands, seat, (*game.deal.hands[seat], card)))
    game = _in_play(game, laid=(*play.laid, LaidCard(seat, card, play.counts)))
    return _pass_turn(game, seat)


def _say_go(game: Game, seat: int) -> Game:
    assert game.deal and game.deal.play
    play = game.deal.play
    game = _in_play(game, gone=(*play.gone, seat), gos=(*play.gos, SaidGoAt(seat, play.count)))
    return _pass_turn(game, seat)


def _go_out(game: Game, seat: int) -> Game:
    assert game.deal and game.deal.play
    game = _in_play(game, out=(*game.deal.play.out, seat))
    return _pass_turn(game, seat) if game.turn == seat else game


def _pass_turn(game: Game, seat: int) -> Game:
    """Pass the turn to the next seat that may still lay on this count; if none may, it stays."""
    able = (other for other in game.around(seat + 1) if can_lay(game, other))
    return _in_play(game, turn=next(able, seat))


def can_lay(game: Game, seat: int) -> bool:
    """True if *seat* has cards and has not said go on this count."""
    assert game.deal and game.deal.play
    return seat not in game.deal.play.gone and game.cards_left(seat) > 0


def _close_count(game: Game) -> Game:
    assert game.deal and game.deal.play
    play = game.deal.play
    last = play.open[-1].seat
    game = _in_play(game, counts=play.counts + 1, gone=())
    return _pass_turn(game, last)


def _peg(game: Game, event: e.Pegged) -> Game:
    team = event.team
    game = replace(game, pegs=with_item(game.pegs, team, game.pegs[team].move(event.to)))
    if any(award.why is Why.HEELS for award in event.awards):
        return _in_deal(game, pegs_before_play=game.pegs)
    return game


def _show_hand(game: Game, seat: int, cards: Cards) -> Game:
    assert game.deal
    hands = with_item(game.deal.hands, seat, cards)
    return _in_deal(game, hands=hands, shown=game.deal.shown + 1)


def _called(window: Window, event: e.MugginsCalled) -> Window:
    if window.of != event.of:
        return window
    return replace(
        window,
        called=(*window.called, event.team),
        got=(*window.got, event.got),
        suit_claim=event.suit_claim,
    )
