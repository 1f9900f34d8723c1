"""Remembered games on sixteen keys: a `.keys` file is a score pad for a keypad.

    HELD 2 2 OK | six-card: 1, 2; 2 deals          | in cut
    J           | starter J                        | heels 2 to 2
                | 1 is now Ann                     |
    HELD 4 OK   | to the show                      | Ann next
    4 5 6       | typed Ann’s hand 4 5 6 _         |
    OK          | refused                          |

On the left are the keys; in the middle their effect, in the format of a `.game` file, or the
half-typed entry, or a refusal; on the right the result. Lines without keys are entered on a phone.
Everything in the middle is also entered at another table as actions, including suits: finally both
journals must be equal. See keys/README.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from scorekeeper.game import actions as a
from scorekeeper.game.actions import EntryModeChange
from scorekeeper.game.codec import to_plain
from scorekeeper.game.live import ARMED
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.table import KeyOutcome, KeypadSession, KeyResult, Table
from scorekeeper.table.keypad import LOCKOUT_SECONDS
from scorekeeper.words import Words, keypad
from tests.kit.formats.game_file import (
    CARD,
    NAME,
    DoesNotHold,
    Line,
    actor_of,
    compare,
    first_player,
    happened,
    may_be_written,
    read_action,
    seat_of,
)
from tests.kit.paths import DATA


class Clock:
    def __init__(self) -> None:
        self.now, self.set = 0.0, list[Ring]()

    def ticks(self) -> float:
        return self.now

    def alarm(self, seconds: float, do: Callable[[], None]) -> Ring:
        return Ring(self, self.now + seconds, do)

    def passes(self, seconds: float) -> None:
        self.now += seconds
        for ring in [one for one in self.set if one.due <= self.now]:
            ring.cancel()
            ring.do()


class Ring:
    """An alarm of *clock* at the time *due*."""

    daemon = False

    def __init__(self, clock: Clock, due: float, do: Callable[[], None]) -> None:
        self.clock, self.due, self.do = clock, due, do

    def start(self) -> None:
        assert self.daemon
        self.clock.set.append(self)

    def cancel(self) -> None:
        if self in self.clock.set:
            self.clock.set.remove(self)


EN: Final = Words.of("en")
MENDING: Final = {"undo": a.Undo(), "redo": a.Redo()}
NEXT_IN_TURN: Final = {"play", "go", "count"}
ENTERED: Final = {EN.say(said): enters for enters, said in keypad.ENTERED.items()}
LINE_SECONDS: Final = LOCKOUT_SECONDS + 1
"""Seconds between lines: after a refusal people look up."""
DEALER: Final = re.compile(rf"({NAME}) is the dealer")


class Step(NamedTuple):
    keys: tuple[Key, ...]
    line: Line


def steps(text: str) -> Iterator[Step]:
    for number, raw in enumerate(text.splitlines(), 1):
        keys, *rest = (part.strip() for part in raw.partition("#")[0].split("|"))
        if keys or rest:
            does, written = rest[0], rest[1] if len(rest) > 1 else ""
            facts = tuple(fact.strip() for fact in written.split(",") if fact.strip())
            yield Step(tuple(map(Key, keys.split())), Line(number, does, facts))


class Tables:
    """A table with a keypad, and one that gets the same as actions."""

    def __init__(self, keyed: Table, told: Table) -> None:
        self.keyed, self.told, self.keys = keyed, told, KeypadSession(keyed)
        self.pressed = 0

    def do(self, step: Step) -> None:
        what, _, rest = step.line.does.partition(" ")
        match what:
            case "typed":
                self._typed(step, rest)
            case "refused":
                self._refused(step, rest)
            case _ if step.line.does in ENTERED:
                self._chosen(step)
            case _:
                self._done(step)

    def _press(self, step: Step, *wanted: KeyResult) -> KeyOutcome:
        """Press the keys, of which only the last acts; return its result."""
        self.pressed += len(step.keys)
        came = [self.keys.take(key) for key in step.keys]
        due = [*(KeyResult.TYPED for _ in came[1:]), *wanted]
        if [one.result for one in came] != due:
            truth = ", ".join(f"{k} {one.result}" for k, one in zip(step.keys, came, strict=True))
            raise DoesNotHold(step.line, ", ".join(due), truth)
        return came[-1]

    def _typed(self, step: Step, said: str) -> None:
        self._press(step, KeyResult.TYPED)
        now = self.keyed.now
        entry = now.live.pending_entry
        _same(step.line, said, EN.pending_entry(entry, now.game) if entry else "nothing")
        half = now.live.pending_entry
        due = []
        if half and half.ghost:
            assert half.team is not None
            due = [f"ghost {first_player(now.game, half.team)} {half.ghost}"]
        compare(now.game, step.line, due, [])

    def _refused(self, step: Step, code: str) -> None:
        """Press a key that must be refused: table and entry stay, but OK is no longer held."""
        before = self.keyed.now
        came = self._press(step, KeyResult.REFUSED)
        now = self.keyed.now
        _same(step.line, code, came.why.code if came.why else "")
        assert now.version == before.version
        if len(step.keys) == 1:
            half = before.live.pending_entry
            armed = half is not None and half.kind in ARMED
            assert now.live.pending_entry == (None if armed else half)
        compare(now.game, step.line, [], [])

    def _chosen(self, step: Step) -> None:
        entered = ENTERED[step.line.does]
        chosen = a.SetMode(entry_mode=EntryModeChange(entered=entered))
        self.told.submit(chosen)
        if step.keys:
            self._press(step, KeyResult.DONE)
        else:
            self.keyed.submit(chosen)
        _same(step.line, entered, self.keyed.now.entered)
        compare(self.keyed.now.game, step.line, [], [])

    def _done(self, step: Step) -> None:
        action, before = _read(step.line.does, self.told.now), self.keyed.now.game
        if step.keys:
            self._press(step, KeyResult.DONE)
        else:
            self.keyed.submit(action)
        if isinstance(action, a.Start):
            # The line only says it of the half-typed entry.
            action = replace(action, entry_mode=self.keyed.lines()[-1].asked.entry_mode)
        self.told.submit(action)
        now = self.keyed.now
        if isinstance(action, a.Undo | a.Redo | a.Amend):
            compare(now.game, step.line, [], [])
            return
        table = Game() if isinstance(action, a.Start) else before
        due = happened(now.game, actor_of(table, action), now.latest)
        compare(now.game, step.line, due, may_be_written(now.latest))

    def agree(self, line: Line) -> None:
        keyed, told = (
            [_plain(line) for line in table.lines(max(table.now.version - 1, 0))]
            for table in (self.keyed, self.told)
        )
        if keyed != told:
            raise DoesNotHold(line, f"in the journal {told}", f"in the journal {keyed}")


def holds(text: str) -> Tables:
    clock = Clock()
    with (
        closing(Table(Journal.in_memory(), ticks=clock.ticks)) as keyed,
        closing(Table(Journal.in_memory())) as told,
    ):
        tables = Tables(keyed, told)
        for step in steps(text):
            clock.passes(LINE_SECONDS)
            tables.do(step)
            tables.agree(step.line)
        assert journal(keyed) == journal(told)
        return tables


def journal(table: Table) -> list[Any]:
    """Return actions and events, line by line, without suits."""
    return [_plain(line) for line in table.lines(0, 10_000)]


def _plain(line: Any) -> Any:
    """Keys never specify whose turn it is."""
    asked = to_plain(line.asked)
    if asked["do"] in NEXT_IN_TURN:
        asked.pop("seat", None)
    return _suitless({"asked": asked, "events": to_plain(line.events)})


def _suitless(value: Any) -> Any:
    match value:
        case dict():
            plain = {name: _suitless(one) for name, one in value.items()}
            # Cards known without suits are in another order.
            return plain | {"other_known_cards": sorted(plain.get("other_known_cards", ()))}
        case list() | tuple():
            return [_suitless(one) for one in value]
        case str() if re.fullmatch(CARD, value):
            return value.rstrip("CDHS")
        case _:
            return value


def _read(text: str, now: Snapshot) -> a.Asked:
    """Parse an action; or who deals, in the form that phones use without a draw."""
    if named := DEALER.fullmatch(text):
        (start,) = now.record[0].actions
        assert isinstance(start, a.Start)
        begun = replace(
            start,
            dealer=seat_of(named[1], now.game.players),
            entry_mode=now.game.entry_mode.change,
        )
        drawn = any(now.game.drawn) or None
        return a.Amend(entry=now.record[0].entry, actions=(begun,), drop_rest=drawn)
    return MENDING.get(text) or read_action(text, now.game)


def _same(line: Line, written: str, truth: str) -> None:
    if written != truth:
        raise DoesNotHold(line, written, truth)


FOLDER: Final = DATA / "keys"


GAMES: Final = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.keys")}
