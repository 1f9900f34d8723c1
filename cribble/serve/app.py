"""Open the table: each room is given what it needs of the others; at the end all is put away."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec.structs import replace

from cribble.boards import board_in_the_dark, board_of
from cribble.config.host_overrides import look_in_force
from cribble.config.schema import Config
from cribble.devices.connections import drawn_together, power_of, strip_wiring
from cribble.devices.drivers import strip_driver
from cribble.devices.keypads import KeypadMonitor, KeypadsInUse, keypad_names
from cribble.devices.pins import clash_of_buzzer
from cribble.hand_count import Counted, Hand, counted
from cribble.serve.broker_link import broker_link
from cribble.serve.house_controls import HouseControls
from cribble.serve.network import cannot_listen, free_port, health_at, network_of, own_host
from cribble.serve.status import device_news, status_line
from hardware.buzzer.buzzer import Buzzer
from hardware.device import STOP_SECONDS, Peripheral
from hardware.display.display import reading
from hardware.drivers import BUZZERS, DISPLAYS
from hardware.lights import ASLEEP_SECONDS, Lights
from hardware.strip_status import DisabledLights
from hardware.strips.setup import Caption, OnKey, StripSetup, caption_of
from scorekeeper.board.board import Board
from scorekeeper.board.wiring.wiring import BadlyWired
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import KeypadSession, Replay, Table
from scorekeeper.words import Words
from scorekeeper.words.game.people import KEYPAD
from web import (
    STREAMS,
    Access,
    Addresses,
    Backups,
    Boards,
    Counter,
    Devices,
    HostSettings,
    Server,
    Settings,
    Streams,
    Wifi,
    create_app,
)

if TYPE_CHECKING:
    from mqtt.link import TableLink

log = logging.getLogger(__name__)

HealthCheck: TypeAlias = Callable[[], Any]

GIVE_UP_SECONDS: Final = STOP_SECONDS + 0.5
"""Seconds that the lights, and then everything else, may take to stop."""

PAGE_SECONDS: Final = 5.0
"""Seconds that the page may take to answer itself before it counts as hanging."""

REST: Final = 2.0
"""Seconds after which a strip that can fail gets its picture again, though nothing changed: so a
fault is noticed, and a strip that was pulled out is right again."""


class App:
    """A table with its page and its lights. The page's port is taken at once, so that a port in use
    is known before anything shines.
    """

    def __init__(
        self,
        table: Table,
        config: Config,
        access: Access,
        words: Words,
        settings: Settings,
        devices: Devices | None = None,
        folder: Path | None = None,
        backups: Backups | None = None,
        wifi: Wifi | None = None,
        **health: HealthCheck,
    ) -> None:
        """*devices* numbers phones; the table goes on a broker only where it has a *folder* of its
        own; *backups* are for the host; *wifi* is that of the machine; *health* are more checks
        for /healthz, by their names there.

        Raises Fault where the board cannot be, nobody can listen at that address, or the password
        of the broker cannot be used.
        """
        self._closing, self._host = False, config.host
        self._page_error: BaseException | None = None
        replay = Replay(table)
        self.keys = KeypadSession(table)
        press = partial(self.keys.press, by=KEYPAD)
        monitor = KeypadMonitor(table, words, keypad_names(config).values())
        self._keypads = KeypadsInUse(config, press, monitor.tell)
        controls = HouseControls(table, settings)
        self.board, self._lights = _board_and_lights(
            table, config, words, settings, replay, self._keypads.take_key, controls
        )
        self._peripherals = tuple(peripherals(table, config, words, self._lights))
        self.addresses = _addresses(config)
        self._link = (
            broker_link(table, config, folder, controls, self.addresses, words) if folder else None
        )
        settings.subscribe(lambda: self._lights.set_look(look_in_force(settings.now, config)))
        streams = self.streams = Streams(STREAMS)
        app = create_app(
            table,
            access=access,
            addresses=self.addresses,
            streams=streams,
            counter=Counter(Hand, counted, Counted),
            boards=_boards(config, self.board, self._lights),
            settings=settings,
            devices=devices,
            replay=replay,
            keys=self.keys,
            backups=backups,
            wifi=wifi,
            agree=self._link.agree if self._link else None,
            health={
                **strip_health(self._lights),
                **keypad_health(self._keypads),
                **broker_health(self._link),
                **health,
            },
        )
        try:
            self._server = Server(app, streams, host=config.host, port=self.addresses.port)
        except OSError as fault:
            raise cannot_listen(fault, config.host, self.addresses.port) from None

    @contextmanager
    def open(self, ended: Event) -> Iterator[None]:
        """Run page, lights and devices while this lasts; if the page breaks down *ended* is set and
        its error is raised in the end.

        In the end the lights go out first. A device that hangs is left to itself.
        """
        page = Thread(target=self._serve, args=[ended], name="page", daemon=True)
        log.info("open at port %d", self.addresses.port)
        self._lights.start()
        self._keypads.start(self._strip_health())
        for part in self._parts:
            part.start()
        page.start()
        try:
            yield
        finally:
            self._closing = True
            log.info("closing")
            self._server.close()
            stop_all(self._lights.stop)
            parts = (part.stop for part in self._parts)
            stop_all(*self._keypads.stops(), *parts, page.join)
        if self._page_error:
            raise self._page_error

    @property
    def _parts(self) -> Iterator[Peripheral[Any] | TableLink]:
        """All that follows the table from a thread of its own, besides lights and keypads."""
        yield from self._peripherals
        if self._link:
            yield self._link

    @property
    def signs_of_life(self) -> dict[str, Callable[[], bool]]:
        """By part, a function that returns whether it lives: the page answers a request, and the
        lights' loop turns."""
        host, lights = own_host(self._host), self._lights
        return {
            "page": lambda: health_at(host, self.addresses.port, PAGE_SECONDS) is not None,
            "lights": lambda: not isinstance(lights, Lights) or lights.is_turning,
        }

    def _serve(self, ended: Event) -> None:
        try:
            self._server.run()
        except BaseException as error:  # noqa: BLE001 (it is raised where the app was opened)
            self._page_error = error
        if not self._closing:
            ended.set()

    def _strip_health(self) -> Callable[[], str] | None:
        """Return what asks the strip for its health; None where the board is badly wired."""
        lights = self._lights
        return (lambda: lights.health) if isinstance(lights, Lights) else None


def stop_all(*stops: Callable[[], object], within: float = GIVE_UP_SECONDS) -> None:
    """Call *stops*, each in its thread; return when all are done, or *within* so many seconds."""
    due = monotonic() + within
    threads = [Thread(target=stop, name="stop", daemon=True) for stop in stops]
    for thread in threads:
        thread.start()
    for thread, stop in zip(threads, stops, strict=True):
        thread.join(max(due - monotonic(), 0.0))
        if thread.is_alive():
            log.warning("%r did not stop within %g s and is left to itself", stop, within)


def _addresses(config: Config) -> Addresses:
    port = config.port or free_port(config.host)
    return Addresses(partial(network_of, config.host), port, names=config.names)


def _boards(config: Config, board: Board, lights: Lights | DisabledLights) -> Boards:
    """The board on the page: *board* if the config names its shape, else what a game proposes."""
    return Boards(
        built=board if config.board.shape else None,
        strip=board if isinstance(lights, Lights) else None,
        shown=lights.shown,
        gamma=strip_driver(config.strip.name).gamma,
    )


def peripherals(
    table: Table, config: Config, words: Words, lights: Lights | DisabledLights
) -> Iterator[Peripheral[Any]]:
    """Yield the buzzer and the display of the config, unless *lights* show what it would."""
    if config.buzzer.chosen:
        from hardware.buzzer.sound_effects import SoundEffects

        yield SoundEffects(table, partial(buzzer_of, config), device_news(words, "buzzer"))
    shown = drawn_together(config) and isinstance(lights, Lights)
    if (name := config.readout.name) and not shown:
        from hardware.display.readout import Readout

        yield Readout(table, DISPLAYS[name].open, device_news(words, "display"))


def buzzer_of(config: Config) -> Buzzer:
    """The buzzer of the config. Raises DeviceFault where something else has its pin, or another
    OSError."""
    if clash := clash_of_buzzer(config):
        raise clash.fault
    return BUZZERS[config.buzzer.chosen].open(pin=config.buzzer.pin)


def _board_and_lights(
    table: Table,
    config: Config,
    words: Words,
    settings: Settings,
    replay: Replay,
    on_key: OnKey,
    controls: HouseControls,
) -> tuple[Board, Lights | DisabledLights]:
    """The board of the config with its lights, which stay off where it is badly wired."""
    try:
        board = board_of(config)
    except BadlyWired as fault:
        news = device_news(words, "lights")
        return board_in_the_dark(config), DisabledLights(table, fault.faults, news)
    board = replace(board, look=look_in_force(settings.now, config))
    strip, read = config.strip, drawn_together(config)

    told: tuple[Snapshot, HostSettings, Caption] | None = None

    def caption() -> Caption:
        """The caption stays the same for the many frames of a snapshot."""
        nonlocal told
        seen, chosen = replay.seen(table.now), settings.now
        if told is None or told[0] is not seen or told[1] is not chosen:
            shown = reading(seen.game, seen.live) if read else None
            made = caption_of(seen.game, status_line(seen, words), chosen.lights, shown)
            told = seen, chosen, made
        return told[2]

    driver = strip_driver(strip.name)
    setup = StripSetup(board, strip_wiring(strip), power_of(strip))
    return board, Lights(
        table,
        board,
        partial(driver.open, setup, caption=caption, on_key=on_key),
        clock=table.ticks,
        source=replay.seen,
        gamma=driver.gamma,
        power=power_of(strip),
        dim=controls.brightness,
        refresh_every=ASLEEP_SECONDS if driver.screen else REST,
        news=device_news(words, "lights"),
    )


def strip_health(lights: Lights | DisabledLights) -> dict[str, HealthCheck]:
    """Return the health of the strip, and in English why it is dark."""
    return {
        "strip": lambda: lights.health,
        "strip_fault": lambda: lights.fault and str(lights.fault),
    }


def keypad_health(keypads: KeypadsInUse) -> dict[str, HealthCheck]:
    """Return the worst health of the keypads, and that of each."""
    return {"keypad": lambda: keypads.worst, "keypads": keypads.plain}


def broker_health(link: TableLink | None) -> dict[str, HealthCheck]:
    """Return how the connection to the broker is, if there is to be one."""
    return {"broker": lambda: link.health} if link else {}
