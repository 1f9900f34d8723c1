"""Key legends: printed on an overlay, in braille, and on screen for the current state."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.game.actions import Entered
from scorekeeper.game.live import Confirmable, EntryKind, PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game, Phase
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.press import (
    MODE_KEYS,
    callers,
    draws_for_deal,
    is_idle,
    player_names,
    seats_to_agree,
)
from scorekeeper.keypad.show import possible_claims
from scorekeeper.rules.variants import RULES
from scorekeeper.scoring import EVERY_CARD_FITS
from scorekeeper.words.cards import short
from scorekeeper.words.catalogue import Speech, en
from scorekeeper.words.keypad import suits_allowed
from scorekeeper.words.people import display_name
from scorekeeper.words.rules import short_title


class Legend(NamedTuple):
    """The ``small`` legend of a key, and a line that says what the key does."""

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
"""The legends of the keys that can follow OK held during a game."""

SMALL: Final[Mapping[Key, str]] = {
    **{key: legend.small for key, legend in AFTER_HOLD.items()},
    Key.JACK: en("minus"),
    Key.OK: en("hold: more"),
}

SIGNS: Final[Mapping[Key, str]] = {Key.GO: en("Go"), Key.UNDO: en("Undo")}


def large(speech: Speech, key: Key) -> str:
    """Return the large legend: K, 10 or Go; court cards with the letters of the deck."""
    if key.card:
        return short(speech, key.card)
    return speech.say(SIGNS[key]) if key in SIGNS else key.value


def small(speech: Speech, key: Key) -> str:
    """Return the small legend of *key*, such as *redo*; empty if it has none."""
    return speech.say(SMALL[key]) if key in SMALL else ""


BRAILLE: Final = dict(zip("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", strict=True))
ACCENTS: Final = dict(zip("àâçèéêëîïôùûüœ", "⠷⠡⠯⠮⠿⠣⠫⠩⠻⠹⠾⠱⠳⠪", strict=True))
"""Braille cells for the French letters that English does not have."""

NUMBER_SIGN: Final = "⠼"
BRAILLE_DIGITS: Final = dict(zip("1234567890", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚", strict=True))
"""Braille cells for digits, in both languages: the letters a to j after a number sign."""

FIRST_CELL: Final = 0x2800


def braille(text: str) -> str:
    """Return *text* in braille. Raises KeyError for an unsupported character."""
    cells, in_number = "", False
    for sign in unicodedata.normalize("NFC", text.lower()):
        if sign.isdigit():
            cells += BRAILLE_DIGITS[sign] if in_number else NUMBER_SIGN + BRAILLE_DIGITS[sign]
        else:
            cells += "⠀" if sign.isspace() else (BRAILLE | ACCENTS)[sign]
        in_number = sign.isdigit()
    return cells


def dots(cell: str) -> tuple[int, ...]:
    """Return the raised dots of a cell: 1 to 3 down the left side, 4 to 6 down the right."""
    bits = ord(cell) - FIRST_CELL
    return tuple(dot for dot in range(1, 7) if bits >> (dot - 1) & 1)


ROOM: Final = 14
"""Maximum length of a name on a key."""

NUMBERED: Final = (Key.ACE, *(Key(str(number)) for number in range(2, 10)))
"""The keys for games and seats by number; games continue with the 10 and the jack."""

DIGITS: Final[Mapping[Key, str]] = {Key.ACE: "1", Key.TEN: "0"}
"""Digits that differ from the large legend of their key."""

Legends: TypeAlias = dict[Key, str]


def legends(speech: Speech, snapshot: Snapshot, pending: PendingEntry | None) -> Legends:
    """Return the small legend of each key for the *pending* entry; most keys have none."""
    game = snapshot.game
    if pending is None:
        return _idle(speech, snapshot)
    match pending.kind:
        case EntryKind.GAME:
            return _new_match(speech, game, pending)
        case EntryKind.PEG:
            points = _points(speech, pending)
            return {**points, **_small(speech, Key.JACK), Key.GO: _other(speech, game)}
        case EntryKind.MUGGINS:
            other = {Key.GO: _other(speech, game)} if len(callers(snapshot)) > 1 else {}
            return {**_points(speech, pending), **other}
        case EntryKind.HAND | EntryKind.CRIB:
            if pending.asks:
                return {Key.GO: speech.say("yes"), Key.OK: speech.say("no")}
            is_whole = len(pending.cards) == pending.wanted
            return _count(speech, snapshot, pending) if is_whole else {}
        case EntryKind.MORE:
            return _after_hold(speech, snapshot)
        case EntryKind.SURE:
            is_open = pending.confirms is Confirmable.DEAL and pending.dealer is None
            dealers = _who_deals(speech, game.players) if is_open else {}
            return {**dealers, Key.OK: speech.say("yes"), Key.UNDO: speech.say("no")}
        case EntryKind.DEALER:
            assert pending.dealer is not None
            name = _short_names(speech, game.players)[pending.dealer]
            return {Key.OK: speech.say("{name} deals", name=name)}
        case _:
            return _idle(speech, snapshot)


def _idle(speech: Speech, snapshot: Snapshot) -> Legends:
    game, entered = snapshot.game, snapshot.entered
    if seats := seats_to_agree(snapshot):
        names = _short_names(speech, game.players)
        agree = {NUMBERED[seat]: speech.say("{name} agrees", name=names[seat]) for seat in seats}
        return agree | {Key.OK: speech.say("hold: new match")}
    if game.phase is Phase.OVER and not game.is_decided:
        return {Key.OK: speech.say("next game")}
    if is_idle(game):
        return {Key.OK: speech.say("hold: new match")}
    if snapshot.is_pegged_by_hand:
        to_show = entered is Entered.HANDS
        on = speech.say("to the show") if to_show else speech.say("next deal")
        return {**DIGITS, **_small(speech, Key.JACK), Key.GO: _other(speech, game), Key.OK: on}
    if snapshot.start_without_dealer:
        return {**_who_deals(speech, game.players), **_small(speech, Key.OK)}
    if (due := game.due_hand) and due.missing == 0:
        return _count(speech, snapshot, None) if due.size else {Key.OK: speech.say("pass")}
    return _small(speech, Key.OK)


def _points(speech: Speech, pending: PendingEntry) -> Legends:
    peg = {Key.OK: speech.say("peg")} if pending.points else {}
    return {**DIGITS, **peg}


def _count(speech: Speech, snapshot: Snapshot, pending: PendingEntry | None) -> Legends:
    game = snapshot.game
    due = game.due_hand
    assert due
    if pending and pending.points is not None:
        ok = speech.say("claim {points}", points=pending.points)
    elif snapshot.is_counted_by_players:
        ok = speech.say("Cribble counts")
    elif due.of == "crib":
        ok = speech.say("count the crib")
    else:
        ok = speech.say("count {name}", name=_short_names(speech, game.players)[due.of])
    added = suits_allowed(speech, possible_claims(game, due, pending.cards if pending else ()))
    return {**DIGITS, Key.OK: ok, **({Key.GO: added} if added else {})}


def _after_hold(speech: Speech, snapshot: Snapshot) -> Legends:
    game, phase = snapshot.game, snapshot.game.phase
    play = game.deal.play if game.deal else None
    can = {
        Key.ACE: snapshot.redo is not None,
        Key.TWO: True,
        Key.THREE: bool(callers(snapshot)),
        Key.FOUR: phase is Phase.PLAY,
        Key.FIVE: phase is not Phase.DRAW,
        Key.SIX: phase in (Phase.CUT, Phase.PLAY),
        Key.SEVEN: True,
        Key.QUEEN: phase is Phase.PLAY and not snapshot.is_pegged_by_hand,
        Key.GO: phase is Phase.PLAY and play is not None and play.count > EVERY_CARD_FITS,
    }
    possible = (key for key, is_possible in can.items() if is_possible)
    modes = _other_modes(speech, snapshot.entered)
    return {**_small(speech, *possible), **modes, Key.UNDO: speech.say("back")}


def _other_modes(speech: Speech, entered: Entered | None) -> Legends:
    """Return the legends for entry modes other than *entered*; None is the same as every card."""
    on = entered or Entered.CARDS
    return _small(speech, *(key for key, mode in MODE_KEYS.items() if mode is not on))


def _new_match(speech: Speech, game: Game, pending: PendingEntry) -> Legends:
    """Return the legends for choosing a game or redo; then, its dealer and the entry mode."""
    back = {Key.UNDO: speech.say("back")}
    if not pending.rules:
        keys = (*NUMBERED, Key.TEN, Key.JACK)
        games = {key: short_title(speech, name) for key, name in zip(keys, RULES, strict=True)}
        redo = {Key.OK: speech.say("hold: redo")} if pending.confirms else {}
        return {**games, Key.GO: speech.say("one by one"), **back, **redo}
    players = player_names(game, RULES[pending.rules].players)
    seats = {} if pending.dealer is not None else _who_deals(speech, players)
    is_drawn = draws_for_deal(pending)
    ok = speech.say("draw for the deal") if is_drawn else speech.say("start the match")
    return {**seats, **_other_modes(speech, pending.entered), **back, Key.OK: ok}


def _who_deals(speech: Speech, players: Sequence[str]) -> Legends:
    names = _short_names(speech, players)
    return {
        key: speech.say("{name} deals", name=name)
        for key, name in zip(NUMBERED, names, strict=False)
    }


def _short_names(speech: Speech, players: Sequence[str]) -> list[str]:
    names = (display_name(speech, name) for name in players)
    return [name if len(name) <= ROOM else f"{name[: ROOM - 1].strip()}…" for name in names]


def _small(speech: Speech, *keys: Key) -> Legends:
    return {key: small(speech, key) for key in keys}


def _other(speech: Speech, game: Game) -> str:
    assert game.rules
    is_each_alone = all(len(seats) == 1 for seats in game.rules.teams)
    return speech.say("next player") if is_each_alone else speech.say("next team")
