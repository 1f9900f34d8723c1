"""Words of the keypad: legends on its keys, what is half typed, and why a key was refused."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, assert_never

from msgspec.structs import replace

from scorekeeper.cards import Cards
from scorekeeper.game.entry_mode import Entered
from scorekeeper.game.pending_entry import Confirmable, EntryKind, PendingEntry
from scorekeeper.game.state import Game
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.parse import claims_to_call
from scorekeeper.keypad.rejection import NotNow, Reason
from scorekeeper.rules.variants import RULES
from scorekeeper.words.catalogue import Speech, en
from scorekeeper.words.game import cards, people, rules
from scorekeeper.words.game.cards import short

BLANK: Final = "_"
"""Stands for what is still to be typed."""
MINUS: Final = "\u2212"

ENTERED: Final[Mapping[Entered, str]] = {
    Entered.CARDS: en("every card"),
    Entered.HANDS: en("hands only"),
    Entered.POINTS: en("points only"),
}

DEEDS: Final[Mapping[Confirmable, str]] = {
    Confirmable.SHOW: en("leave the play for the show"),
    Confirmable.DEAL: en("leave the rest of the deal"),
    Confirmable.MISDEAL: en("a misdeal"),
    Confirmable.ABANDON: en("give up the game"),
    Confirmable.REDO: en("do again what was taken back"),
}


def typed(speech: Speech, half: PendingEntry, game: Game) -> str:
    """All of it that can be seen at the table, and no more."""
    return ", ".join(_parts(speech, half, game))


def _parts(speech: Speech, half: PendingEntry, game: Game) -> Iterator[str]:
    match half.kind:
        case EntryKind.GAME:
            yield from _game(speech, half, game)
        case EntryKind.HAND | EntryKind.CRIB:
            yield from _hand(speech, half, game)
        case EntryKind.DEALER:
            assert half.dealer is not None
            dealer = people.player(speech, game, half.dealer)
            yield speech.say(en("{player} deals"), player=dealer)
        case EntryKind.PEG:
            yield _points(speech, half, game)
        case EntryKind.MUGGINS:
            yield _muggins(speech, half, game)
            yield _points(speech, half, game)
        case EntryKind.MORE:
            yield speech.say(en("OK was held, one more key is to come"))
        case EntryKind.SURE:
            yield speech.say(en("{deed}? OK"), deed=_deed(speech, half))
        case _:
            assert_never(half.kind)


def _muggins(speech: Speech, half: PendingEntry, game: Game) -> str:
    """On whose hand: several claims may be open."""
    assert half.team is not None
    claim = claims_to_call(game)[half.team]
    hand = people.hand(speech, game, claim.of, claim.seat)
    return speech.say(en("muggins on {hand}"), hand=hand)


def _deed(speech: Speech, half: PendingEntry) -> str:
    """What is done once OK says so."""
    if half.confirms:
        return speech.say(DEEDS[half.confirms])
    assert half.entered is not None
    return speech.say(en("from now on {entered}"), entered=speech.say(ENTERED[half.entered]))


def _game(speech: Speech, half: PendingEntry, game: Game) -> Iterator[str]:
    """Which game, or what OK held again begins; of its players only the dealer, if one was chosen;
    what one enters, if that is not every card or somebody chose it."""
    if half.rules is None:
        if half.confirms:
            again = _deed(speech, half)
            yield speech.say(en("which game? Or hold OK again: {deed}"), deed=again)
        else:
            yield speech.say(en("which game?"))
        return
    yield rules.rules_title(speech, half.rules)
    if half.dealer is not None:
        others = len(game.players) != RULES[half.rules].players
        seated = replace(game, players=()) if others else game
        dealer = people.player(speech, seated, half.dealer)
        yield speech.say(en("{player} deals"), player=dealer)
    if half.entered:
        yield speech.say(ENTERED[half.entered])


def _hand(speech: Speech, half: PendingEntry, game: Game) -> Iterator[str]:
    assert game.counting is not None
    hand = people.hand(speech, game, game.counting, game.turn)
    if half.wanted:
        laid = " ".join(_laid(speech, half.cards, half.wanted))
        hand = speech.say(en("{hand}: {cards}"), hand=hand, cards=laid)
    yield hand
    if half.flush:
        yield speech.say(en("flush of {length}"), length=half.flush)
    if half.nobs:
        yield speech.say(en("nobs"))
    if half.points is not None:
        yield speech.say(en("claim {points}"), points=half.points)


def _laid(speech: Speech, known: Cards, wanted: int) -> Iterator[str]:
    """A place for each card."""
    yield from (cards.short(speech, card) for card in known)
    yield from BLANK * (wanted - len(known))


def _points(speech: Speech, half: PendingEntry, game: Game) -> str:
    assert half.team is not None
    team = people.team(speech, game, half.team)
    if half.points is None:
        blank = f"{MINUS}{BLANK}" if half.back else BLANK
        return speech.say(en("{blank} points for {team}"), blank=blank, team=team)
    shown = str(half.points).replace("-", MINUS)
    return speech.say_n(
        "{n} point for {team}", "{n} points for {team}", abs(half.points), n=shown, team=team
    )


class Legend(NamedTuple):
    """The ``small`` word on a key, and what it means in a line."""

    small: str
    about: str


AFTER_HELD: Final[Mapping[Key, Legend]] = {
    Key.ACE: Legend(en("redo"), en("do again what was taken back")),
    Key.TWO: Legend(
        en("points"),
        en("points by hand: digits (A is 1, 10 is 0), OK; Go: the next team, {jack}: back"),
    ),
    Key.THREE: Legend(en("muggins"), en("muggins: the points that were missed, OK")),
    Key.FOUR: Legend(en("show"), en("leave the play for the show, OK")),
    Key.FIVE: Legend(en("next deal"), en("leave the rest of the deal, OK")),
    Key.SIX: Legend(en("misdeal"), en("a misdeal: the same dealer deals again, OK")),
    Key.SEVEN: Legend(en("give up"), en("end the game without a winner, OK")),
    Key.EIGHT: Legend(en("every card"), en("from now on every card is entered, OK")),
    Key.NINE: Legend(en("hands only"), en("hands only: the points of the play are pegged, OK")),
    Key.TEN: Legend(en("points only"), en("points only: no card is entered, OK")),
    Key.GO: Legend(en("all go"), en("nobody can lay a card")),
}
"""While a game is on."""

SMALL: Final[Mapping[Key, str]] = {
    **{key: legend.small for key, legend in AFTER_HELD.items()},
    Key.JACK: en("back"),
    Key.OK: en("hold: more"),
}

SIGNS: Final[Mapping[Key, str]] = {Key.GO: en("Go"), Key.UNDO: en("Undo")}


def large(speech: Speech, key: Key) -> str:
    """K, 10, Go: the court cards as the deck has them."""
    if key.card:
        return short(speech, key.card)
    return speech.say(SIGNS[key]) if key in SIGNS else key.value


def small(speech: Speech, key: Key) -> str:
    """Redo; nothing on a key that means nothing more."""
    return speech.say(SMALL[key]) if key in SMALL else ""


SAID: Final[Mapping[Reason, str]] = {
    Reason.SUITS_ADD_NOTHING: en("Suits can add nothing here."),
    Reason.NO_POINTS: en("No points are typed."),
    Reason.TWO_DIGITS: en("Points have two digits at most."),
    Reason.NO_CLAIM: en("There is no open claim to call muggins on."),
    Reason.NOTHING_TO_REDO: en("There is nothing to redo."),
    Reason.HALF_TYPED: en("Finish with OK or clear with Undo first."),
    Reason.CAME_BETWEEN: en("Another entry came between: what was typed is dropped."),
    Reason.LEFT_ALONE: en("What was typed was left alone, and is dropped."),
    Reason.ANOTHER_TYPES: en("Somebody else is typing."),
    Reason.DROPPED: en("What was typed before is dropped."),
}


def not_now(speech: Speech, value: NotNow) -> str:
    """In a sentence; how many cards are missing is the only one with a number."""
    if value.code is Reason.CARDS_MISSING:
        return speech.say_n("{n} card is missing.", "{n} cards are missing.", value.cards)
    return speech.say(SAID[value.code])
