"""Muggins: a team calls the points that another team's claim missed."""

from msgspec.structs import replace

from scorekeeper.game.actions import Muggins, Of, Team
from scorekeeper.game.engine.decision import Decision
from scorekeeper.game.engine.pegs import peg, team_award
from scorekeeper.game.engine.validate import check_int
from scorekeeper.game.engine.windows import suit_claim, true_count
from scorekeeper.game.events import MugginsCalled
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Window
from scorekeeper.scoring.combo import Why, total


def call_muggins(now: Decision, action: Muggins) -> None:
    """Name what a claim missed, as another team: right or less, it gets that.

    More gets nothing, or by the ACC the lesser of what is named and missed, at most the holes that
    the caller has left.
    """
    team = now.check_team(action.team)
    window = _called_window(now, team, action.of)
    if team in window.called:
        raise Refusal(Code.ALREADY_CALLED, players=now.names(team))
    check_int("points", action.points, 1)
    claim = suit_claim(window.suit_claim, action.flush, action.nobs)
    combos = true_count(now.rules, replace(window, suit_claim=claim))
    missed = total(combos) - window.claim - window.taken
    if now.rules.overcall == "lesser":
        got = max(0, min(action.points, missed, now.game.holes_left(team)))
    else:
        got = action.points if action.points <= missed else 0
    now.emit(MugginsCalled(team=team, of=window.of, named=action.points, got=got, suit_claim=claim))
    peg(now, team, team_award(team, got, Why.MUGGINS))


def _called_window(now: Decision, team: Team, of: Of | None) -> Window:
    """Return the window that *of* names, or the latest count by another team."""
    if isinstance(of, int):
        now.check_seat(of)
    windows = [window for window in now.game.windows if of in (None, window.of)]
    foreign = [window for window in windows if now.game.team_of(window.seat) != team]
    if foreign:
        return foreign[-1]
    if windows:
        raise Refusal(Code.OWN_TEAM, players=now.names(team))
    raise Refusal(Code.NO_WINDOW)
