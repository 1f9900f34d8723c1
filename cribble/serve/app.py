"""Open the table: each room is given what it needs of the others; at the end all is put away."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from cribble.config.schema import Config
from cribble.folders import HOUSE
from cribble.hand_count import add_count
from cribble.serve.broker_link import broker_link
from cribble.serve.keypads import KeyInput
from cribble.serve.lights import LightsInUse, peripherals, strip_health
from cribble.serve.settings import HouseControls
from cribble.system.network import cannot_listen, free_port, health_at, network_of, own_host
from cribble.wizard.wizard import add_wizard
from hardware.device import STOP_SECONDS, Peripheral
from scorekeeper.board.board import Board
from scorekeeper.device import DeviceFault
from scorekeeper.table import Replay, Table
from scorekeeper.words import Words
from web import (
    STREAMS,
    Access,
    Addresses,
    Backups,
    Devices,
    Server,
    Settings,
    Streams,
    Wifi,
    create_app,
    settings_tag,
)

if TYPE_CHECKING:
    from flask import Flask

    from cribble.wizard.session import WizardSession
    from mqtt.link import TableLink

log = logging.getLogger(__name__)

HealthCheck: TypeAlias = Callable[[], Any]
WizardMaker: TypeAlias = Callable[["App"], "WizardSession"]

GIVE_UP_SECONDS: Final = STOP_SECONDS + 0.5
"""Seconds that the lights, and then everything else, may take to stop."""

PAGE_SECONDS: Final = 5.0
"""Seconds that the page may take to answer itself before it counts as hanging."""


class Services(NamedTuple):
    """The parts of a program besides its table; by default there are none.

    *devices* numbers phones; *wizard* sets up the machine of an app; *backups* are for the host;
    *wifi* is that of the machine; *health* are more checks for /healthz, by their names there.
    """

    devices: Devices | None = None
    wizard: WizardMaker | None = None
    backups: Backups | None = None
    wifi: Wifi | None = None
    health: Mapping[str, HealthCheck] = MappingProxyType({})


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
        *,
        folder: Path | None = None,
        disabled: DeviceFault | None = None,
        services: Services | None = None,
    ) -> None:
        """The table goes on a broker only where it has a *folder* of its own; *disabled* is the
        fault for which lights stay off.

        Raises Fault where the board cannot be, nobody can listen at that address, or the password
        of the broker cannot be used.
        """
        self._closing = False
        self._page_error: BaseException | None = None
        self._table, self.settings, self.config = table, settings, config
        self._link: TableLink | None = None
        self.key_input = KeyInput(table, config, words, self._agree)
        controls = HouseControls(table, settings, folder and folder / HOUSE)
        replay = Replay(table)
        self.lights = LightsInUse(
            table,
            config,
            words,
            settings,
            replay,
            self.key_input.take_key,
            controls.brightness,
            disabled,
        )
        self._peripherals = tuple(peripherals(table, config, words, self.lights))
        self.addresses = _addresses(config)
        if folder:
            self._link = broker_link(table, config, folder, controls, self.addresses, words)
        settings.subscribe(self.lights.set_look)
        self.streams = Streams(STREAMS)
        services = services or Services()
        self.wizard = services.wizard(self) if services.wizard else None
        app = self._page(access, replay, services)
        self._server = _server(app, self.streams, config.host, self.addresses.port)

    def _page(self, access: Access, replay: Replay, services: Services) -> Flask:
        """Return the page of the table."""
        wizard = self.wizard
        return create_app(
            self._table,
            access=access,
            addresses=self.addresses,
            streams=self.streams,
            boards=lambda: self.lights.boards,
            settings=self.settings,
            devices=services.devices,
            replay=replay,
            keys=self.key_input.session,
            backups=services.backups,
            wifi=services.wifi,
            agree=self._link.agree if self._link else None,
            health={**self._health_checks(), **services.health},
            claim=wizard.claim if wizard else None,
            sudo=wizard.needs_sudo if wizard else False,
            more=(add_count, *([partial(add_wizard, session=lambda: wizard)] if wizard else [])),
        )

    def _health_checks(self) -> dict[str, HealthCheck]:
        """Return the checks of strip, keypads and broker for /healthz."""
        link = self._link
        broker: dict[str, HealthCheck] = {"broker": lambda: link.health} if link else {}
        return {
            **strip_health(self.lights),
            "keypad": lambda: self.key_input.worst,
            "keypads": self.key_input.facts,
            **broker,
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
        self.key_input.start(self._strip_health())
        for part in self._parts:
            part.start()
        page.start()
        try:
            yield
        finally:
            self._closing = True
            log.info("closing")
            if self.wizard:
                self.wizard.close()
            self._server.close()
            stop_all(self.lights.stop)
            parts = (part.stop for part in self._parts)
            stop_all(*self.key_input.stops(), *parts, page.join)
        if self._page_error:
            raise self._page_error

    @property
    def _parts(self) -> Iterator[Peripheral[Any] | TableLink]:
        """All that follows the table from a thread of its own, besides lights and keypads."""
        yield from self._peripherals
        if self._link:
            yield self._link

    def look(self) -> None:
        """Report devices that hang, and end a wizard that is idle."""
        if self.wizard:
            self.wizard.look()
        self.lights.look()
        for device in self._peripherals:
            device.look()

    @property
    def signs_of_life(self) -> dict[str, Callable[[], bool]]:
        """By part, a function that returns whether it lives: the page answers a request, and the
        lights' loop turns."""
        host = own_host(self.config.host)
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

    def change_strip(self, config: Config, *, start: bool = True) -> None:
        """Light the strip, and draw the board, of *config* from now on, or, without *start*, from
        the next change. Raises Fault for a board that cannot be, and then nothing changes."""
        self.lights.change(config, start=start)
        self.config = config
        # Phones ask for settings and board again when this changes.
        self._table.set_live(settings_tag=settings_tag(self.settings, self.lights.boards))

    def change_keypads(self, config: Config) -> None:
        """Take the keys of the keypads of *config* from now on."""
        stop_all(*self.key_input.stops())
        self.key_input.change(config)
        self.key_input.start(self._strip_health())
        self.config = config

    def _agree(self, place: str, seat: int) -> bool:
        return self._link is not None and self._link.agree(place, seat)


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
