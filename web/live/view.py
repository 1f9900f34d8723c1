"""The state of the table as public JSON: its facts, and a sentence for each."""

from functools import lru_cache
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import asdict

from scorekeeper.board.render.timeline import award_times, walk_seconds
from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import Count, Crib, Of, Seat, Team
from scorekeeper.game.answer import Facts, facts_of
from scorekeeper.game.events import Counted, Events, HandShown, awards_of, notices_of
from scorekeeper.game.live import Live
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game, LaidCard, Phase, Play, Window
from scorekeeper.rules.variants import CRIB, Rules
from scorekeeper.words import Words
from scorekeeper.words.key_legends import beginning, legends
from web.live.log import Log, LogEntry, SpokenAward, UndoStep, spoken_awards, spoken_notices
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
    size = CRIB if of == "crib" else game.rules.hand
    return Counting(of=of, seat=seat, known=known, missing=size - len(known), size=size)


class PlayedCard(msgspec.Struct, frozen=True):
    """A card that was played; ``count_no`` is the count of the deal, from 0."""

    seat: Seat
    card: Card
    count_no: int


class TimedAward(SpokenAward, frozen=True, kw_only=True, omit_defaults=True):
    """Points, and how many milliseconds after the change they are shown."""

    at_ms: int


class PegStep(msgspec.Struct, frozen=True):
    """A part of the way of a team's front peg: ``at_ms`` after the change it leaves hole ``start``
    for hole ``to``, and walks for ``ms`` milliseconds."""

    team: Team
    start: int
    to: int
    at_ms: int
    ms: int


class LatestChange(msgspec.Struct, frozen=True):
    """The effects of the newest journal line; none after undo, redo and amend, which ``righted``
    describes.

    Each count among the ``notices`` has its ``cards`` and the ``starter``, which may be those of
    the deal before; the lines of one that is being shown have their ``at_ms`` too. ``right`` says
    that a claim that was checked is. ``steps`` are the ways of the front pegs, by team and in time.
    """

    version: int
    awards: tuple[TimedAward, ...]
    notices: tuple[dict[str, Any], ...]
    steps: tuple[PegStep, ...]
    righted: str | None = None
    right: str | None = None


class OpenClaim(msgspec.Struct, frozen=True):
    """A claim on which other teams may call muggins; ``open_to`` are those that have not yet.

    ``cards``, the ``starter`` and those ``elsewhere`` lay face up then: after the last count the
    next deal has begun, and the state has other hands. ``flush`` and ``nobs`` are what was claimed.
    """

    of: Of
    seat: Seat
    team: Team
    claim: int
    cards: Cards
    starter: Card
    elsewhere: Cards
    flush: int
    nobs: bool
    called: tuple[Team, ...]
    open_to: tuple[Team, ...]
    say: str


class Keypad(msgspec.Struct, frozen=True):
    """The meaning of keys now: small ``legends`` by key, and the ``prompt`` while keys start a
    match."""

    legends: dict[str, str]
    prompt: str | None


class State(Facts, frozen=True, kw_only=True):
    """The whole table for a phone: facts, cards, the prompt and the log.

    ``asks`` is what is entered now: cards, points by hand, or the dealer. The ``prompt`` says it in
    about six words; ``help``, where there is more to say, is for those who ask. ``record`` are the
    latest entries of the deal; the ``earlier`` ones are in ``/api/v1/record``. ``wins`` are the
    games that each team has won in the match, which is ``decided`` once one has won most of those
    that it goes over; ``spread`` is how far the winner is before the others.
    """

    journal: str
    version: int
    revision: int = msgspec.field(name="pulse")
    lang: str
    rules: dict[str, Any] | None
    captains: tuple[Seat, ...]
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
    keypad: Keypad
    asides: Live


def state_of(snapshot: Snapshot, words: Words, log: Log | None = None) -> State:
    """Return *snapshot* as JSON fields, its sentences in *words*; *log* keeps known entries."""
    log = log or Log()
    game, deal = snapshot.game, snapshot.game.deal
    play = deal.play if deal else None
    asks, pending = _asks(snapshot), snapshot.live.pending_entry
    return State(
        **asdict(facts_of(game)),
        journal=snapshot.journal,
        version=snapshot.version,
        revision=snapshot.revision,
        lang=words.lang,
        rules=_rules(game.key, game.rules, words),
        captains=game.captains,
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
        crib=deal.crib if deal else (),
        counting=counting_of(game),
        windows=tuple(_open_claim(window, game, words) for window in game.windows),
        asks=asks,
        prompt=words.prompt(game, cards=asks == "cards"),
        help=words.prompt_help(game, cards=asks == "cards"),
        latest=_latest(snapshot, words, log),
        record=log.encoded(snapshot.record[-MAX_RECORD:], game, words),
        earlier=max(0, len(snapshot.record) - MAX_RECORD),
        undo=log.undo_step(snapshot.undo, game, words),
        redo=log.undo_step(snapshot.redo, game, words),
        strip=strip_status(snapshot.live, words),
        keypads=keypad_statuses(snapshot.live, words),
        typed=words.pending_entry(pending, game) if pending else None,
        keypad=_keypad(snapshot, words),
        asides=snapshot.live,
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
        prompt=beginning(words, snapshot.game, entry),
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
        elsewhere=window.other_known_cards,
        flush=window.suit_claim.flush,
        nobs=window.suit_claim.nobs,
        called=window.called,
        open_to=game.may_call(window),
        say=words.window(window, game),
    )


def _latest(snapshot: Snapshot, words: Words, log: Log) -> LatestChange:
    events, game = snapshot.latest, snapshot.game
    at = tuple(round(1000 * second) for second in award_times(events))
    last = snapshot.record[-1] if snapshot.record else None
    if last and last.events is events:
        entry = log.entry(last, game, words)
        awards, notices = entry.awards, entry.notices
    else:
        awards = spoken_awards(events, game, words)
        notices = spoken_notices(events, game, words)
    return LatestChange(
        version=snapshot.version,
        awards=tuple(
            TimedAward(**asdict(award), at_ms=at_ms)
            for award, at_ms in zip(awards, at, strict=True)
        ),
        notices=tuple(
            {**_paced(notice, events, at), **_faces(notice["of"], snapshot)}
            if notice["what"] == "counted"
            else notice
            for notice in notices
        ),
        steps=_steps(events, at, game),
        righted=words.correction(snapshot.correction, game, snapshot.before)
        if snapshot.correction
        else None,
        right=_right(snapshot, words),
    )


def _right(snapshot: Snapshot, words: Words) -> str | None:
    """Return that a claim is right, where no muggins hides whether it is."""
    last = snapshot.record[-1] if snapshot.record else None
    if last is None or last.events is not snapshot.latest:
        return None
    claims = [one.claim for one in last.actions if isinstance(one, (Count, Crib))]
    shown = {event.of for event in last.events if isinstance(event, HandShown)}
    totals = [
        notice.total
        for notice in notices_of(last.events)
        if isinstance(notice, Counted) and notice.of in shown
    ]
    return words.right_claim(totals[0]) if len(claims) == 1 and claims == totals else None


def _faces(of: Of, snapshot: Snapshot) -> dict[str, Any]:
    """Return the cards of the hand or crib *of* that was just counted, and its starter."""
    before = snapshot.before
    starter = before.deal.starter if before.deal else None
    for event in snapshot.latest:
        if isinstance(event, HandShown) and event.of == of:
            return {"cards": event.cards, "starter": starter}
    window = next((one for one in before.windows if one.of == of), None)
    return {"cards": window.cards, "starter": window.starter} if window else {}


def _steps(events: Events, at: tuple[int, ...], game: Game) -> tuple[PegStep, ...]:
    """Return the ways of the front pegs; lines that are shown together are one step."""
    found: list[PegStep] = []
    for team, pegs in enumerate(game.pegs):
        gained: dict[int, int] = {}
        for award, ms in zip(awards_of(events), at, strict=True):
            if award.team == team:
                gained[ms] = gained.get(ms, 0) + award.points
        whole = sum(gained.values())
        if not whole:
            continue
        to = pegs.back if whole > 0 else pegs.front - whole
        for ms, end in zip(gained, (*tuple(gained)[1:], None), strict=True):
            start, to = to, min(to + gained[ms], pegs.front) if end else pegs.front
            walk = round(1000 * walk_seconds(to - start))
            found.append(PegStep(team, start, to, ms, min(walk, end - ms) if end else walk))
    return tuple(found)


def _paced(notice: dict[str, Any], events: Events, at: tuple[int, ...]) -> dict[str, Any]:
    """Return *notice*, with the time of each line if it is the count that is being shown."""
    shown = [event.of for event in events if isinstance(event, HandShown)]
    if notice["what"] != "counted" or notice["of"] not in shown or len(at) != len(notice["lines"]):
        return notice
    lines = zip(notice["lines"], at, strict=True)
    return {**notice, "lines": [{**line, "at_ms": at_ms} for line, at_ms in lines]}
