"""The state of a setup: config, first host, and the strip and keypad under test."""

import logging
import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from operator import attrgetter
from threading import Event, Lock, RLock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from cribble.boards import board_of
from cribble.boot_helper.client import helper_socket
from cribble.cli.overrides import ActiveConfig, with_values
from cribble.config.edit import change_config
from cribble.config.schema import Config, KeypadConfig, StripConfig
from cribble.devices import SERIAL_PORTS, STRIPS
from cribble.devices.connections import BareStrip, power_of
from cribble.folders import is_packaged
from cribble.system.process import is_service, is_synchronized
from hardware.device import join_or_leave
from hardware.drivers import Driver
from hardware.lights import as_device_fault
from scorekeeper.board.light import Frame, corrected, limit_fault, limited
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import straight
from scorekeeper.board.wiring import MAX_PIXELS, BadlyWired, Board, faults_by_run, wire_in_order
from scorekeeper.device import DeviceFault
from scorekeeper.keypad.key import Key
from scorekeeper.private_files import write_private
from scorekeeper.words import Fault, Words, en
from web import FirstHost, Method, request_words

if TYPE_CHECKING:
    from cribble.doctor.machine import Machine
    from cribble.serve.app import App
    from cribble.wizard.search import FoundWled


BLOCK: Final = 10
"""Number of lights per block; blocks alternate in brightness, for counting."""
FAINT, CLEAR, BRIGHT, STRONG = 20, 60, 255, 160
STEP_SECONDS: Final = 0.05
"""Time per light in a walk."""


def lights_between(first: int, last: int, pixels: int) -> Frame:
    """Return a frame with lights *first* to *last* on, counted from 1, in alternating blocks."""
    shining = range(first - 1, min(last, pixels))
    lit = b"".join(bytes(3 * (CLEAR if light // BLOCK % 2 else FAINT,)) for light in shining)
    return (bytes(3 * (first - 1)) + lit).ljust(3 * pixels, b"\0")


def one_light(light: int, pixels: int) -> Frame:
    dark = bytearray(3 * pixels)
    if 0 <= light < pixels:
        dark[3 * light : 3 * light + 3] = bytes((BRIGHT,) * 3)
    return bytes(dark)


def one_byte(byte: int, lights: int, pixels: int) -> Frame:
    """Return a frame with byte 1, 2 or 3 set in each of the first *lights*."""
    each = bytes(STRONG if place == byte else 0 for place in (1, 2, 3))
    return (each * min(lights, pixels)).ljust(3 * pixels, b"\0")


class Probe:
    """A strip, opened by the first frame and again if the strip or length changes. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._strip: BareStrip | None = None
        self._key: tuple[StripConfig, int] | None = None
        self._walking: Thread | None = None
        self._stop_walk = Event()

    @property
    def is_open(self) -> bool:
        return self._strip is not None

    def show(self, config: StripConfig, pixels: int, frame: Frame, known: int = 0) -> None:
        """Show *frame* on a strip of at least *known* lights.

        Raises DeviceFault, also if the current limit would turn off a light of *frame*.
        """
        self._end_walk()
        with self._lock:
            self._show(config, pixels, frame, known)

    def walk(self, config: StripConfig, pixels: int, lights: tuple[int, ...]) -> None:
        """Show *lights* one by one, in a thread. Raises DeviceFault if the strip cannot be
        opened."""
        self.show(config, pixels, one_light(lights[0], pixels), pixels)
        self._stop_walk = stop = Event()

        def run() -> None:
            with suppress(DeviceFault):
                for light in lights:
                    with self._lock:
                        if stop.is_set():
                            return
                        self._show(config, pixels, one_light(light, pixels), pixels)
                    stop.wait(STEP_SECONDS)

        self._walking = Thread(target=run, name="walk", daemon=True)
        self._walking.start()

    def close(self) -> None:
        self._end_walk()
        with self._lock:
            self._close_strip()

    def _end_walk(self) -> None:
        self._stop_walk.set()
        if self._walking:
            join_or_leave(self._walking)
        self._walking = None

    def _show(self, config: StripConfig, pixels: int, frame: Frame, known: int) -> None:
        power, lit = power_of(config), _lit(frame)
        leds = max(lit, known)
        try:
            shown = limited(corrected(frame, STRIPS[config.name].gamma), power, leds)
            if _lit(shown) < lit:
                raise as_device_fault(limit_fault(leds, power))
            if self._strip is None or self._key != (config, pixels):
                self._close_strip()
                # A strip needs a board: a row of at least two lights.
                row = straight(Measures(tracks=1, holes=pixels))
                board = Board(row, wire_in_order(row, "pegged"))
                self._strip, self._key = BareStrip(board, config), (config, pixels)
            self._strip.show(frame, leds)
        except DeviceFault:
            self._close_strip()
            raise

    def _close_strip(self) -> None:
        if self._strip:
            self._strip.close()
        self._strip = None


def _lit(frame: Frame) -> int:
    return sum(map(any, zip(frame[::3], frame[1::3], frame[2::3], strict=True)))


log = logging.getLogger(__name__)

WIFI_COUNTRY: Final = "cfg80211.ieee80211_regdom"
"""Kernel parameter with the country of the Wi-Fi."""
MARK: Final = "setup.json"
"""File in the data folder that exists once a host has logged in or a phone has joined."""
IDLE_SECONDS: Final = 180.0
"""Idle timeout in seconds, after which the lights are returned to the game."""
KEYS_KEPT: Final = 12
"""Number of recent keys shown on the page."""

Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base class of request bodies."""


Step = TypeVar("Step", bound=Callable[..., Any])


class Steps(list[tuple[Method, str, Callable[..., Any]]]):
    """Wizard routes: method, path and handler. Handlers take the session and, optionally, the body;
    None as a result means the current setup. The docstring is the route's summary."""

    def add(self, method: Method, path: str) -> Callable[[Step], Step]:
        """Return a decorator that registers a handler."""

        def decorate(step: Step) -> Step:
            self.append((method, path, step))
            return step

        return decorate


class WizardSession:
    """The setup of *app*'s machine; *app* was started with *active*.

    For tests, *machine*, *wleds*, *packaged* and *synchronized* replace the real machine, the mDNS
    search, and whether this is the Debian package with a synchronized clock.
    """

    def __init__(
        self,
        app: "App",
        active: ActiveConfig,
        machine: Callable[[], "Machine"] | None = None,
        wleds: Callable[[], Sequence["FoundWled"]] | None = None,
        *,
        packaged: bool | None = None,
        synchronized: Callable[[], bool] = is_synchronized,
    ) -> None:
        self.app, self._machine, self._wleds = app, machine, wleds
        self._synchronized = synchronized
        self.needs_sudo = is_packaged() if packaged is None else packaged
        """True if the secrets belong to the package's own user."""
        self._mark = active.data / MARK
        self.first_host = FirstHost(
            monotonic, is_fresh=lambda: self.is_fresh, taken=self._keep_mark
        )
        self._file, self._unusable = active.config_file, active.fault
        self.config = active.config
        """The chosen config, even if the table runs in safe mode."""
        self._probe, self._lock = Probe(), RLock()
        self._used = monotonic()
        self.room_by_port: dict[str, int] = {}
        """Maximum number of lights per microcontroller, by port, once known."""
        self._driven: tuple[StripConfig, int] | None = None
        self.keys = deque[str](maxlen=KEYS_KEPT)
        self._listening: KeypadConfig | None = None
        self.country = ""
        """The country of the Wi-Fi, if it was set in this session."""
        self.keypads_lock = Lock()
        """Held while keypads are changed, because several hosts may do so at once."""

    @property
    def is_fresh(self) -> bool:
        """True on a packaged machine with no host, joined phone or game yet."""
        return self.needs_sudo and not self._mark.exists() and not self.app.has_history

    def _keep_mark(self) -> None:
        try:
            if not self._mark.exists():
                write_private(self._mark, b'{"used":true}\n')
        except OSError as fault:
            log.warning("cannot write %s: %s", self._mark, fault)

    @property
    def wifi_country(self) -> str:
        """The ISO 3166 code of the Wi-Fi's country; empty if it is not set."""
        kernel = (self.machine().text("/proc/cmdline") or "").split()
        set_at_start = (word.partition("=") for word in kernel)
        found = (value for name, _, value in set_at_start if name == WIFI_COUNTRY)
        return self.country or next(found, "")

    def asks_time(self) -> bool:
        """Return whether a host's phone may set the clock: nothing better has set it."""
        return helper_socket() is not None and not self._synchronized()

    def machine(self) -> "Machine":
        from cribble.doctor.machine import Machine  # Lazily: slow to import.

        return (self._machine or Machine)()

    def wleds(self) -> Sequence["FoundWled"]:
        from cribble.wizard.search import find_wleds

        return (self._wleds or find_wleds)()

    @property
    def active(self) -> ActiveConfig:
        return ActiveConfig(self.config, self._file, self._unusable)

    @property
    def words(self) -> Words:
        """The message catalogue in the language of the current request."""
        return request_words(Words.of, self.app.settings.now.language)

    @property
    def strip(self) -> StripConfig:
        """The configured strip; ``null`` for a strip in a terminal when run as a service."""
        strip = self.config.strip
        is_unseen = is_packaged() or is_service(os.environ)
        is_drawn = STRIPS[strip.name].in_terminal
        return replace(strip, name="null") if is_drawn and is_unseen else strip

    def touch(self) -> None:
        self._used = monotonic()

    @property
    def is_in_use(self) -> bool:
        """True until the idle timeout."""
        return monotonic() - self._used <= IDLE_SECONDS

    def poll(self) -> None:
        """Release lights and keypad after the idle timeout; called every second."""
        if not self.is_in_use and (
            self._probe.is_open or self.app.lights.is_paused or self.is_listening
        ):
            log.info("the wizard is idle: lights and keys are returned to the game")
            self.release()

    def release(self) -> None:
        self.stop_listening()
        self.release_strip()

    def close(self) -> None:
        self._probe.close()

    # The config.

    def check_place(self, name: str, driver: Driver[Any], place: str) -> None:
        """Raise Fault if a phone may not choose this *place* for the driver *name*. Serial ports
        must exist; other places require editing the config."""
        is_serial = driver.places == SERIAL_PORTS
        is_offered = (
            place in ("", *self.machine().ports("")) if is_serial else driver.is_place(place)
        )
        if not is_offered:
            sentence = en(
                "This machine has no {name} at {at}. Choose one from the list, or add it to "
                "{file} yourself."
            )
            raise Fault(sentence, at=place, name=name, file=self._file)

    def change(self, changes: Mapping[str, Any], *, light: bool = False) -> Config:
        """Save and apply *changes*; if *light*, return the strip to the game. Raises Fault."""
        with self._lock:
            fresh = change_config(self._file, changes, self.words)
            names = ("keypads" if key == "keypad" else key for key in changes)
            # Keep overrides from the command line.
            config = with_values(self.config, {name: attrgetter(name)(fresh) for name in names})
            self._probe.close()
            self.app.change_strip(config, start=light)
            self.config = config
            return config

    # The strip.

    def driven(self, *, again: bool = False) -> int:
        """Return the maximum number of lights; cached unless *again*."""
        strip = self.config.strip
        if again or self._driven is None or self._driven[0] != strip:
            from cribble.wizard.search import driven_lights  # Lazily: imports the doctor.

            room = self.room_by_port.get(strip.at) if strip.name == "microcontroller" else None
            lights = room or driven_lights(self.machine(), strip) or MAX_PIXELS
            self._driven = strip, min(lights, MAX_PIXELS)
        return self._driven[1]

    @property
    def pixels(self) -> int:
        """Lights per frame: the counted number, otherwise the maximum."""
        return max(self.config.wiring.pixels or self.driven(), 2)

    def show(self, frame: bytes, *, known: int | None = None, order: str = "") -> str | None:
        """Show *frame* on a strip of at least *known* lights (default: the counted number), with
        colour order *order*. Return why the lights are off, or None."""
        strip = replace(self.config.strip, order=order or self.config.strip.order)
        counted, pixels = self.config.wiring.pixels, len(frame) // 3
        lights = counted if known is None else known
        if strip.name == "microcontroller":  # All LEDs it was ever told of count against the limit.
            lit = max((len(frame.rstrip(b"\0")) + 2) // 3, counted, 2)
            lights = pixels = min(1 << (lit - 1).bit_length(), pixels)
        return self._lit(lambda: self._probe.show(strip, pixels, frame[: 3 * pixels], lights))

    def walk(self) -> str | None:
        """Turn on the lights of all tracks one by one. Return why they are off, or None."""

        def run() -> None:
            board = board_of(self.config)
            lights = tuple(light for track in board.lights for light in track)
            self._probe.walk(self.config.strip, board.pixels, lights)

        return self._lit(run)

    def _lit(self, show: Callable[[], None]) -> str | None:
        with self._lock:
            try:
                self.app.lights.stop()
                show()
            except DeviceFault as fault:
                return self.words.device_fault(fault.message)
            except BadlyWired as fault:
                return self.words.fault(next(iter(faults_by_run(fault.faults))))
        return None

    def close_strip(self) -> None:
        """Close the strip, so that a search or the doctor can open its serial port."""
        with self._lock:
            self._probe.close()
            self.app.lights.stop()

    def release_strip(self) -> None:
        with self._lock:
            self._probe.close()
            if self.app.lights.is_paused:
                self.app.change_strip(self.config)

    # The keys.

    @property
    def is_listening(self) -> bool:
        """True while keys are sent here instead of to the table."""
        return self._listening is not None

    def listen(self, keypad: KeypadConfig) -> None:
        """Redirect the keys of *keypad* from the table to this session."""
        self.keys.clear()
        self._listening = keypad
        self.release_strip()
        self.app.change_keypads(replace(self.config, keypads=(keypad,)))

    def hear(self, key: Key) -> None:
        self.touch()
        self.keys.append(str(key))

    def stop_listening(self) -> None:
        self._listening = None
