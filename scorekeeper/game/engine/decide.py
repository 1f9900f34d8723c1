"""Decide: the events that an action leads to, or the reason why it is not allowed now.

`apply` is pure: the game that it is given never changes, and it is the only judge of what is legal.
Behind that door works an imperative builder, `Decision`: each event is applied as soon as it is
emitted, so that the next rule sees its effect (a card is laid, then it scores, then it may win).
"""

from typing import Final, NamedTuple, assert_never

from scorekeeper.game import actions as a
from scorekeeper.game.engine.decision import Decision
from scorekeeper.game.engine.muggins import call_muggins
from scorekeeper.game.engine.pegs import peg, team_award
from scorekeeper.game.engine.play import leave_play, play_card, say_go, turn_starter
from scorekeeper.game.engine.show import count_crib, count_hand
from scorekeeper.game.engine.start import (
    begin_next_deal,
    begin_next_game,
    changed_mode,
    draw,
    start,
)
from scorekeeper.game.engine.validate import LARGEST, one_line, player_name, reject
from scorekeeper.game.engine.win import concede
from scorekeeper.game.engine.windows import close_windows
from scorekeeper.game.events import Abandoned, DealBegan, Events, ModeSet, PegsSetBack, Renamed
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game, Phase
from scorekeeper.scoring.combo import Why

LONGEST_REASON: Final = 200

GAME_ON: Final = frozenset({Phase.DRAW, Phase.CUT, Phase.PLAY, Phase.SHOW})
DEALT: Final = GAME_ON - {Phase.DRAW}

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
    a.Deal: DEALT,
    a.Rename: GAME_ON | {Phase.OVER},
    a.Abandon: GAME_ON,
    a.Concede: GAME_ON,
    a.Next: frozenset({Phase.OVER}),
}
"""In which phases an action may be asked at all."""


class Step(NamedTuple):
    """The game after an action, and all events on the way."""

    game: Game
    events: Events


def apply(game: Game, action: a.Action) -> Step:
    """Return *game* after *action*, with the events. Raises Refusal if it is not allowed now."""
    _check_phase(game.phase, action)
    now = Decision(game)
    _decide(now, action)
    return Step(now.game, now.events)


def _check_phase(phase: Phase, action: a.Action) -> None:
    if phase in LEGAL[type(action)]:
        return
    if phase is Phase.IDLE:
        raise Refusal(Code.NO_GAME)
    if isinstance(action, a.Start | a.Next):
        raise Refusal(Code.GAME_ON)
    if phase is Phase.OVER:
        raise Refusal(Code.GAME_OVER)
    raise wrong_phase(phase, action)


def wrong_phase(phase: Phase, action: a.Action) -> Refusal:
    """Return the refusal of an action that belongs to another phase."""
    do = action.__struct_config__.tag
    return Refusal(Code.WRONG_PHASE, do=do, phase=phase.value)


def _decide(now: Decision, action: a.Action) -> None:  # noqa: C901 - one flat case an action
    match action:
        case a.Start():
            start(now, action)
        case a.SetMode(entry_mode=change):
            now.emit(ModeSet(entry_mode=changed_mode(now.game.entry_mode, change)))
        case a.Draw():
            draw(now, action)
        case a.Starter():
            turn_starter(now, action)
        case a.Play():
            play_card(now, action)
        case a.Go():
            say_go(now, action)
        case a.Show():
            leave_play(now)
        case a.Count():
            count_hand(now, action)
        case a.Crib():
            count_crib(now, action)
        case a.Muggins():
            call_muggins(now, action)
        case a.Misdeal():
            _misdeal(now, action)
        case a.Peg():
            _peg_by_hand(now, action)
        case a.Deal(dealer=dealer):
            begin_next_deal(now, dealer)
        case a.Rename(seat=seat, name=name):
            _rename(now, now.check_seat(seat), name)
        case a.Abandon():
            close_windows(now)
            now.emit(Abandoned())
        case a.Concede():
            concede(now, action)
        case a.Next():
            begin_next_game(now)
        case _:
            assert_never(action)


def _rename(now: Decision, seat: a.Seat, name: str) -> None:
    others = (other for at, other in enumerate(now.game.players) if at != seat)
    now.emit(Renamed(seat=seat, name=player_name(name, others)))


def _misdeal(now: Decision, action: a.Misdeal) -> None:
    """Give the others their penalty, which may end the game; then the same dealer deals again,
    or this deal goes on. What was pegged since the starter goes back first, once a card lies."""
    game, redeal = now.game, action.redeal is not False
    assert game.deal and game.dealer is not None
    if redeal and game.deal.play and game.deal.play.laid:
        now.emit(PegsSetBack(pegs=game.deal.pegs_before_play))
    for team in game.others(game.team_of(game.dealer)):
        if not now.is_over:
            peg(now, team, team_award(team, now.rules.misdeal, Why.MISDEAL))
    if redeal and not now.is_over:
        now.emit(DealBegan(dealer=game.dealer, again=True))


def _peg_by_hand(now: Decision, action: a.Peg) -> None:
    """Peg points without cards: people count for themselves, or correct the board."""
    team, points = now.check_team(action.team), action.points
    front = now.game.pegs[team].front
    most = now.game.holes_left(team) if now.rules.exact_finish else LARGEST
    if points == 0 or not -front <= points <= most:
        reject("peg", points, (-front, most))
    one_line("reason", action.reason or "", 0, LONGEST_REASON)
    peg(now, team, team_award(team, points, Why.PEG))
