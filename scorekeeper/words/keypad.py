"""What is half typed on a keypad, in a few words: Ben's crib: 5 5 _ _."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, assert_never

from msgspec.structs import replace

from scorekeeper.cards import Cards
from scorekeeper.game.entry_mode import Enters
from scorekeeper.game.state import Game
from scorekeeper.keypad.entry import Deed, Half, What
from scorekeeper.keypad.parse import claims_to_call
from scorekeeper.rules.variants import RULES
from scorekeeper.words.catalogue import Speech
from scorekeeper.words.game import cards, people, rules
from scorekeeper.words.sentences import en

BLANK: Final = "_"
"""Stands for what is still to be typed."""
MINUS: Final = "\u2212"

ENTERED: Final[Mapping[Enters, str]] = MappingProxyType(
    {
        Enters.CARDS: en("every card"),
        Enters.HANDS: en("hands only"),
        Enters.POINTS: en("points only"),
    }
)

DEEDS: Final[Mapping[Deed, str]] = MappingProxyType(
    {
        Deed.SHOW: en("leave the play for the show"),
        Deed.DEAL: en("leave the rest of the deal"),
        Deed.MISDEAL: en("a misdeal"),
        Deed.ABANDON: en("give up the game"),
        Deed.REDO: en("do again what was taken back"),
    }
)


def typed(speech: Speech, half: Half, game: Game) -> str:
    """All of it that can be seen at the table, and no more."""
    return ", ".join(_parts(speech, half, game))


def _parts(speech: Speech, half: Half, game: Game) -> Iterator[str]:
    match half.what:
        case What.GAME:
            yield from _game(speech, half, game)
        case What.HAND | What.CRIB:
            yield from _hand(speech, half, game)
        case What.DEALER:
            assert half.dealer is not None
            dealer = people.player(speech, game, half.dealer)
            yield speech.say(en("{player} deals"), player=dealer)
        case What.PEG:
            yield _points(speech, half, game)
        case What.MUGGINS:
            yield _muggins(speech, half, game)
            yield _points(speech, half, game)
        case What.MORE:
            yield speech.say(en("OK was held, one more key is to come"))
        case What.SURE:
            yield speech.say(en("{deed}? OK"), deed=_deed(speech, half))
        case _:
            assert_never(half.what)


def _muggins(speech: Speech, half: Half, game: Game) -> str:
    """On whose hand: several claims may be open."""
    assert half.team is not None
    claim = claims_to_call(game)[half.team]
    hand = people.hand(speech, game, claim.of, claim.seat)
    return speech.say(en("muggins on {hand}"), hand=hand)


def _deed(speech: Speech, half: Half) -> str:
    """What is done once OK says so."""
    if half.deed:
        return speech.say(DEEDS[half.deed])
    assert half.enters is not None
    return speech.say(en("from now on {entered}"), entered=speech.say(ENTERED[half.enters]))


def _game(speech: Speech, half: Half, game: Game) -> Iterator[str]:
    """Which game, or what OK held again begins; of its players only the dealer, if one was chosen;
    what one enters, if that is not every card or somebody chose it."""
    if half.rules is None:
        if half.deed:
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
    if half.enters:
        yield speech.say(ENTERED[half.enters])


def _hand(speech: Speech, half: Half, game: Game) -> Iterator[str]:
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


def _points(speech: Speech, half: Half, game: Game) -> str:
    assert half.team is not None
    team = people.team(speech, game, half.team)
    if half.points is None:
        blank = f"{MINUS}{BLANK}" if half.back else BLANK
        return speech.say(en("{blank} points for {team}"), blank=blank, team=team)
    shown = str(half.points).replace("-", MINUS)
    return speech.say_n(
        "{n} point for {team}", "{n} points for {team}", abs(half.points), n=shown, team=team
    )
