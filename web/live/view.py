"""The state of the table as public JSON: its facts, and a sentence for each."""

from functools import lru_cache
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import asdict

from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import EntryMode, Of, Seat, Team
from scorekeeper.game.codec import Facts, facts_of
from scorekeeper.game.live import Live
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game, LaidCard, Phase, Play, Window
from scorekeeper.machine import NEW_MACHINE, Machine
from scorekeeper.rules.variants import CRIB, Rules
from scorekeeper.words import Words
from scorekeeper.words.key_legends import legends
from scorekeeper.words.key_prompts import prompt
from web.live.latest import LatestChange, latest_change
from web.live.log import Log, LogEntry, UndoStep
from web.live.status import (
    KeypadStatus,
    StripStatus,
    keypad_statuses,
    strip_status,
)

MAX_RECORD: Final = 100
"""Entries of the deal in a state; an ordinary deal has some twenty."""


class Counting(msgspec.Struct, frozen=True):
    """``missing`` cards of ``size`` must still be entered."""

    of: Of
    seat: Seat
    known: Cards
    missing: int
    size: int


def counting_of(game: Game) -> Counting | None:
    """Return whose hand, or the crib, is asked for; None outside the show."""
    of, deal = game.counting, game.deal
    if of is None or game.rules is None or deal is None or deal.starter is None:
        return None
    seat = game.turn
    assert seat is not None
    known = deal.crib if of == "crib" else deal.hands[of]
    size = CRIB if of == "crib" else game.hand_size(of)
    return Counting(of=of, seat=seat, known=known, missing=size - len(known), size=size)


class PlayedCard(msgspec.Struct, frozen=True):
    """A card that was played; ``count_no`` is the count of the deal, from 0."""

    seat: Seat
    card: Card
    count_no: int


class OpenClaim(msgspec.Struct, frozen=True):
    """A claim on which other teams may call muggins; ``open_to`` are those that have not yet.

    ``cards``, the ``starter`` and ``other_known_cards`` lay face up then: after the last count the
    next deal has begun, and the state has other hands. ``flush`` and ``nobs`` are what was claimed.
    """

    of: Of
    seat: Seat
    team: Team
    claim: int
    cards: Cards
    starter: Card
    other_known_cards: Cards
    flush: int
    nobs: bool
    called: tuple[Team, ...]
    open_to: tuple[Team, ...]
    say: str


class Keypad(msgspec.Struct, frozen=True, omit_defaults=True):
    """The meaning of keys now: small ``legends`` by key, and the ``prompt`` where keys are asked
    for something else than phones. ``typed`` is the pending entry without the cards of a hand."""

    legends: dict[str, str]
    prompt: str | None
    typed: str | None = None


class State(Facts, frozen=True, kw_only=True):
    """The whole table for a phone: facts, cards, the prompt and the log.

    ``asks`` is what is entered now: cards, points by hand, or the dealer. The ``prompt`` says it in
    about six words; ``help``, where there is more to say, is for those who ask. ``record`` are the
    latest entries of the deal; the ``earlier`` ones are in ``/api/v1/record``. ``wins`` are the
    games that each team has won in the match, which is ``decided`` once one has won most of those
    that it goes over; ``spread`` is how far the winner is before the others. ``head_start`` are the
    scores with which the match began, empty if all were 0. ``typist`` is the phone that typed last
    at the show.
    """

    journal: str
    version: int
    revision: int
    lang: str
    rules: dict[str, Any] | None
    captains: tuple[Seat, ...]
    entry_mode: EntryMode | None
    head_start: tuple[int, ...]
    game: int
    wins: tuple[int, ...]
    decided: bool
    spread: int | None
    deal: int | None
    drawn: tuple[Cards, ...]
    starter: Card | None
    pile: tuple[PlayedCard, ...]
    laid: tuple[PlayedCard, ...]
    hands: tuple[Cards, ...]
    left: tuple[int, ...] | None
    gone: tuple[Seat, ...]
    out: tuple[Seat, ...]
    crib: Cards
    counting: Counting | None
    windows: tuple[OpenClaim, ...]
    asks: Literal["cards", "points", "dealer"]
    prompt: str
    help: str | None
    latest: LatestChange
    record: tuple[LogEntry, ...]
    earlier: int
    undo: UndoStep | None
    redo: UndoStep | None
    strip: StripStatus
    keypads: tuple[KeypadStatus, ...]
    typed: str | None
    typist: str | None
    keypad: Keypad
    live: Live
    machine: Machine


def state_of(
    snapshot: Snapshot, words: Words, log: Log | None = None, machine: Machine = NEW_MACHINE
) -> State:
    """Return *snapshot* and *machine* as JSON fields, their sentences in *words*; *log* keeps known
    entries."""
    log = log or Log()
    game, deal = snapshot.game, snapshot.game.deal
    play = deal.play if deal else None
    asks, pending = _asks(snapshot), snapshot.live.pending_entry
    at_show = snapshot.live.at_show
    return State(
        **asdict(facts_of(game)),
        journal=snapshot.journal,
        version=snapshot.version,
        revision=snapshot.revision,
        lang=words.lang,
        rules=_rules(game.key, game.rules, words),
        captains=game.captains,
        entry_mode=game.entry_mode if game.rules else None,
        head_start=game.head_start,
        game=game.number,
        wins=game.wins,
        decided=game.rules is not None and game.is_decided,
        spread=game.spread,
        deal=deal.number if deal else None,
        drawn=game.drawn,
        starter=deal.starter if deal else None,
        pile=_laid(play.open if play else ()),
        laid=_laid(play.laid if play else ()),
        hands=deal.hands if deal else (),
        left=_left(game, play),
        gone=play.gone if play and game.phase is Phase.PLAY else (),
        out=play.out if play else (),
        crib=deal.crib if deal else (),
        counting=counting_of(game),
        windows=tuple(_open_claim(window, game, words) for window in snapshot.open_claims),
        asks=asks,
        prompt=words.prompt(game, cards=asks == "cards"),
        help=words.prompt_help(game, cards=asks == "cards"),
        latest=latest_change(snapshot, words, log),
        record=log.encoded(snapshot.record[-MAX_RECORD:], game, words),
        earlier=max(0, len(snapshot.record) - MAX_RECORD),
        undo=log.undo_step(snapshot.undo, game, words),
        redo=log.undo_step(snapshot.redo, game, words),
        strip=strip_status(machine, words),
        keypads=keypad_statuses(machine, words),
        typed=words.pending_entry(pending, game) if pending else None,
        typist=words.scorer(at_show.count.by) if at_show and at_show.count else None,
        keypad=_keypad(snapshot, words),
        live=snapshot.live,
        machine=machine,
    )


def _asks(snapshot: Snapshot) -> Literal["cards", "points", "dealer"]:
    if snapshot.is_pegged_by_hand:
        return "points"
    return "dealer" if snapshot.start_without_dealer else "cards"


def _keypad(snapshot: Snapshot, words: Words) -> Keypad:
    entry = snapshot.live.pending_entry
    small = legends(words, snapshot, entry)
    return Keypad(
        legends={key.value: text for key, text in small.items()},
        prompt=prompt(words, snapshot, entry),
        typed=words.pending_entry(entry, snapshot.game, with_cards=False) if entry else None,
    )


@lru_cache(maxsize=16)
def _rules(key: str, rules: Rules | None, words: Words) -> dict[str, Any] | None:
    if rules is None:
        return None
    return {"key": key, "title": words.rules_title(key), **asdict(rules)}


def _laid(cards: tuple[LaidCard, ...]) -> tuple[PlayedCard, ...]:
    return tuple(PlayedCard(one.seat, one.card, one.count) for one in cards)


def _left(game: Game, play: Play | None) -> tuple[int, ...] | None:
    if play is None or game.phase is not Phase.PLAY:
        return None
    return tuple(game.cards_left(seat) for seat in range(len(game.players)))


def _open_claim(window: Window, game: Game, words: Words) -> OpenClaim:
    return OpenClaim(
        of=window.of,
        seat=window.seat,
        team=game.team_of(window.seat),
        claim=window.claim,
        cards=window.cards,
        starter=window.starter,
        other_known_cards=window.other_known_cards,
        flush=window.suit_claim.flush,
        nobs=window.suit_claim.nobs,
        called=window.called,
        open_to=game.may_call(window),
        say=words.window(window, game),
    )
