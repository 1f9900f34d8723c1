"""The log of the table as JSON: entries with awards and notices, and undo and redo steps."""

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
    Overcount,
    Skunk,
    Undercount,
    awards_of,
    notices_of,
)
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game
from scorekeeper.scoring import Combo, Combos
from scorekeeper.words import Words

MAX_CACHED: Final = 500
"""Maximum number of entries cached. A deal has a few dozen, in a few languages."""


class SpokenAward(Award, frozen=True, kw_only=True, omit_defaults=True):
    """An award, with the sentence that players would say."""

    say: str


class LogEntry(msgspec.Struct, frozen=True):
    """An entry of the log. ``laid``: seats whose cards were played; ``hand``: all cards of a hand
    or crib counted alone, and ``of``: its owner; ``passed``: owner of a hand not counted;
    ``called``: owner of the hand on which muggins was called; ``parts``: a sentence per action if a
    correction resulted in several; ``did``: the sentence of an entry that won the game, without the
    win, which ``say`` includes."""

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
    """The entry that undo would remove or redo would restore."""

    version: int
    entry: int
    amends: bool
    say: str
    actions: tuple[Action, ...]


def log_entry(entry: Entry, game: Game, words: Words) -> LogEntry:
    """Return *entry* with its sentences; *game* supplies the players' names."""
    events = entry.events
    shown = tuple(event for event in events if isinstance(event, HandShown))
    hand = shown[0] if len(shown) == 1 else None
    passed = (event.of for event in shown if event.passed)
    called = (event.of for event in events if isinstance(event, MugginsCalled))
    is_won = any(isinstance(event, GameWon) for event in events)
    parts = entry.split() if len(entry.actions) > 1 else ()
    return LogEntry(
        entry=entry.entry,
        by=words.scorer(entry.by),
        at=entry.at,
        say=words.entry(entry, game),
        actions=entry.actions,
        awards=spoken_awards(events, game, words),
        notices=spoken_notices(events, game, words),
        laid=tuple(event.seat for event in events if isinstance(event, Laid)) or UNSET,
        hand=hand.cards if hand else UNSET,
        of=hand.of if hand else UNSET,
        passed=next(passed, UNSET),
        called=next(called, UNSET),
        parts=tuple(words.entry(part, game) for part in parts) or UNSET,
        did=words.entry(entry, game, with_win=False) if is_won else UNSET,
    )


def spoken_awards(events: Events, game: Game, words: Words) -> tuple[SpokenAward, ...]:
    """Return the awards among *events*, each with its sentence."""
    return tuple(
        SpokenAward(**asdict(award), say=words.award(award, game)) for award in awards_of(events)
    )


def spoken_notices(events: Events, game: Game, words: Words) -> tuple[dict[str, Any], ...]:
    """Return the notices among *events* as JSON fields, each with its sentence. Several skunks
    share one; counts also have their lines."""
    notices = notices_of(events)
    skunks = tuple(notice for notice in notices if isinstance(notice, Skunk))
    spoken: list[dict[str, Any]] = []
    for notice in notices:
        fields = to_plain(notice)
        match notice:
            case Skunk() if len(skunks) > 1:
                fields["say"] = words.skunks(skunks, game)
            case Undercount() | Overcount():
                fields["say"] = words.verdict(notice, game)
            case _:
                fields["say"] = words.notice(notice, game)
        if isinstance(notice, Counted):
            fields["lines"] = [asdict(line) for line in words.lines(as_sorted(notice.combos))]
            fields["tally"] = words.tally(notice.combos)
        spoken.append(fields)
    return tuple(spoken)


def as_sorted(combos: Combos) -> Combos:
    """Return *combos*, grouped by kind and size, in the order of a sorted hand."""
    kinds = [combo.kind for combo in combos]

    def place(combo: Combo) -> tuple[int, int, list[int]]:
        ranks = sorted(card.rank for card in combo.cards)
        return kinds.index(combo.kind), len(ranks), list(map(int, ranks))

    return tuple(sorted(combos, key=place))


Known: TypeAlias = tuple[Entry, LogEntry, LogEntry]
"""An entry (referenced so that its id is not reused), its LogEntry, and the same encoded as Raw."""


class Log:
    """Caches log entries until the names of the game change. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._names: object = None
        self._cached: dict[tuple[int, str], Known] = {}

    def entry(self, entry: Entry, game: Game, words: Words) -> LogEntry:
        """Return ``log_entry`` from the cache."""
        return self._look_up((entry,), game, words)[0][1]

    def encoded(self, entries: tuple[Entry, ...], game: Game, words: Words) -> tuple[LogEntry, ...]:
        """Return *entries* encoded as Raw, to embed in another struct."""
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
        return UndoStep(change.version, entry.entry, change.amends, say, entry.actions)

    def _look_up(self, entries: tuple[Entry, ...], game: Game, words: Words) -> list[Known]:
        names = (game.players, game.captains, game.number, game.rules, game.winner)
        looked_up = []
        with self._lock:
            if names != self._names or len(self._cached) > MAX_CACHED:
                self._names, self._cached = names, {}
            for entry in entries:
                key = (id(entry), words.lang)
                if (known := self._cached.get(key)) is None:
                    spoken = log_entry(entry, game, words)
                    known = entry, spoken, cast(LogEntry, Raw(to_json(spoken)))
                    self._cached[key] = known
                looked_up.append(known)
        return looked_up
