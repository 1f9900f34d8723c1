"""Decide: the events of an action, or the reason why it is not allowed now.

`apply` is pure: the game passed to it never changes. Only `apply` decides which actions are legal.
Internally it uses an imperative builder, `Decision`: each event is applied as soon as it is
emitted, so that the next rule sees its effect (a card is laid, then it scores, then it may win).
"""

from typing import Final, NamedTuple, assert_never

from scorekeeper.game import actions as a
from scorekeeper.game import events as e
from scorekeeper.game.engine.decision import Decision, best_but, close_windows, peg, team_award, win
from scorekeeper.game.engine.play import go_out, play_card, say_go, turn_starter
from scorekeeper.game.engine.show import call_muggins, count_crib, count_hand
from scorekeeper.game.engine.start import (
    begin_next_deal,
    begin_next_game,
    changed_mode,
    draw,
    start,
)
from scorekeeper.game.refusal import LARGEST, Code, Refusal, one_line, player_name, reject
from scorekeeper.game.state import Game, Phase
from scorekeeper.scoring import Why

MAX_REASON_LENGTH: Final = 200

GAME_ON: Final = frozenset({Phase.DRAW, Phase.CUT, Phase.PLAY, Phase.SHOW})

LEGAL: Final[dict[type, frozenset[Phase]]] = {
    a.Start: frozenset({Phase.IDLE, Phase.OVER}),
    a.SetMode: GAME_ON | {Phase.OVER},
    a.Draw: frozenset({Phase.DRAW}),
    a.Starter: frozenset({Phase.CUT}),
    a.Play: frozenset({Phase.PLAY}),
    a.Go: frozenset({Phase.PLAY}),
    a.Show: frozenset({Phase.PLAY}),
    a.Count: frozenset({Phase.SHOW}),
    a.Crib: frozenset({Phase.SHOW}),
    a.Muggins: GAME_ON,
    a.Misdeal: frozenset({Phase.CUT, Phase.PLAY}),
    a.Peg: GAME_ON,
    a.Deal: GAME_ON - {Phase.DRAW},
    a.Rename: GAME_ON | {Phase.OVER},
    a.Abandon: GAME_ON,
    a.Concede: GAME_ON,
    a.Next: frozenset({Phase.OVER}),
}
"""Maps each type of action to the phases in which it may be legal."""


class Step(NamedTuple):
    """The game after an action, and its events."""

    game: Game
    events: e.Events


def apply(game: Game, action: a.Action) -> Step:  # noqa: C901 - one flat case an action
    """Return *game* after *action*, with the events. Raises Refusal if that is not allowed now."""
    if game.phase not in LEGAL[type(action)]:
        if game.phase is Phase.IDLE:
            raise Refusal(Code.NO_GAME)
        if isinstance(action, a.Start | a.Next):
            raise Refusal(Code.GAME_ON)
        if game.phase is Phase.OVER:
            raise Refusal(Code.GAME_OVER)
        do = action.__struct_config__.tag
        raise Refusal(Code.WRONG_PHASE, do=do, phase=game.phase.value)
    now = Decision(game)
    match action:
        case a.Start():
            start(now, action)
        case a.SetMode(entry_mode=change):
            now.emit(e.ModeSet(entry_mode=changed_mode(now.game.entry_mode, change)))
        case a.Draw():
            draw(now, action)
        case a.Starter():
            turn_starter(now, action)
        case a.Play():
            play_card(now, action)
        case a.Go(out=True):
            go_out(now, action)
        case a.Go():
            say_go(now, action)
        case a.Show():
            if game.count:  # It gives no point.
                now.emit(e.CountClosed())
            now.emit(e.ShowBegan())
        case a.Count():
            count_hand(now, action)
        case a.Crib():
            count_crib(now, action)
        case a.Muggins():
            call_muggins(now, action)
        case a.Misdeal(redeal=redeal):
            _misdeal(now, redeal=redeal is not False)
        case a.Peg(team=team, points=points, reason=reason):
            front = now.game.pegs[now.check_team(team)].front
            most = now.game.holes_left(team) if now.rules.exact_finish else LARGEST
            if points == 0 or not -front <= points <= most:
                reject("peg", points, (-front, most))
            one_line("reason", reason or "", 0, MAX_REASON_LENGTH)
            peg(now, team, team_award(team, points, Why.PEG))
        case a.Deal(dealer=dealer):
            begin_next_deal(now, dealer)
        case a.Rename(seat=seat, name=name):
            now.check_seat(seat)
            others = now.game.players[:seat] + now.game.players[seat + 1 :]
            now.emit(e.Renamed(seat=seat, name=player_name(name, others)))
        case a.Abandon():
            close_windows(now)
            now.emit(e.Abandoned())
        case a.Concede(team=team):
            win(now, best_but(now, now.check_team(team)))
        case a.Next():
            begin_next_game(now)
        case _:
            assert_never(action)
    return Step(now.game, tuple(now.events))


def _misdeal(now: Decision, *, redeal: bool) -> None:
    """Pay the penalty to the others, which may end the game; then the same dealer deals again,
    or the deal goes on. If a card has been laid, points pegged since the starter are first taken
    back."""
    game = now.game
    assert game.deal
    if redeal and game.deal.play and game.deal.play.laid:
        now.emit(e.PegsSetBack(pegs=game.deal.pegs_before_play))
    for team in game.others(game.team_of(game.deal.dealer)):
        if not now.is_over:
            peg(now, team, team_award(team, now.rules.misdeal, Why.MISDEAL))
    if redeal and not now.is_over:
        now.emit(e.DealBegan(dealer=game.deal.dealer, again=True))
