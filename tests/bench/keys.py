"""From a key to the light on the strip: on USB, on pins, on a page, and at a microcontroller.

A game for four is played with sixteen keys, the next one while the pegs of the last entry walk. The
clock runs from the contact that closes, or the event that is written, until the strip has taken the
first frame with what the key did; less what a keypad waits so that no key bounces.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from time import monotonic_ns, sleep
from typing import Any, Final, NamedTuple

from cribble.demo import Bot
from scorekeeper.game.actions import Action, Count, Crib
from scorekeeper.game.codec import to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.state import Game
from scorekeeper.keypad.key import Key
from tests.bench.entries import LAMPS, following
from tests.bench.figures import Aim, Figure, quantile, rounded
from tests.bench.rig.keypads import (
    DEBOUNCE_MS,
    Fingered,
    Notes,
    OnTheChip,
    Pad,
    Page,
    State,
    first_shown,
)
from tests.bench.server import Served, ask, serving

SEED: Final = 6
BAUD: Final = 115_200
STILL_MS: Final = 40.0
"""Nothing moves where no frame was new for so long."""
TRIES: Final = 4
TRY_SECONDS: Final = 5.0
"""A machine that is too busy to look at its keys misses a short tap: people tap again."""
LET_GO_SECONDS: Final = 0.5
"""Even such a machine has seen by then that a key was let go."""
LIGHTS_UP: Final = 0.15
"""Seconds by which the strip has what a key did, if it shows anything of it at all."""


class Press(NamedTuple):
    """A key that changed something: when, in how many ms there was light, and if it moved."""

    ms: float
    moved: bool


def keys(folder: Path, *, wanted: int, crowds: Sequence[int]) -> Iterator[Figure]:
    """So many *wanted* keys on every keypad, for each of the *crowds* that follow the table."""
    for what, setting in SETTINGS.items():
        if setting.keypad == CHIP and not _chip_is_here():
            continue
        for phones in crowds:
            folder.mkdir(exist_ok=True)
            presses = _round(folder / f"{what} {phones}", setting, phones, wanted)
            yield _figure(f"Key to light, {what}, {phones} streams, p99", presses)


class Setting(NamedTuple):
    """A *keypad* and the *board* of the config that it is at."""

    keypad: str
    board: str = LAMPS


CHIP: Final = "microcontroller"
TWO_TRACKS: Final = "[board]\ntracks = 2\n"

SETTINGS: Final = {
    "a keypad on USB": Setting("usb"),
    "16 keys on pins": Setting("matrix"),
    "the page's keys": Setting("page"),
    "keys and 382 lights at the emulated chip": Setting(CHIP),
    "keys and 242 lights at the emulated chip": Setting(CHIP, TWO_TRACKS),
}


def _figure(what: str, presses: Sequence[Press]) -> Figure:
    every = [one.ms for one in presses]
    walking = [one.ms for one in presses if one.moved]
    still = [one.ms for one in presses if not one.moved]
    parts = [f"p50 {rounded(quantile(every, 0.5))} ms in {len(every)} keys"]
    for name, times in (("while pegs walk", walking), ("while all is still", still)):
        if times:
            p50, p99 = rounded(quantile(times, 0.5)), rounded(quantile(times, 0.99))
            parts.append(f"{name} p50 {p50}, p99 {p99} ms in {len(times)}")
    return Figure(what, quantile(every, 0.99), " ms", Aim(at_most=20), "; ".join(parts))


def _round(folder: Path, setting: Setting, phones: int, wanted: int) -> list[Press]:
    name = setting.keypad
    folder.mkdir()
    for pipe in ("notes", "fingers"):
        os.mkfifo(folder / pipe)
    notes, config = Notes(folder / "notes"), folder / "table.toml"
    with ExitStack() as stack:
        uno = stack.enter_context(_chip(folder)) if name == CHIP else None
        config.write_text(_config(setting, uno), encoding="utf-8")
        program = [sys.executable, "-m", "tests.bench.rig.stopwatch_keys", str(folder), name]
        served = stack.enter_context(serving(folder, [*program, "serve", "--config", str(config)]))
        stack.enter_context(following(served, phones))
        return list(_play(_pad(name, notes, folder, served, uno), notes, served, wanted))


def _config(setting: Setting, uno: Any) -> str:
    strip = f'name = "{CHIP}"\nat = "{uno.port}"\nbaud = {BAUD}' if uno else 'name = "capture"'
    keypad = "" if setting.keypad == "page" else f'[keypad]\nname = "{setting.keypad}"\n'
    return f"[strip]\n{strip}\n{keypad}{setting.board}"


def _pad(name: str, notes: Notes, folder: Path, served: Served, uno: Any) -> Pad:
    match name:
        case "page":
            return Page(notes, served)
        case _ if name == CHIP:
            return OnTheChip(notes, uno)
        case _:
            return Fingered(notes, folder / "fingers", DEBOUNCE_MS if name == "matrix" else 0.0)


def _play(pad: Pad, notes: Notes, served: Served, wanted: int) -> Iterator[Press]:
    """A real game key by key, until so many keys have changed the strip."""
    chance, dealer, game = Random(SEED), Bot(Random(SEED)), Game()
    action: Action = dealer.begin("cribble")
    with closing(served.connect()) as phone:
        ask(phone, "POST", "/api/v1/actions", 201, to_json({"action": action, "seen": 0}))
    made = 0
    while made < wanted:
        game, _ = apply(game, action)
        action = dealer.next_action(game)
        for key in _keys_of(game, action):
            if press := _pressed(pad, notes, key):
                yield press
                made += 1
            sleep(chance.uniform(0.03, 0.06))


def _keys_of(game: Game, action: Action) -> Iterator[Key]:
    """Its keys; before a hand or the crib stands somebody claims twelve, and takes it back."""
    from tests.kit.players.key_typist import as_typed, keys_of

    for one in as_typed(game, action):
        typed = keys_of(game, one)
        if isinstance(one, Count | Crib):
            yield from (*typed[:-1], Key.ACE, Key.TWO, Key.UNDO, Key.UNDO, typed[-1])
        else:
            yield from typed


def _pressed(pad: Pad, notes: Notes, key: Key) -> Press | None:
    """Press *key*; how long it took to be seen, unless nothing is."""
    known, before = len(notes.taken), notes.taken[-1] if notes.taken else None
    frames = notes.shown
    moved = bool(frames) and monotonic_ns() - frames[-1].at < STILL_MS * 1e6
    for _ in range(TRIES):
        at = _touched(pad, key)
        if notes.until(lambda: len(notes.taken) > known, TRY_SECONDS):
            break
        pad.touch(key, down=False)
        sleep(LET_GO_SECONDS)
    assert len(notes.taken) > known, f"{key} is not heard"
    state, lit = notes.taken[-1], None
    if state != before:
        notes.until(lambda: first_shown(notes, 0, state) is not None, LIGHTS_UP)
        lit = _lit(pad, at, state)
    if key is not Key.OK:
        pad.touch(key, down=False)
        sleep(2 * pad.debounce_ms / 1000)
    return None if lit is None else Press(lit - at - pad.debounce_ms, moved)


def _touched(pad: Pad, key: Key) -> float:
    """When a finger did what makes *key* count, by the pad's clock: it is still on all but OK."""
    at = pad.touch(key, down=True)
    if key is Key.OK:
        sleep(2 * pad.debounce_ms / 1000 + 0.01)
        at = pad.touch(key, down=False)
    return at


def _lit(pad: Pad, at: float, state: State) -> float | None:
    """When it was on the strip, if it comes to be soon."""
    ends = monotonic_ns() + LIGHTS_UP * 1e9
    while (lit := pad.lit(at, state)) is None and monotonic_ns() < ends:
        sleep(0.005)
    return lit


def _chip_is_here() -> bool:
    from tests.firmware.rig.toolchain import NEEDED, is_here

    return all(map(is_here, NEEDED))


@contextmanager
def _chip(folder: Path) -> Iterator[Any]:
    """An Uno that is plugged in."""
    from tests.firmware.rig.uno import Uno

    uno = Uno(folder, BAUD)
    uno.plug()
    try:
        yield uno
    finally:
        uno.stop()
