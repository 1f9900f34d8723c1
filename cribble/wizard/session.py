"""A machine while it is set up: the config that was chosen, the strip and the keys taken from the
game, and its claim while it is fresh."""

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
from cribble.cli.overrides import ActiveConfig, with_values
from cribble.config.edit import change_config
from cribble.config.schema import Config, KeypadConfig, StripConfig
from cribble.devices import SERIAL_PORTS, strip_driver
from cribble.devices.connections import BareStrip, power_of
from cribble.folders import is_packaged
from cribble.system.process import is_service
from hardware.device import join_or_leave
from hardware.drivers import Driver
from hardware.lights import as_device_fault
from scorekeeper.board.board import Board
from scorekeeper.board.light import Frame, corrected, limit_fault, limited
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import straight
from scorekeeper.board.wiring import MOST_PIXELS, BadlyWired, faults_by_run, wire_in_order
from scorekeeper.device import DeviceFault
from scorekeeper.keypad.key import Key
from scorekeeper.private_files import write_private
from scorekeeper.words import Fault, Words, en
from web import Claim, Method, request_words

if TYPE_CHECKING:
    from cribble.doctor.machine import Machine
    from cribble.serve.app import App
    from cribble.wizard.search import FoundWled


BLOCK: Final = 10
"""Lights that are as bright as each other, so that people can count along."""
FAINT, CLEAR, BRIGHT, STRONG = 20, 60, 255, 160
STEP_SECONDS: Final = 0.05
"""Seconds that a walk stays at one light."""


def lights_between(first: int, last: int, pixels: int) -> Frame:
    """Return a frame in which lights *first* to *last*, counted from 1, shine block by block."""
    shining = range(first - 1, min(last, pixels))
    lit = b"".join(bytes(3 * (CLEAR if light // BLOCK % 2 else FAINT,)) for light in shining)
    return (bytes(3 * (first - 1)) + lit).ljust(3 * pixels, b"\0")


def one_light(light: int, pixels: int) -> Frame:
    dark = bytearray(3 * pixels)
    if 0 <= light < pixels:
        dark[3 * light : 3 * light + 3] = bytes((BRIGHT,) * 3)
    return bytes(dark)


def one_byte(byte: int, lights: int, pixels: int) -> Frame:
    """Return a frame in which byte 1, 2 or 3 of each of the first *lights* shines."""
    each = bytes(STRONG if place == byte else 0 for place in (1, 2, 3))
    return (each * min(lights, pixels)).ljust(3 * pixels, b"\0")


class Probe:
    """A strip that is opened by the first frame, and again if a frame is for another strip or
    length. Thread-safe."""

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
        """Show *frame* on the strip of *config*, which has *known* lights at least.

        Raises DeviceFault, also if the current that the supply gives would leave a light of *frame*
        dark.
        """
        self._end_walk()
        with self._lock:
            self._show(config, pixels, frame, known)

    def walk(self, config: StripConfig, pixels: int, lights: tuple[int, ...]) -> None:
        """Show *lights* one after another. Raises DeviceFault if the strip does not open."""
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
            shown = limited(corrected(frame, strip_driver(config.name).gamma), power, leds)
            if _lit(shown) < lit:
                raise as_device_fault(limit_fault(leds, power))
            if self._strip is None or self._key != (config, pixels):
                self._close_strip()
                # A strip wants a board: one row of lights, two at least.
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

MARK: Final = "setup.json"
"""In the folder of the table: there once the machine had a host, or a phone that joined."""
LEASE_SECONDS: Final = 180.0
"""Seconds after the last request in which the wizard keeps the lights from the game."""
KEYS_KEPT: Final = 12
"""The latest keys that the page is shown."""

Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a step."""


Step = TypeVar("Step", bound=Callable[..., Any])


class Steps(list[tuple[Method, str, Callable[..., Any]]]):
    """The routes of the wizard, for the host. Each step is called with the session, and with the
    body if it takes one; if it returns None, the answer is the machine as it is set up now. Its
    docstring is the summary of the route."""

    def add(self, method: Method, path: str) -> Callable[[Step], Step]:
        """Return a decorator that adds a step."""

        def decorate(step: Step) -> Step:
            self.append((method, path, step))
            return step

        return decorate


class WizardSession:
    """The machine of *app*, which was opened with *active*, for all steps.

    *machine* is examined, and *wleds* finds controllers in its network; by default the machine that
    this program runs on, and the search by mDNS. *packaged*: the program is the Debian package's;
    by default as it is.
    """

    def __init__(
        self,
        app: "App",
        active: ActiveConfig,
        machine: Callable[[], "Machine"] | None = None,
        wleds: Callable[[], Sequence["FoundWled"]] | None = None,
        *,
        packaged: bool | None = None,
    ) -> None:
        self.app, self._machine, self._wleds = app, machine, wleds
        self.needs_sudo = is_packaged() if packaged is None else packaged
        """True if the secrets are those of the package's own user."""
        self._mark = active.data / MARK
        self.claim = Claim(monotonic, is_fresh=lambda: self._is_fresh, taken=self._keep_mark)
        self._file, self._unusable = active.config_file, active.fault
        self.config = active.config
        """The config that was chosen, even if the table runs without devices."""
        self._probe, self._lock = Probe(), RLock()
        self._used = monotonic()
        self.boards: dict[str, int] = {}
        """The lights that the microcontroller at a port has room for, once it was asked."""
        self._driven: tuple[StripConfig, int] | None = None
        self.keys = deque[str](maxlen=KEYS_KEPT)
        self._listening: KeypadConfig | None = None
        self.keypads_lock = Lock()
        """Held while keypads are exchanged: several hosts may ask for it at the same time."""

    @property
    def _is_fresh(self) -> bool:
        """True on a packaged machine without a host, a joined phone or a game so far."""
        return self.needs_sudo and not self._mark.exists() and not self.app.has_history

    def _keep_mark(self) -> None:
        try:
            if not self._mark.exists():
                write_private(self._mark, b'{"used":true}\n')
        except OSError as fault:
            log.warning("%s cannot be written: %s", self._mark, fault)

    def machine(self) -> "Machine":
        from cribble.doctor.machine import Machine  # Not at the start: it takes long.

        return (self._machine or Machine)()

    def wleds(self) -> Sequence["FoundWled"]:
        from cribble.wizard.search import find_wleds

        return (self._wleds or find_wleds)()

    @property
    def active(self) -> ActiveConfig:
        return ActiveConfig(self.config, self._file, self._unusable)

    @property
    def words(self) -> Words:
        """The words of the request that is being answered."""
        return request_words(Words.of, self.app.settings.now.language)

    @property
    def strip(self) -> StripConfig:
        """The strip of the config; none if it is drawn on a terminal that does not exist."""
        strip = self.config.strip
        is_unseen = is_packaged() or is_service(os.environ)
        is_drawn = strip.name in ("terminal", "simulated")
        return replace(strip, name="null") if is_drawn and is_unseen else strip

    def touch(self) -> None:
        self._used = monotonic()

    def look(self) -> None:
        """Give lights and keys back if the lease is over; called every second."""
        is_over = monotonic() - self._used > LEASE_SECONDS
        if is_over and (self._probe.is_open or self.app.lights.is_paused or self.is_listening):
            log.info("the wizard is idle: lights and keys go back to the game")
            self.release()

    def release(self) -> None:
        self.stop_listening()
        self.release_strip()

    def close(self) -> None:
        self._probe.close()

    # The config.

    def check_place(self, name: str, driver: Driver[Any], at: str) -> None:
        """Raise Fault unless a phone may say that the device *name* of *driver* is *at* a place: a
        serial port must be there. People may write any other into the config themselves."""
        is_serial = driver.places == SERIAL_PORTS
        is_offered = at in ("", *self.machine().ports("")) if is_serial else driver.is_place(at)
        if not is_offered:
            sentence = en(
                "This machine offers no {name} at {at}. Choose one from the list, or write it into "
                "{file} yourself."
            )
            raise Fault(sentence, at=at, name=name, file=self._file)

    def change(self, changes: Mapping[str, Any], *, light: bool = False) -> Config:
        """Write *changes*, and apply them; *light* gives the strip to the game. Raises Fault."""
        with self._lock:
            fresh = change_config(self._file, changes, self.words)
            names = ("keypads" if key == "keypad" else key for key in changes)
            # The options of the command line are not in the file.
            config = with_values(self.config, {name: attrgetter(name)(fresh) for name in names})
            self._probe.close()
            self.app.change_strip(config, start=light)
            self.config = config
            return config

    # The strip.

    def driven(self, *, again: bool = False) -> int:
        """Return how many lights can be driven as set up; examine the machine *again*, or once."""
        strip = self.config.strip
        if again or self._driven is None or self._driven[0] != strip:
            from cribble.wizard.search import driven_lights  # It imports the doctor.

            board = self.boards.get(strip.at) if strip.name == "microcontroller" else None
            lights = board or driven_lights(self.machine(), strip) or MOST_PIXELS
            self._driven = strip, min(lights, MOST_PIXELS)
        return self._driven[1]

    @property
    def pixels(self) -> int:
        """The lights of a frame: as many as were counted, otherwise as many as are driven."""
        return max(self.config.wiring.pixels or self.driven(), 2)

    def show(self, frame: bytes, *, known: int | None = None, order: str = "") -> str | None:
        """Show *frame* on a strip of *known* lights at least (None: those that were counted), its
        colours in *order*; return why nothing shines, or None."""
        strip = replace(self.config.strip, order=order or self.config.strip.order)
        lights = self.config.wiring.pixels if known is None else known
        return self._lit(lambda: self._probe.show(strip, len(frame) // 3, frame, lights))

    def walk(self) -> str | None:
        """Move one light along all tracks; return why nothing shines, or None."""

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

    def release_strip(self) -> None:
        with self._lock:
            self._probe.close()
            if self.app.lights.is_paused:
                self.app.change_strip(self.config)

    # The keys.

    @property
    def is_listening(self) -> bool:
        """True while keys come here instead of to the table."""
        return self._listening is not None

    def listen(self, keypad: KeypadConfig) -> None:
        """Take the keys of *keypad* from the table."""
        self.keys.clear()
        self._listening = keypad
        self.app.key_listener = self._hear
        self.release_strip()
        self.app.change_keypads(replace(self.config, keypads=(keypad,)))

    def _hear(self, key: Key) -> None:
        self.touch()
        self.keys.append(str(key))

    def stop_listening(self) -> None:
        self._listening = self.app.key_listener = None
