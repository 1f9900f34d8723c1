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

from cribble.config.schema import Config
from cribble.devices.connections import drawn_together
from cribble.devices.keypads import KeypadMonitor, KeypadsInUse, keypad_names
from cribble.devices.pins import clash_of_buzzer
from cribble.folders import HOUSE
from cribble.hand_count import Counted, Hand, counted
from cribble.serve.broker_link import broker_link
from cribble.serve.house_controls import HouseControls
from cribble.serve.lights_in_use import LightsInUse, strip_health
from cribble.serve.status import device_news
from cribble.system.network import cannot_listen, free_port, health_at, network_of, own_host
from hardware.buzzer.buzzer import Buzzer
from hardware.device import STOP_SECONDS, Peripheral
from hardware.drivers import BUZZERS, DISPLAYS
from scorekeeper.board.board import Board
from scorekeeper.device import DeviceFault
from scorekeeper.keypad.key import Key
from scorekeeper.table import KeypadSession, Replay, Table
from scorekeeper.words import Words
from scorekeeper.words.game.people import KEYPAD
from web import (
    STREAMS,
    Access,
    Addresses,
    Backups,
    Counter,
    Devices,
    Server,
    Settings,
    SettingsPatch,
    Streams,
    Wifi,
    WizardDoor,
    create_app,
    settings_tag,
)

if TYPE_CHECKING:
    from flask import Flask

    from mqtt.link import TableLink

log = logging.getLogger(__name__)

HealthCheck: TypeAlias = Callable[[], Any]
WizardMaker: TypeAlias = Callable[["App"], WizardDoor]

GIVE_UP_SECONDS: Final = STOP_SECONDS + 0.5
"""Seconds that the lights, and then everything else, may take to stop."""

PAGE_SECONDS: Final = 5.0
"""Seconds that the page may take to answer itself before it counts as hanging."""


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
        disabled: DeviceFault | None = None,
        wizard: WizardMaker | None = None,
        backups: Backups | None = None,
        wifi: Wifi | None = None,
        **health: HealthCheck,
    ) -> None:
        """*devices* numbers phones; the table goes on a broker only where it has a *folder* of its
        own; *disabled* is the fault for which lights stay off; *wizard* makes the door to the
        wizard; *backups* are for the host; *wifi* is that of the machine; *health* are more checks
        for /healthz, by their names there.

        Raises Fault where the board cannot be, nobody can listen at that address, or the password
        of the broker cannot be used.
        """
        self._closing, self._host = False, config.host
        self._page_error: BaseException | None = None
        replay = Replay(table)
        self._link: TableLink | None = None
        self.keys = KeypadSession(table, agree=self._agree)
        self._table, self._words, self._settings = table, words, settings
        self.config = config
        self.key_listener: Callable[[Key], object] | None = None
        self._keypads = self._made_keypads(config)
        controls = HouseControls(table, settings, folder and folder / HOUSE)
        self.lights = LightsInUse(
            table, config, words, settings, replay, self._take_key, controls.brightness, disabled
        )
        self._peripherals = tuple(peripherals(table, config, words, self.lights))
        self.addresses = _addresses(config)
        self._link = (
            broker_link(table, config, folder, controls, self.addresses, words) if folder else None
        )
        settings.subscribe(self.lights.set_look)
        streams = self.streams = Streams(STREAMS)
        app = create_app(
            table,
            access=access,
            addresses=self.addresses,
            streams=streams,
            counter=Counter(Hand, counted, Counted),
            boards=lambda: self.lights.boards,
            settings=settings,
            devices=devices,
            replay=replay,
            keys=self.keys,
            backups=backups,
            wifi=wifi,
            agree=self._link.agree if self._link else None,
            health=self._health_checks() | health,
            wizard=wizard and wizard(self),
        )
        self._server = _server(app, streams, config.host, self.addresses.port)

    def _health_checks(self) -> dict[str, HealthCheck]:
        """Return the checks of strip, keypads and broker for /healthz."""
        return {
            **strip_health(self.lights),
            **keypad_health(lambda: self._keypads),
            **broker_health(self._link),
        }

    @contextmanager
    def open(self, ended: Event) -> Iterator[None]:
        """Run page, lights and devices while this lasts; if the page breaks down *ended* is set and
        its error is raised in the end.

        In the end the lights go out first. A device that hangs is left to itself.
        """
        page = Thread(target=self._serve, args=[ended], name="page", daemon=True)
        log.info("open at port %d", self.addresses.port)
        self.lights.start()
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
            stop_all(self.lights.stop)
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
        host = own_host(self._host)
        return {
            "page": lambda: health_at(host, self.addresses.port, PAGE_SECONDS) is not None,
            "lights": lambda: self.lights.is_turning,
        }

    def _serve(self, ended: Event) -> None:
        try:
            self._server.run()
        except BaseException as error:  # noqa: BLE001 (it is raised where the app was opened)
            self._page_error = error
        if not self._closing:
            ended.set()

    def _strip_health(self) -> Callable[[], str] | None:
        """Return a function that asks the strip for its health; None where nothing draws it."""
        return (lambda: self.lights.health) if self.lights.draws else None

    @property
    def board(self) -> Board:
        """The board that is lit."""
        return self.lights.board

    @property
    def has_history(self) -> bool:
        """True if anything was ever entered here."""
        return self._table.now.version > 0

    def set_language(self, lang: str) -> None:
        """Speak *lang* on phones that chose none."""
        self._settings.change(SettingsPatch(language=lang))

    def keypad_facts(self) -> list[dict[str, Any]]:
        """Return name, health and fault of each keypad in use."""
        return self._keypads.plain()

    def change_strip(self, config: Config, *, start: bool = True) -> None:
        """Light the strip, and draw the board, of *config* from now on, or, without *start*, from
        the next change. Raises Fault for a board that cannot be, and then nothing changes."""
        self.lights.change(config, start=start)
        self.config = config
        # Phones ask for settings and board again when this changes.
        self._table.set_live(settings_tag=settings_tag(self._settings, self.lights.boards))

    def change_keypads(self, config: Config) -> None:
        """Take the keys of the keypads of *config* from now on."""
        stop_all(*self._keypads.stops())
        self._table.set_live(keypads=())
        self._keypads = self._made_keypads(config)
        self._keypads.start(self._strip_health())
        self.config = config

    def _made_keypads(self, config: Config) -> KeypadsInUse:
        monitor = KeypadMonitor(self._table, self._words, keypad_names(config).values())
        return KeypadsInUse(config, self._press, monitor.tell)

    def _agree(self, place: str, seat: int) -> bool:
        return self._link is not None and self._link.agree(place, seat)

    def _press(self, key: Key) -> None:
        """Take a key: for the table, unless somebody listens to find out which keypad it is."""
        if self.key_listener:
            self.key_listener(key)
        else:
            self.keys.press(key, by=KEYPAD)

    def _take_key(self, name: str, down: bool) -> None:
        """Take a key of the microcontroller that lights the strip."""
        self._keypads.take_key(name, down)


def _server(app: Flask, streams: Streams, host: str, port: int) -> Server:
    """Return a server that has its port. Raises Fault where it cannot have it."""
    try:
        return Server(app, streams, host=host, port=port)
    except OSError as fault:
        raise cannot_listen(fault, host, port) from None


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


def peripherals(
    table: Table, config: Config, words: Words, lights: LightsInUse
) -> Iterator[Peripheral[Any]]:
    """Yield the buzzer and the display of the config, unless *lights* show what it would."""
    if config.buzzer.chosen:
        from hardware.buzzer.sound_effects import SoundEffects

        yield SoundEffects(table, partial(buzzer_of, config), device_news(words, "buzzer"))
    shown = drawn_together(config) and lights.draws
    if (name := config.readout.name) and not shown:
        from hardware.display.readout import Readout

        yield Readout(table, DISPLAYS[name].open, device_news(words, "display"))


def buzzer_of(config: Config) -> Buzzer:
    """The buzzer of the config. Raises DeviceFault where something else has its pin, or another
    OSError."""
    if clash := clash_of_buzzer(config):
        raise clash.fault
    return BUZZERS[config.buzzer.chosen].open(pin=config.buzzer.pin)


def keypad_health(keypads: Callable[[], KeypadsInUse]) -> dict[str, HealthCheck]:
    """Return the worst health of the *keypads* in use, and that of each."""
    return {"keypad": lambda: keypads().worst, "keypads": lambda: keypads().plain()}


def broker_health(link: TableLink | None) -> dict[str, HealthCheck]:
    """Return how the connection to the broker is, if there is to be one."""
    return {"broker": lambda: link.health} if link else {}
