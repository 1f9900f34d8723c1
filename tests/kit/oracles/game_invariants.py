"""Invariants of games: each is true of an evening, whatever people do."""

from itertools import pairwise
from operator import sub
from random import Random

from scorekeeper.cards import Cards
from scorekeeper.game import actions as a
from scorekeeper.game import events as e
from scorekeeper.game.codec import read_asked, read_events, to_json
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.record import TableState
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal.history import History
from scorekeeper.scoring.combo import Why
from scorekeeper.table.commands import EntryMeta, do, redo, undo
from tests.kit.oracles.referee import Referee, Stand
from tests.kit.oracles.second_counter import rank_points, suit_points
from tests.kit.players.random_games import Turn

ENDS = {Why.GO, Why.LAST_CARD, Why.THIRTY_ONE}


def check(turns: list[Turn]) -> None:
    """All that must be true of an evening."""
    before = turned = Game()
    for turn in turns:
        turned = turn.game if isinstance(turn.action, a.Starter) else turned
        adds_up(before, turn, turned)
        stops_at_the_win(before, turn)
        before = turn.game
    the_referee_agrees(turns)
    the_second_counter_agrees(turns)
    claims_are_settled(turns)
    heels_stop_before_the_end(turns)
    next_games_begin_as_they_should(turns)
    every_count_is_paid_once(turns)
    the_export_tells_it_again(turns)


def adds_up(before: Game, turn: Turn, turned: Game) -> None:
    """Every team's peg moved by what it was awarded, and stopped in the game hole; first all pegs
    went back to where the starter was *turned*, if a misdeal was found in the play."""
    game = turn.game
    if isinstance(turn.action, a.Start | a.Next):
        held = list(turn.action.scores or ()) if isinstance(turn.action, a.Start) else []
        held = held or [0] * len(game.pegs)
    else:
        held = list(before.scores)
    if goes_back(before, turn):
        held = list(turned.scores)
        awarded = {award.team for award in e.awards_of(turn.events) if award.points}
        for team, pegs in enumerate(turned.pegs):
            assert team in awarded or game.pegs[team] == pegs
    assert game.rules
    for award in e.awards_of(turn.events):
        assert award.void or award.points
        held[award.team] += award.points
    assert game.scores == tuple(map(min, held, game.rules.goals))
    assert all(0 <= pegs.back <= pegs.front for pegs in game.pegs)


def goes_back(before: Game, turn: Turn) -> bool:
    """True if *turn* is a misdeal after a card was laid, and the same dealer deals again."""
    redeals = isinstance(turn.action, a.Misdeal) and turn.action.redeal is not False
    play = before.deal.play if before.deal else None
    return redeals and play is not None and bool(play.laid)


def stops_at_the_win(before: Game, turn: Turn) -> None:
    """The game ends there and then with the team that reaches the game hole, gives up, or leaves:
    nothing more is pegged, and the right one has won."""
    game, action = turn.game, turn.action
    assert game.rules
    goals = game.rules.goals
    there = [team for team, score in enumerate(game.scores) if score == goals[team]]
    assert len(there) <= 1
    assert (game.phase is Phase.OVER) == (bool(there) or isinstance(action, a.Abandon | a.Concede))
    pegged = [event for event in turn.events if isinstance(event, e.Pegged)]
    assert all(event.to < goals[event.team] for event in pegged[:-1])
    lowball = game.rules.wins == "low"
    if isinstance(action, a.Concede):
        assert not pegged
        assert game.winner == leader(game, action.team)
    elif there:
        assert game.winner == (leader(game, there[0]) if lowball else there[0])
    else:
        assert game.winner is None
    if game.winner is None or before.phase is Phase.OVER:
        return
    assert not there or pegged[-1].to == goals[there[0]]
    is_paid_for(before, turn)


def leader(game: Game, but: int) -> int:
    """Return the team that is in front, or at lowball furthest back, of all but one: first come
    first from the dealer's left."""
    assert game.rules
    better = -1 if game.rules.wins == "low" else 1
    first = 0 if game.dealer is None else game.dealer + 1
    seats = [(first + step) % len(game.players) for step in range(len(game.players))]
    teams = [team for seat in seats if (team := game.team_of(seat)) != but]
    stands = dict(enumerate(stands_of(game)))
    return max(teams, key=lambda team: (better * stands[team], -teams.index(team)))


def stands_of(game: Game) -> list[int]:
    """The scores by team, each with the start that a nearer goal is worth."""
    assert game.rules
    most = max(game.rules.goals)
    return [score + most - goal for score, goal in zip(game.scores, game.rules.goals, strict=True)]


def is_paid_for(before: Game, turn: Turn) -> None:
    """A win is credited once, as a skunk if the last is below a line, and all who are last hear; or
    each loser pays by its own line."""
    game = turn.game
    assert game.rules
    assert game.winner is not None
    losers = {team: stand for team, stand in enumerate(stands_of(game)) if team != game.winner}
    each, low = game.rules.lurch == "each", game.rules.wins == "low"
    due, worth = [], game.rules.game
    for team, stand in losers.items():
        lines = [line for line in game.rules.skunks if stand < line[0]]
        if lines and not low and (each or stand == min(losers.values())):
            cost = min(lines)[1]
            counted = max(below for below, games in lines if games == cost)
            worth = worth + cost - game.rules.game if each else cost
            due.append(e.Skunk(team=team, games=cost, below=counted))
    none = (0,) * len(game.pegs)
    wins = [int(team == game.winner) for team in range(len(none))]
    assert [*map(sub, game.wins, before.wins or none)] == wins
    assert [*map(sub, game.games, before.games or none)] == [worth * won for won in wins]
    told = [notice for notice in e.notices_of(turn.events) if isinstance(notice, e.Skunk)]
    assert told == due


def claims_are_settled(turns: list[Turn]) -> None:
    """A claim that no window keeps is settled by the rules: missed points given or lost, too many
    put right, fined or lost; and a call gets what it should, at most the holes that are left."""
    for before, turn in pairwise(turns):
        game, action = turn.game, turn.action
        if isinstance(action, a.Count | a.Crib):
            is_settled(before.game, turn)
        if isinstance(action, a.Muggins):
            (call,) = (event for event in turn.events if isinstance(event, e.MugginsCalled))
            assert game.rules
            left = game.rules.goals[action.team] - before.game.scores[action.team]
            assert call.got <= min(action.points, left) or game.rules.overcall == "nothing"
            assert call.got in (0, action.points) or game.rules.overcall == "lesser"


def is_settled(before: Game, turn: Turn) -> None:
    """The awards of a hand are those that its claim and its cards earn by these rules."""
    action, rules, of = turn.action, before.rules, before.counting
    assert isinstance(action, a.Count | a.Crib)
    assert rules
    assert before.turn is not None
    mine = before.team_of(before.turn)
    awards = e.awards_of(turn.events)
    told = {n.of: n.total for n in e.notices_of(turn.events) if isinstance(n, e.Counted)}
    own = sum(award.points for award in awards if award.team == mine)
    if action.passed:
        assert not awards
        return
    opened = [event for event in turn.events if isinstance(event, e.WindowOpened)]
    void = any(award.void for award in awards)
    if opened or void or of not in told:
        assert opened or not any(award.why is Why.CLAIM and award.points for award in awards)
        return
    truth, claim = told[of], told[of] if action.claim is None else action.claim
    passes = rules.exact_finish and before.scores[mine] + truth > rules.goals[mine]
    if claim < truth:
        assert own == (claim if rules.undercount == "lost" or passes else truth)
    else:
        assert own == (0 if claim > truth and rules.overcount == "lost" else truth)
    fines = [award for award in awards if award.team != mine]
    assert {(award.why, award.points) for award in fines} <= {(Why.OVERCOUNT, claim - truth)}
    fined = claim > truth and rules.overcount == "fined"
    everybody = len(fines) == len(before.pegs) - 1
    assert everybody == fined or (fined and turn.game.phase is Phase.OVER)


def heels_stop_before_the_end(turns: list[Turn]) -> None:
    """Heels never win where they cannot, and are paid in full unless the end is near."""
    for before, turn in pairwise(turns):
        heels = [award for award in e.awards_of(turn.events) if award.why is Why.HEELS]
        rules = turn.game.rules
        if heels and rules and rules.heels_at_end == "no":
            team = heels[0].team
            room = rules.goals[team] - 1 - before.game.scores[team]
            assert heels[0].points == min(rules.heels, room) or heels[0].void
            assert turn.game.phase is Phase.PLAY


def next_games_begin_as_they_should(turns: list[Turn]) -> None:
    """A match goes on until it is decided; who deals first follows, or is drawn."""
    first: int | None = None
    for before, turn in pairwise(turns):
        game = before.game
        if first is None:
            first = game.dealer
        if isinstance(turn.action, a.Next):
            assert game.rules
            assert not 0 < game.rules.best_of < 2 * max(game.wins)
            dealer, first_deal = turn.game.dealer, game.rules.first_deal
            if game.dealer is None or first_deal == "cut":
                assert turn.game.phase is Phase.DRAW
                assert bool(turn.game.draws_partners) == (
                    game.rules.teams_by == "draw" and first is None and not game.seated
                )
            elif first_deal == "in_turn":
                assert first is not None
                assert dealer == (first + 1) % len(game.players)
            first = dealer


def the_referee_agrees(turns: list[Turn]) -> None:
    """Somebody who follows the play in another way finds every turn, count and score the same."""
    referee = None
    for turn in turns:
        game = turn.game
        match turn.action:
            case a.Starter() if game.phase is Phase.PLAY:
                referee = Referee(game)
            case a.Peg() | a.Misdeal():
                if referee:
                    referee.scores = list(game.scores)
            case a.Play() | a.Go() as action:
                assert referee
                stand = Stand(game.phase, game.turn, game.count, game.scores)
                if game.phase is Phase.SHOW:
                    stand = stand._replace(turn=None)
                assert referee.follow(action) == stand


def the_second_counter_agrees(turns: list[Turn]) -> None:
    """Every count that becomes public is that of the cards: their ranks, and suits if all known."""
    for before, turn in pairwise(turns):
        hands = (event for event in turn.events if isinstance(event, e.HandShown))
        shown = [event for event in hands if not event.passed]
        told = {n.of: n for n in e.notices_of(turn.events) if isinstance(n, e.Counted)}
        for window in before.game.windows:
            if window.of in told:
                counts_right(told[window.of], (*window.cards, window.starter), turn.game)
        for event in shown if not turn.game.windows else ():
            assert before.game.deal
            assert before.game.deal.starter
            counts_right(told[event.of], (*event.cards, before.game.deal.starter), turn.game)


def counts_right(told: e.Counted, cards: Cards, game: Game) -> None:
    """The combinations told of *cards*, and the total, are what the second counter finds."""
    assert game.rules
    by_suit = [combo for combo in told.combos if combo.kind in (Why.FLUSH, Why.NOBS)]
    assert told.total == sum(combo.points for combo in told.combos)
    assert told.total - sum(combo.points for combo in by_suit) == rank_points(cards)
    if all(card.suit for card in cards):
        flush, nobs = suit_points(cards[:-1], cards[-1], crib=told.of == "crib")
        short = told.of != "crib" and len(cards) <= game.rules.hand
        if short or (told.of == "crib" and game.rules.crib_flush == "none"):
            flush = 0
        assert sum(combo.points for combo in by_suit) == flush + nobs * game.rules.nobs


def every_count_is_paid_once(turns: list[Turn]) -> None:
    """Each count that is closed gives its last card once: 31, or go or last card, never both."""
    paid = 0
    for before, turn in pairwise(turns):
        ends = [award for award in e.awards_of(turn.events) if award.why in ENDS]
        alone = not paid and len(ends) == 1  # Else a go was paid on call, perhaps just now.
        paid += sum(award.points or 1 for award in ends)
        closed = any(isinstance(event, e.CountClosed) for event in turn.events)
        if closed and not isinstance(turn.action, a.Show) and turn.game.winner is None:
            reached = before.game.count + _pips(turn.action)
            void = alone and any(award.void for award in ends)
            assert paid == (2 if reached == 31 and not void else 1)
        if closed or turn.game.phase in (Phase.CUT, Phase.OVER):
            paid = 0


def _pips(action: a.Action) -> int:
    return action.card.pips if isinstance(action, a.Play) else 0


def the_export_tells_it_again(turns: list[Turn]) -> None:
    """Actions and events come back from JSON, and evolve_all to the very game at every entry."""
    game = Game()
    for turn in turns:
        assert read_asked(to_json(turn.action)) == turn.action
        game = evolve_all(game, read_events(to_json(turn.events)))
        assert game == turn.game


class UnwrittenHistory(History):
    """The states before each line, kept without a journal."""

    def __init__(self, states: dict[int, TableState]) -> None:
        self._states = states

    def before(self, line: int) -> TableState:
        return self._states[line]


def undo_and_redo_are_nothing(turns: list[Turn], luck: Random) -> None:
    """Any dozen entries, some of them undone, are as if those had never been; redone, as before."""
    first = luck.randrange(len(turns))
    dozen = turns[first : first + 12]
    games = [turns[first - 1].game if first else Game(), *(turn.game for turn in dozen)]
    state, was = TableState(base_game=lambda: games[0]), dict[int, TableState]()
    history = UnwrittenHistory(was)
    for line, turn in enumerate(dozen, 1):
        was[line] = state
        state = do(state, turn.action, EntryMeta(line, "", ""), history).after
        assert state.game == games[line]
    undone = luck.randint(1, len(dozen))
    for line in range(len(dozen), len(dozen) - undone, -1):
        state = undo(state, history).after
        assert state.game == games[line - 1]
    for line in range(len(dozen) - undone + 1, len(dozen) + 1):
        state = redo(state).after
        assert state.game == games[line]
    assert not state.undone
