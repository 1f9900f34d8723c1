"""What is asked of those at the keypad, where keys are asked for something else than phones."""

from collections.abc import Iterator, Mapping
from typing import Final

from scorekeeper.game.live import Asks, EntryKind, PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game, Phase
from scorekeeper.keypad.modes import draws_for_deal
from scorekeeper.keypad.parse import by_turn
from scorekeeper.keypad.show import due_hand, possible_claims
from scorekeeper.words.catalogue import Speech, capitalised, en
from scorekeeper.words.game.people import player, team
from scorekeeper.words.keypad import suits, to_confirm

ANSWERED_BY_KEYS: Final[Mapping[Asks, str]] = {
    Asks.FLUSH: en("Does the {points} include a flush? Go:\u00a0yes, OK:\u00a0no"),
    Asks.NOBS: en("Does the {points} include nobs? Go:\u00a0yes, OK:\u00a0no"),
    Asks.EITHER: en("Does the {points} include a flush or nobs? Go:\u00a0yes, OK:\u00a0no"),
}
"""What a claim leaves open, with the keys that answer it."""


def prompt(speech: Speech, snapshot: Snapshot, pending: PendingEntry | None) -> str | None:
    """Return what begins a match by keys, who draws first, what OK held may do and OK would
    confirm, whose points digits are, how a player's own count is typed, or what it leaves open;
    None while keys are asked for the same as phones."""
    match pending:
        case PendingEntry(kind=EntryKind.GAME):
            return _game(speech, pending)
        case PendingEntry(kind=EntryKind.MORE):
            return speech.say("Press a key; Undo goes back.")
        case PendingEntry(kind=EntryKind.SURE):
            deed = capitalised(to_confirm(speech, pending, snapshot.game))
            return speech.say("{deed}? OK:\u00a0yes, Undo:\u00a0no", deed=deed)
        case PendingEntry(kind=EntryKind.PEG):
            return _points(speech, snapshot.game, pending)
        case PendingEntry(kind=EntryKind.MUGGINS):
            return speech.say("How many points were missed?")
        case PendingEntry(kind=EntryKind.HAND | EntryKind.CRIB, asks=asks) if asks:
            return speech.say(ANSWERED_BY_KEYS[asks], points=pending.points)
        case None if snapshot.game.phase is Phase.IDLE:
            return speech.say("Hold OK, then choose a game.")
        case None if snapshot.game.phase is Phase.DRAW and snapshot.asks_for_cards:
            return _first_draw(speech, snapshot.game)
        case None if snapshot.is_pegged_by_hand:
            return _points(speech, snapshot.game, None)
        case _:
            return _own_count(speech, snapshot, pending)


def _game(speech: Speech, pending: PendingEntry) -> str:
    """Return what is still open about the match that is to begin."""
    if pending.rules is None:
        return speech.say("Press the key for your game.")
    if pending.dealer is not None:
        return speech.say("OK starts the match.")
    if draws_for_deal(pending):
        return speech.say("Who deals? Press their key, or OK to draw.")
    return speech.say("Who deals? Press their key, or OK to start.")


def _first_draw(speech: Speech, game: Game) -> str | None:
    """Return whose card the next key is; None once somebody has drawn, and the others are named."""
    if any(game.drawn):
        return None
    name = player(speech, game, game.drawing[0])
    if game.draws_partners:
        return speech.say("{player} draws first, for partners.", player=name)
    return speech.say("{player} draws first: low card deals.", player=name)


def _points(speech: Speech, game: Game, pending: PendingEntry | None) -> str:
    """Return for whom digits would be points, and once they are typed what OK does."""
    if pending is None or not pending.points:
        pegs = by_turn(game)[0] if pending is None or pending.team is None else pending.team
        return speech.say("Points for {team}?", team=team(speech, game, pegs))
    if pending.points < 0:
        return speech.say("OK takes back {n}.", n=-pending.points)
    return speech.say("OK pegs {n}.", n=pending.points)


def _own_count(speech: Speech, snapshot: Snapshot, pending: PendingEntry | None) -> str | None:
    """Return how a player's own count is typed, once all the cards are known."""
    game = snapshot.game
    if game.counting is None or not snapshot.asks_for_cards:
        return None
    due, typed = due_hand(game), pending.cards if pending else ()
    is_hand = pending is None or pending.kind in (EntryKind.HAND, EntryKind.CRIB)
    if not is_hand or len(typed) < due.wanted:
        return None
    if pending is not None and pending.points is not None:
        return " ".join(_then_ok(speech, snapshot, pending))
    # Without a number OK has the program count.
    if not snapshot.is_counted_by_players:
        return None
    if due.of == "crib":
        return speech.say("The crib’s count, or just OK.")
    return speech.say("{player}’s count, or just OK.", player=player(speech, game, due.of))


def _then_ok(speech: Speech, snapshot: Snapshot, pending: PendingEntry) -> Iterator[str]:
    """Yield that OK enters the claim, and in the words of the key how a flush is said of cards
    without suits: OK asks only about one that makes the claim right. Who pressed 10 for ten is told
    before OK that it is a zero."""
    game = snapshot.game
    due = due_hand(game)
    if pending.points == 0:
        yield speech.say("OK claims 0. Ten is A, then 10.")
    elif due.of == "crib":
        yield speech.say("The crib’s count, then OK.")
    else:
        yield speech.say("{player}’s count, then OK.", player=player(speech, game, due.of))
    says = possible_claims(game, due, pending.cards)
    if not pending.flush and any(0 < say.flush <= (pending.points or 0) for say in says):
        yield speech.say("{suits}? Go first.", suits=capitalised(suits(speech, says) or ""))
