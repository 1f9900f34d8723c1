"""The wizard of a machine: each step is written into the config and in force at once."""

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from threading import RLock
from time import monotonic
from typing import Any, Final

from msgspec.structs import replace

from cribble.boards import board_of, shape_of, wiring_faults
from cribble.boot_helper.client import ask_helper, helper_socket
from cribble.boot_helper.lines import BootRequest
from cribble.cli.overrides import ActiveConfig
from cribble.config.edit import change_config
from cribble.config.schema import SEGMENTS, Config, KeypadConfig, StripConfig
from cribble.devices.drivers import KEYPADS, STRIPS
from cribble.doctor import look
from cribble.doctor.finding import Finding
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan, plan_of
from cribble.doctor.raspberry_pi import pi_of
from cribble.doctor.remedy import ConfigChange, WledChange, remedy_of
from cribble.doctor.wled_client import configure_wled
from cribble.serve.app import App
from cribble.system.time_zone import set_time_zone
from cribble.wizard.board import is_wired, lacks_board, segment_table, shape_asked, shape_choices
from cribble.wizard.doctor import ROOM, boot_request, doctor_response
from cribble.wizard.door import is_appliance
from cribble.wizard.mdns import FoundWled
from cribble.wizard.probe import Probe, first_lights, one_byte, one_light
from cribble.wizard.search import keypads_here, lights_here
from hardware.strips.colour_order import order_seen
from scorekeeper.board.light.colour import TEAM_COLOURS
from scorekeeper.board.wiring.check import MOST_PIXELS
from scorekeeper.board.wiring.strip_length import strip_length
from scorekeeper.board.wiring.survey import Survey, survey
from scorekeeper.board.wiring.wiring import BadlyWired, Place
from scorekeeper.device import DeviceFault
from scorekeeper.keypad.key import Key
from scorekeeper.words import Fault, Words, en
from scorekeeper.words.wiring import faults_by_run
from web.wizard.schema import (
    BoardRequest,
    BootResponse,
    DoctorResponse,
    FindRequest,
    FoundResponse,
    KeypadRequest,
    KeypadResponse,
    LengthRequest,
    LengthResponse,
    LightsRequest,
    MendRequest,
    NamesRequest,
    Prints,
    SetupResponse,
    ShowRequest,
    StripRequest,
    SurveyRequest,
    SurveyResponse,
)

log = logging.getLogger(__name__)

LEASE_SECONDS: Final = 180.0
"""Seconds after the last request in which the wizard keeps the lights from the game."""
KEYS_KEPT: Final = 12
ORDERED: Final = frozenset({"ws281x", "spi", "leds0", "microcontroller"})
"""Strips whose order of colours is set here; the others know it themselves."""


class MachineWizard:
    """Sets up the machine of *app*, which was opened with *active*."""

    def __init__(
        self,
        app: App,
        active: ActiveConfig,
        machine: Callable[[], Machine],
        wleds: Callable[[], Sequence[FoundWled]],
    ) -> None:
        self._app, self._machine, self._wleds = app, machine, wleds
        self._file, self._unusable = active.config_file, active.fault
        self._config = active.config
        """The config as it is wanted, also where the table goes without devices."""
        self._probe, self._lock = Probe(), RLock()
        self._used = monotonic()
        self._keys: list[str] = []
        self._listening: KeypadConfig | None = None

    # The machine.

    def describe(self, words: Words) -> SetupResponse:
        """Return the machine as it is."""
        self._used = monotonic()
        config, machine = self._config, self._machine()
        pi = pi_of(machine)
        fault = self._app.lights.fault
        return SetupResponse(
            machine=pi.model if pi else "",
            file=str(self._file),
            language=config.language,
            time_zone=config.time_zone,
            name=config.name,
            strip=self._strip.name,
            at=config.strip.at,
            order=config.strip.order,
            lights=config.wiring.pixels,
            limit_ma=config.strip.limit_ma,
            asks_colours=config.strip.name in ORDERED,
            shape=config.board.shape,
            tracks=config.board.tracks,
            game_holes=config.board.game_holes,
            shapes=shape_choices(words),
            wired=is_wired(config),
            keypads=tuple(one.name for one in config.keypads if one.name),
            boot=self._boot(machine),
            fault=words.device_fault(fault.message) if fault and not lacks_board(config) else None,
        )

    def name(self, asked: NamesRequest, words: Words) -> None:
        """Keep language, time zone and name."""
        self._change(
            {"language": asked.language, "time_zone": asked.time_zone, "name": asked.name}, words
        )
        set_time_zone(asked.time_zone)
        self._app.set_language(asked.language)

    def find(self, asked: FindRequest, words: Words) -> FoundResponse:
        """Search for lights or keypads."""
        self._used = monotonic()
        machine, config = self._machine(), self._config
        if asked.what == "lights":
            shown = replace(config, strip=self._strip)
            return FoundResponse(lights=lights_here(machine, shown, words, self._wleds))
        return FoundResponse(keypads=keypads_here(machine, config, words))

    # The lights.

    @property
    def _strip(self) -> StripConfig:
        """The strip of the config; none where it is a terminal that nobody sees."""
        strip = self._config.strip
        is_unseen = strip.name == "terminal" and is_appliance(os.environ)
        return replace(strip, name="null") if is_unseen else strip

    def choose_lights(self, asked: LightsRequest, words: Words) -> None:
        """Keep the kind of lights; they stay dark until something is shown, or all is done."""
        if asked.name not in STRIPS:
            sentence = en("There is no strip {name}; there are {strips}.")
            raise Fault(sentence, name=asked.name, strips=", ".join(STRIPS))
        self._change({"strip.name": asked.name, "strip.at": asked.at}, words)

    def show(self, asked: ShowRequest, words: Words) -> str | None:
        """Show something on the strip; return why nothing shines, or None."""
        pixels = max(asked.lights or self._config.wiring.pixels or ROOM, 2)
        if asked.walk:
            return self._tried(words, self._walk)
        if asked.first is not None:
            frame = first_lights(asked.first, pixels)
        elif asked.one is not None:
            frame = one_light(asked.one, pixels)
        elif asked.byte is not None:
            frame = one_byte(asked.byte, pixels, pixels)
        else:
            frame = bytes(3 * pixels)
        return self._shown(frame, pixels, words, raw=asked.byte is not None)

    def length(self, asked: LengthRequest, words: Words) -> LengthResponse:
        """Go on with counting the lights."""
        most = min(asked.most, MOST_PIXELS)
        found = strip_length(asked.answers, most)
        lit = found.guess or found.least
        fault = self._shown(first_lights(lit, max(most, 2)), max(most, 2), words)
        return LengthResponse(found.least, found.most, found.guess, fault)

    def keep_strip(self, asked: StripRequest, words: Words) -> None:
        """Keep the number of lights and the order of their colours."""
        changes: dict[str, Any] = {"wiring.pixels": asked.lights}
        if asked.seen:
            order = order_seen(asked.seen)
            if order is None:
                sentence = en(
                    "A strip shows red, green and blue once each, and {seen} were seen: look again."
                )
                raise Fault(sentence, seen=", ".join(asked.seen))
            changes["strip.order"] = order
        if asked.limit_ma is not None:
            changes["strip.limit_ma"] = asked.limit_ma
        self._change(changes, words)

    # The board.

    def choose_board(self, asked: BoardRequest, words: Words) -> None:
        """Keep the shape of the board."""
        shape_asked(asked, self._config.board)
        self._change(
            {
                "board.shape": asked.shape,
                "board.tracks": asked.tracks,
                "board.game_holes": asked.game_holes,
            },
            words,
        )

    def board_svg(self, asked: BoardRequest, theme: str) -> bytes:
        """Return the drawing of a board."""
        from scorekeeper.board.svg import svg, turned

        colours = TEAM_COLOURS[: max(asked.tracks, 2)]
        shape = turned(shape_asked(asked, self._config.board), "landscape")
        return svg(shape, colours=colours, theme=theme).encode()

    def survey(self, asked: SurveyRequest, words: Words) -> SurveyResponse:
        """Go on with the wiring, or keep it."""
        self._used = monotonic()
        config = self._config
        shape, pixels = shape_of(config), config.wiring.pixels or MOST_PIXELS
        taps = {pixel: Place(*hole) if hole else None for pixel, hole in asked.taps}
        found = survey(shape, pixels, taps, doubted=asked.doubted)
        fault, faults = None, tuple[str, ...]()
        if asked.keep:
            faults = self._keep_wiring(found, words)
        elif found.next is not None:
            fault = self._shown(one_light(found.next, max(pixels, 2)), max(pixels, 2), words)
        return SurveyResponse(
            next=found.next,
            lit=found.lit,
            holes=found.holes,
            clashes=found.clashes,
            pieces=len(found.segments),
            kept=asked.keep,
            faults=faults,
            fault=fault,
        )

    def _keep_wiring(self, found: Survey, words: Words) -> tuple[str, ...]:
        """Write the segments, and return what the check says of them."""
        segments = [segment_table(one) for one in found.segments]
        changes = {"wiring.laid": SEGMENTS, "wiring.leds_per_m": 0, "wiring.segments": segments}
        config = self._change(changes, words, light=True)
        wrong = wiring_faults(config, shape_of(config))
        return tuple(words.fault(one) for one in faults_by_run(wrong))

    # The keypad.

    def keypad(self, asked: KeypadRequest | None, words: Words) -> KeypadResponse:
        """Listen to a keypad, or keep it; None: what was heard so far."""
        self._used = monotonic()
        if asked is not None:
            if asked.name and asked.name not in KEYPADS:
                sentence = en("There is no keypad {name}; there are {keypads}.")
                raise Fault(sentence, name=asked.name, keypads=", ".join(KEYPADS))
            self._keep_keypad(asked, words) if asked.keep else self._listen(asked)
        fault = next((one["fault"] for one in self._app.keypad_facts() if one["fault"]), None)
        listening = self._listening is not None
        return KeypadResponse(listening, tuple(self._keys), fault if listening else None)

    def _listen(self, asked: KeypadRequest) -> None:
        """Hear the keys of a keypad here instead of at the table."""
        self._keys.clear()
        self._listening = KeypadConfig(name=asked.name, at=asked.at)
        self._app.key_listener = self._hear
        self._light()
        self._app.change_keypads(replace(self._config, keypads=(self._listening,)))

    def _hear(self, key: Key) -> None:
        self._used = monotonic()
        self._keys.append(str(key))
        del self._keys[:-KEYS_KEPT]

    def _keep_keypad(self, asked: KeypadRequest, words: Words) -> None:
        self._listening = self._app.key_listener = None
        rows = (
            [{"name": asked.name, **({"at": asked.at} if asked.at else {})}] if asked.name else []
        )
        self._app.change_keypads(self._change({"keypad": rows}, words))

    # The files of the machine.

    def write_boot(self, words: Words) -> BootResponse:
        """Write the lines that are lacking, and restart the machine."""
        request = boot_request(self._machine(), self._plan())
        if not request.lines and not request.restart:
            raise Fault(en("Nothing has to be written."))
        log.info("writing %s, then restarting", ", ".join(request.lines) or "nothing")
        done = ask_helper(request._replace(restart=True))
        return BootResponse(
            lines=request.lines, restart=True, helper=True, written=done.written, copies=done.copies
        )

    def _boot(self, machine: Machine) -> BootResponse:
        request = boot_request(machine, self._plan())
        return BootResponse(
            lines=request.lines, restart=request.restart, helper=helper_socket() is not None
        )

    def _plan(self) -> Plan:
        return plan_of(ActiveConfig(self._config, self._file, self._unusable))

    # The doctor.

    def doctor(self, words: Words) -> DoctorResponse:
        """Look at this machine."""
        return doctor_response(self._findings(), words, has_helper=helper_socket() is not None)

    def mend(self, asked: MendRequest, words: Words) -> None:
        """Do the line of a finding: only one that the doctor says now."""
        if asked.mend not in {one.mend for _, one in self._findings()}:
            raise Fault(en("The doctor does not say that any more: look again."))
        remedy = remedy_of(asked.mend)
        if isinstance(remedy, ConfigChange):
            self._change(remedy.changes, words, light=True)
        elif isinstance(remedy, BootRequest):
            ask_helper(remedy)
        elif isinstance(remedy, WledChange):
            configure_wled(remedy.host, remedy.body)
        else:
            raise Fault(en("That cannot be done from here: {line}"), line=asked.mend)

    def _findings(self) -> tuple[tuple[str, Finding], ...]:
        return tuple(look(self._machine(), self._plan()))

    def printed(self, sheet: Prints, paper: str, words: Words) -> bytes:
        """Return a sheet as PDF."""
        from cribble.wizard.sheets import printed

        return printed(sheet, paper, self._app, ActiveConfig(self._config, self._file), words)

    # What all of them do.

    def finish(self) -> None:
        """Give lights and keys back to the game."""
        self._listening = self._app.key_listener = None
        self._light()

    def look(self) -> None:
        """Give them back where nobody has asked for long; called every second."""
        is_held = self._probe.is_open or self._app.lights.is_paused
        if (is_held or self._listening) and monotonic() - self._used > LEASE_SECONDS:
            log.info("nobody sets the machine up any more")
            self.finish()

    def close(self) -> None:
        """Let go of the strip."""
        self._probe.close()

    def _change(self, changes: Mapping[str, Any], words: Words, *, light: bool = False) -> Config:
        """Write *changes*, and go by them; with *light* the game has the strip again. Raises
        Fault."""
        self._used = monotonic()
        with self._lock:
            config = self._merged(change_config(self._file, changes, words), changes)
            self._probe.close()
            self._app.change_strip(config, start=light)
            self._config = config
            return config

    def _merged(self, fresh: Config, changes: Mapping[str, Any]) -> Config:
        """The config in use with the keys of *changes* as they are in the file, which does not know
        what the command line said."""
        config = self._config
        for key in changes:
            section, _, name = key.rpartition(".")
            if key == "keypad":
                config = replace(config, keypads=fresh.keypads)
            elif section:
                value = getattr(getattr(fresh, section), name)
                part = replace(getattr(config, section), **{name: value})
                config = replace(config, **{section: part})
            else:
                config = replace(config, **{name: getattr(fresh, name)})
        return config

    def _light(self) -> None:
        """Have the game on the strip again."""
        with self._lock:
            self._probe.close()
            if self._app.lights.is_paused:
                self._app.change_strip(self._config)

    def _shown(self, frame: bytes, pixels: int, words: Words, *, raw: bool = False) -> str | None:
        strip = self._config.strip
        if raw:
            strip = replace(strip, order="RGB")
        return self._tried(words, lambda: self._probe.show(strip, pixels, frame))

    def _walk(self) -> None:
        board = board_of(self._config)
        way = tuple(light for track in board.lights for light in track)
        self._probe.walk(self._config.strip, board.pixels, way)

    def _tried(self, words: Words, show: Callable[[], None]) -> str | None:
        self._used = monotonic()
        with self._lock:
            try:
                self._app.lights.pause()
                show()
            except DeviceFault as fault:
                return words.device_fault(fault.message)
            except BadlyWired as fault:
                return words.fault(next(iter(faults_by_run(fault.faults))))
        return None
