"""Sentences of a correction: the entry undone, redone or amended, by whom, and at what cost."""

from typing import Final, assert_never

from msgspec.structs import replace

from scorekeeper.cards import Card, Rank
from scorekeeper.game import actions as a
from scorekeeper.game import events as e
from scorekeeper.game.marks import Marked
from scorekeeper.game.snapshot import Correction, Entry
from scorekeeper.game.state import Game, Window
from scorekeeper.words.catalogue import Speech, capitalised, en
from scorekeeper.words.game import cards, log, people
from scorekeeper.words.game.correction_cost import (
    correction_cost,
    names_dealer,
    of_player,
    repegged,
    signed,
)
from scorekeeper.words.game.people import as_named, scorer

DONE: Final = {
    "undo": (en("Undone: {what}."), en("{who} undid {what}.")),
    "redo": (en("Redone: {what}."), en("{who} redid {what}.")),
    "undo of a mark": (en("Undone: {what}"), en("{who} undid: {what}")),
    "redo of a mark": (en("Redone: {what}"), en("{who} redid: {what}")),
    "corrected": (en("Corrected: {what}"), en("{who} corrected: {what}")),
    "deleted": (en("Deleted: {what}."), en("{who} deleted {what}.")),
    "deleted again": (en("Deleted again: {what}."), en("{who} deleted {what} again.")),
    "added": (en("Added: {what}."), en("{who} added {what}.")),
    "changed": (en("Changed: {old}, now {new}."), en("{who} changed {old} to {new}.")),
    "touched": (en("Changed: {what}."), en("{who} changed {what}.")),
}
"""Unsigned, as in a game that a program plays, and signed."""


INDEFINITE: Final = {Rank.ACE: en("an ace"), Rank.EIGHT: en("an 8"), Rank.QUEEN: en("a queen")}
"""Ranks whose article is not that of the others, in one language or the other."""


def correction(speech: Speech, value: Correction, game: Game, before: Game | None = None) -> str:
    """Return what was done to an entry, by whom, what each team's score gained or lost by it, and
    how many later entries went with it; *before* is the game as it stood then."""
    if value.change.marked:
        return _marked(speech, value, value.change.marked)
    if earlier := value.change.game:
        done = _done(speech, value, earlier)
        cost = correction_cost(speech, value, game, before)
        return " ".join(filter(None, (done, speech.say("That was in an earlier match."), cost)))
    if names_dealer(value, game, before):
        if value.how != "amend":
            return _say(
                speech,
                value.how,
                scorer(speech, value.by),
                what=speech.say("the choice of dealer"),
            )
        deals = speech.say("{player} deals", player=people.player(speech, game, game.dealer or 0))
        return f"{capitalised(deals)}."
    lines = (_done(speech, value, game), correction_cost(speech, value, game, before))
    return " ".join(filter(None, lines))


def _done(speech: Speech, value: Correction, game: Game) -> str:
    change, who = value.change, scorer(speech, value.by)
    if value.how != "amend":
        deleted = change.entry.was if change.amends and not change.entry.actions else None
        named = change.entry.split()[0] if change.adds else deleted or change.entry
        what = _whole(speech, game, named)
        if deleted and value.how == "redo":
            return _say(speech, "deleted again", who, what=what)
        if deleted:
            what = speech.say("the deletion of {what}", what=what)
        elif change.amends and not change.adds:
            what = speech.say("the correction of {what}", what=what)
        return _say(speech, value.how, who, what=what)
    found = _difference(speech, game, value.was, change.entry)
    if found:
        return _say(speech, found[0], who, **found[1])
    return _say(speech, "corrected", who, what=log.entry(speech, change.entry, game))


def _marked(speech: Speech, value: Correction, marked: Marked) -> str:
    """Return what was said of finished games, or what of it was undone or redone, and by whom."""
    what, who = log.marked(speech, marked), scorer(speech, value.by)
    if value.how != "mark":
        return _say(speech, f"{value.how} of a mark", who, what=what)
    return speech.say("{who}: {what}", who=who, what=what) if who else what


def _say(speech: Speech, how: str, who: str, **values: str) -> str:
    return speech.say(DONE[how][bool(who)], who=who, **values)


def _difference(  # noqa: C901 - one flat case a pair of actions
    speech: Speech, game: Game, was: Entry | None, now: Entry
) -> tuple[str, dict[str, str]] | None:
    """Return how *now* differs from what *was*, where few words tell; else None."""
    if was is None:
        return None
    if not now.actions:
        return "deleted", {"what": _whole(speech, game, was)}
    if len(now.actions) == len(was.actions) + 1 and now.actions[1:] == was.actions:
        return "added", {"what": _added(speech, game, now.actions[0], now.split()[0].events)}
    if len(now.actions) != 1 or len(was.actions) != 1:
        return None
    old, new = _whole(speech, game, was), _whole(speech, game, now)
    match was.actions[0], now.actions[0]:
        case a.Play(), a.Play(card=card) if _player(was.events) == _player(now.events):
            return "changed", {"old": old, "new": a_card(speech, card)}
        case ((a.Draw() | a.Starter()), (a.Draw(card=card) | a.Starter(card=card))):
            return "changed", {"old": old, "new": a_card(speech, card)}
        case a.Peg(team=team, points=points), a.Peg(points=better) if repegged(was, now):
            old = _points_of(speech, game, team, signed(points))
            return "changed", {"old": old, "new": signed(better)}
        case ((a.Play() | a.Go() | a.Peg()), (a.Play() | a.Go() | a.Peg())):
            return "changed", {"old": old, "new": new}
        case ((a.Count() | a.Crib()), (a.Count() | a.Crib())):
            return "touched", {"what": _other_hand(speech, game, was, now)}
        case a.Start() as begun, a.Start() as begins if _is_alike(begun, begins):
            return _other_head_start(speech, game, begun.scores, begins.scores)
        case _:
            return None


def _is_alike(one: a.Start, other: a.Start) -> bool:
    """True if two matches begin alike but for a head start."""
    return replace(one, scores=None) == replace(other, scores=None) and one != other


def _other_head_start(
    speech: Speech, game: Game, was: tuple[int, ...] | None, now: tuple[int, ...] | None
) -> tuple[str, dict[str, str]]:
    old, new = (people.head_start(speech, game, scores) for scores in (was, now))
    if not old:
        return "added", {"what": speech.say("a head start ({points})", points=new)}
    whole = speech.say("the head start ({points})", points=old)
    return ("changed", {"old": whole, "new": new}) if new else ("deleted", {"what": whole})


def _other_hand(speech: Speech, game: Game, was: Entry, now: Entry) -> str:
    """Return a hand with what it was and is worth: Léa’s hand (2 → 3 points)."""
    if any(isinstance(event, e.GameWon) for event in (*was.events, *now.events)):
        return _whole(speech, game, was)
    return _hand(speech, as_named(game, was.events), now.events, was.events)


def _player(events: e.Events) -> a.Seat | None:
    return next((event.seat for event in events if isinstance(event, e.Laid)), None)


def _whole(speech: Speech, game: Game, entry: Entry) -> str:
    """Return *entry* by name: Paul’s 8, Anne’s crib (6) and the win."""
    game = as_named(game, entry.events)
    parts = (_one(speech, game, part.actions[0], part.events) for part in entry.split())
    what = speech.and_list(*parts)
    if any(isinstance(event, e.GameWon) for event in entry.events):
        return speech.say("{what} and the win", what=what)
    return what or speech.say("an empty entry")


def _one(  # noqa: C901 - one flat case an action
    speech: Speech, game: Game, action: a.Action, events: e.Events
) -> str:
    """Return one action by name, with its article."""
    match action:
        case a.Draw(seat=seat, card=card):
            return of_player(speech, game, seat, card)
        case a.Starter(card=card):
            return speech.say("the starter ({card})", card=cards.card(speech, card))
        case a.Play(card=card):
            return of_player(speech, game, _player(events), card)
        case a.Go(out=True):
            [seat] = [event.seat for event in events if isinstance(event, e.WentOut)]
            player = people.player(speech, game, seat)
            return speech.say("“{player} has no cards left”", player=player)
        case a.Go():
            gone = [event.seat for event in events if isinstance(event, e.SaidGo)]
            if action.all or not gone:
                return speech.say("the go")
            return speech.say("{player}’s go", player=people.player(speech, game, gone[0]))
        case a.Count() | a.Crib():
            return _hand(speech, game, events)
        case a.Muggins(team=team):
            return speech.say("{team}’s muggins", team=people.team(speech, game, team))
        case a.Peg(team=team, points=points):
            return _points_of(speech, game, team, signed(points))
        case a.Start() | a.Next():
            return speech.say("the new game")
        case a.SetMode():
            return speech.say("the change of what we enter")
        case a.Misdeal():
            return speech.say("the misdeal")
        case a.Show():
            return speech.say("the step to the show")
        case a.Deal():
            return speech.say("the step to the next deal")
        case a.Rename():
            return speech.say("the new name")
        case a.Abandon() | a.Concede():
            return speech.say("the end of the game")
        case _:
            assert_never(action)


def _added(speech: Speech, game: Game, action: a.Action, events: e.Events) -> str:
    """Return an action by name that was not there before; of points nobody has heard yet."""
    if isinstance(action, a.Peg):
        whose = people.team(speech, game, action.team)
        return speech.say("{points} for {team}", points=signed(action.points), team=whose)
    return _one(speech, game, action, events)


def _points_of(speech: Speech, game: Game, team: a.Team, points: str) -> str:
    """Return points that were pegged by hand, by name: Nora’s +2."""
    whose = people.team(speech, game, team)
    return speech.say("{team}’s {points}", team=whose, points=points)


def _hand(speech: Speech, game: Game, events: e.Events, was: e.Events = ()) -> str:
    """Return a hand with its public worth, and before it what that *was*, if it was another."""
    now, before = _worth(events), _worth(was)
    if now is None:
        of: a.Of = next((event.of for event in events if isinstance(event, e.HandShown)), "crib")
        return people.hand(speech, game, of)
    of, seat, points = now
    hand = people.hand(speech, game, of, seat)
    if before is None or before[-1] == points:
        return speech.say("{hand} ({points})", hand=hand, points=points)
    return speech.say_n(
        "{hand} ({before} → {n} point)",
        "{hand} ({before} → {n} points)",
        points,
        hand=hand,
        before=before[-1],
    )


def _worth(events: e.Events) -> tuple[a.Of, a.Seat, int] | None:
    """Return whose hand *events* show, and its count if that was shown, else the claim."""
    of: a.Of = next((event.of for event in events if isinstance(event, e.HandShown)), "crib")
    for event in events:
        match event:
            case e.Told(notice=e.Counted(of=told, seat=seat, total=points)) if told == of:
                return of, seat, points
            case e.WindowOpened(window=Window(seat=seat, claim=points)):
                return of, seat, points
            case _:
                continue
    return None


def a_card(speech: Speech, card: Card) -> str:
    """Return an ace, a 2, an 8; the 8 of hearts where its suit is known."""
    if card.suit is not None:
        return cards.the(speech, card)
    sentence = INDEFINITE.get(card.rank, en("a {rank}"))
    return speech.say(sentence, rank=cards.rank(speech, card.rank))
