"""Sentences about corrections: the entry undone, redone or amended, its author, the effects."""

from collections.abc import Iterator
from typing import Final, assert_never

from msgspec.structs import replace

from scorekeeper.cards import Card, Rank
from scorekeeper.game import actions as a
from scorekeeper.game import events as e
from scorekeeper.game.snapshot import Correction, Entry
from scorekeeper.game.state import Game, LaidCard, Phase, Window
from scorekeeper.words import cards, log
from scorekeeper.words.catalogue import Speech, capitalised, en
from scorekeeper.words.log import signed
from scorekeeper.words.people import GameSpeech, about, scorer
from scorekeeper.words.rules import rules_title

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
"""The sentence for each kind of correction, without and with the author's name."""


INDEFINITE: Final = {Rank.ACE: en("an ace"), Rank.EIGHT: en("an 8"), Rank.QUEEN: en("a queen")}
"""Ranks with an irregular article in one of the languages."""


def correction(speech: Speech, value: Correction, game: Game, before: Game | None = None) -> str:
    """Return the effect of a correction on an entry, its author, the change of each team's score,
    and how many later entries were dropped; *before* is the game before the correction."""
    who, earlier, marked = scorer(speech, value.by), value.change.game, value.change.marked
    cost = ""
    if marked:
        how, values = f"{value.how} of a mark", {"what": log.marked(speech, marked)}
        if value.how == "mark":
            return speech.say("{who}: {what}", who=who, **values) if who else values["what"]
    elif earlier:
        how, values = _done(about(speech, earlier), value)
        was_earlier = speech.say("That was in an earlier match.")
        cost = " ".join(filter(None, (was_earlier, correction_cost(speech, value, game, before))))
    elif not _names_dealer(value, game, before):
        how, values = _done(about(speech, game), value)
        cost = correction_cost(speech, value, game, before)
    elif value.how != "amend":
        how, values = value.how, {"what": speech.say("the choice of dealer")}
    else:
        player = about(speech, game).player(game.dealer or 0)
        deals = speech.say("{player} deals", player=player)
        return f"{capitalised(deals)}."
    return " ".join(filter(None, (speech.say(DONE[how][bool(who)], who=who, **values), cost)))


def correction_cost(
    speech: Speech, value: Correction, game: Game, before: Game | None = None
) -> str:
    """Return the second part of ``correction``: cards that now belong to another player, score
    changes, a win that is void, and dropped entries. Empty if there are none."""
    if value.change.game:
        return _removed(speech, value)
    if _names_dealer(value, game, before):
        return ""
    costs = (*_costs(about(speech, game), value, before), _removed(speech, value))
    return " ".join(filter(None, costs))


def _names_dealer(value: Correction, game: Game, earlier: Game | None) -> bool:
    """True if the only change from *earlier* is that a dealer is named instead of drawn, or the
    reverse; that does not count as a correction."""
    if earlier is None:
        return False
    match = (game.rules, game.players, game.captains, game.scores)
    phases = (earlier.phase, game.phase)
    return (
        (value.how == "amend" or value.change.amends)
        and [type(action) for action in value.change.entry.actions] == [a.Start]
        and phases in ((Phase.DRAW, Phase.CUT), (Phase.CUT, Phase.DRAW))
        and match == (earlier.rules, earlier.players, earlier.captains, earlier.scores)
    )


def _costs(speech: GameSpeech, value: Correction, earlier: Game | None) -> Iterator[str]:
    game = speech.game
    if value.how == "amend" and earlier is not None and not value.change.removed:
        yield from _moved_cards(speech, earlier)
    if earlier is not None and (earlier.players, earlier.number) == (game.players, game.number):
        gains = [now - then for now, then in zip(game.scores, earlier.scores, strict=False)]
        told = _repegged(value.was, value.change.entry) if value.how == "amend" else None
        is_told = told and gains == [
            told[1] if team == told[0] else 0 for team in range(len(gains))
        ]
        named = [
            speech.say("{team} {points}", team=speech.team(team), points=signed(gain))
            for team, gain in enumerate(gains)
            if gain and not is_told
        ]
        if named:
            yield f"{', '.join(named)}."
    had_won = earlier.winner if earlier is not None and value.how == "amend" else None
    if had_won is not None and game.winner is None:
        yield speech.say_team("{team} no longer wins.", "{team} no longer win.", had_won)


def _removed(speech: Speech, value: Correction) -> str:
    """Return how many later entries an amend dropped, or its undo restored."""
    removed = value.change.removed
    if not removed:
        return ""
    if value.how == "undo":
        return speech.say_n("{n} later entry restored.", "{n} later entries restored.", removed)
    return speech.say_n("{n} later entry removed.", "{n} later entries removed.", removed)


def _moved_cards(speech: GameSpeech, before: Game) -> Iterator[str]:
    """Yield the later card, or the number of later cards, now belonging to another player. Empty
    unless the cards after the first difference are the same."""
    were, are = _laid(before), _laid(speech.game)
    pairs = enumerate(zip(were, are, strict=False))
    differing = (at for at, (was, now) in pairs if (was.seat, was.card) != (now.seat, now.card))
    later = max(len(were), len(are)) - next(differing, min(len(were), len(are))) - 1
    if later <= 0:
        return
    behind = list(zip(were[len(were) - later :], are[len(are) - later :], strict=False))
    if any(was.card != now.card for was, now in behind):
        return
    moved = [(was, now) for was, now in behind if was.seat != now.seat]
    if len(moved) == 1:
        ((was, now),) = moved
        card = _of_player(speech, was.seat, was.card)
        player = speech.player(now.seat)
        yield speech.say("{card:up} is now {player}’s.", card=card, player=player)
    elif moved:
        yield speech.say("{n} later cards are now another player’s.", n=len(moved))


def _laid(game: Game) -> tuple[LaidCard, ...]:
    return game.deal.play.laid if game.deal and game.deal.play else ()


def _repegged(was: Entry | None, now: Entry) -> tuple[a.Team, int] | None:
    """Return the team whose hand-pegged points differ *now*, and by how much."""
    match was.actions if was else (), now.actions:
        case (a.Peg(team=team, points=points),), (a.Peg(team=other, points=better),) if (
            team == other and min(points, better) > 0
        ):
            return team, better - points
        case _:
            return None


def _done(speech: GameSpeech, value: Correction) -> tuple[str, dict[str, str]]:
    change = value.change
    if value.how == "amend":
        return _difference(speech, value.was, change.entry) or (
            "corrected",
            {"what": log.entry(speech, change.entry, speech.game)},
        )
    deleted = change.entry.was if change.amends and not change.entry.actions else None
    named = change.entry.split()[0] if change.adds else deleted or change.entry
    what = _whole(speech, named)
    if deleted and value.how == "redo":
        return "deleted again", {"what": what}
    if deleted:
        what = speech.say("the deletion of {what}", what=what)
    elif change.amends and not change.adds:
        what = speech.say("the correction of {what}", what=what)
    return value.how, {"what": what}


def _difference(  # noqa: C901 - one flat case a pair of actions
    speech: GameSpeech, was: Entry | None, now: Entry
) -> tuple[str, dict[str, str]] | None:
    """Return the difference between *was* and *now* if it can be put in a few words, else None."""
    if was is None:
        return None
    if not now.actions:
        return "deleted", {"what": _whole(speech, was)}
    if len(now.actions) == len(was.actions) + 1 and now.actions[1:] == was.actions:
        first = now.actions[0]
        if isinstance(first, a.Peg):  # Added points were not announced.
            scorers = speech.team(first.team)
            what = speech.say("{points} for {team}", points=signed(first.points), team=scorers)
            return "added", {"what": what}
        return "added", {"what": _named(speech, first, now.split()[0].events)}
    if len(now.actions) != 1 or len(was.actions) != 1:
        return None
    old, new = _whole(speech, was), _whole(speech, now)
    match was.actions[0], now.actions[0]:
        case a.Play(), a.Play(card=card) if _player(was.events) == _player(now.events):
            return "changed", {"old": old, "new": _a_card(speech, card)}
        case ((a.Draw() | a.Starter()), (a.Draw(card=card) | a.Starter(card=card))):
            return "changed", {"old": old, "new": _a_card(speech, card)}
        case a.Peg(team=team, points=points), a.Peg(points=better) if _repegged(was, now):
            old = _points_of(speech, team, signed(points))
            return "changed", {"old": old, "new": signed(better)}
        case ((a.Play() | a.Go() | a.Peg()), (a.Play() | a.Go() | a.Peg())):
            return "changed", {"old": old, "new": new}
        case ((a.Count() | a.Crib()), (a.Count() | a.Crib())):
            if not any(isinstance(event, e.GameWon) for event in (*was.events, *now.events)):
                old = _hand(speech.named(was.events), now.events, was.events)
            return "touched", {"what": old}
        case a.Start() as begun, a.Start() as begins if (
            replace(begun, scores=None) == replace(begins, scores=None) and begun != begins
        ):
            old, new = (speech.head_start(start.scores) for start in (begun, begins))
            if not old:
                return "added", {"what": speech.say("a head start ({points})", points=new)}
            old = speech.say("the head start ({points})", points=old)
            return ("changed", {"old": old, "new": new}) if new else ("deleted", {"what": old})
        case a.Start(rules=old), a.Start(rules=new) if old != new:
            titles = (rules_title(speech, rules) for rules in (old, new))
            return "changed", dict(zip(("old", "new"), titles, strict=True))
        case _:
            return None


def _player(events: e.Events) -> a.Seat | None:
    return next((event.seat for event in events if isinstance(event, e.Laid)), None)


def _whole(speech: GameSpeech, entry: Entry) -> str:
    names = speech.named(entry.events)
    parts = (_named(names, part.actions[0], part.events) for part in entry.split())
    what = speech.and_list(*parts)
    if any(isinstance(event, e.GameWon) for event in entry.events):
        return speech.say("{what} and the win", what=what)
    return what or speech.say("an empty entry")


def _named(  # noqa: C901 - one flat case an action
    speech: GameSpeech, action: a.Action, events: e.Events
) -> str:
    match action:
        case a.Draw(seat=seat, card=card):
            return _of_player(speech, seat, card)
        case a.Starter(card=card):
            return speech.say("the starter ({card})", card=cards.card(speech, card))
        case a.Play(card=card):
            return _of_player(speech, _player(events), card)
        case a.Go(out=True):
            [seat] = [event.seat for event in events if isinstance(event, e.WentOut)]
            player = speech.player(seat)
            return speech.say("“{player} has no cards left”", player=player)
        case a.Go():
            gone = [event.seat for event in events if isinstance(event, e.SaidGo)]
            if action.all or not gone:
                return speech.say("the go")
            return speech.say("{player}’s go", player=speech.player(gone[0]))
        case a.Count() | a.Crib():
            return _hand(speech, events)
        case a.Muggins(team=team):
            return speech.say("{team}’s muggins", team=speech.team(team))
        case a.Peg(team=team, points=points):
            return _points_of(speech, team, signed(points))
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


def _of_player(speech: GameSpeech, seat: a.Seat | None, card: Card) -> str:
    if seat is None:
        return cards.the(speech, card)
    player = speech.player(seat)
    return speech.say("{player}’s {card}", player=player, card=cards.card(speech, card))


def _points_of(speech: GameSpeech, team: a.Team, points: str) -> str:
    return speech.say("{team}’s {points}", team=speech.team(team), points=points)


def _hand(speech: GameSpeech, events: e.Events, was: e.Events = ()) -> str:
    """Return the name of a hand with its public count, such as “Léa’s hand (2 → 3 points)”."""
    worth, previous = _worth(events), _worth(was)
    if worth is None:
        of: a.Of = next((event.of for event in events if isinstance(event, e.HandShown)), "crib")
        return speech.hand(of)
    of, seat, points = worth
    hand = speech.hand(of, seat)
    if previous is None or previous[-1] == points:
        return speech.say("{hand} ({points})", hand=hand, points=points)
    return speech.say_n(
        "{hand} ({before} → {n} point)",
        "{hand} ({before} → {n} points)",
        points,
        hand=hand,
        before=previous[-1],
    )


def _worth(events: e.Events) -> tuple[a.Of, a.Seat, int] | None:
    """Return the hand counted in *events*, its seat, and its public count or else its claim."""
    of: a.Of = next((event.of for event in events if isinstance(event, e.HandShown)), "crib")
    for event in events:
        match event:
            case e.Told(notice=e.Counted(of=whose, seat=seat, total=points)) if whose == of:
                return of, seat, points
            case e.WindowOpened(window=Window(seat=seat, claim=points)):
                return of, seat, points
            case _:
                continue
    return None


def _a_card(speech: Speech, card: Card) -> str:
    if card.suit is not None:
        return cards.the(speech, card)
    sentence = INDEFINITE.get(card.rank, en("a {rank}"))
    return speech.say(sentence, rank=cards.rank(speech, card.rank))
