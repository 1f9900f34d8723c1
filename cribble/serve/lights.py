"""The strip, the buzzer and the display at an open table."""

from collections.abc import Callable, Iterator
from functools import partial
from threading import Lock
from typing import Any, Final

from msgspec.structs import replace

from cribble.boards import board_as_if_wired, board_of
from cribble.config.schema import Config
from cribble.devices.connections import clash_of_buzzer, drawn_together, power_of, strip_wiring
from cribble.devices.drivers import strip_driver
from cribble.serve.settings import look_in_force
from cribble.serve.terminal import device_news, status_line
from hardware.buzzer import Buzzer
from hardware.device import Peripheral
from hardware.display import reading
from hardware.drivers import BUZZERS, DISPLAYS
from hardware.lights import ASLEEP_SECONDS, DisabledLights, Lights, Shown, miswired
from hardware.strips.strip import Caption, OnKey, StripSetup, caption_of
from scorekeeper.board.board import Board
from scorekeeper.board.wiring.wiring import BadlyWired
from scorekeeper.device import DeviceFault, Health
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.machine import WifiLogin
from scorekeeper.table import Replay, Table
from scorekeeper.words import Words
from web import Boards, HostSettings, Settings

REST: Final = 2.0
"""Seconds between two frames for a strip that can fail, to notice faults and to repair a strip that
was unplugged."""


class LightsInUse:
    """The lights of *table* by *config*, until ``change`` replaces them. *dim* returns the present
    brightness, *login* that of the own Wi-Fi while it is on; *disabled* keeps them dark."""

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
        """The health of the strip."""
        return self._lights.health

    @property
    def fault(self) -> DeviceFault | None:
        """The fault that keeps it dark, if any."""
        return self._lights.fault

    @property
    def draws(self) -> bool:
        """True if they open a strip."""
        return isinstance(self._lights, Lights)

    @property
    def is_turning(self) -> bool:
        """True unless their loop hangs."""
        lights = self._lights
        return not self._runs or not isinstance(lights, Lights) or lights.is_turning

    def look(self) -> None:
        """Report a strip that hangs."""
        if self._runs and isinstance(lights := self._lights, Lights):
            lights.look()

    @property
    def boards(self) -> Boards:
        """The board on the page: that of the config if it names a shape, else a game's proposal."""
        return Boards(
            built=self.board if self.config.board.shape else None,
            strip=self.board if self.draws else None,
            shown=self._shown,
            gamma=strip_driver(self.config.strip.name).gamma,
            edition=self._edition,
        )

    def set_look(self) -> None:
        """Give the board the look that the settings say."""
        self._lights.set_look(look_in_force(self._settings.now, self.config))

    def start(self) -> None:
        """Begin to draw."""
        with self._lock:
            self._runs = True
            self._lights.start()

    @property
    def is_paused(self) -> bool:
        """True if the strip is released."""
        return not self._runs

    def stop(self) -> None:
        """Turn the lights off and release the strip, until ``change``."""
        with self._lock:
            if self._runs:
                self._runs = False
                self._lights.stop()

    def change(self, config: Config, *, start: bool = True) -> None:
        """Switch to *config*, and draw it on *start*. Raises Fault for an impossible board; then
        nothing changes."""
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
        """The board of the config with its lights, which stay off if it is badly wired."""
        news = device_news(self._words, "lights")
        if self._disabled:
            dark = DisabledLights(
                self._table, self._disabled, news, reported=Health.BROKEN, shown=self._shown
            )
            return board_as_if_wired(config), dark
        try:
            board = board_of(config)
        except BadlyWired as fault:
            dark = DisabledLights(self._table, miswired(fault.faults), news, shown=self._shown)
            return board_as_if_wired(config), dark
        board = replace(board, look=look_in_force(self._settings.now, config))
        driver = strip_driver(config.strip.name)
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
        """Return a function that returns the caption, made once for the frames of a snapshot."""
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
    """Yield the buzzer and the display of the config, unless *lights* draw the display, which shows
    the *login* of the own Wi-Fi too."""
    if config.buzzer.chosen:
        from hardware.buzzer import SoundEffects

        yield SoundEffects(table, partial(buzzer_of, config), device_news(words, "buzzer"))
    shown = drawn_together(config) and lights.draws
    if (name := config.readout.name) and not shown:
        from hardware.display import Readout

        tell = device_news(words, "display")
        yield Readout(table, DISPLAYS[name].open, tell, login=login)


def buzzer_of(config: Config) -> Buzzer:
    """Return the buzzer of the config. Raises DeviceFault if its pin is in use, or OSError."""
    if clash := clash_of_buzzer(config):
        raise clash.fault
    return BUZZERS[config.buzzer.chosen].open(pin=config.buzzer.pin)
