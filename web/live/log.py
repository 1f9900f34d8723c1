"""The log of the table as JSON: entries with their awards and notices, and what undo takes back."""

from threading import Lock
from typing import Any, Final, TypeAlias, cast

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import asdict

from scorekeeper.cards import Cards
from scorekeeper.game.actions import Action, Of, Seat
from scorekeeper.game.codec import to_json, to_plain
from scorekeeper.game.events import (
    Award,
    Counted,
    Events,
    GameWon,
    HandShown,
    Laid,
    MugginsCalled,
    Notice,
    Overcount,
    Skunk,
    Undercount,
    awards_of,
    notices_of,
)
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game
from scorekeeper.scoring.combo import Combo, Combos
from scorekeeper.words import Words

MAX_CACHED: Final = 500
"""Entries; a deal has a few dozen, and a table is read in a few languages."""


class SpokenAward(Award, frozen=True, kw_only=True, omit_defaults=True):
    """Points, and how players would say them."""

    say: str


class LogEntry(msgspec.Struct, frozen=True):
    """One entry of the log; ``laid`` are the seats whose cards it laid, ``hand`` all cards of a
    count by itself, of the seat or crib ``of``; ``passed`` is the one that was not counted, and
    ``called`` the one that muggins was called on. Where a correction left several
    actions, ``parts`` has a sentence for each. ``did`` is what won the game, ``say`` without who
    won."""

    entry: int
    by: str
    at: str
    say: str
    actions: tuple[Action, ...]
    awards: tuple[SpokenAward, ...]
    notices: tuple[dict[str, Any], ...]
    laid: tuple[Seat, ...] | UnsetType = UNSET
    hand: Cards | UnsetType = UNSET
    of: Of | UnsetType = UNSET
    passed: Of | UnsetType = UNSET
    called: Of | UnsetType = UNSET
    parts: tuple[str, ...] | UnsetType = UNSET
    did: str | UnsetType = UNSET


class UndoStep(msgspec.Struct, frozen=True):
    """The entry that undo would take back, or redo would repeat."""

    version: int
    entry: int
    amends: bool
    say: str


def log_entry(entry: Entry, game: Game, words: Words) -> LogEntry:
    """Return *entry* with its sentences; *game* has the names of the players."""
    shown = _shown(entry)
    return LogEntry(
        entry=entry.entry,
        by=words.scorer(entry.by),
        at=entry.at,
        say=words.entry(entry, game),
        actions=entry.actions,
        awards=spoken_awards(entry.events, game, words),
        notices=spoken_notices(entry.events, game, words),
        laid=tuple(event.seat for event in entry.events if isinstance(event, Laid)) or UNSET,
        hand=shown.cards if shown else UNSET,
        of=shown.of if shown else UNSET,
        passed=_passed(entry),
        called=_called(entry),
        parts=_parts(entry, game, words),
        did=_did(entry, game, words),
    )


def _did(entry: Entry, game: Game, words: Words) -> str | UnsetType:
    if any(isinstance(event, GameWon) for event in entry.events):
        return words.entry(entry, game, with_win=False)
    return UNSET


def _parts(entry: Entry, game: Game, words: Words) -> tuple[str, ...] | UnsetType:
    if len(entry.actions) < 2:
        return UNSET
    return tuple(words.entry(part, game) for part in entry.split())


def spoken_awards(events: Events, game: Game, words: Words) -> tuple[SpokenAward, ...]:
    """Return the awards among *events*, each with its sentence."""
    return tuple(
        SpokenAward(**asdict(award), say=words.award(award, game)) for award in awards_of(events)
    )


def spoken_notices(events: Events, game: Game, words: Words) -> tuple[dict[str, Any], ...]:
    """Return the notices among *events*, each with its sentence, which several skunks
    share; a count with its lines too."""
    skunks = tuple(notice for notice in notices_of(events) if isinstance(notice, Skunk))
    say = words.skunks(skunks, game) if len(skunks) > 1 else None
    return tuple(
        {**to_plain(notice), "say": say}
        if say and isinstance(notice, Skunk)
        else _notice(notice, game, words)
        for notice in notices_of(events)
    )


def _notice(notice: Notice, game: Game, words: Words) -> dict[str, Any]:
    say = (
        words.verdict(notice, game)
        if isinstance(notice, Undercount | Overcount)
        else words.notice(notice, game)
    )
    said = {**to_plain(notice), "say": say}
    if isinstance(notice, Counted):
        said["lines"] = [asdict(line) for line in words.lines(as_sorted(notice.combos))]
        said["tally"] = words.tally(notice.combos)
    return said


def as_sorted(combos: Combos) -> Combos:
    """Return *combos* of a kind and size in the order of the cards that people sorted to count."""
    kinds = [combo.kind for combo in combos]

    def place(combo: Combo) -> tuple[int, int, list[int]]:
        ranks = sorted(card.rank for card in combo.cards)
        return kinds.index(combo.kind), len(ranks), list(map(int, ranks))

    return tuple(sorted(combos, key=place))


def _shown(entry: Entry) -> HandShown | None:
    """Return the one hand that was shown, with its cards of the play."""
    shown = [event for event in entry.events if isinstance(event, HandShown)]
    return shown[0] if len(shown) == 1 else None


def _passed(entry: Entry) -> Of | UnsetType:
    events = entry.events
    passed = (event.of for event in events if isinstance(event, HandShown) and event.passed)
    return next(passed, UNSET)


def _called(entry: Entry) -> Of | UnsetType:
    called = (event.of for event in entry.events if isinstance(event, MugginsCalled))
    return next(called, UNSET)


Known: TypeAlias = tuple[Entry, LogEntry, LogEntry]
"""An entry, which is kept so that no other gets its id; how it reads; the same as Raw."""


class Log:
    """Makes entries of the log and keeps them: they stay the same while the names of a game do."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._names: object = None
        self._known: dict[tuple[int, str], Known] = {}

    def entry(self, entry: Entry, game: Game, words: Words) -> LogEntry:
        """Return what ``log_entry`` returns."""
        return self._look_up((entry,), game, words)[0][1]

    def encoded(self, entries: tuple[Entry, ...], game: Game, words: Words) -> tuple[LogEntry, ...]:
        """Return *entries* encoded as Raw, for use inside another struct."""
        return tuple(raw for _, _, raw in self._look_up(entries, game, words))

    def undo_step(self, change: Change | None, game: Game, words: Words) -> UndoStep | None:
        """Return *change* with its sentence."""
        if change is None:
            return None
        entry = change.entry
        if change.amends or change.marked:
            say = words.change(change, game)
        else:
            say = self.entry(entry, game, words).say
        return UndoStep(change.version, entry.entry, change.amends, say)

    def _look_up(self, entries: tuple[Entry, ...], game: Game, words: Words) -> list[Known]:
        names = (game.players, game.captains, game.number, game.rules, game.winner)
        lang = words.lang
        found = []
        with self._lock:
            if names != self._names or len(self._known) > MAX_CACHED:
                self._names, self._known = names, {}
            for entry in entries:
                if (known := self._known.get((id(entry), lang))) is None:
                    made = log_entry(entry, game, words)
                    known = entry, made, cast(LogEntry, Raw(to_json(made)))
                    self._known[id(entry), lang] = known
                found.append(known)
        return found
