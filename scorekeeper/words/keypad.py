"""Words of the keypad: legends on its keys, a pending entry, and why a key was rejected."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Final, NamedTuple, assert_never

from msgspec.structs import replace

from scorekeeper.cards import Cards
from scorekeeper.game.actions import Entered
from scorekeeper.game.live import Asks, Confirmable, EntryKind, PendingEntry
from scorekeeper.game.state import Game
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.parse import claims_to_call
from scorekeeper.keypad.rejection import Reason, Rejection
from scorekeeper.rules.variants import RULES
from scorekeeper.scoring.suits import SuitClaim
from scorekeeper.words.catalogue import Speech, en
from scorekeeper.words.game import cards, people, rules
from scorekeeper.words.game.cards import short

BLANK: Final = "_"
"""A card or digit still to be typed."""
MINUS: Final = "\u2212"

ENTERED: Final[Mapping[Entered, str]] = {
    Entered.CARDS: en("every card"),
    Entered.HANDS: en("hands only"),
    Entered.POINTS: en("points only"),
}

CONFIRMATIONS: Final[Mapping[Confirmable, str]] = {
    Confirmable.SHOW: en("skip to the show"),
    Confirmable.DEAL: en("skip to the next deal"),
    Confirmable.MISDEAL: en("a misdeal"),
    Confirmable.ABANDON: en("call off the game"),
    Confirmable.OUT: en("{player} has no cards left"),
    Confirmable.REDO: en("redo what was undone"),
    Confirmable.AGREE: en("{player} agrees with the result"),
}

QUESTIONS: Final[Mapping[Asks, str]] = {
    Asks.FLUSH: en("{points} with a flush?"),
    Asks.NOBS: en("{points} with nobs?"),
    Asks.EITHER: en("{points} with a flush or nobs?"),
}


def pending_entry(
    speech: Speech, entry: PendingEntry, game: Game, *, with_cards: bool = True
) -> str:
    """Return everything about a pending entry that the table may see, and no more; without cards
    of a hand where they are drawn beside it."""
    parts = _parts(speech, entry, game, with_cards=with_cards)
    return reduce(lambda done, then: speech.say("{done}, {then}", done=done, then=then), parts)


def _parts(speech: Speech, entry: PendingEntry, game: Game, *, with_cards: bool) -> Iterator[str]:
    match entry.kind:
        case EntryKind.GAME:
            yield from _game(speech, entry, game)
        case EntryKind.HAND | EntryKind.CRIB:
            yield from _hand(speech, entry, game, with_cards=with_cards)
        case EntryKind.DEALER:
            assert entry.dealer is not None
            dealer = people.player(speech, game, entry.dealer)
            yield speech.say("{player} deals", player=dealer)
        case EntryKind.PEG:
            yield _points(speech, entry, game)
        case EntryKind.MUGGINS:
            hand, points = _muggins(speech, entry, game), _points(speech, entry, game)
            yield speech.say("{who}: {what}", who=hand, what=points)
        case EntryKind.MORE:
            yield speech.say("more: press a key")
        case EntryKind.SURE:
            yield speech.say("{deed}? OK", deed=to_confirm(speech, entry, game))
        case _:
            assert_never(entry.kind)


def _muggins(speech: Speech, entry: PendingEntry, game: Game) -> str:
    """Return whose hand it is about: several claims may be open."""
    assert entry.team is not None
    claim = claims_to_call(game, game.windows)[entry.team]
    hand = people.hand(speech, game, claim.of, claim.seat)
    return speech.say("muggins on {hand}", hand=hand)


def to_confirm(speech: Speech, entry: PendingEntry, game: Game) -> str:
    """Return the action that OK would confirm."""
    if (
        entry.confirms is Confirmable.MISDEAL
        and game.deal
        and game.deal.play
        and game.deal.play.laid
    ):
        return speech.say("a misdeal: the play’s points go back")
    if entry.confirms is Confirmable.DEAL and entry.dealer is not None:
        dealer = people.player(speech, game, entry.dealer)
        return speech.say("skip to the next deal; {player} deals", player=dealer)
    if entry.confirms:
        seat = game.turn if entry.seat is None else entry.seat
        player = "" if seat is None else people.player(speech, game, seat)
        return speech.say(CONFIRMATIONS[entry.confirms], player=player)
    assert entry.entered is not None
    return speech.say("{entered} from now on", entered=speech.say(ENTERED[entry.entered]))


def _game(speech: Speech, entry: PendingEntry, game: Game) -> Iterator[str]:
    """Yield the game, or what holding OK again begins; the dealer and entry mode if chosen."""
    if entry.rules is None:
        if entry.confirms:
            again = to_confirm(speech, entry, game)
            yield speech.say("which game? Or hold OK again: {deed}", deed=again)
        else:
            yield speech.say("which game?")
        return
    yield rules.rules_title(speech, entry.rules)
    if entry.dealer is not None:
        others = len(game.players) != RULES[entry.rules].players
        seated = replace(game, players=()) if others else game
        dealer = people.player(speech, seated, entry.dealer)
        yield speech.say("{player} deals", player=dealer)
    if entry.entered:
        yield speech.say(ENTERED[entry.entered])


def _hand(speech: Speech, entry: PendingEntry, game: Game, *, with_cards: bool) -> Iterator[str]:
    assert game.counting is not None
    hand = people.hand(speech, game, game.counting, game.turn)
    laid = " ".join(_laid(speech, entry.cards, entry.wanted)) if with_cards else ""
    told = [*([laid] if laid else []), *_claimed(speech, entry)]
    yield speech.say("{who}: {what}", who=hand, what=told[0]) if told else hand
    yield from told[1:]


def _claimed(speech: Speech, entry: PendingEntry) -> Iterator[str]:
    """Yield what suits add to a hand, and the claim or what it leaves open."""
    if entry.flush:
        yield speech.say("flush of {length}", length=entry.flush)
    if entry.nobs:
        yield speech.say("nobs")
    if entry.asks:
        yield speech.say(QUESTIONS[entry.asks], points=entry.points)
    elif entry.points is not None:
        yield speech.say("claim {points}", points=entry.points)


def _laid(speech: Speech, known: Cards, wanted: int) -> Iterator[str]:
    """Yield a place for each card."""
    yield from (cards.short(speech, card) for card in known)
    yield from BLANK * (wanted - len(known))


def _points(speech: Speech, entry: PendingEntry, game: Game) -> str:
    assert entry.team is not None
    team = people.team(speech, game, entry.team)
    if entry.points is None:
        blank = f"{MINUS}{BLANK}" if entry.back else BLANK
        return speech.say("{blank} points for {team}", blank=blank, team=team)
    shown = str(entry.points).replace("-", MINUS)
    return speech.say_n(
        "{n} point for {team}", "{n} points for {team}", abs(entry.points), n=shown, team=team
    )


class Legend(NamedTuple):
    """The ``small`` word on a key, and what the key does in one line."""

    small: str
    about: str


AFTER_HOLD: Final[Mapping[Key, Legend]] = {
    Key.ACE: Legend("redo", "redo what was undone"),
    Key.TWO: Legend(
        "points", "add points: digits (A is 1, 10 is 0), OK; Go: next player or team, {jack}: minus"
    ),
    Key.THREE: Legend("muggins", "muggins: the points missed, OK"),
    Key.FOUR: Legend("show", "skip to the show, OK"),
    Key.FIVE: Legend("next deal", "skip to the next deal, OK; before OK the dealer’s seat"),
    Key.SIX: Legend(
        "misdeal", "misdeal: points of the play go back, the same player deals again, OK"
    ),
    Key.SEVEN: Legend("call off", "call off the game, OK"),
    Key.EIGHT: Legend("every card", "from now on enter every card, OK"),
    Key.NINE: Legend("hands only", "hands only: you peg the play yourselves, OK"),
    Key.TEN: Legend("points only", "points only: no cards, OK"),
    Key.QUEEN: Legend("no cards", "the player to play has no cards left, OK"),
    Key.GO: Legend("all go", "nobody can play"),
}
"""The keys after OK was held, while a game is on."""

SMALL: Final[Mapping[Key, str]] = {
    **{key: legend.small for key, legend in AFTER_HOLD.items()},
    Key.JACK: en("minus"),
    Key.OK: en("hold: more"),
}

SIGNS: Final[Mapping[Key, str]] = {Key.GO: en("Go"), Key.UNDO: en("Undo")}


def large(speech: Speech, key: Key) -> str:
    """Return K, 10 or Go; court cards with the letters of the deck."""
    if key.card:
        return short(speech, key.card)
    return speech.say(SIGNS[key]) if key in SIGNS else key.value


def small(speech: Speech, key: Key) -> str:
    """Return the second legend of *key*, such as *redo*, or nothing if it has none."""
    return speech.say(SMALL[key]) if key in SMALL else ""


REJECTIONS: Final[Mapping[Reason, str]] = {
    Reason.SUITS_ADD_NOTHING: en("Suits don’t matter here."),
    Reason.NO_POINTS: en("Type the points first."),
    Reason.TWO_DIGITS: en("Two digits at most."),
    Reason.TOO_MANY: en("{points} is too many. The best hand possible has {most}."),
    Reason.NO_CLAIM: en("There’s nothing to call muggins on."),
    Reason.NOTHING_TO_REDO: en("There’s nothing to redo."),
    Reason.HALF_TYPED: en("Finish this, or clear it with Undo first."),
    Reason.NOT_AGREED: en("That wasn’t saved. Press it again, or tap Agreed on a phone."),
    Reason.CAME_BETWEEN: en("Someone else entered first, so this was cleared."),
    Reason.LEFT_ALONE: en("That sat too long, so it was cleared."),
    Reason.ANOTHER_TYPES: en("Someone else is typing."),
    Reason.DROPPED: en("What was typed is gone. Press again."),
    Reason.RELEASED: en("That key does nothing after OK held. Wait two seconds."),
}


def suits(speech: Speech, says: Sequence[SuitClaim]) -> str | None:
    """Return what suits may add to a hand by what it *says*; None if its cards allow nothing."""
    match any(say.flush for say in says), any(say.nobs for say in says):
        case True, True:
            return speech.say("nobs, flush")
        case True, False:
            return speech.say("flush")
        case False, True:
            return speech.say("nobs")
        case _:
            return None


def rejection(speech: Speech, value: Rejection) -> str:
    """Return why a key was rejected."""
    if value.code is Reason.CARDS_MISSING:
        return speech.say_n("{n} card is missing.", "{n} cards are missing.", value.cards)
    return speech.say(REJECTIONS[value.code], points=value.points, most=value.most)
