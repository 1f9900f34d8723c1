"""Devices of a running table: strip, buzzer, display and keypads, each reopened independently."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from threading import Lock
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from cribble.boards import board_as_if_wired, board_of
from cribble.config.schema import Config
from cribble.devices import KEYPADS, STRIPS
from cribble.devices.connections import (
    clash_of,
    display_clash,
    drawn_together,
    power_of,
    shares_port,
    strip_wiring,
)
from cribble.serve.settings import look_in_force
from cribble.serve.terminal import KEYPAD_NEWS, device_news, status_line
from hardware.buzzer import Buzzer
from hardware.device import Peripheral
from hardware.display import Display, reading
from hardware.drivers import BUZZERS, DISPLAYS
from hardware.keypads.keypad import KeyDispatcher, Keypad, KeypadWiring, Press, ReopeningKeypad
from hardware.lights import ASLEEP_SECONDS, DisabledLights, Lights, Shown, as_device_fault
from hardware.strips.strip import Caption, OnKey, StripSetup, caption_of
from scorekeeper.board.wiring import BadlyWired, Board
from scorekeeper.device import DeviceFault, Health, KeypadHealth, WifiLogin
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import Replay, Table
from scorekeeper.words import Words
from web import Boards, HostSettings, Settings


class SharedPortKeypad:
    """A keypad on the strip's microcontroller; *strip* returns the strip's health."""

    def __init__(self, strip: Callable[[], str]) -> None:
        self._strip = strip

    @property
    def health(self) -> str:
        """``lost`` if the strip is, ``off`` before it is opened, else ``ok``."""
        health = self._strip()
        is_lost = health in (Health.LOST, Health.BROKEN)
        return Health.LOST if is_lost else Health.OFF if health == Health.OFF else Health.OK

    def close(self) -> None:
        """Do nothing, because the strip owns the port."""


StripHealth: TypeAlias = Callable[[], str]

KeypadListener: TypeAlias = Callable[[str, str, DeviceFault | None], object]
"""Callback for a change in a keypad; arguments: name, health and fault."""


class KeypadsInUse:
    """All configured keypads; keys are passed to *press*, health changes to *tell*."""

    def __init__(self, config: Config, press: Press, tell: KeypadListener) -> None:
        self._config, self._press = config, press
        self._strip_health: StripHealth | None = None
        self._relayed: KeyDispatcher | None = None
        """Dispatches keys from the strip's microcontroller."""
        self._keypads = dict[str, ReopeningKeypad]()
        for number, name in keypad_names(config).items():
            if shares_port(config.keypads[number], config.strip):
                self._relayed = self._relayed or KeyDispatcher(press)
            self._keypads[name] = ReopeningKeypad(partial(self._open, number), partial(tell, name))

    @property
    def worst(self) -> str | None:
        """The worst health: ``lost``, ``off`` (unknown) or ``ok``; None without keypads."""
        health = {keypad.health for keypad in self._keypads.values()}
        return next((word for word in (Health.LOST, Health.OFF, Health.OK) if word in health), None)

    def plain(self) -> list[dict[str, Any]]:
        """Return name, health and fault of each keypad, for JSON."""
        return [
            {"name": name, "health": keypad.health, "fault": keypad.fault and str(keypad.fault)}
            for name, keypad in self._keypads.items()
        ]

    def take_key(self, name: str, down: bool) -> None:
        """Handle a key press (*down*) or release from the strip's microcontroller."""
        if self._relayed:
            self._relayed.take(name, down)

    def start(self, strip: StripHealth | None) -> None:
        self._strip_health = strip
        for part in (*((self._relayed,) if self._relayed else ()), *self._keypads.values()):
            part.start()

    def stops(self) -> Iterator[Callable[[], None]]:
        yield from (keypad.close for keypad in self._keypads.values())
        if self._relayed:
            yield self._relayed.close

    def _open(self, number: int) -> Keypad:
        chosen, strip = self._config.keypads[number], self._config.strip
        if clash := clash_of(self._config, number):
            raise clash.fault
        if self._strip_health and shares_port(chosen, strip):
            return SharedPortKeypad(self._strip_health)
        wiring = KeypadWiring(chosen.at, chosen.rows, chosen.columns, chosen.buttons, strip.baud)
        return KEYPADS[chosen.name].open(wiring, self._press)


def keypad_names(config: Config) -> dict[int, str]:
    """Return keypad names by index; a second one of the same kind gets the suffix 2."""
    names, kinds = dict[int, str](), [keypad.name for keypad in config.keypads]
    for number, kind in enumerate(kinds):
        same = kinds[:number].count(kind)
        if kind:
            names[number] = f"{kind} {same + 1}" if same else kind
    return names


class KeypadMonitor:
    """Publishes the health of keypads to the table and prints changes to stderr."""

    def __init__(self, table: Table, words: Words, names: Collection[str]) -> None:
        self._table, self._words, self._names = table, words, tuple(names)
        self._lock = Lock()
        self._statuses: dict[str, KeypadHealth] = {}
        self._met = set[str]()
        """Names of keypads that have been connected."""

    def tell(self, name: str, health: str, fault: DeviceFault | None) -> None:
        with self._lock:
            was = self._statuses[name].health if name in self._statuses else Health.OK
            self._statuses[name] = KeypadHealth(name, str(health), fault.message if fault else None)
            met = name in self._met
            if health == Health.OK:
                self._met.add(name)
            statuses = (self._statuses[name] for name in self._names if name in self._statuses)
            self._table.set_machine(keypads=tuple(statuses))
        if health not in (was, Health.OFF):
            named = name if len(self._names) > 1 else ""
            device_news(self._words, "keypad", named, KEYPAD_NEWS[met, bool(named)])(fault)


REST: Final = 2.0
"""Seconds between refreshes of a physical strip, to detect faults and restore a reconnected one."""


class LightsInUse:
    """The lights of *table*, replaced by ``change``. *dim* returns the current brightness, *login*
    the access point's login while it is on; *disabled*: the reason to keep the lights off."""

    def __init__(
        self,
        table: Table,
        config: Config,
        words: Words,
        settings: Settings,
        replay: Replay,
        on_key: OnKey,
        dim: Callable[[], float],
        login: Callable[[], WifiLogin | None],
        disabled: DeviceFault | None = None,
    ) -> None:
        """Raises Fault for an impossible board."""
        self._table, self._words, self._settings = table, words, settings
        self._replay, self._on_key, self._dim, self._disabled = replay, on_key, dim, disabled
        self._login = login
        self._lock, self._runs, self._shown = Lock(), False, Shown()
        self._edition = 0
        self.config = config
        self.board, self._lights = self._made(config)

    @property
    def health(self) -> str:
        return self._lights.health

    @property
    def fault(self) -> DeviceFault | None:
        return self._lights.fault

    @property
    def draws(self) -> bool:
        return isinstance(self._lights, Lights)

    @property
    def is_turning(self) -> bool:
        lights = self._lights
        return not self._runs or not isinstance(lights, Lights) or lights.is_turning

    def poll(self) -> None:
        if self._runs and isinstance(lights := self._lights, Lights):
            lights.poll()

    @property
    def boards(self) -> Boards:
        """Boards for the page: ``built`` if a shape is configured, ``strip`` if one is driven."""
        return Boards(
            built=self.board if self.config.board.shape else None,
            strip=self.board if self.draws else None,
            shown=self._shown,
            gamma=STRIPS[self.config.strip.name].gamma,
            edition=self._edition,
        )

    def set_look(self) -> None:
        self._lights.set_look(look_in_force(self._settings.now, self.config))

    def start(self) -> None:
        with self._lock:
            self._runs = True
            self._lights.start()

    @property
    def is_paused(self) -> bool:
        return not self._runs

    def stop(self) -> None:
        with self._lock:
            if self._runs:
                self._runs = False
                self._lights.stop()

    def change(self, config: Config, *, start: bool = True) -> None:
        """Switch to *config*; unless *start*, leave the lights off. Raises Fault, changing
        nothing."""
        board, lights = self._made(config)
        with self._lock:
            if self._runs:
                self._lights.stop()
            self.board, self._lights, self.config = board, lights, config
            self._edition += 1
            self._runs = start
            if start:
                lights.start()

    def _made(self, config: Config) -> tuple[Board, Lights | DisabledLights]:
        """Return the board and lights for *config*; the lights are disabled if the wiring is
        invalid."""
        news, driver = device_news(self._words, "lights"), STRIPS[config.strip.name]
        dark = partial(DisabledLights, self._table, news=news, shown=self._shown)
        if self._disabled:
            return board_as_if_wired(config), dark(self._disabled, reported=Health.BROKEN)
        try:
            board = board_of(config)
        except BadlyWired as fault:
            return board_as_if_wired(config), dark(as_device_fault(fault))
        board = replace(board, look=look_in_force(self._settings.now, config))
        setup = StripSetup(board, strip_wiring(config.strip), power_of(config.strip))
        return board, Lights(
            self._table,
            board,
            partial(driver.open, setup, caption=self._caption(config), on_key=self._on_key),
            clock=self._table.ticks,
            source=self._replay.seen,
            gamma=driver.gamma,
            power=power_of(config.strip),
            dim=self._dim,
            refresh_every=ASLEEP_SECONDS if driver.screen else REST,
            news=news,
            shown=self._shown,
        )

    def _caption(self, config: Config) -> Callable[[], Caption]:
        """Return a function that returns the caption, cached per snapshot and settings."""
        with_display = drawn_together(config)
        latest: tuple[Snapshot, HostSettings, Caption] | None = None

        def caption() -> Caption:
            nonlocal latest
            seen, chosen = self._replay.seen(self._table.now), self._settings.now
            if latest is None or latest[0] is not seen or latest[1] is not chosen:
                machine = self._table.machine
                shown = reading(seen.game, machine, self._login()) if with_display else None
                line = status_line(seen, self._words, machine)
                made = caption_of(seen.game, line, chosen.lights, shown)
                latest = seen, chosen, made
            return latest[2]

        return caption


def peripherals(
    table: Table,
    config: Config,
    words: Words,
    lights: LightsInUse,
    login: Callable[[], WifiLogin | None],
) -> Iterator[Peripheral[Any]]:
    """Yield the configured buzzer and display. The display is omitted if *lights* draw it; it also
    shows the *login* of the access point."""
    if config.buzzer.chosen:
        from hardware.buzzer import SoundEffects

        def open_buzzer() -> Buzzer:
            if clash := clash_of(config):
                raise clash.fault
            return BUZZERS[config.buzzer.chosen].open(pin=config.buzzer.pin)

        yield SoundEffects(table, open_buzzer, device_news(words, "buzzer"))
    shown = drawn_together(config) and lights.draws
    if (name := config.readout.name) and not shown:
        from hardware.display import Readout

        def open_display() -> Display:
            if clash := display_clash(config):
                raise clash.fault
            return DISPLAYS[name].open()

        yield Readout(table, open_display, device_news(words, "display"), login=login)
