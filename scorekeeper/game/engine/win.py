"""The end of a game: who has won, what the win counts, and who was skunked."""

from collections.abc import Iterator

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
    return best(now.game.others(team), key=now.game.progress.__getitem__)


def _win(now: Decision, team: Team) -> None:
    close_windows(now)
    skunks = [skunk for loser in _may_be_skunked(now, team) for skunk in _skunk(now, loser)]
    plain = now.rules.game
    if now.rules.lurch == "each":
        games = plain + sum(skunk.games - plain for skunk in skunks)
    else:
        games = max((skunk.games for skunk in skunks), default=plain)
    now.emit(GameWon(team=team, games=games))
    for skunk in skunks:
        now.notify(skunk)


def _may_be_skunked(now: Decision, winner: Team) -> list[Team]:
    """Return the losers that may have lost by a skunk: all of them, or those furthest back."""
    losers = sorted(now.game.others(winner))
    if now.rules.wins == "low":
        return []
    if now.rules.lurch == "each":
        return losers
    furthest = min(now.game.progress[loser] for loser in losers)
    return [loser for loser in losers if now.game.progress[loser] == furthest]


def _skunk(now: Decision, loser: Team) -> Iterator[Skunk]:
    """Yield the skunk of *loser*: by the lowest line that it is below, told by the highest that
    costs the same."""
    lines = [line for line in sorted(now.rules.skunks) if now.game.progress[loser] < line[0]]
    if lines:
        games = lines[0][1]
        below = max(below for below, cost in lines if cost == games)
        yield Skunk(team=loser, games=games, below=below)
