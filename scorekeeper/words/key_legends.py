"""The meaning of each key at the moment, in a word or two: two lines of a small key."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from scorekeeper.game.actions import Entered
from scorekeeper.game.live import Confirmable, EntryKind, PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game, Phase
from scorekeeper.keypad.agreement import seats_to_agree
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.modes import MODE_KEYS, draws_for_deal
from scorekeeper.keypad.parse import callers, is_idle
from scorekeeper.keypad.show import due_hand, possible_claims
from scorekeeper.keypad.start import player_names
from scorekeeper.rules.variants import RULES
from scorekeeper.scoring.play import EVERY_CARD_FITS
from scorekeeper.words.catalogue import Speech
from scorekeeper.words.game.people import display_name
from scorekeeper.words.game.rules import short_title
from scorekeeper.words.keypad import small, suits

ROOM: Final = 14
"""Letters of a name for which a key has room."""

NUMBERED: Final = (Key.ACE, *(Key(str(number)) for number in range(2, 10)))
"""The keys of games and seats by number; those of games go on with the 10 and the jack."""

DIGITS: Final[Mapping[Key, str]] = {Key.ACE: "1", Key.TEN: "0"}
"""Digits that are not printed large on their keys."""

Legends: TypeAlias = dict[Key, str]


def legends(speech: Speech, snapshot: Snapshot, pending: PendingEntry | None) -> Legends:
    """Return the small legend of each key while *pending* is typed; most keys need none."""
    game = snapshot.game
    if pending is None:
        return _by_itself(speech, snapshot)
    match pending.kind:
        case EntryKind.GAME:
            return (
                _seats(speech, game, pending, pending.rules)
                if pending.rules
                else _games(speech, pending)
            )
        case EntryKind.PEG:
            return {
                **_points(speech, pending),
                **_small(speech, Key.JACK),
                Key.GO: _other(speech, game),
            }
        case EntryKind.MUGGINS:
            other = {Key.GO: _other(speech, game)} if len(callers(snapshot)) > 1 else {}
            return {**_points(speech, pending), **other}
        case EntryKind.HAND | EntryKind.CRIB:
            if pending.asks:
                return {Key.GO: speech.say("yes"), Key.OK: speech.say("no")}
            is_whole = len(pending.cards) == pending.wanted
            return _count(speech, snapshot, pending) if is_whole else {}
        case EntryKind.MORE:
            return _after_held(speech, snapshot)
        case EntryKind.SURE:
            is_open = pending.confirms is Confirmable.DEAL and pending.dealer is None
            dealers = _who_deals(speech, game.players) if is_open else {}
            return {**dealers, Key.OK: speech.say("yes"), Key.UNDO: speech.say("no")}
        case EntryKind.DEALER:
            return _dealer(speech, game, pending)
        case _:
            return _by_itself(speech, snapshot)


def _by_itself(speech: Speech, snapshot: Snapshot) -> Legends:
    """Return the legends before anything is typed: a card needs none."""
    game, entered = snapshot.game, snapshot.entered
    if seats := seats_to_agree(snapshot):
        new = {Key.OK: speech.say("hold: new match")}
        return _who_agrees(speech, game.players, seats) | new
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
    if game.counting is not None and (due := due_hand(game)).wanted == 0:
        is_empty = due.short and not due.laid
        return {Key.OK: speech.say("pass")} if is_empty else _count(speech, snapshot, None)
    return _small(speech, Key.OK)


def _points(speech: Speech, pending: PendingEntry) -> Legends:
    peg = {Key.OK: speech.say("peg")} if pending.points else {}
    return {**DIGITS, **peg}


def _count(speech: Speech, snapshot: Snapshot, pending: PendingEntry | None) -> Legends:
    """Return the legends for a hand whose cards are complete, those of *pending* among them."""
    game = snapshot.game
    says = possible_claims(game, due_hand(game), pending.cards if pending else ())
    added = suits(speech, says)
    go = {Key.GO: added} if added else {}
    return {**DIGITS, Key.OK: _counts(speech, snapshot, pending), **go}


def _counts(speech: Speech, snapshot: Snapshot, pending: PendingEntry | None) -> str:
    """Return what OK enters: the claim that is typed, else the count of the program."""
    if pending and pending.points is not None:
        return speech.say("claim {points}", points=pending.points)
    if snapshot.is_counted_by_players:
        return speech.say("Cribble counts")
    return _whose(speech, snapshot.game)


def _whose(speech: Speech, game: Game) -> str:
    """Return what OK counts: a player's hand, or the crib."""
    of = due_hand(game).of
    if of == "crib":
        return speech.say("count the crib")
    return speech.say("count {name}", name=tuple(_short_names(speech, game.players))[of])


def _after_held(speech: Speech, snapshot: Snapshot) -> Legends:
    """Return the keys that may follow an OK hold now."""
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
    return {
        **_small(speech, *possible, *_other_modes(snapshot.entered)),
        Key.UNDO: speech.say("back"),
    }


def _other_modes(entered: Entered | None) -> Iterator[Key]:
    """Yield the keys of the entry modes that are not on: None is every card."""
    return (key for key, mode in MODE_KEYS.items() if mode is not (entered or Entered.CARDS))


def _games(speech: Speech, pending: PendingEntry) -> Legends:
    """Return the games, and that OK, held again, may redo."""
    redo = {Key.OK: speech.say("hold: redo")} if pending.confirms else {}
    return {**games(speech), Key.UNDO: speech.say("back"), **redo}


def games(speech: Speech) -> Legends:
    """Return the game of each key; Go steps through them."""
    titles = (short_title(speech, key) for key in RULES)
    keys = (*NUMBERED, Key.TEN, Key.JACK)
    return {**dict(zip(keys, titles, strict=True)), Key.GO: speech.say("one by one")}


def _seats(speech: Speech, game: Game, pending: PendingEntry, rules: str) -> Legends:
    """Return who may deal, and the other entry modes; nobody draws if no card is entered."""
    is_chosen = pending.dealer is not None
    seats = {} if is_chosen else _who_deals(speech, player_names(game, RULES[rules].players))
    ok = (
        speech.say("draw for the deal")
        if draws_for_deal(pending)
        else speech.say("start the match")
    )
    modes = _small(speech, *_other_modes(pending.entered))
    return {**seats, **modes, Key.UNDO: speech.say("back"), Key.OK: ok}


def _dealer(speech: Speech, game: Game, pending: PendingEntry) -> Legends:
    """Return whom OK would have deal, of those that three buttons step through."""
    assert pending.dealer is not None
    name = tuple(_short_names(speech, game.players))[pending.dealer]
    return {Key.OK: speech.say("{name} deals", name=name)}


def _who_deals(speech: Speech, players: Sequence[str]) -> Legends:
    said = (speech.say("{name} deals", name=name) for name in _short_names(speech, players))
    return dict(zip(NUMBERED, said, strict=False))


def _who_agrees(speech: Speech, players: Sequence[str], seats: Sequence[int]) -> Legends:
    names = tuple(_short_names(speech, players))
    return {NUMBERED[seat]: speech.say("{name} agrees", name=names[seat]) for seat in seats}


def _short_names(speech: Speech, players: Sequence[str]) -> Iterator[str]:
    names = (display_name(speech, name) for name in players)
    yield from (name if len(name) <= ROOM else f"{name[: ROOM - 1].strip()}…" for name in names)


def _small(speech: Speech, *keys: Key) -> Legends:
    """Return the printed legends of *keys*."""
    return {key: small(speech, key) for key in keys}


def _other(speech: Speech, game: Game) -> str:
    return speech.say("next player") if _is_each_alone(game) else speech.say("next team")


def _is_each_alone(game: Game) -> bool:
    assert game.rules
    return all(len(seats) == 1 for seats in game.rules.teams)
