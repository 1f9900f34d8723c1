"""Evolve: the game after an event. It does not validate, so that any history can be replayed."""

from collections.abc import Iterable
from functools import reduce
from typing import TypeVar, assert_never

from msgspec.structs import replace

from scorekeeper.game import events as e
from scorekeeper.game.state import DealState, Game, LaidCard, Pegs, Phase, Play, SaidGoAt
from scorekeeper.scoring import Why

T = TypeVar("T")


def evolve_all(game: Game, events: Iterable[e.Event]) -> Game:
    """Return the game after all *events*."""
    return reduce(evolve, events, game)


def evolve(game: Game, event: e.Event) -> Game:  # noqa: C901 - one flat case an event
    """Return the game after *event*."""
    match event:
        case e.GameBegan():
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
                most_behind=(0,) * len(event.scores),
            )
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
        case e.Laid() | e.SaidGo() | e.WentOut() | e.CountClosed():
            return _evolve_play(game, event)
        case e.ShowBegan():
            return replace(game, phase=Phase.SHOW)
        case e.HandShown(of="crib", cards=cards):
            return _in_deal(game, crib=cards)
        case e.HandShown(of=seat, cards=cards):
            assert game.deal
            hands = with_item(game.deal.hands, int(seat), cards)
            return _in_deal(game, hands=hands, shown=game.deal.shown + 1)
        case e.Pegged(team=team, to=to, awards=awards):
            game = game.with_pegs(with_item(game.pegs, team, game.pegs[team].move(to)))
            heels = any(award.why is Why.HEELS for award in awards)
            return _in_deal(game, pegs_before_play=game.pegs) if heels else game
        case e.PegsSetBack(pegs=pegs):
            return game.with_pegs(pegs)
        case e.WindowOpened(window=window):
            return replace(game, windows=(*game.windows, window))
        case e.MugginsCalled(team=team, of=of, got=got, suit_claim=claim):
            called = (
                replace(
                    window,
                    called=(*window.called, team),
                    got=(*window.got, got),
                    suit_claim=claim,
                )
                if window.of == of
                else window
                for window in game.windows
            )
            return replace(game, windows=tuple(called))
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


def with_item(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return *values* with the item at *index* replaced by *value*."""
    return (*values[:index], value, *values[index + 1 :])


def _in_deal(game: Game, **changes: object) -> Game:
    assert game.deal
    return replace(game, deal=replace(game.deal, **changes))


def _change_places(game: Game, one: int, two: int) -> Game:
    """Let two players change places. A captain remains captain, of the new team; a team without one
    gets the other team's captain if that player came over, else its first seat."""
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
    last = game.deal
    number = (last.number if last else 0) + (not again)
    begun = game.scores_by_deal if last and again else (*game.scores_by_deal, game.scores)
    deal = DealState(number=number, dealer=dealer, hands=((),) * len(game.players))
    first = dealer if last is None else game.first_dealer
    game = replace(game, phase=Phase.CUT, deal=deal, drawn=(), first_dealer=first)
    return replace(game, scores_by_deal=begun)


def _evolve_play(game: Game, event: e.Laid | e.SaidGo | e.WentOut | e.CountClosed) -> Game:
    """Return the game after *event*. The turn passes to the next seat that may still lay in this
    count; if there is none, it does not change."""
    assert game.deal and game.deal.play
    deal, play = game.deal, game.deal.play
    match event:
        case e.Laid(seat=seat, card=card):
            hands = with_item(deal.hands, seat, (*deal.hands[seat], card))
            game = _in_deal(game, hands=hands)
            play = replace(play, laid=(*play.laid, LaidCard(seat, card, play.counts)))
        case e.SaidGo(seat=seat):
            gos = (*play.gos, SaidGoAt(seat, play.count))
            play = replace(play, gone=(*play.gone, seat), gos=gos)
        case e.WentOut(seat=seat):
            play = replace(play, out=(*play.out, seat))
        case e.CountClosed():
            seat = play.open[-1].seat
            play = replace(play, counts=play.counts + 1, gone=())
    game = _in_deal(game, play=play)
    if isinstance(event, e.WentOut) and play.turn != seat:
        return game
    turn = next(filter(game.can_lay, game.around(seat + 1)), seat)
    return _in_deal(game, play=replace(play, turn=turn))
