"""Entries as the log says them: Ann plays the 10 of hearts: fifteen for two."""

from collections.abc import Iterator
from typing import Final, TypeAlias, TypeVar, assert_never

from scorekeeper.cards import Card
from scorekeeper.game import actions as a
from scorekeeper.game import events as e
from scorekeeper.game.actions import CountedBy, Entered, EntryModeChange
from scorekeeper.game.marks import Marked
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game, Window
from scorekeeper.scoring.combo import Why
from scorekeeper.words.catalogue import Speech, capitalised, en
from scorekeeper.words.game import cards, people, rules
from scorekeeper.words.game.awards import as_void, award, pegged
from scorekeeper.words.game.misdeal import SET_BACK, misdeal
from scorekeeper.words.game.people import as_named
from scorekeeper.words.game.tally import tally_clause

Kind = TypeVar("Kind", bound=e.Event)

Happened: TypeAlias = Iterator[e.Event]
"""The events that are left, from the action before."""


def clause(  # noqa: C901 - one flat case an action
    speech: Speech, game: Game, action: a.Action, happened: Happened
) -> str:
    """Return what was done, as a clause. Reads *happened* up to the event that says so."""
    match action:
        case a.Start():
            return _start(speech, game, action, happened)
        case a.SetMode(entry_mode=mode):
            return _mode(speech, game, mode)
        case a.Draw(seat=seat, card=card):
            player, drawn = people.player(speech, game, seat), cards.the(speech, card)
            done = speech.say("{player} draws {card}", player=player, card=drawn)
            return _with_deal(speech, game, done, happened)
        case a.Starter(card=card):
            return speech.say("The starter is {card}", card=cards.the(speech, card))
        case a.Play(card=card):
            return _play(speech, game, card, happened)
        case a.Go():
            return _go(speech, game, action, happened)
        case a.Show():
            return speech.say("On to the show")
        case a.Count() | a.Crib():
            return _count(speech, game, action, happened)
        case a.Muggins():
            return _muggins(speech, game, action, happened)
        case a.Misdeal():
            return _misdeal(speech, game, action, happened)
        case a.Peg():
            return _peg(speech, game, action)
        case a.Deal():
            return _with_deal(speech, game, speech.say("On to the next deal"), happened)
        case a.Rename(seat=seat):
            return _rename(speech, seat, happened)
        case a.Abandon():
            return speech.say("The game is called off")
        case a.Concede(team=team):
            return speech.say_n(
                "{team} concedes",
                "{team} concede",
                len(people.members(game, team)),
                team=people.team(speech, game, team),
            )
        case a.Next():
            return _next(speech, game, happened)
        case _:
            assert_never(action)


def _until(happened: Happened, kind: type[Kind]) -> tuple[list[e.Event], Kind | None]:
    """Return the events before the next one of *kind*, and that event or None."""
    before: list[e.Event] = []
    for event in happened:
        if isinstance(event, kind):
            return before, event
        before.append(event)
    return before, None


def _with_deal(speech: Speech, game: Game, done: str, happened: Happened) -> str:
    """Return *done*, and who deals if that is now known."""
    _, began = _until(happened, e.DealBegan)
    if began is None:
        return done
    sentence = en("{player} deals again") if began.again else en("{player} deals")
    deals = speech.say(sentence, player=people.player(speech, game, began.dealer))
    return speech.join_clauses(done, deals)


def _start(speech: Speech, game: Game, action: a.Start, happened: Happened) -> str:
    done = speech.say(
        "New match, {title}: {players}",
        title=rules.rules_title(speech, action.rules),
        players=people.players(speech, game, *range(len(game.players))),
    )
    if points := people.head_start(speech, game, action.scores):
        done = speech.join_clauses(done, speech.say("head start: {points}", points=points))
    return _with_deal(speech, game, done, happened)


ENTERED: Final = {
    Entered.CARDS: en("we enter every card"),
    Entered.HANDS: en("we enter hands only"),
    Entered.POINTS: en("we enter points only"),
}


def _mode(speech: Speech, game: Game, mode: EntryModeChange) -> str:
    """Return what is entered and who counts from here on, as far as *mode* names it."""
    changes = list[str]()
    if mode.entered is not None:
        changes.append(speech.say(ENTERED[Entered(mode.entered)]))
    if mode.counted_by is not None:
        changes.append(who_counts(speech, game, CountedBy(mode.counted_by)))
    if not changes:
        return speech.say("Everything is entered as before")
    return speech.say("From now on, {what}", what=speech.join_clauses(*changes))


def who_counts(speech: Speech, game: Game, counted_by: CountedBy) -> str:
    """Return who counts hands, as a clause; players are checked, or may be called on."""
    if counted_by is CountedBy.PROGRAM:
        return speech.say("Cribble counts")
    if game.rules and game.rules.muggins:
        return speech.say("you count, with muggins")
    return speech.say("you count and Cribble checks")


def _next(speech: Speech, game: Game, happened: Happened) -> str:
    _, began = _until(happened, e.GameBegan)
    number = began.number if began else game.number
    done = speech.say("Game {number} starts", number=number)
    return _with_deal(speech, game, done, happened)


def _play(speech: Speech, game: Game, card: Card, happened: Happened) -> str:
    """Return a card, and the gos that it implied."""
    before, laid = _until(happened, e.Laid)
    if laid is None:
        return speech.say("{card} is played", card=cards.the(speech, card))
    gone = [event.seat for event in before if isinstance(event, e.SaidGo)]
    player, laid_card = people.player(speech, game, laid.seat), cards.the(speech, laid.card)
    if not gone:
        return speech.say("{player} plays {card}", player=player, card=laid_card)
    return speech.say_n(
        "{gone} says go; {player} plays {card}",
        "{gone} say go; {player} plays {card}",
        len(gone),
        gone=people.players(speech, game, *gone),
        player=player,
        card=laid_card,
    )


def _misdeal(speech: Speech, game: Game, action: a.Misdeal, happened: Happened) -> str:
    if action.redeal is False:
        return speech.say("Misdeal, but this deal goes on")
    before, began = _until(happened, e.DealBegan)
    clauses = [speech.say("Misdeal")]
    if any(isinstance(event, e.PegsSetBack) for event in before):
        clauses.append(speech.say(SET_BACK))
    if began:
        player = people.player(speech, game, began.dealer)
        clauses.append(speech.say("{player} deals again", player=player))
    return speech.join_clauses(*clauses)


def _go(speech: Speech, game: Game, action: a.Go, happened: Happened) -> str:
    if action.out:
        _, went = _until(happened, e.WentOut)
        player = people.player(speech, game, went.seat) if went else ""
        return speech.say("{player} has no cards left", player=player)
    _, said = _until(happened, e.SaidGo)
    if action.all or said is None:
        return speech.say("Nobody can play")
    sentence = en("{player} can’t play") if said.alone else en("{player} says go")
    return speech.say(sentence, player=people.player(speech, game, said.seat))


def _count(speech: Speech, game: Game, action: a.Count | a.Crib, happened: Happened) -> str:
    """Return a hand or the crib: the count if it is public, else only the claim."""
    _, shown = _until(happened, e.HandShown)
    of = shown.of if shown else "crib"
    if shown and shown.passed:
        return speech.say("{hand:up}: not counted", hand=people.hand(speech, game, of))
    match next(happened, None):
        case e.Told(notice=e.Counted(seat=seat, combos=combos, total=total)):
            player = people.player(speech, game, people.speaker_of(game, seat))
            hand = people.hand(speech, game, of, seat)
            count = tally_clause(speech, combos)
            if action.claim in (None, total):
                return speech.say("{hand:up}: {count}", hand=hand, count=count)
            return speech.say(
                "{hand:up} ({player} said {claim}): {count}",
                hand=hand,
                player=player,
                claim=action.claim,
                count=count,
            )
        case e.WindowOpened(window=Window(seat=seat, claim=claim)):
            hand = people.hand(speech, game, of, seat)
            return speech.say("{hand:up}: {claim} claimed", hand=hand, claim=claim)
        case _:
            return capitalised(people.hand(speech, game, of))


def _muggins(speech: Speech, game: Game, action: a.Muggins, happened: Happened) -> str:
    _, call = _until(happened, e.MugginsCalled)
    of, got = (call.of, call.got) if call else (action.of, 0)
    callers = len(people.members(game, action.team))
    values = {
        "team": people.team(speech, game, action.team),
        "points": action.points,
        "hand": people.hand(speech, game, "crib" if of is None else of),
    }
    if not got:
        sentence = en("Muggins on {hand}: {points} is too many, nothing for {team}")
        return speech.say(sentence, **values)
    if got == action.points:
        return speech.say_n(
            "Muggins! {team} takes {points} from {hand}",
            "Muggins! {team} take {points} from {hand}",
            callers,
            **values,
        )
    return speech.say_n(
        "Muggins! {team} asks for {points} on {hand} and gets {got}",
        "Muggins! {team} ask for {points} on {hand} and get {got}",
        callers,
        got=got,
        **values,
    )


def _rename(speech: Speech, seat: a.Seat, happened: Happened) -> str:
    _, renamed = _until(happened, e.Renamed)
    name = renamed.name if renamed else ""
    return speech.say("Player\u00a0{place} is now called {name}", place=seat + 1, name=name)


HEAD_START: Final = en("head start")
"""The page sends this reason in English; people type it in their language."""

HEAD_STARTS: Final = {HEAD_START, "avance", "avance au départ"}


def _reason(speech: Speech, typed: str) -> str:
    """Return why points were given, as it was typed; a head start in the reader's language."""
    return speech.say(HEAD_START) if typed.strip().lower() in HEAD_STARTS else typed


def _peg(speech: Speech, game: Game, action: a.Peg) -> str:
    values = {
        "team": people.team(speech, game, action.team),
        "points": f"{action.points:+d}".replace("-", "−"),
        "reason": _reason(speech, action.reason or ""),
    }
    sentence = en("{team} {points} ({reason})") if action.reason else en("{team} {points}")
    return speech.say(sentence, **values)


POINTS_APART = a.Start | a.Draw | a.Starter | a.Play | a.Go | a.Misdeal | a.Next
"""Actions whose clause does not contain their points."""


def change(speech: Speech, value: Change, game: Game) -> str:
    """Return what an undo would take back, or a redo would do again."""
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
    """Return a mark on finished games as one sentence."""
    match value.mark:
        case a.Annul(counts=True):
            return speech.say("The game {game} counts again.", game=_marked_game(value))
        case a.Annul():
            return speech.say("The game {game} doesn’t count.", game=_marked_game(value))
        case a.Same(names=(name,)):
            return speech.say("{name} is one player’s name again.", name=name)
        case a.Same(names=(name, *others)):
            listed = speech.and_list(*others)
            return speech.say("{name} and {others} are one player.", name=name, others=listed)
        case _:
            raise ValueError(value.mark)


def _marked_game(value: Marked) -> str:
    """Return the sides of the game that was marked and their scores: Ann 121 – Ben 98."""
    sides = zip(value.sides, value.scores, strict=True)
    return " – ".join(f"{' · '.join(names)} {score}" for names, score in sides)


def entry(speech: Speech, value: Entry, game: Game, *, with_win: bool = True) -> str:
    """Return an entry as one sentence, each action with its points; *game* gives the names. The win
    is a sentence of its own."""
    if value.was:
        return speech.say("Deleted: {what}.", what=entry(speech, value.was, game).rstrip("."))
    if not value.actions:
        return speech.say("Deleted.")
    game = as_named(game, value.events)
    clauses = [
        _clause_with_points(speech, game, part.actions[0], part.events) for part in value.split()
    ]
    teams = [event.team for event in value.events if with_win and isinstance(event, e.GameWon)]
    won = (_won(speech, game, team) for team in teams)
    return " ".join((f"{speech.join_clauses(*clauses)}.", *won))


def _won(speech: Speech, game: Game, team: a.Team) -> str:
    """Return who wins the game, or the match with it; in lowball also who is out."""
    wins = people.wins_match if game.is_decided else people.wins
    others = (other for other in range(len(game.pegs)) if other != team)
    out = next((other for other in others if not game.holes_left(other)), None)
    if out is None:
        return wins(speech, game, team)
    return speech.say_n(
        "{team} is out with {points}: {wins}",
        "{team} are out with {points}: {wins}",
        len(people.members(game, out)),
        team=people.team(speech, game, out),
        points=game.goal(out),
        wins=wins(speech, game, team),
    )


def _clause_with_points(speech: Speech, game: Game, action: a.Action, events: e.Events) -> str:
    """Return one action with its points, as a clause."""
    if isinstance(action, a.Misdeal) and (fined := misdeal(speech, game, events)):
        return fined
    done = clause(speech, game, action, iter(events))
    if isinstance(action, POINTS_APART):
        return _with_points(speech, game, done, events, actor=_actor(action, events))
    void = next((one for one in e.awards_of(events) if one.void), None)
    return as_void(speech, done, game, void.team) if void else done


def _with_points(
    speech: Speech, game: Game, done: str, events: e.Events, *, actor: a.Seat | None
) -> str:
    """Return *done* with its own points after a colon, and those of others by name after a dash."""
    awards = e.awards_of(events)
    own = [one for one in awards if actor is not None and one.seat == actor]
    others = [award(speech, one, game) for one in awards if actor is None or one.seat != actor]
    if own:
        if game.rules and game.rules.go_point == "on_call" and isinstance(events[0], e.SaidGo):
            own.sort(key=lambda one: one.why is not Why.GO)
        *first, last = (pegged(speech, one, game) for one in own)
        points = ", ".join((*first, speech.say("and {what}", what=last))) if first else last
        done = speech.say("{done}: {points}", done=done, points=points)
    return " – ".join((done, *others))


def _actor(action: a.Action, events: e.Events) -> a.Seat | None:
    """Return who laid a card, or else said go; None where nobody can play, which names nobody."""
    if isinstance(action, a.Go) and action.all:
        return None
    laid = [event.seat for event in events if isinstance(event, e.Laid)]
    gone = [event.seat for event in events if isinstance(event, e.SaidGo | e.WentOut)]
    return next(iter((*laid, *gone)), None)
