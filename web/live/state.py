"""The public state of the table as JSON: facts, the latest change, and their sentences."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from operator import is_
from threading import Lock
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import asdict

from scorekeeper.board.picture import PAUSE_SECONDS
from scorekeeper.board.scene import award_times, steps
from scorekeeper.cards import Card, Cards
from scorekeeper.device import NEW_MACHINE, FaultMessage, MachineState
from scorekeeper.game.actions import EntryMode, Of, Seat, Team
from scorekeeper.game.analysis.claim_check import right_claim
from scorekeeper.game.analysis.moments import MomentKind, moment
from scorekeeper.game.codec import Facts, facts_of, to_json
from scorekeeper.game.events import HandShown
from scorekeeper.game.live import Live
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import DueHand, LaidCard, Phase
from scorekeeper.rules.variants import Rules
from scorekeeper.table import InputLockout, KeyResult
from scorekeeper.words import Words
from scorekeeper.words.key_legends import legends
from scorekeeper.words.keypad import prompt
from web.live.log import Log, LogEntry, SpokenAward, UndoStep, spoken_awards, spoken_notices

MAX_RECORD: Final = 100
"""Maximum number of entries of the deal in a state. A typical deal has twenty."""
MAX_AGE: Final = 60.0
"""Maximum age reported, in seconds. Older changes are no longer animated."""


class StripStatus(msgspec.Struct, frozen=True):
    """``health``: ``ok``, ``lost``, ``misfit``, ``miswired``, ``unfed``, ``broken`` or ``off``,
    null before the strip is first opened; ``say``: the fault and its remedy."""

    health: str | None
    say: str | None


class KeypadStatus(msgspec.Struct, frozen=True):
    """A keypad. ``name``: as in the config; ``health``: ``ok``, ``lost`` or ``off``; ``say``: the
    fault and its remedy."""

    name: str
    health: str
    say: str | None


def strip_status(machine: MachineState, words: Words) -> StripStatus:
    """Return the status of the strip, with its sentence in *words*."""
    return StripStatus(machine.strip, _say(machine.strip_fault, words))


def _say(fault: FaultMessage | None, words: Words) -> str | None:
    return words.device_fault(fault) if fault else None


class TimedAward(SpokenAward, frozen=True, kw_only=True, omit_defaults=True):
    """An award, and the milliseconds from the change until it is shown."""

    at_ms: int


class PegStep(msgspec.Struct, frozen=True):
    """A step of a team's front peg from hole ``start`` to hole ``to``: begins ``at_ms`` after the
    change and takes ``ms`` milliseconds."""

    team: Team
    start: int
    to: int
    at_ms: int
    ms: int


class ShownMoment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A moment to celebrate ``at_ms`` after the change: ``title``, such as “29!”, and a ``text``.
    ``of``: the hand or crib that was counted, null for a win; ``points``: see ``Moment``."""

    kind: MomentKind
    team: Team
    points: int
    title: str
    text: str
    at_ms: int
    of: Of | None = None


class LatestChange(msgspec.Struct, frozen=True):
    """The effects of the newest journal line; empty after undo, redo and amend, which have a
    ``correction`` and its ``cost``: lost points and later entries dropped.

    Each count among the ``notices`` has ``cards`` and ``starter``, possibly of the previous deal;
    if it is being shown, its lines have ``at_ms``. ``right``: confirms that a checked claim is
    right; ``given``: the suits assumed; ``praise``: both in one sentence. ``steps``: moves of the
    front pegs, by team and time. ``moment``: what the change celebrates.
    """

    version: int
    awards: tuple[TimedAward, ...]
    notices: tuple[dict[str, Any], ...]
    steps: tuple[PegStep, ...]
    correction: str | None = None
    right: str | None = None
    given: str | msgspec.UnsetType = msgspec.UNSET
    cost: str | msgspec.UnsetType = msgspec.UNSET
    praise: str | msgspec.UnsetType = msgspec.UNSET
    moment: ShownMoment | msgspec.UnsetType = msgspec.UNSET


def latest_change(snapshot: Snapshot, words: Words, log: Log) -> LatestChange:
    """Return the latest change in *snapshot*."""
    events, game, fix = snapshot.latest, snapshot.game, snapshot.correction
    times = tuple(map(_ms, award_times(events)))
    last = snapshot.record[-1] if snapshot.record else None
    right = right_claim(snapshot)
    given = words.suits_taken(right.suits) if right else None
    walked = steps(events, game.pegs)
    celebrated: ShownMoment | msgspec.UnsetType = msgspec.UNSET
    if found := moment(events, game):
        title, text = words.moment(found, game)
        ends = max((step.at + step.seconds for step in walked), default=0.0)
        own = asdict(found)
        celebrated = ShownMoment(**own, title=title, text=text, at_ms=_ms(ends + PAUSE_SECONDS))
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
            for award, at_ms in zip(awards, times, strict=True)
        ),
        notices=tuple(
            _with_cards(notice, snapshot, times) if notice["what"] == "counted" else notice
            for notice in notices
        ),
        steps=tuple(
            PegStep(step.team, step.start, step.to, _ms(step.at), _ms(step.seconds))
            for step in walked
        ),
        correction=words.correction(fix, game, snapshot.before) if fix else None,
        right=words.right_claim(right.points) if right else None,
        given=given or msgspec.UNSET,
        praise=words.right_claim(right.points, given) if right else msgspec.UNSET,
        cost=(words.correction_cost(fix, game, snapshot.before) if fix else None) or msgspec.UNSET,
        moment=celebrated,
    )


def _ms(seconds: float) -> int:
    return round(1000 * seconds)


def _with_cards(
    notice: dict[str, Any], snapshot: Snapshot, times: tuple[int, ...]
) -> dict[str, Any]:
    """Return the count *notice* with its cards and starter, and with the time of each line if it is
    being shown."""
    earlier, of, lines = snapshot.before, notice["of"], notice["lines"]
    for event in snapshot.latest:
        if isinstance(event, HandShown) and event.of == of:
            if len(times) == len(lines):
                lines = [{**line, "at_ms": ms} for line, ms in zip(lines, times, strict=True)]
            starter = earlier.deal.starter if earlier.deal else None
            return {**notice, "lines": lines, "cards": event.cards, "starter": starter}
    window = next((window for window in earlier.windows if window.of == of), None)
    shown = {"cards": window.cards, "starter": window.starter} if window else {}
    return {**notice, **shown}


class PlayedCard(msgspec.Struct, frozen=True):
    """A played card; ``count_no`` is the index of the count in the deal, from 0."""

    seat: Seat
    card: Card
    count_no: int


class OpenClaim(msgspec.Struct, frozen=True):
    """A claim on which other teams may call muggins; ``open_to``: the teams that have not decided.

    ``cards``, ``starter`` and ``other_known_cards`` are those visible at the claim: after the last
    count the next deal has begun, and the state has other hands. ``flush`` and ``nobs`` were
    claimed.
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


class KeypadLegends(msgspec.Struct, frozen=True, omit_defaults=True):
    """The current meaning of keys: short ``legends`` by key, and a ``prompt`` if it differs from
    that of phones. ``typed`` is the pending entry without the cards of a hand."""

    legends: dict[str, str]
    prompt: str | None
    typed: str | None = None


class State(Facts, frozen=True, kw_only=True):
    """The complete state of the table for a phone.

    ``asks``: the kind of entry expected. ``prompt``: about six words; ``help``: more, shown on
    request. ``record``: the latest entries of the deal; ``earlier``: the number of older ones,
    available from ``/api/v1/record``. ``wins``: games won by each team in the match, which is
    ``decided`` once a team has won the majority; ``spread``: margin of the winner; ``head_start``:
    scores at the start of the match, empty if all 0; ``scores_by_deal``: at the start of each deal
    of the game. ``typist``: the phone that typed last at the show. ``names``: aliases of each
    player, the current one first.
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
    scores_by_deal: tuple[tuple[int, ...], ...]
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
    counting: DueHand | None
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
    keypad: KeypadLegends
    live: Live
    machine: MachineState
    names: tuple[tuple[str, ...], ...] | msgspec.UnsetType = msgspec.UNSET


def state_of(
    snapshot: Snapshot, words: Words, log: Log | None = None, machine: MachineState = NEW_MACHINE
) -> State:
    """Return the state of *snapshot* and *machine*, in *words*; *log* caches entries."""
    log = log or Log()
    game, deal = snapshot.game, snapshot.game.deal
    play = deal.play if deal else None
    pending, at_show = snapshot.live.pending_entry, snapshot.live.at_show
    asks: Literal["cards", "points", "dealer"] = "cards"
    if snapshot.is_pegged_by_hand:
        asks = "points"
    elif snapshot.start_without_dealer:
        asks = "dealer"
    in_play = game.phase is Phase.PLAY
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
        scores_by_deal=game.scores_by_deal,
        deal=deal.number if deal else None,
        drawn=game.drawn,
        starter=deal.starter if deal else None,
        pile=_played(play.open if play else ()),
        laid=_played(play.laid if play else ()),
        hands=deal.hands if deal else (),
        left=tuple(map(game.cards_left, range(len(game.players)))) if play and in_play else None,
        gone=play.gone if play and in_play else (),
        out=play.out if play else (),
        crib=deal.crib if deal else (),
        counting=game.due_hand,
        windows=tuple(
            OpenClaim(
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
            for window in snapshot.open_claims
        ),
        asks=asks,
        prompt=words.prompt(game, cards=asks == "cards"),
        help=words.prompt_help(game, cards=asks == "cards"),
        latest=latest_change(snapshot, words, log),
        record=log.encoded(snapshot.record[-MAX_RECORD:], game, words),
        earlier=max(0, len(snapshot.record) - MAX_RECORD),
        undo=log.undo_step(snapshot.undo, game, words),
        redo=log.undo_step(snapshot.redo, game, words),
        strip=strip_status(machine, words),
        keypads=tuple(
            KeypadStatus(keypad.name, keypad.health, _say(keypad.fault, words))
            for keypad in machine.keypads
        ),
        typed=words.pending_entry(pending, game) if pending else None,
        typist=words.scorer(at_show.count.by) if at_show and at_show.count else None,
        keypad=KeypadLegends(
            legends={key.value: text for key, text in legends(words, snapshot, pending).items()},
            prompt=prompt(words, snapshot, pending),
            typed=words.pending_entry(pending, game, with_cards=False) if pending else None,
        ),
        live=snapshot.live,
        machine=machine,
        names=snapshot.names or msgspec.UNSET,
    )


@lru_cache(maxsize=16)
def _rules(key: str, rules: Rules | None, words: Words) -> dict[str, Any] | None:
    if rules is None:
        return None
    return {"key": key, "title": words.rules_title(key), **asdict(rules)}


def _played(cards: tuple[LaidCard, ...]) -> tuple[PlayedCard, ...]:
    return tuple(PlayedCard(card.seat, card.card, card.count) for card in cards)


class SnapshotResponse(State, frozen=True, kw_only=True):
    """The state of the table. ``age_ms``: age of its latest line, at most a minute. Keys that begin
    an entry are refused for another ``locked_ms``; ``locked_why`` is the reason, null if there is
    no lockout."""

    age_ms: int
    locked_ms: int = 0
    locked_why: str | None = None


class EntryResponse(SnapshotResponse, frozen=True, kw_only=True):
    """The state after an entry; ``entry`` is its version."""

    entry: int


class KeyResponse(SnapshotResponse, frozen=True, kw_only=True):
    """The state after a key: the result, its version or the current one, and the reason for a
    refusal if there is one."""

    result: KeyResult
    entry: int
    why: str | None


class StaleResponse(msgspec.Struct, frozen=True):
    """An action refused because of a newer one: the author ``by`` and the current state."""

    code: str
    refused: str
    by: str
    snapshot: SnapshotResponse


def response_json(state: bytes, **own: Any) -> bytes:
    """Return the JSON object *state* with the fields *own* prepended."""
    return to_json(own)[:-1] + b"," + state[1:]


class SnapshotCache:
    """Caches the JSON of the newest snapshot, so that it is encoded once for all streams.

    *ticks* and *machine* are those of the table; *lockout*: current lockout of its keypads, or
    None. Thread-safe.
    """

    def __init__(
        self,
        words_for: Callable[[str], Words],
        ticks: Callable[[], float],
        lockout: Callable[[], InputLockout | None],
        machine: Callable[[], MachineState],
    ) -> None:
        self._words_for, self._ticks, self._lock = words_for, ticks, Lock()
        self._lockout, self._machine = lockout, machine
        self._encoder = ThreadPoolExecutor(1, "encoder")
        self._of: tuple[object, ...] = (None, None, None)
        self._states: dict[str, bytes] = {}
        self._log = Log()

    def prepare(self, snapshot: Snapshot) -> None:
        """Encode *snapshot* in another thread, in the languages of the previous one."""
        for lang in tuple(self._states):
            self._encoder.submit(self._state, snapshot, lang)

    def json(self, snapshot: Snapshot, lang: str, **own: Any) -> bytes:
        """Return *snapshot* in *lang* as a SnapshotResponse, with the fields *own* prepended."""
        state = self._state(snapshot, lang)
        # In every state, so that all keypad pages show a lockout immediately.
        locked_ms, locked_why = 0, None
        if lockout := self._lockout():
            locked_ms = max(0, round(1000 * (lockout.until - self._ticks())))
            locked_why = self._words_for(lang).rejection(lockout.rejection)
        age_ms = int(1000 * self._age(snapshot))
        return response_json(
            state, **own, locked_ms=locked_ms, locked_why=locked_why, age_ms=age_ms
        )

    def _state(self, snapshot: Snapshot, lang: str) -> bytes:
        with self._lock:
            of = (snapshot.revision, snapshot.game, snapshot.live)
            # By identity: one that could not be saved has the revision of the next.
            if not all(map(is_, of, self._of)):
                self._of, self._states = of, {}
            if (state := self._states.get(lang)) is None:
                words = self._words_for(lang)
                state = to_json(state_of(snapshot, words, self._log, self._machine()))
                self._states[lang] = state
            return state

    def ms_into_count(self, snapshot: Snapshot) -> int | None:
        """Return the age of *snapshot* in ms while its count is being shown, else None."""
        age = self._age(snapshot)
        return int(1000 * age) if age < max(award_times(snapshot.latest), default=0.0) else None

    def _age(self, snapshot: Snapshot) -> float:
        return min(self._ticks() - snapshot.since, MAX_AGE)


def event_id(snapshot: Snapshot) -> str:
    """Return the id of *snapshot* in the event stream: ``<journal>.<revision>``."""
    return f"{snapshot.journal}.{snapshot.revision}"
