"""Entries as log sentences, such as “Ann plays the 10 of hearts: fifteen for two.”"""

from itertools import takewhile
from typing import Final, TypeVar, assert_never

from scorekeeper.game import actions as a
from scorekeeper.game import events as e
from scorekeeper.game.actions import CountedBy, Entered
from scorekeeper.game.marks import Marked
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game, Window
from scorekeeper.scoring import Why
from scorekeeper.words.awards import as_void, award, pegged, tally_clause
from scorekeeper.words.cards import the
from scorekeeper.words.catalogue import Speech, capitalised, en
from scorekeeper.words.people import GameSpeech, about, speaker_of

Kind = TypeVar("Kind", bound=e.Event)

ENTERED: Final = {
    Entered.CARDS: en("we enter every card"),
    Entered.HANDS: en("we enter hands only"),
    Entered.POINTS: en("we enter points only"),
}

HEAD_START: Final = en("head start")
"""The reason for a head start as the page sends it; users may type it in their own language."""

HEAD_STARTS: Final = {HEAD_START, "avance", "avance au départ"}

POINTS_APART = a.Start | a.Draw | a.Starter | a.Play | a.Go | a.Misdeal | a.Next
"""Actions whose clause does not include their points."""


def change(speech: Speech, value: Change, game: Game) -> str:
    """Return, as a sentence, the change that undo would take back or redo would make again."""
    if value.marked:
        return marked(speech, value.marked)
    if value.names_dealer:
        return capitalised(speech.say("the choice of dealer"))
    if value.game:
        said = entry(speech, value.entry, value.game)
        return speech.say("Correction in an earlier match: {entry}", entry=said)
    said = entry(speech, value.entry.split()[0] if value.adds else value.entry, game)
    return speech.say("Correction: {entry}", entry=said) if value.amends else said


def marked(speech: Speech, value: Marked) -> str:
    """Return a mark on finished games, such as “The game Ann 121 – Ben 98 counts again.”"""
    sides = zip(value.sides, value.scores, strict=True)
    marked_game = " – ".join(f"{' · '.join(names)} {score}" for names, score in sides)
    match value.mark:
        case a.Annul(counts=True):
            return speech.say("The game {game} counts again.", game=marked_game)
        case a.Annul():
            return speech.say("The game {game} doesn’t count.", game=marked_game)
        case a.Same(names=(name,)):
            return speech.say("{name} is one player’s name again.", name=name)
        case a.Same(names=(name, *others)):
            listed = speech.and_list(*others)
            return speech.say("{name} and {others} are one player.", name=name, others=listed)
        case _:
            raise ValueError(value.mark)


def entry(speech: Speech, value: Entry, game: Game, *, with_win: bool = True) -> str:
    """Return an entry as a sentence, each action with its points; a win gets its own sentence."""
    if value.was:
        return speech.say("Deleted: {what}.", what=entry(speech, value.was, game).rstrip("."))
    if not value.actions:
        return speech.say("Deleted.")
    names = about(speech, game).named(value.events)
    clauses = []
    for part in value.split():
        action, events = part.actions[0], part.events
        done = clause(names, action, events)
        if isinstance(action, POINTS_APART):
            if not (isinstance(action, a.Misdeal) and _is_paid(events)):
                done = _with_points(names, done, action, events)
        elif void := next((award for award in e.awards_of(events) if award.void), None):
            done = as_void(names, done, void.team)
        clauses.append(done)
    teams = [event.team for event in value.events if with_win and isinstance(event, e.GameWon)]
    won = (_won(names, team) for team in teams)
    return " ".join((f"{speech.join_clauses(*clauses)}.", *won))


def _won(speech: GameSpeech, winner: a.Team) -> str:
    game, sentence = speech.game, speech.wins(winner)
    others = (other for other in range(len(game.pegs)) if other != winner)
    out = next((other for other in others if not game.holes_left(other)), None)
    if out is None:
        return sentence
    return speech.say_team(
        "{team} is out with {points}: {wins}",
        "{team} are out with {points}: {wins}",
        out,
        points=game.goal(out),
        wins=sentence,
    )


def _with_points(speech: GameSpeech, done: str, action: a.Action, events: e.Events) -> str:
    """Return *done* followed by its own points after a colon, and others' points after a dash."""
    actors = [event.seat for event in events if isinstance(event, e.Laid)]
    actors += [event.seat for event in events if isinstance(event, e.SaidGo | e.WentOut)]
    if isinstance(action, a.Go) and action.all:  # Names no player.
        actors = []
    own = [award for award in e.awards_of(events) if award.seat in actors[:1]]
    game = speech.game
    others = (
        award(speech, other, game) for other in e.awards_of(events) if other.seat not in actors[:1]
    )
    if own:
        if game.rules and game.rules.go_point == "on_call" and isinstance(events[0], e.SaidGo):
            own.sort(key=lambda award: award.why is not Why.GO)
        *first, last = (pegged(speech, award) for award in own)
        points = ", ".join((*first, speech.say("and {what}", what=last))) if first else last
        done = speech.say("{done}: {points}", done=done, points=points)
    return " – ".join((done, *others))


def clause(  # noqa: C901 - one flat case an action
    speech: GameSpeech, action: a.Action, events: e.Events
) -> str:
    """Return the action as a clause; *events* are only those of *action*."""
    game = speech.game
    match action:
        case a.Start():
            return _start(speech, action, events)
        case a.SetMode(entry_mode=mode):
            return _set_mode(speech, mode)
        case a.Draw(seat=seat, card=card):
            who = speech.player(seat)
            done = speech.say("{player} draws {card}", player=who, card=the(speech, card))
            return _with_deal(speech, done, events)
        case a.Starter(card=card):
            return speech.say("The starter is {card}", card=the(speech, card))
        case a.Play():
            return _play(speech, action, events)
        case a.Go():
            return _go(speech, action, events)
        case a.Show():
            return speech.say("On to the show")
        case a.Count() | a.Crib():
            return _count(speech, action, events)
        case a.Muggins():
            return _muggins(speech, action, events)
        case a.Misdeal():
            return _misdeal(speech, action, events)
        case a.Peg():
            reason, team = action.reason or "", speech.team(action.team)
            if reason.strip().lower() in HEAD_STARTS:
                reason = speech.say(HEAD_START)
            sentence = en("{team} {points} ({reason})") if reason else en("{team} {points}")
            return speech.say(sentence, team=team, points=signed(action.points), reason=reason)
        case a.Deal():
            return _with_deal(speech, speech.say("On to the next deal"), events)
        case a.Rename(seat=seat):
            renamed = _first(events, e.Renamed)
            name = renamed.name if renamed else ""
            sentence = en("Player\u00a0{place} is now called {name}")
            return speech.say(sentence, place=seat + 1, name=name)
        case a.Abandon():
            return speech.say("The game was called off")
        case a.Concede(team=loser):
            return speech.say_team("{team} concedes", "{team} concede", loser)
        case a.Next():
            began = _first(events, e.GameBegan)
            number = sum(began.wins if began else game.wins) + 1  # Those called off don't count.
            done = speech.say("Game {number} starts", number=number)
            return _with_deal(speech, done, events)
        case _:
            assert_never(action)


def _start(speech: GameSpeech, action: a.Start, events: e.Events) -> str:
    """Return who plays; then each head start, and who deals."""
    began = _first(events, e.DealBegan)
    # Once the start is undone the game has no pegs, but the start can be redone.
    assert speech.game.rules
    first, second, *others = teams = [speech.team(n) for n in range(len(speech.game.rules.teams))]
    done = speech.say("{first} against {second}", first=first, second=second)
    if others:
        done = speech.say("{players} play", players=speech.list_sides(teams))
    dealer = speech.player(began.dealer) if began else None
    clauses = []
    for team, points in enumerate(action.scores or ()):
        if points and teams[team] == dealer:
            sentence = en("{player} starts with {points} and deals")
            clauses.append(speech.say(sentence, player=dealer, points=points))
            dealer = None
        elif points:
            starts = speech.say_team(
                "{team} starts with {points}", "{team} start with {points}", team, points=points
            )
            clauses.append(starts)
    if dealer:
        clauses.append(speech.say("{player} deals", player=dealer))
    return f"{done}. {speech.join_clauses(*clauses)}" if clauses else done


def signed(points: int) -> str:
    """Return a number with its sign, such as “+2” or “−2”."""
    return f"{points:+d}".replace("-", "−")


def _first(events: e.Events, kind: type[Kind]) -> Kind | None:
    return next((event for event in events if isinstance(event, kind)), None)


def _with_deal(speech: GameSpeech, done: str, events: e.Events) -> str:
    began = _first(events, e.DealBegan)
    if began is None:
        return done
    sentence = en("{player} deals again") if began.again else en("{player} deals")
    deals = speech.say(sentence, player=speech.player(began.dealer))
    return speech.join_clauses(done, deals)


def _set_mode(speech: GameSpeech, mode: a.EntryModeChange) -> str:
    changes, rules = list[str](), speech.game.rules
    if mode.entered is not None:
        changes.append(speech.say(ENTERED[Entered(mode.entered)]))
    if mode.counted_by is not None:
        sentence = en("you count and Cribble checks")
        if CountedBy(mode.counted_by) is CountedBy.PROGRAM:
            sentence = en("Cribble counts")
        elif rules and rules.muggins:
            sentence = en("you count, with muggins")
        changes.append(speech.say(sentence))
    if not changes:
        return speech.say("Everything is entered as before")
    return speech.say("From now on, {what}", what=speech.join_clauses(*changes))


def _play(speech: GameSpeech, action: a.Play, events: e.Events) -> str:
    laid = _first(events, e.Laid)
    if laid is None:
        return speech.say("{card} is played", card=the(speech, action.card))
    earlier = takewhile(lambda event: event is not laid, events)
    gone = [event.seat for event in earlier if isinstance(event, e.SaidGo)]
    who, card = speech.player(laid.seat), the(speech, laid.card)
    if not gone:
        return speech.say("{player} plays {card}", player=who, card=card)
    return speech.say_n(
        "{gone} says go; {player} plays {card}",
        "{gone} say go; {player} plays {card}",
        len(gone),
        gone=speech.players(*gone),
        player=who,
        card=card,
    )


def _go(speech: GameSpeech, action: a.Go, events: e.Events) -> str:
    if action.out:
        out = _first(events, e.WentOut)
        return speech.say(
            "{player} has no cards left", player=speech.player(out.seat) if out else ""
        )
    gone = _first(events, e.SaidGo)
    if action.all or gone is None:
        return speech.say("Nobody can play")
    sentence = en("{player} can’t play") if gone.alone else en("{player} says go")
    return speech.say(sentence, player=speech.player(gone.seat))


def _is_paid(events: e.Events) -> bool:
    awards = e.awards_of(events)
    return bool(awards) and not any(award.void for award in awards)


def _misdeal(speech: GameSpeech, action: a.Misdeal, events: e.Events) -> str:
    began, awards = _first(events, e.DealBegan), e.awards_of(events)
    clauses = []
    if _first(events, e.PegsSetBack):
        clauses.append(speech.say("the pegs go back to where they were before the play"))
    if began:
        dealer = speech.player(began.dealer)
        clauses.append(speech.say("{player} deals again", player=dealer))
    if not _is_paid(events):
        if action.redeal is False:
            return speech.say("Misdeal, but this deal goes on")
        return speech.join_clauses(speech.say("Misdeal"), *clauses)
    points, teams = awards[0].points, speech.teams(*(award.team for award in awards))
    values = {"points": speech.number(points), "teams": teams}
    if len(awards) > 1:
        fined = speech.say_n(
            "Misdeal: {points} each for {teams}",
            "Misdeal: {points} each for {teams}",
            points,
            **values,
        )
    else:
        fined = speech.say("Misdeal: {points} for {teams}", **values)
    if not began and _first(events, e.GameWon) is None:
        clauses.append(speech.say("The deal goes on"))
    return ". ".join((fined, *map(capitalised, clauses)))


def _count(speech: GameSpeech, action: a.Count | a.Crib, events: e.Events) -> str:
    shown = _first(events, e.HandShown)
    of = shown.of if shown else "crib"
    if shown and shown.passed:
        return speech.say("{hand:up}: not counted", hand=speech.hand(of))
    following = events[events.index(shown) + 1 :] if shown else ()
    match following[0] if following else None:
        case e.Told(notice=e.Counted(seat=seat, combos=combos, total=total)):
            values = {"hand": speech.hand(of, seat), "count": tally_clause(speech, combos)}
            if action.claim in (None, total):
                return speech.say("{hand:up}: {count}", **values)
            return speech.say(
                "{hand:up} ({player} said {claim}): {count}",
                player=speech.player(speaker_of(speech.game, seat)),
                claim=action.claim,
                **values,
            )
        case e.WindowOpened(window=Window(seat=seat, claim=claim)):
            player = speech.player(speaker_of(speech.game, seat))
            if of == "crib":
                return speech.say(
                    "{player} claims {claim} for the crib", player=player, claim=claim
                )
            if of == speaker_of(speech.game, seat):
                return speech.say("{player} claims {claim}", player=player, claim=claim)
            sentence = en("{player} claims {claim} for {hand}")
            return speech.say(sentence, player=player, claim=claim, hand=speech.hand(of))
        case _:
            return capitalised(speech.hand(of))


def _muggins(speech: GameSpeech, action: a.Muggins, events: e.Events) -> str:
    call = _first(events, e.MugginsCalled)
    of, got = (call.of, call.got) if call else (action.of, 0)
    values = {"points": action.points, "hand": speech.hand("crib" if of is None else of)}
    if not got:
        sentence = en("Muggins on {hand}: {points} is too many, nothing for {team}")
        return speech.say(sentence, team=speech.team(action.team), **values)
    if got == action.points:
        return speech.say_team(
            "Muggins! {team} takes {points} from {hand}",
            "Muggins! {team} take {points} from {hand}",
            action.team,
            **values,
        )
    return speech.say_team(
        "Muggins! {team} asks for {points} on {hand} and gets {got}",
        "Muggins! {team} ask for {points} on {hand} and get {got}",
        action.team,
        got=got,
        **values,
    )
