"""A decision in progress: its events, pegging, claims to close, and the win."""

from typing import Final, TypeAlias

from msgspec.structs import replace

from scorekeeper.cards import Cards
from scorekeeper.game import events as e
from scorekeeper.game.actions import Seat, Team
from scorekeeper.game.engine.evolve import evolve
from scorekeeper.game.refusal import Code, Refusal, check_index
from scorekeeper.game.state import Game, Phase, Window
from scorekeeper.rules.variants import Rules
from scorekeeper.scoring import Combos, HandToCount, ImpossibleSuitClaim, Why, count, total

Score: TypeAlias = tuple[e.Award, ...]
"""Awards that count together or not at all under an exact finish: for a hand, a card or a go."""

LISTED: Final = {why: place for place, why in enumerate(Why)}


class Decision:
    """Collects the events of one action, applying each to ``game`` as soon as it is emitted."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[e.Event] = []

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        assert self.game.rules
        return self.game.rules

    @property
    def is_over(self) -> bool:
        """True if the game has ended; nothing scores after that."""
        return self.game.phase is Phase.OVER

    def emit(self, event: e.Event) -> None:
        """Add *event* and apply it to the game."""
        self.events.append(event)
        self.game = evolve(self.game, event)

    def notify(self, notice: e.Notice) -> None:
        """Emit a *notice*."""
        self.emit(e.Told(notice=notice))

    def check_seat(self, seat: Seat) -> Seat:
        """Return *seat*. Raises Refusal NO_SUCH if it does not exist."""
        return check_index("seat", seat, len(self.game.players))

    def check_team(self, team: Team) -> Team:
        """Return *team*. Raises Refusal NO_SUCH if it does not exist."""
        return check_index("team", team, len(self.game.pegs))

    def name(self, seat: Seat) -> str:
        """Return the name of the player at *seat*."""
        return self.game.players[seat]


def combo_awards(now: Decision, seat: Seat, combos: Combos) -> Score:
    """Return the awards to *seat* for combinations."""
    team = now.game.team_of(seat)
    return tuple(e.Award(seat, team, combo.points, combo.kind, combo.cards) for combo in combos)


def seat_award(now: Decision, seat: Seat, points: int, why: Why, cards: Cards = ()) -> Score:
    """Return an award to *seat*."""
    return (e.Award(seat, now.game.team_of(seat), points, why, cards),)


def team_award(team: Team, points: int, why: Why) -> Score:
    """Return an award to a team as a whole, not earned by cards."""
    return (e.Award(None, team, points, why, ()),)


def peg(now: Decision, team: Team, *scores: Score) -> None:
    """Peg *scores* for *team* in one move; reaching the target ends the game.

    The peg stops in the game hole. Under an exact finish a score that would pass it is void. In
    lowball the team that reaches the target has lost.
    """
    target, reached = now.game.goal(team), now.game.pegs[team].front
    awards: list[e.Award] = []
    for score in scores:
        earned = [award for award in score if award.points]
        points = sum(award.points for award in earned)
        if now.rules.exact_finish and reached + points > target:
            awards += (replace(award, points=0, void=True) for award in earned)
        else:
            awards += earned
            reached += points
    if not awards:
        return
    awards.sort(key=lambda award: LISTED[award.why])
    now.emit(e.Pegged(team=team, awards=tuple(awards), to=min(reached, target)))
    if reached >= target:
        win(now, best_but(now, team) if now.rules.wins == "low" else team)


def best_but(now: Decision, team: Team) -> Team:
    """Return the leading team other than *team*, or in lowball the last one. Of teams with equal
    scores, the first one clockwise from the dealer's left."""
    best = min if now.rules.wins == "low" else max
    return best(now.game.others(team), key=now.game.progress.__getitem__)


def win(now: Decision, team: Team) -> None:
    """End the game with *team* as the winner.

    A loser is skunked at the lowest line above its score. Either the loser furthest back determines
    the value of the win, or each loser pays for its own skunk.
    """
    close_windows(now)
    rules, progress = now.rules, now.game.progress
    losers = sorted(now.game.others(team)) if rules.wins == "high" else []
    if rules.lurch != "each":
        furthest = min((progress[loser] for loser in losers), default=0)
        losers = [loser for loser in losers if progress[loser] == furthest]
    skunks = []
    for loser in losers:
        if missed := rules.skunk_line(progress[loser]):
            below, games = missed
            skunks.append(e.Skunk(team=loser, games=games, below=below))
    if rules.lurch == "each":
        games = rules.game + sum(skunk.games - rules.game for skunk in skunks)
    else:
        games = max((skunk.games for skunk in skunks), default=rules.game)
    now.emit(e.GameWon(team=team, games=games))
    for skunk in skunks:
        now.notify(skunk)


def close_windows(now: Decision) -> None:
    """Announce the true count of each claim open to muggins, oldest first, and close the claims."""
    if not now.game.windows:
        return
    for window in now.game.windows:
        combos = true_count(now.rules, window)
        tell_true_count(now, window, combos)
        if (left := total(combos) - window.claim - window.taken) > 0:
            now.notify(e.Unclaimed(seat=window.seat, of=window.of, points=left))
    now.emit(e.WindowsClosed())


def true_count(rules: Rules, window: Window) -> Combos:
    """Return a *window*'s true count. Raises Refusal IMPOSSIBLE_SAY if cards rule out its suits."""
    crib = window.of == "crib"
    short = not crib and len(window.cards) < rules.hand
    held = HandToCount(window.cards, window.starter, crib, window.other_known_cards, short)
    say = window.suit_claim
    try:
        return count(held, say, nobs=rules.nobs, crib_flush=rules.crib_flush == "five")
    except ImpossibleSuitClaim:
        raise Refusal(Code.IMPOSSIBLE_SAY, flush=say.flush, nobs=say.nobs) from None


def tell_true_count(now: Decision, window: Window, combos: Combos) -> None:
    """Announce a true count, with the points by which the claim differs."""
    truth, seat, of, claim = total(combos), window.seat, window.of, window.claim
    now.notify(e.Counted(seat=seat, of=of, total=truth, combos=combos))
    if claim < truth:
        shares = zip(window.called, window.got, strict=True)
        taken = tuple((team, points) for team, points in shares if points)
        now.notify(e.Undercount(seat=seat, of=of, claim=claim, total=truth, taken=taken))
    if claim > truth:
        now.notify(e.Overcount(seat=seat, of=of, claim=claim, total=truth))
