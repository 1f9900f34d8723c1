"""Starts: a match, the draw for the deal and for partners, each deal, and the next game."""

from collections.abc import Collection

from scorekeeper.game.actions import Draw, Seat, Start, Team
from scorekeeper.game.engine.decision import Decision
from scorekeeper.game.engine.pegs import peg, seat_award
from scorekeeper.game.engine.validate import check_index, check_word, player_name, reject
from scorekeeper.game.entry_mode import (
    CountedBy,
    Entered,
    EntryMode,
    EntryModeChange,
    default_mode,
)
from scorekeeper.game.events import ChangedPlaces, DealBegan, Drawn, GameBegan, Seated
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game, lowest_first
from scorekeeper.rules.options import (
    OPTIONS,
    OptionCannotBe,
    UnknownOption,
    UnknownRules,
    house_rules,
)
from scorekeeper.rules.variants import VARIANTS, Rules
from scorekeeper.scoring.combo import Why


def start(now: Decision, action: Start) -> None:
    """Start a match; if no dealer is given the players draw for it."""
    rules = _rules(action)
    seats, teams = rules.players, len(rules.teams)
    if len(action.players) != seats:
        reject("players", list(action.players), str(seats))
    players = tuple(
        player_name(name, action.players[:seat]) for seat, name in enumerate(action.players)
    )
    scores = action.scores if action.scores is not None else (0,) * teams
    if len(scores) != teams or not all(map(_fits_before, scores, rules.goals)):
        wanted = ", ".join(f"0–{goal - 1}" for goal in rules.target_by_team)
        reject("scores", list(scores), wanted or (teams, rules.target - 1))
    if action.dealer is not None:
        check_index("seat", action.dealer, seats)
    now.emit(
        GameBegan(
            key=action.rules,
            rules=rules,
            players=players,
            captains=_captains(action, rules),
            scores=scores,
            games=(0,) * teams,
            number=1,
            entry_mode=changed_mode(
                default_mode(muggins=rules.muggins), action.entry_mode or EntryModeChange()
            ),
            head_start=scores if any(scores) else (),
        )
    )
    if action.dealer is not None:
        begin_first_deal(now, action.dealer)


def changed_mode(mode: EntryMode, change: EntryModeChange) -> EntryMode:
    """Return *mode* with the fields that *change* names. Refuses another word."""
    counted_by, entered = change.counted_by, change.entered
    return EntryMode(
        counted_by=mode.counted_by
        if counted_by is None
        else check_word("counted_by", counted_by, CountedBy),
        entered=mode.entered if entered is None else check_word("entered", entered, Entered),
    )


def _rules(action: Start) -> Rules:
    try:
        return house_rules(action.rules, action.options)
    except UnknownRules as fault:
        wanted = ", ".join(VARIANTS)
        raise Refusal(Code.NO_SUCH, what="rules", value=fault.key, wanted=wanted) from None
    except UnknownOption as fault:
        wanted = ", ".join(OPTIONS)
        raise Refusal(Code.NO_SUCH, what="option", value=fault.name, wanted=wanted) from None
    except OptionCannotBe as fault:
        reject(fault.name, fault.value, fault.wanted)


def _fits_before(score: int, goal: int) -> bool:
    return 0 <= score < goal


def _captains(action: Start, rules: Rules) -> tuple[Seat, ...]:
    if action.captains is None:
        return tuple(seats[0] for seats in rules.teams)
    for seat in action.captains:
        check_index("seat", seat, rules.players)
    fits = len(action.captains) == len(rules.teams) and all(
        seat in seats for seat, seats in zip(action.captains, rules.teams, strict=True)
    )
    if not fits:
        wanted = ", ".join(" | ".join(map(str, seats)) for seats in rules.teams)
        reject("captains", list(action.captains), wanted)
    return action.captains


def draw(now: Decision, action: Draw) -> None:
    """Draw a card for the deal; the lowest deals, and ties that matter draw again."""
    seat, card = now.check_seat(action.seat), action.card
    drawing = now.game.drawing
    if seat not in drawing:
        players = tuple(map(now.name, drawing))
        raise Refusal(Code.OUT_OF_TURN, players=players, crib=False)
    this_round = len(now.game.drawn[seat])
    others = [cards[this_round] for cards in now.game.drawn if len(cards) > this_round]
    if card.suit and card in others:
        raise Refusal(Code.ALREADY_LAID, card=card, twice=False)
    now.emit(Drawn(seat=seat, card=card))
    if not now.game.drawing:
        _settle(now)


def _settle(now: Decision) -> None:
    """End the draw: the lowest keeps its seat and deals; partners sit opposite (encyclopaedia)."""
    lowest, second, *_ = lowest_first(now.game.drawn)
    if now.game.draws_partners:
        mates = now.rules.teams[now.game.team_of(lowest)]
        opposite = next(seat for seat in mates if seat != lowest)
        if second != opposite:
            now.emit(ChangedPlaces(seats=(second, opposite)))
        now.notify(Seated(players=now.game.players))
    begin_first_deal(now, lowest)


def begin_first_deal(now: Decision, dealer: Seat) -> None:
    """Begin the first deal of a game: the others get points for last (five-card page)."""
    now.emit(DealBegan(dealer=dealer))
    game = now.game
    for team in game.others(game.team_of(dealer)):
        if not now.is_over:
            peg(now, team, seat_award(now, game.first_of(team), now.rules.for_last, Why.FOR_LAST))


def begin_next_deal(now: Decision, dealer: Seat | None = None) -> None:
    """Pass the deal on to *dealer*, else to the left or to the team that got less since this deal
    began."""
    named = None if dealer is None else now.check_seat(dealer)
    now.emit(DealBegan(dealer=_next_dealer(now) if named is None else named))


def _next_dealer(now: Decision) -> Seat:
    game = now.game
    assert game.deal
    left = next(game.around())
    if now.rules.next_dealer == "left":
        return left
    gained = [after - before for after, before in zip(game.scores, game.deal.scores, strict=True)]
    return next(seat for seat in game.around() if gained[game.team_of(seat)] == min(gained))


def begin_next_game(now: Decision) -> None:
    """Begin the next game of the match at 0; its dealer follows from the last one, or is drawn."""
    last, first_deal = now.game, now.rules.deals_next_game
    if last.is_decided:
        raise Refusal(Code.GAME_OVER, match=True)
    dealt = last.dealer is not None
    now.emit(
        GameBegan(
            key=last.key,
            rules=now.rules,
            players=last.players,
            captains=last.captains,
            scores=(0,) * len(last.pegs),
            games=last.games,
            wins=last.wins,
            number=last.number + 1,
            entry_mode=last.entry_mode,
            head_start=last.head_start,
            seated=last.seated or (dealt and first_deal == "cut"),
        )
    )
    if dealt and first_deal != "cut":
        begin_first_deal(now, _first_dealer(last, first_deal))


def _first_dealer(last: Game, first_deal: str) -> Seat:
    """Return the seat left of the one that dealt first in the *last* game (in turn), or the first
    seat left of the last dealer whose team may deal."""
    if first_deal == "in_turn":
        assert last.first_dealer is not None
        return (last.first_dealer + 1) % len(last.players)
    may = _may_deal(last, first_deal)
    return next(seat for seat in last.around() if last.team_of(seat) in may)


def _may_deal(last: Game, first_deal: str) -> Collection[Team]:
    """Return the winner, or the losers that were worst off; after a game without a winner it is
    the teams furthest back, at lowball too."""
    won = last.winner is not None
    if last.winner is not None and first_deal == "winner":
        return (last.winner,)
    losers = [team for team in range(len(last.pegs)) if team != last.winner]
    worst = max if won and last.rules and last.rules.wins == "low" else min
    furthest = worst(last.progress[team] for team in losers)
    return [team for team in losers if last.progress[team] == furthest]
