"""Keypad text: the pending entry, reasons for rejected keys, and prompts."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Final, assert_never

from msgspec.structs import replace

from scorekeeper.game.actions import Entered
from scorekeeper.game.live import Asks, Confirmable, EntryKind, PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game, Phase
from scorekeeper.keypad.key import Reason, Rejection
from scorekeeper.keypad.press import by_turn, claims_to_call, draws_for_deal
from scorekeeper.keypad.show import possible_claims
from scorekeeper.rules.variants import RULES
from scorekeeper.scoring import SuitClaim
from scorekeeper.words import cards, rules
from scorekeeper.words.catalogue import Speech, capitalised, en
from scorekeeper.words.people import GameSpeech, about

BLANK: Final = "_"
"""Placeholder for a card or digit not yet typed."""
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
    """Return the pending entry in words, without secrets; unless *with_cards*, the cards of a hand
    are left out, because they are drawn beside the text."""
    parts = _parts(about(speech, game), entry, with_cards=with_cards)
    return reduce(lambda done, then: speech.say("{done}, {then}", done=done, then=then), parts)


def _parts(speech: GameSpeech, entry: PendingEntry, *, with_cards: bool) -> Iterator[str]:
    match entry.kind:
        case EntryKind.GAME:
            yield from _game(speech, entry)
        case EntryKind.HAND | EntryKind.CRIB:
            yield from _hand(speech, entry, with_cards=with_cards)
        case EntryKind.DEALER:
            assert entry.dealer is not None
            yield speech.say("{player} deals", player=speech.player(entry.dealer))
        case EntryKind.PEG:
            yield _points(speech, entry)
        case EntryKind.MUGGINS:
            assert entry.team is not None
            # Several may be open.
            claim = claims_to_call(speech.game, speech.game.windows)[entry.team]
            which = speech.say("muggins on {hand}", hand=speech.hand(claim.of, claim.seat))
            yield speech.say("{who}: {what}", who=which, what=_points(speech, entry))
        case EntryKind.MORE:
            yield speech.say("more: press a key")
        case EntryKind.SURE:
            yield speech.say("{deed}? OK", deed=_to_confirm(speech, entry))
        case _:
            assert_never(entry.kind)


def _to_confirm(speech: GameSpeech, entry: PendingEntry) -> str:
    game = speech.game
    play = game.deal.play if game.deal else None
    if entry.confirms is Confirmable.MISDEAL and play and play.laid:
        return speech.say("a misdeal: the play’s points go back")
    if entry.confirms is Confirmable.DEAL and entry.dealer is not None:
        dealer = speech.player(entry.dealer)
        return speech.say("skip to the next deal; {player} deals", player=dealer)
    if entry.confirms:
        seat = game.turn if entry.seat is None else entry.seat
        player = "" if seat is None else speech.player(seat)
        return speech.say(CONFIRMATIONS[entry.confirms], player=player)
    assert entry.entered is not None
    return speech.say("{entered} from now on", entered=speech.say(ENTERED[entry.entered]))


def _game(speech: GameSpeech, entry: PendingEntry) -> Iterator[str]:
    game = speech.game
    if entry.rules is None:
        if entry.confirms:
            again = _to_confirm(speech, entry)
            yield speech.say("which game? Or hold OK again: {deed}", deed=again)
        else:
            yield speech.say("which game?")
        return
    yield rules.rules_title(speech, entry.rules)
    if entry.dealer is not None:
        others = len(game.players) != RULES[entry.rules].players
        seated = replace(game, players=()) if others else game
        dealer = about(speech, seated).player(entry.dealer)
        yield speech.say("{player} deals", player=dealer)
    if entry.entered:
        yield speech.say(ENTERED[entry.entered])


def _hand(speech: GameSpeech, entry: PendingEntry, *, with_cards: bool) -> Iterator[str]:
    assert speech.game.counting is not None
    hand = speech.hand(speech.game.counting, speech.game.turn)
    parts = []
    if with_cards and entry.wanted:
        blanks = BLANK * (entry.wanted - len(entry.cards))
        parts.append(" ".join((*(cards.short(speech, card) for card in entry.cards), *blanks)))
    if entry.flush:
        parts.append(speech.say("flush of {length}", length=entry.flush))
    if entry.nobs:
        parts.append(speech.say("nobs"))
    if entry.asks:
        parts.append(speech.say(QUESTIONS[entry.asks], points=entry.points))
    elif entry.points is not None:
        parts.append(speech.say("claim {points}", points=entry.points))
    yield speech.say("{who}: {what}", who=hand, what=parts[0]) if parts else hand
    yield from parts[1:]


def _points(speech: GameSpeech, entry: PendingEntry) -> str:
    assert entry.team is not None
    team = speech.team(entry.team)
    if entry.points is None:
        blank = f"{MINUS}{BLANK}" if entry.back else BLANK
        return speech.say("{blank} points for {team}", blank=blank, team=team)
    shown = str(entry.points).replace("-", MINUS)
    return speech.say_n(
        "{n} point for {team}", "{n} points for {team}", abs(entry.points), n=shown, team=team
    )


REJECTIONS: Final[Mapping[Reason, str]] = {
    Reason.SUITS_ADD_NOTHING: en("Suits don’t matter here."),
    Reason.NO_POINTS: en("Type the points first."),
    Reason.TWO_DIGITS: en("Two digits at most."),
    Reason.TOO_MANY: en("{points} is too many. The best possible hand scores {most}."),
    Reason.NO_CLAIM: en("There’s nothing to call muggins on."),
    Reason.NOTHING_TO_REDO: en("There’s nothing to redo."),
    Reason.HALF_TYPED: en("Finish this, or clear it with Undo first."),
    Reason.NOT_AGREED: en("That wasn’t saved. Press it again, or tap Agreed on a phone."),
    Reason.CAME_BETWEEN: en("Someone else got in first, so this was cleared."),
    Reason.LEFT_ALONE: en("That sat too long, so it was cleared."),
    Reason.ANOTHER_TYPES: en("Someone else is typing."),
    Reason.DROPPED: en("What you typed was cleared. Type it again."),
    Reason.RELEASED: en("That key does nothing after holding OK. Wait two seconds."),
}


def rejection(speech: Speech, value: Rejection) -> str:
    """Return why a key was rejected."""
    if value.code is Reason.CARDS_MISSING:
        return speech.say_n("{n} card is missing.", "{n} cards are missing.", value.cards)
    return speech.say(REJECTIONS[value.code], points=value.points, most=value.most)


ANSWERED_BY_KEYS: Final[Mapping[Asks, str]] = {
    Asks.FLUSH: en("Does the {points} include a flush? Go:\u00a0yes, OK:\u00a0no"),
    Asks.NOBS: en("Does the {points} include nobs? Go:\u00a0yes, OK:\u00a0no"),
    Asks.EITHER: en("Does the {points} include a flush or nobs? Go:\u00a0yes, OK:\u00a0no"),
}
"""Questions that a claim leaves open, with the keys that answer them."""


def prompt(  # noqa: C901 - one flat case an entry
    speech: Speech, snapshot: Snapshot, pending: PendingEntry | None
) -> str | None:
    """Return the prompt for keypads: how to start a match, who draws first, what OK (pressed or
    held) would do, whose points are typed, how players' own counts are typed, or an open question;
    None if it is the same as on phones."""
    game, names = snapshot.game, about(speech, snapshot.game)
    match pending:
        case PendingEntry(kind=EntryKind.GAME):
            if pending.rules is None:
                return speech.say("Press the key for your game.")
            if pending.dealer is not None:
                return speech.say("OK starts the match.")
            if draws_for_deal(pending):
                return speech.say("Who deals? Press their key, or OK to draw.")
            return speech.say("Who deals? Press their key, or OK to start.")
        case PendingEntry(kind=EntryKind.MORE):
            return speech.say("Press a key; Undo goes back.")
        case PendingEntry(kind=EntryKind.SURE):
            deed = capitalised(_to_confirm(names, pending))
            return speech.say("{deed}? OK:\u00a0yes, Undo:\u00a0no", deed=deed)
        case PendingEntry(kind=EntryKind.PEG):
            return _asked_points(names, pending)
        case PendingEntry(kind=EntryKind.MUGGINS):
            return speech.say("How many points were missed?")
        case PendingEntry(kind=EntryKind.HAND | EntryKind.CRIB, asks=asks) if asks:
            return speech.say(ANSWERED_BY_KEYS[asks], points=pending.points)
        case None if game.phase is Phase.IDLE:
            return speech.say("Hold OK, then choose a game.")
        case None if game.phase is Phase.DRAW and snapshot.asks_for_cards:
            if any(game.drawn):  # The phones' prompt names the others.
                return None
            player = names.player(game.drawing[0])
            if game.draws_partners:
                return speech.say("{player} draws first, for partners.", player=player)
            return speech.say("{player} draws first: low card deals.", player=player)
        case None if snapshot.is_pegged_by_hand:
            return _asked_points(names, None)
        case _:
            return _own_count(names, snapshot, pending)


def _asked_points(speech: GameSpeech, pending: PendingEntry | None) -> str:
    if pending is None or not pending.points:
        named = None if pending is None else pending.team
        pegs = by_turn(speech.game)[0] if named is None else named
        return speech.say("Points for {team}?", team=speech.team(pegs))
    if pending.points < 0:
        return speech.say("OK takes back {n}.", n=-pending.points)
    return speech.say("OK pegs {n}.", n=pending.points)


def _own_count(speech: GameSpeech, snapshot: Snapshot, pending: PendingEntry | None) -> str | None:
    game = snapshot.game
    due, typed = game.due_hand, pending.cards if pending else ()
    if due is None or not snapshot.asks_for_cards:
        return None
    is_hand = pending is None or pending.kind in (EntryKind.HAND, EntryKind.CRIB)
    if not is_hand or len(typed) < due.missing:
        return None
    player = None if due.of == "crib" else speech.player(due.of)
    if pending is None or pending.points is None:
        if not snapshot.is_counted_by_players:  # Without a number OK has the program count.
            return None
        if player is None:
            return speech.say("The crib’s count, or just OK.")
        return speech.say("{player}’s count, or just OK.", player=player)
    if pending.points == 0:  # 10 pressed for ten is a zero.
        ok = speech.say("OK claims 0. Ten is A, then 10.")
    elif player is None:
        ok = speech.say("The crib’s count, then OK.")
    else:
        ok = speech.say("{player}’s count, then OK.", player=player)
    claims = possible_claims(game, due, typed)
    # OK asks about a flush only if it makes the claim right; else the key says it.
    if pending.flush or not any(0 < claim.flush <= pending.points for claim in claims):
        return ok
    suits = capitalised(suits_allowed(speech, claims) or "")
    return f"{ok} {speech.say('{suits}? Go first.', suits=suits)}"


def suits_allowed(speech: Speech, says: Sequence[SuitClaim]) -> str | None:
    """Return the suit claims *says* as a legend, such as “nobs, flush”; None if there are none."""
    match any(say.flush for say in says), any(say.nobs for say in says):
        case True, True:
            return speech.say("nobs, flush")
        case True, False:
            return speech.say("flush")
        case False, True:
            return speech.say("nobs")
        case _:
            return None
