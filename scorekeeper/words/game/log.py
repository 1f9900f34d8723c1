"""One action in a few words, without its points: Ann lays the 10 of hearts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, TypeVar, assert_never

from scorekeeper.cards import Card
from scorekeeper.game import actions as a
from scorekeeper.game import events as e
from scorekeeper.game.state import Game, Window
from scorekeeper.words.catalogue import Speech, raised
from scorekeeper.words.game import cards, people, rules
from scorekeeper.words.game.tally import called
from scorekeeper.words.sentences import en

Kind = TypeVar("Kind", bound=e.Event)

Happened: TypeAlias = Iterator[e.Event]
"""What happened, from where the action before left it."""


def clause(  # noqa: C901 - one flat case an action
    speech: Speech, game: Game, action: a.Action, happened: Happened
) -> str:
    """What was done, as a clause. Reads *happened* up to the event that says so."""
    match action:
        case a.Start():
            return _start(speech, game, action, happened)
        case a.Draw(seat=seat, card=card):
            player, drawn = people.player(speech, game, seat), cards.the(speech, card)
            done = speech.say(en("{player} draws {card}"), player=player, card=drawn)
            return _with_deal(speech, game, done, happened)
        case a.Starter(card=card):
            return speech.say(en("The starter is {card}"), card=cards.the(speech, card))
        case a.Play(card=card):
            return _play(speech, game, card, happened)
        case a.Go():
            return _go(speech, game, action, happened)
        case a.Show():
            return speech.say(en("On to the show"))
        case a.Count() | a.Crib():
            return _count(speech, game, action, happened)
        case a.Muggins():
            return _muggins(speech, game, action, happened)
        case a.Misdeal():
            return _with_deal(speech, game, speech.say(en("Misdeal")), happened)
        case a.Peg():
            return _peg(speech, game, action)
        case a.Deal():
            return _with_deal(speech, game, speech.say(en("On to the next deal")), happened)
        case a.Rename(seat=seat):
            return _rename(speech, seat, happened)
        case a.Abandon():
            return speech.say(en("The game is left without a winner"))
        case a.Next():
            return _next(speech, game, happened)
        case _:
            assert_never(action)


def _until(happened: Happened, kind: type[Kind]) -> tuple[list[e.Event], Kind | None]:
    """What came before the next event of *kind*, and that event if there is one."""
    before: list[e.Event] = []
    for event in happened:
        if isinstance(event, kind):
            return before, event
        before.append(event)
    return before, None


def _with_deal(speech: Speech, game: Game, done: str, happened: Happened) -> str:
    """*done*, and who deals where that is now known."""
    _, began = _until(happened, e.DealBegan)
    if began is None:
        return done
    sentence = en("{player} deals again") if began.again else en("{player} deals")
    deals = speech.say(sentence, player=people.player(speech, game, began.dealer))
    return speech.in_turn(done, deals)


def _start(speech: Speech, game: Game, action: a.Start, happened: Happened) -> str:
    done = speech.say(
        en("New match, {title}: {players}"),
        title=rules.rules_title(speech, action.rules),
        players=people.players(speech, game, *range(len(game.players))),
    )
    return _with_deal(speech, game, done, happened)


def _next(speech: Speech, game: Game, happened: Happened) -> str:
    _, began = _until(happened, e.GameBegan)
    number = began.number if began else game.number
    done = speech.say(en("Game {number} begins"), number=number)
    return _with_deal(speech, game, done, happened)


def _play(speech: Speech, game: Game, card: Card, happened: Happened) -> str:
    """A card, and the gos that it implied."""
    before, laid = _until(happened, e.Laid)
    if laid is None:
        return speech.say(en("{card} is laid"), card=cards.the(speech, card))
    gone = [event.seat for event in before if isinstance(event, e.SaidGo)]
    values = {
        "player": people.player(speech, game, laid.seat),
        "card": cards.the(speech, laid.card),
        "gone": people.players(speech, game, *gone),
    }
    sentence = (
        en("{player} lays {card} after a go ({gone})") if gone else en("{player} lays {card}")
    )
    return speech.say(sentence, **values)


def _go(speech: Speech, game: Game, action: a.Go, happened: Happened) -> str:
    _, said = _until(happened, e.SaidGo)
    if action.all or said is None:
        return speech.say(en("Nobody can lay a card"))
    return speech.say(en("{player} says go"), player=people.player(speech, game, said.seat))


def _count(speech: Speech, game: Game, action: a.Count | a.Crib, happened: Happened) -> str:
    """A hand or the crib: the count where it is told, else only what was claimed."""
    _, shown = _until(happened, e.HandShown)
    of = shown.of if shown else "crib"
    match next(happened, None):
        case e.Told(notice=e.Counted(seat=seat, combos=combos, total=total)):
            hand = people.hand(speech, game, of, seat)
            count = called(speech, combos)
            if action.claim in (None, total):
                return speech.say(en("{hand:up}: {count}"), hand=hand, count=count)
            sentence = en("{hand:up}, claimed as {claim}: {count}")
            return speech.say(sentence, hand=hand, claim=action.claim, count=count)
        case e.WindowOpened(window=Window(seat=seat, claim=claim)):
            hand = people.hand(speech, game, of, seat)
            return speech.say(en("{hand:up}, claimed as {claim}"), hand=hand, claim=claim)
        case _:
            return raised(people.hand(speech, game, of))


def _muggins(speech: Speech, game: Game, action: a.Muggins, happened: Happened) -> str:
    _, call = _until(happened, e.MugginsCalled)
    of = call.of if call else action.of
    sentence = (
        en("Muggins by {team}: {points} on {hand}, granted")
        if call and call.got
        else en("Muggins by {team}: {points} on {hand}, not granted")
    )
    return speech.say(
        sentence,
        team=people.team(speech, game, action.team),
        points=action.points,
        hand=people.hand(speech, game, "crib" if of is None else of),
    )


def _rename(speech: Speech, seat: a.Seat, happened: Happened) -> str:
    _, renamed = _until(happened, e.Renamed)
    name = renamed.name if renamed else ""
    return speech.say(en("Player {place} is now called {name}"), place=seat + 1, name=name)


def _peg(speech: Speech, game: Game, action: a.Peg) -> str:
    values = {
        "team": people.team(speech, game, action.team),
        "points": f"{action.points:+d}".replace("-", "−"),
        "reason": action.reason,
    }
    sentence = (
        en("By hand, {team}: {points} ({reason})")
        if action.reason
        else en("By hand, {team}: {points}")
    )
    return speech.say(sentence, **values)
