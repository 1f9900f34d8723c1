"""Wires up one table: web server, lights, devices, broker. Shuts everything down on exit."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from cribble.config.schema import Config, MqttConfig
from cribble.folders import ANNOUNCED, HOUSE, NIGHT, expand_home
from cribble.hand_count import add_count
from cribble.serve.devices import (
    KeypadMonitor,
    KeypadsInUse,
    LightsInUse,
    keypad_names,
    peripherals,
)
from cribble.serve.settings import HouseControls, usual_settings
from cribble.system.network import (
    cannot_listen,
    free_port,
    health_at,
    network_of,
    own_host,
    serving,
)
from cribble.wizard.wizard import add_wizard
from hardware.device import STOP_SECONDS
from mqtt.broker import broker_of, read_password
from mqtt.topics import MAX_NAME_LENGTH, Topics
from scorekeeper.device import DeviceFault, WifiLogin
from scorekeeper.journal import utc_now
from scorekeeper.table import KeypadSession, Replay, Table
from scorekeeper.words import Words
from scorekeeper.words.people import KEYPAD
from web import (
    STREAMS,
    Access,
    Addresses,
    Backups,
    Context,
    Devices,
    FirstHost,
    Server,
    Settings,
    Streams,
    Wifi,
    create_app,
    settings_tag,
)

if TYPE_CHECKING:
    from cribble.wizard.session import WizardSession
    from mqtt.home_assistant import Controls
    from mqtt.link import TableLink
    from scorekeeper.keypad.key import Key


NAMELESS: Final = "table"


def table_name(config: MqttConfig, host: Callable[[], str] = socket.gethostname) -> str:
    """Return the table's name on the broker, by default derived from the host name.

    >>> table_name(MqttConfig(), lambda: "Café.local")
    'caf'
    """
    plain = re.sub("[^a-z0-9]+", "-", host().partition(".")[0].lower()).strip("-")
    return config.table or plain[:MAX_NAME_LENGTH] or NAMELESS


def broker_link(
    table: Table,
    config: Config,
    folder: Path | None,
    controls: Controls,
    addresses: Addresses,
    words: Words,
) -> TableLink | None:
    """Return the MQTT link of *table*, with its files in *folder*; None without a folder, or if no
    broker is configured. Raises Fault for an unusable password."""
    chosen = config.mqtt
    if not chosen.url or folder is None:
        return None
    from mqtt.client import Client
    from mqtt.home_assistant import AnnouncedTable, HomeAssistant
    from mqtt.link import TableLink
    from mqtt.night import NightTable

    password = read_password(expand_home(Path(chosen.password_file))) if chosen.user else ""
    topics, name = Topics(chosen.club), table_name(chosen)
    broker = broker_of(chosen.url, chosen.user, password)
    device = AnnouncedTable(
        topics, name, version("cribble"), lambda: addresses.url or addresses.url_here, words.say
    )
    return TableLink(
        table,
        topics,
        name,
        partial(Client, broker, name=client_id(topics, name, table.now.journal)),
        NightTable(table, topics, name, folder / NIGHT),
        HomeAssistant(
            device,
            controls,
            folder / ANNOUNCED,
            enabled=chosen.home_assistant,
            commands=chosen.commands,
        ),
        names=chosen.names,
        clock=utc_now,
    )


def client_id(topics: Topics, table: str, journal: str) -> str:
    """Return the MQTT client id, unique per table and stable across restarts, so that the broker
    closes a stale session at once."""
    digest = sha256(f"{topics.root} {table} {journal}".encode()).hexdigest()
    return f"cribble-{digest[:12]}"


log = logging.getLogger(__name__)

GIVE_UP_SECONDS: Final = STOP_SECONDS + 0.5
"""Timeout for stopping the lights, and then for stopping all other parts."""

PAGE_SECONDS: Final = 5.0
"""Timeout for the page's own health check."""


class App:
    """A table with web server, lights and devices. The constructor binds the port, so that a port
    in use is reported before any light turns on."""

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
        devices: Devices | None = None,
        wizard: Callable[[App], WizardSession] | None = None,
        backups: Backups | None = None,
        wifi: Wifi | None = None,
        health: Mapping[str, Callable[[], Any]] = MappingProxyType({}),
    ) -> None:
        """Without a *folder* there is no broker. *disabled*: the reason to keep the lights off.
        *health*: additional /healthz checks by name.

        Raises Fault for an impossible board, an address that cannot be bound, or an unusable broker
        password.
        """
        self._table, self._words, self.settings, self.config = table, words, settings, config
        self.access, self.wifi = access, wifi
        port = config.port or free_port(config.host)
        self.addresses = Addresses(partial(network_of, config.host), port, names=config.names)
        controls = HouseControls(table, settings, folder and folder / HOUSE)
        self._link = broker_link(table, config, folder, controls, self.addresses, words)
        agree = self._link.agree if self._link else None
        self._keys, replay = KeypadSession(table, agree=agree), Replay(table)
        self.keypads = self._keypads_of(config)

        def login() -> WifiLogin | None:
            return wifi.login if wifi and wifi.is_on else None

        self.lights = LightsInUse(
            table,
            config,
            words,
            settings,
            replay,
            # Keypads are replaced later, so they are looked up at each call.
            lambda name, down: self.keypads.take_key(name, down),  # noqa: PLW0108
            controls.brightness,
            login,
            disabled,
        )
        self._peripherals = tuple(peripherals(table, config, words, self.lights, login))
        settings.on_change.add(self.lights.set_look)
        self.streams = Streams(STREAMS)
        self.wizard = session = wizard(self) if wizard else None
        context = Context(
            table,
            access,
            self.addresses,
            self.streams,
            replay,
            self._keys,
            find_boards=lambda: self.lights.boards,
            settings=settings,
            devices=devices or Devices(),
            backups=backups,
            wifi=wifi,
            agree=agree,
            health={**self._checks, **health},
            first_host=session.first_host if session else FirstHost(monotonic),
            sudo=session.needs_sudo if session else False,
            asks_time=session.asks_time if session else lambda: False,
        )
        more = [partial(add_wizard, session=session)] if session else []
        app = create_app(context, (add_count, *more))
        try:
            self._server = Server(app, self.streams, host=config.host, port=port)
        except OSError as fault:
            raise cannot_listen(fault, config.host, port) from None

    @contextmanager
    def open(self, ended: Event) -> Iterator[None]:
        """Context manager: starts everything, stops it on exit, lights first, and abandons hung
        devices. If the web server crashes, sets *ended* and raises its error on exit."""
        log.info("listening on port %d", self.addresses.port)
        self.lights.start()
        self.keypads.start(self._strip_health())
        parts = (*self._peripherals, *((self._link,) if self._link else ()))
        for part in parts:
            part.start()
        with serving(self._server, ended) as close_page:
            try:
                yield
            finally:
                log.info("closing")
                if self.wizard:
                    self.wizard.close()
                close_page()
                stop_all(self.lights.stop)
                stop_all(*self.keypads.stops(), *(part.stop for part in parts))

    def poll(self) -> None:
        """Report hung devices, and end an idle wizard."""
        if self.wizard:
            self.wizard.poll()
        self.lights.poll()
        for device in self._peripherals:
            device.poll()

    @property
    def signs_of_life(self) -> dict[str, Callable[[], bool]]:
        """Watchdog checks: the page responds, and the light loop is running."""
        host = own_host(self.config.host)
        return {
            "page": lambda: health_at(host, self.addresses.port, PAGE_SECONDS) is not None,
            "lights": lambda: self.lights.is_turning,
        }

    @property
    def _checks(self) -> dict[str, Callable[[], Any]]:
        """Values for /healthz by name."""
        checks: dict[str, Callable[[], Any]] = {
            "strip": lambda: self.lights.health,
            "strip_fault": lambda: self.lights.fault and str(self.lights.fault),
            # Keypads are replaced later, so they are looked up at each call.
            "keypad": lambda: self.keypads.worst,
            "keypads": lambda: self.keypads.plain(),  # noqa: PLW0108
            "wifi": lambda: self.wifi.login.ssid if self.wifi and self.wifi.is_on else None,
        }
        link = self._link
        return checks | ({"broker": lambda: link.health} if link else {})

    def _keypads_of(self, config: Config) -> KeypadsInUse:
        monitor = KeypadMonitor(self._table, self._words, keypad_names(config).values())
        return KeypadsInUse(config, self.press, monitor.tell)

    def press(self, key: Key) -> None:
        """Pass *key* of a keypad to the wizard while it tests a keypad, otherwise to the game."""
        if self.wizard and self.wizard.is_listening:
            self.wizard.hear(key)
        else:
            self._keys.press(key, by=KEYPAD)

    def _strip_health(self) -> Callable[[], str] | None:
        """Return a function for the strip's health; None if no strip is driven."""
        return (lambda: self.lights.health) if self.lights.draws else None

    @property
    def has_history(self) -> bool:
        return self._table.now.version > 0

    def change_strip(self, config: Config, *, start: bool = True) -> None:
        """Switch to the strip and board of *config*; if not *start*, the lights stay off until
        started. Raises Fault, changing nothing."""
        self.lights.change(config, start=start)
        self.settings.set_default(usual_settings(config))
        self.config = config
        self._table.set_machine(settings_tag=settings_tag(self.settings, self.lights.boards))

    def change_keypads(self, config: Config) -> None:
        stop_all(*self.keypads.stops())
        self._table.set_machine(keypads=())
        self.keypads = self._keypads_of(config)
        self.keypads.start(self._strip_health())
        self.config = config


def stop_all(*stops: Callable[[], object], within: float = GIVE_UP_SECONDS) -> None:
    """Call *stops* concurrently; return when all are done, or after *within* seconds."""
    due = monotonic() + within
    threads = [Thread(target=stop, name="stop", daemon=True) for stop in stops]
    for thread in threads:
        thread.start()
    for thread, stop in zip(threads, stops, strict=True):
        thread.join(max(due - monotonic(), 0.0))
        if thread.is_alive():
            log.warning("%r did not stop within %g s: abandoned", stop, within)
