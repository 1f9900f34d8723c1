"""The state of the table as phones see it: the facts of the contract, a sentence for each."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from scorekeeper.board.render.timeline import told_at, walk_seconds
from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import Action, Of, Seat, Team
from scorekeeper.game.answer import Facts, facts_of
from scorekeeper.game.codec import to_plain
from scorekeeper.game.events import Award, Counted, Events, HandShown, Notice, awards_of, notices_of
from scorekeeper.game.live import Live
from scorekeeper.game.snapshot import Change, Entry, Snapshot
from scorekeeper.game.state import Game, LaidCard, Phase, Play, Window
from scorekeeper.rules.variants import CRIB
from scorekeeper.words import Words
from scorekeeper.words.key_legends import beginning, legends
from web.live.status import KeypadWord, StripWord, keypad_words, strip_word, typed_word


class Counting(msgspec.Struct, frozen=True):
    """``missing`` cards of ``size`` must still be told."""

    of: Of
    seat: Seat
    known: Cards
    missing: int
    size: int


def counting_of(game: Game) -> Counting | None:
    """Whose hand, or the crib, is asked for; None outside the show."""
    of, deal = game.counting, game.deal
    if of is None or game.rules is None or deal is None or deal.starter is None:
        return None
    seat = game.turn
    assert seat is not None
    known = deal.crib if of == "crib" else deal.hands[of]
    size = CRIB if of == "crib" else game.rules.hand
    return Counting(of=of, seat=seat, known=known, missing=size - len(known), size=size)


class Laid(msgspec.Struct, frozen=True):
    """A card on the table; ``count_no`` is the count of the deal, from 0."""

    seat: Seat
    card: Card
    count_no: int


class SaidAward(Award, frozen=True, kw_only=True, omit_defaults=True):
    """Points, and how players would say so."""

    say: str


class ToldAward(SaidAward, frozen=True, kw_only=True, omit_defaults=True):
    """Points, and how many milliseconds after the change it is their turn to be told."""

    at_ms: int


class PegStep(msgspec.Struct, frozen=True):
    """A part of the way of a team's front peg: ``at_ms`` after the change it sets out from hole
    ``start`` for hole ``to``, and walks for ``ms`` milliseconds."""

    team: Team
    start: int
    to: int
    at_ms: int
    ms: int


class Latest(msgspec.Struct, frozen=True):
    """What the newest line of the journal led to; nothing after undo, redo and amend, of which
    ``righted`` says what it was and who did it.

    The lines of a count that is just being told have their ``at_ms`` too. ``steps`` are the ways of
    the front pegs, by team and in time.
    """

    version: int
    awards: tuple[ToldAward, ...]
    notices: tuple[dict[str, Any], ...]
    steps: tuple[PegStep, ...]
    righted: str | None = None


class Done(msgspec.Struct, frozen=True):
    """One entry of this deal as it stands now; ``hand`` are all cards of a count by itself."""

    entry: int
    by: str
    at: str
    say: str
    actions: tuple[Action, ...]
    awards: tuple[SaidAward, ...]
    notices: tuple[dict[str, Any], ...]
    hand: Cards | UnsetType = UNSET


class Undoable(msgspec.Struct, frozen=True):
    """What undo would take back, or redo would do again."""

    version: int
    entry: int
    amends: bool
    say: str


class OpenClaim(msgspec.Struct, frozen=True):
    """A claim that other teams may still call; ``open_to`` are those that have not yet.

    ``cards`` lay face up with the ``starter`` and, ``elsewhere``, those seen by then: after the
    last count the next deal has begun, and the state has other hands.
    """

    of: Of
    seat: Seat
    team: Team
    claim: int
    cards: Cards
    starter: Card
    elsewhere: Cards
    called: tuple[Team, ...]
    open_to: tuple[Team, ...]
    say: str


class Keypad(msgspec.Struct, frozen=True):
    """What keys mean now: the small ``legends`` by key, and the ``prompt`` of those who begin a
    match by keys, if it is theirs to say what comes next."""

    legends: dict[str, str]
    prompt: str | None


class State(Facts, frozen=True, kw_only=True):
    """The whole table for a phone: the facts, the cards, what is asked and what was done.

    ``asks`` is what is entered now: cards, points by hand, or the dealer.
    """

    journal: str
    version: int
    revision: int = msgspec.field(name="pulse")
    lang: str
    rules: dict[str, Any] | None
    captains: tuple[Seat, ...]
    game: int
    deal: int | None
    drawn: tuple[Cards, ...]
    starter: Card | None
    pile: tuple[Laid, ...]
    laid: tuple[Laid, ...]
    hands: tuple[Cards, ...]
    left: tuple[int, ...] | None
    gone: tuple[Seat, ...]
    crib: Cards
    counting: Counting | None
    windows: tuple[OpenClaim, ...]
    asks: Literal["cards", "points", "dealer"]
    prompt: str
    latest: Latest
    record: tuple[Done, ...]
    undo: Undoable | None
    redo: Undoable | None
    strip: StripWord
    keypads: tuple[KeypadWord, ...]
    typed: str | None
    keypad: Keypad
    asides: Live


class Sent(State, frozen=True, kw_only=True):
    """The table as it is sent: so many milliseconds, a minute at most, after its latest line."""

    age_ms: int


def state_of(snapshot: Snapshot, words: Words) -> State:
    """*snapshot* for a phone that reads *words*."""
    game, deal = snapshot.game, snapshot.game.deal
    play = deal.play if deal else None
    asks = _asks(snapshot)
    return State(
        **_facts(game),
        journal=snapshot.journal,
        version=snapshot.version,
        revision=snapshot.revision,
        lang=words.lang,
        rules=_rules(game, words),
        captains=game.captains,
        game=game.number,
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
        latest=_latest(snapshot, words),
        record=tuple(done(entry, game, words) for entry in snapshot.record),
        undo=_undoable(snapshot.undo, game, words),
        redo=_undoable(snapshot.redo, game, words),
        strip=strip_word(snapshot.live, words),
        keypads=keypad_words(snapshot.live, words),
        typed=typed_word(snapshot, words),
        keypad=_keypad(snapshot, words),
        asides=snapshot.live,
    )


def _asks(snapshot: Snapshot) -> Literal["cards", "points", "dealer"]:
    if snapshot.is_pegged_by_hand:
        return "points"
    return "dealer" if snapshot.start_without_dealer else "cards"


def _keypad(snapshot: Snapshot, words: Words) -> Keypad:
    half = snapshot.live.pending_entry
    small = legends(words, snapshot, half)
    return Keypad(
        legends={key.value: text for key, text in small.items()},
        prompt=beginning(words, snapshot.game, half),
    )


def _facts(game: Game) -> dict[str, Any]:
    facts = facts_of(game)
    return {name: getattr(facts, name) for name in facts.__struct_fields__}


def _rules(game: Game, words: Words) -> dict[str, Any] | None:
    if game.rules is None:
        return None
    return {"key": game.key, "title": words.rules_title(game.key), **asdict(game.rules)}


def _laid(cards: tuple[LaidCard, ...]) -> tuple[Laid, ...]:
    return tuple(Laid(one.seat, one.card, one.count) for one in cards)


def _left(game: Game, play: Play | None) -> tuple[int, ...] | None:
    if play is None or game.phase is not Phase.PLAY:
        return None
    return tuple(game.held(seat) for seat in range(len(game.players)))


def _open_claim(window: Window, game: Game, words: Words) -> OpenClaim:
    return OpenClaim(
        of=window.of,
        seat=window.seat,
        team=game.team_of(window.seat),
        claim=window.claim,
        cards=window.cards,
        starter=window.starter,
        elsewhere=window.elsewhere,
        called=window.called,
        open_to=game.may_call(window),
        say=words.window(window, game),
    )


def _latest(snapshot: Snapshot, words: Words) -> Latest:
    events, game = snapshot.latest, snapshot.game
    at = tuple(round(1000 * second) for second in told_at(events))
    awards = zip(_awards(events, game, words), at, strict=True)
    return Latest(
        version=snapshot.version,
        awards=tuple(ToldAward(**asdict(award), at_ms=at_ms) for award, at_ms in awards),
        notices=tuple(_paced(notice, events, at) for notice in _notices(events, game, words)),
        steps=_steps(events, at, game),
        righted=words.righted(snapshot.righted, game, snapshot.before)
        if snapshot.righted
        else None,
    )


def _steps(events: Events, at: tuple[int, ...], game: Game) -> tuple[PegStep, ...]:
    """The ways of the front pegs; lines that are told together are one step."""
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
    """*notice*; if it is the count of the hand that is now pegged, with the time of each line."""
    shown = [event.of for event in events if isinstance(event, HandShown)]
    if notice["what"] != "counted" or notice["of"] not in shown or len(at) != len(notice["lines"]):
        return notice
    lines = zip(notice["lines"], at, strict=True)
    return {**notice, "lines": [{**line, "at_ms": at_ms} for line, at_ms in lines]}


def done(entry: Entry, game: Game, words: Words) -> Done:
    """*entry* as the history tells it; *game* gives the names."""
    return Done(
        entry=entry.entry,
        by=words.scorer(entry.by),
        at=entry.at,
        say=words.entry(entry, game),
        actions=entry.actions,
        awards=_awards(entry.events, game, words),
        notices=_notices(entry.events, game, words),
        hand=_hand(entry),
    )


def _hand(entry: Entry) -> Cards | UnsetType:
    """The cards that were counted, those laid in the play included."""
    shown = [event.cards for event in entry.events if isinstance(event, HandShown)]
    return shown[0] if len(shown) == 1 else UNSET


def _awards(events: Events, game: Game, words: Words) -> tuple[SaidAward, ...]:
    return tuple(
        SaidAward(**asdict(award), say=words.award(award, game)) for award in awards_of(events)
    )


def _notices(events: Events, game: Game, words: Words) -> tuple[dict[str, Any], ...]:
    return tuple(_notice(notice, game, words) for notice in notices_of(events))


def _notice(notice: Notice, game: Game, words: Words) -> dict[str, Any]:
    said = {**to_plain(notice), "say": words.notice(notice, game)}
    if isinstance(notice, Counted):
        said["lines"] = [line._asdict() for line in words.lines(notice.combos)]
        said["tally"] = words.tally(notice.combos)
    return said


def _undoable(change: Change | None, game: Game, words: Words) -> Undoable | None:
    if change is None:
        return None
    return Undoable(change.version, change.entry.entry, change.amends, words.change(change, game))
