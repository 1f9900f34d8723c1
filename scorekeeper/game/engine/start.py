"""Starting a match, drawing for the deal and for partners, each deal, and the next game."""

from scorekeeper.game import actions as a
from scorekeeper.game.engine.decision import Decision, peg, seat_award
from scorekeeper.game.events import ChangedPlaces, DealBegan, Drawn, GameBegan, Seated
from scorekeeper.game.refusal import Code, Refusal, check_index, check_word, player_name, reject
from scorekeeper.rules.options import (
    OptionCannotBe,
    UnknownName,
    house_rules,
)
from scorekeeper.rules.variants import Rules
from scorekeeper.scoring import Why


def start(now: Decision, action: a.Start) -> None:
    """Start a match; without a dealer, players draw for the deal."""
    rules = _rules(action)
    seats, teams = rules.players, len(rules.teams)
    if len(action.players) != seats:
        reject("players", list(action.players), str(seats))
    players = tuple(
        player_name(name, action.players[:seat]) for seat, name in enumerate(action.players)
    )
    scores = action.scores if action.scores is not None else (0,) * teams
    fits = len(scores) == teams and all(
        0 <= score < goal for score, goal in zip(scores, rules.goals, strict=True)
    )
    if not fits:
        wanted = ", ".join(f"0–{goal - 1}" for goal in rules.target_by_team)
        reject("scores", list(scores), wanted or (teams, rules.target - 1))
    if action.dealer is not None:
        check_index("seat", action.dealer, seats)
    captains = action.captains
    if captains is None:
        captains = tuple(team[0] for team in rules.teams)
    for seat in captains:
        check_index("seat", seat, seats)
    fits = len(captains) == teams and all(
        seat in team for seat, team in zip(captains, rules.teams, strict=True)
    )
    if not fits:
        wanted = ", ".join(" | ".join(map(str, team)) for team in rules.teams)
        reject("captains", list(captains), wanted)
    mode = a.default_mode(muggins=rules.muggins)
    now.emit(
        GameBegan(
            key=action.rules,
            rules=rules,
            players=players,
            captains=captains,
            scores=scores,
            games=(0,) * teams,
            number=1,
            entry_mode=changed_mode(mode, action.entry_mode or a.EntryModeChange()),
            head_start=scores if any(scores) else (),
        )
    )
    if action.dealer is not None:
        _begin_first_deal(now, action.dealer)


def _rules(action: a.Start) -> Rules:
    try:
        return house_rules(action.rules, action.options)
    except UnknownName as fault:
        raise Refusal(
            Code.NO_SUCH, what=fault.what, value=fault.name, wanted=fault.wanted
        ) from None
    except OptionCannotBe as fault:
        reject(fault.name, fault.value, fault.wanted)


def changed_mode(mode: a.EntryMode, change: a.EntryModeChange) -> a.EntryMode:
    """Return *mode* with *change* applied. Raises Refusal BAD_VALUE for an unknown word."""
    counted_by = mode.counted_by if change.counted_by is None else change.counted_by
    entered = mode.entered if change.entered is None else change.entered
    return a.EntryMode(
        counted_by=check_word("counted_by", counted_by, a.CountedBy),
        entered=check_word("entered", entered, a.Entered),
    )


def draw(now: Decision, action: a.Draw) -> None:
    """Draw a card for the deal. The lowest card deals; ties that matter are drawn again.

    Partners sit opposite each other (encyclopaedia): the lowest keeps its seat, and the second
    lowest changes places with the player opposite.
    """
    seat, card = now.check_seat(action.seat), action.card
    drawing, drawn = now.game.drawing, now.game.drawn
    if seat not in drawing:
        raise Refusal(Code.OUT_OF_TURN, players=tuple(map(now.name, drawing)), crib=False)
    this_round = len(drawn[seat])
    if card.suit and card in [cards[this_round] for cards in drawn if len(cards) > this_round]:
        raise Refusal(Code.ALREADY_LAID, card=card, twice=False)
    now.emit(Drawn(seat=seat, card=card))
    if now.game.drawing:
        return
    ranks = [[int(card.rank) for card in cards] for cards in now.game.drawn]
    lowest, second, *_ = sorted(range(len(ranks)), key=ranks.__getitem__)
    if now.game.draws_partners:
        mates = now.rules.teams[now.game.team_of(lowest)]
        opposite = next(seat for seat in mates if seat != lowest)
        if second != opposite:
            now.emit(ChangedPlaces(seats=(second, opposite)))
        now.notify(Seated(players=now.game.players))
    _begin_first_deal(now, lowest)


def _begin_first_deal(now: Decision, dealer: a.Seat) -> None:
    """Begin the first deal of a game: the other teams get points for last (five-card page)."""
    now.emit(DealBegan(dealer=dealer))
    game = now.game
    for team in game.others(game.team_of(dealer)):
        if not now.is_over:
            first = next(seat for seat in game.around() if game.team_of(seat) == team)
            peg(now, team, seat_award(now, first, now.rules.for_last, Why.FOR_LAST))


def begin_next_deal(now: Decision, dealer: a.Seat | None = None) -> None:
    """Begin the next deal; the default *dealer* is, by the rules, the next seat or lower scorer."""
    game = now.game
    if dealer is not None:
        now.check_seat(dealer)
    elif now.rules.next_dealer == "left":
        dealer = next(game.around())
    else:
        assert game.deal
        gained = [new - old for new, old in zip(game.scores, game.scores_by_deal[-1], strict=True)]
        dealer = next(seat for seat in game.around() if gained[game.team_of(seat)] == min(gained))
    now.emit(DealBegan(dealer=dealer))


def begin_next_game(now: Decision) -> None:
    """Begin the next game of the match with all scores 0. The dealer follows from the last game, or
    is drawn for.

    In turn: the seat to the left of the last game's first dealer. Otherwise the first seat, to the
    left of the last dealer, of the winning team, or of the losing team that was furthest back.
    After a game without a winner, that of the team furthest back, even in lowball.
    """
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
    if not dealt or first_deal == "cut":
        return
    if first_deal == "in_turn":
        assert last.first_dealer is not None
        _begin_first_deal(now, (last.first_dealer + 1) % len(last.players))
        return
    teams = [team for team in range(len(last.pegs)) if team != last.winner]
    if last.winner is not None and first_deal == "winner":
        teams = [last.winner]
    worst = max if last.winner is not None and now.rules.wins == "low" else min
    furthest = worst(last.progress[team] for team in teams)
    teams = [team for team in teams if last.progress[team] == furthest]
    _begin_first_deal(now, next(seat for seat in last.around() if last.team_of(seat) in teams))
