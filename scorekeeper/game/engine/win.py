"""The end of a game: who has won, what the win counts, and who was skunked."""

from scorekeeper.game.actions import Concede, Team
from scorekeeper.game.engine.decision import Decision
from scorekeeper.game.engine.windows import close_windows
from scorekeeper.game.events import GameWon, Skunk


def reach_target(now: Decision, team: Team) -> None:
    """End the game: *team* has reached the target and won, or at lowball lost to the better of the
    others."""
    _win(now, _best_but(now, team) if now.rules.wins == "low" else team)


def concede(now: Decision, action: Concede) -> None:
    """End the game for a team that gives up: the better of the others has won."""
    _win(now, _best_but(now, now.check_team(action.team)))


def _best_but(now: Decision, team: Team) -> Team:
    """Return who of the others is in front, or at lowball furthest back (equal: the first clockwise
    from the dealer's left)."""
    best = min if now.rules.wins == "low" else max
    return best(now.game.others(team), key=now.game.scores.__getitem__)


def _win(now: Decision, team: Team) -> None:
    close_windows(now)
    rules, scores = now.rules, now.game.scores
    lowest = min(now.game.scores[other] for other in now.game.others(team))
    lines = [line for line in sorted(rules.skunks) if lowest < line[0] and rules.wins == "high"]
    games = lines[0][1] if lines else rules.game
    now.emit(GameWon(team=team, games=games))
    if lines:
        below = max(below for below, cost in lines if cost == games)
        for loser, score in enumerate(scores):
            if loser != team and score == lowest:
                now.notify(Skunk(team=loser, games=games, below=below))
