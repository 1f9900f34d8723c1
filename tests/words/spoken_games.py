"""Remembered games and scripts as text: each line, then what both languages say of it.

A ``.told`` file has the action as JSON after ``>``, then lines with a language and a mark: ``en``
and ``fr`` what was done, ``*`` the points, ``!`` notices, ``?`` the prompt, ``h`` its help, ``m``
which claim may be called, ``x`` why it was refused.
"""

import json
from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from scorekeeper.game.actions import Amend, CountedBy, EntryMode, Redo, Undo
from scorekeeper.game.codec import read_asked
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import Events, awards_of, notices_of
from scorekeeper.game.live import PendingEntry
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Entry, Snapshot
from scorekeeper.game.state import Game
from scorekeeper.journal import Journal
from scorekeeper.keypad.press import pending_entry
from scorekeeper.rules.options import house_rules
from scorekeeper.rules.variants import Rules
from scorekeeper.table import Table
from scorekeeper.words import LANGUAGES, Words
from scorekeeper.words.key_legends import legends
from scorekeeper.words.keypad import prompt
from tests.keypad.conftest import keys
from tests.keypad.test_press import (
    CHECKED,
    CLAIMED,
    CRIB,
    IDLE,
    LEFT,
    NOBS_FOR_FOUR,
    NOBS_FOR_TWO,
    PLAY,
    SHOW,
)
from tests.kit.paths import DATA
from tests.kit.players.key_typist import on_the_table, typed

TOLD: Final = tuple(sorted((DATA / "told").glob("*.told")))


class Moment(NamedTuple):
    """An entry or its refusal, and the game after it."""

    line: str
    game: Game
    entry: Entry
    refusal: Refusal | None = None

    @property
    def events(self) -> Events:
        return self.entry.events


def moments(script: str) -> Iterator[Moment]:
    """Play the lines of *script* that begin with ``>``."""
    game = Game()
    actions = [line[2:] for line in script.splitlines() if line.startswith("> ")]
    for number, line in enumerate(actions, 1):
        action = read_asked(line)
        try:
            game, events = apply(game, action)
        except Refusal as refusal:
            yield Moment(line, game, Entry(entry=number, actions=(action,), events=()), refusal)
        else:
            yield Moment(line, game, Entry(entry=number, actions=(action,), events=events))


def said(moment: Moment, words: Words) -> Iterator[str]:
    game = moment.game
    if moment.refusal:
        yield f"{words.lang}x {words.refusal(moment.refusal, game)}"
        return
    yield f"{words.lang}  {words.entry(moment.entry, game)}"
    for award in awards_of(moment.events):
        yield f"{words.lang}* {words.award(award, game)}"
    for notice in notices_of(moment.events):
        yield f"{words.lang}! {words.notice(notice, game)}"
    yield f"{words.lang}? {words.prompt(game)}"
    if more := words.prompt_help(game):
        yield f"{words.lang}h {more}"
    for window in game.windows:
        yield f"{words.lang}m {words.window(window, game)}"


def retold(script: str) -> str:
    lines = [line for line in script.splitlines() if line.startswith("#")]
    for moment in moments(script):
        lines += ["", f"> {moment.line}"]
        for lang in LANGUAGES:
            lines += said(moment, Words.of(lang))
    return "\n".join(lines) + "\n"


MOMENTS: Final = tuple(
    moment for path in TOLD for moment in moments(path.read_text(encoding="utf-8"))
)


BY = {"": "Luc’s phone", "5": "Phone 5", "-": ""}
"""The author's phone, by the prefix of the action."""


def corrections(script: str) -> Iterator[str]:
    journal = Journal.in_memory()
    table = Table(journal)
    for line in script.splitlines():
        by, is_action, action = line.partition("> ")
        if line.startswith("="):
            journal = Journal.in_memory()
            table = Table(journal)
        if line.startswith(("#", "=")) or not line:
            yield line
        elif is_action and by in BY:
            yield line
            asked = read_asked(action)
            now = table.submit(asked, by=BY[by]).snapshot
            if isinstance(asked, Amend | Undo | Redo):
                told = list(said_of_correction(now))
                assert [*said_of_correction(Table(journal).now)] == told
                yield from told


def said_of_correction(now: Snapshot) -> Iterator[str]:
    assert now.correction
    for lang in LANGUAGES:
        correction = Words.of(lang).correction(now.correction, now.game, now.before)
        yield f"  {lang}: {correction}"
    for name, change in (("undo", now.undo), ("redo", now.redo)):
        if change:
            yield f"  {name}: {Words.of('en').change(change, now.game)}"


TABLES: Final = {
    "no game": IDLE,
    "play": PLAY,
    "show, all cards were laid": SHOW,
    "show, no card was laid": LEFT,
    "show, claims are checked": CHECKED,
    "show, nobs are two points": NOBS_FOR_TWO,
    "show, nobs are four points": NOBS_FOR_FOUR,
    "show, a hand was claimed": CLAIMED,
    "crib": CRIB,
}


def keys_typed(script: str) -> Iterator[str]:
    game = IDLE
    for line in script.splitlines():
        mark, _, rest = line.partition(" ")
        if not line or mark == "#":
            yield line
        elif mark == "=":
            yield line
            table, _, counted_by = rest.partition("; counted by the ")
            players = ("Ann", "Ben") if table != "no game" else ()
            mode = EntryMode(counted_by=CountedBy(counted_by))
            game = replace(TABLES[table], players=players, entry_mode=mode)
        elif mark == ">":
            yield line
            now = on_the_table(game)
            pending = pending_entry(now, typed(game, keys(rest)).buffer) if rest else None
            for lang in LANGUAGES:
                yield from said_of_keys(now, pending, Words.of(lang))
            if pending and pending.ghost:
                yield f"ghost {pending.ghost}"


def said_of_keys(now: Snapshot, pending: PendingEntry | None, words: Words) -> Iterator[str]:
    if pending:
        yield f"{words.lang}  {words.pending_entry(pending, now.game)}"
    if asked := prompt(words, now, pending):
        yield f"{words.lang}? {asked}"
    if printed := legends(words, now, pending):
        yield f"{words.lang}k " + " | ".join(f"{key}: {legend}" for key, legend in printed.items())


def rules_sheets(script: str) -> Iterator[str]:
    usual = set[str]()
    for line in script.splitlines():
        if line.startswith("#"):
            yield line
        elif line.startswith("= "):
            yield from ("", line)
            key, options = line[2:].split(" ", 1)
            told = list(sheet(house_rules(key, json.loads(options)), key))
            yield from (one for one in told if one not in usual)
            usual = usual or set(told)


def sheet(rules: Rules, key: str) -> Iterator[str]:
    for lang in LANGUAGES:
        for part in Words.of(lang).rules_sheet(rules, key):
            yield f"{lang}? {part.title}"
            yield from (f"{lang}  {line}" for line in part.lines)
