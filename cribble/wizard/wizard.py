"""The wizard of a machine: each step is written into the config and in force at once."""

import logging
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from cribble.cli.overrides import ActiveConfig
from cribble.doctor.machine import Machine
from cribble.serve.app import App
from cribble.system.platform import is_known, set_time_zone
from cribble.wizard.board import (
    MachineBoard,
    is_wired,
    kind_choices,
    kind_of,
    lacks_board,
    shape_choices,
)
from cribble.wizard.doctor import MachineDoctor
from cribble.wizard.keypad import MachineKeypad
from cribble.wizard.lights import ORDERED, MachineLights
from cribble.wizard.mdns import FoundWled
from cribble.wizard.search import KEYPAD_TITLES, keypads_here, lights_here, strip_title
from cribble.wizard.session import WizardSession
from scorekeeper.words import Fault, Words, en
from scorekeeper.words.errors import shown
from web.wizard.schema import (
    FindRequest,
    FoundResponse,
    NamesRequest,
    Prints,
    SetupResponse,
)

log = logging.getLogger(__name__)


class MachineWizard:
    """Sets up the machine of *app*, which was opened with *active*, in the steps that it holds."""

    def __init__(
        self,
        app: App,
        active: ActiveConfig,
        machine: Callable[[], Machine],
        wleds: Callable[[], Sequence[FoundWled]],
    ) -> None:
        self._app, self._machine, self._wleds = app, machine, wleds
        self._session = session = WizardSession(app, active, machine)
        self.lights, self.board = MachineLights(session), MachineBoard(session)
        self.keypad, self.doctor = MachineKeypad(session), MachineDoctor(session)

    def describe(self, words: Words) -> SetupResponse:
        """Return the machine as it is."""
        self._session.touch()
        config, machine = self._session.config, self._machine()
        strip = self._session.strip
        keypads = tuple(one.name for one in config.keypads if one.name)
        fault = self._app.lights.fault
        return SetupResponse(
            machine=machine.pi.model if machine.pi else "",
            file=str(self._session.active.file),
            language=config.language,
            time_zone=config.time_zone,
            name=config.name,
            strip=strip.name,
            strip_title=strip_title(strip.name, words),
            at=config.strip.at,
            order=config.strip.order,
            lights=config.wiring.pixels,
            limit_ma=config.strip.limit_ma,
            asks_colours=strip.name in ORDERED,
            shape=config.board.shape,
            tracks=config.board.tracks,
            game_holes=config.board.game_holes,
            shapes=shape_choices(words),
            kind=kind_of(config.board),
            kinds=kind_choices(words),
            wired=is_wired(config),
            keypads=keypads,
            keypad_titles=tuple(words.say(KEYPAD_TITLES[name]) for name in keypads),
            boot=self.doctor.boot(machine),
            fault=words.device_fault(fault.message) if fault and not lacks_board(config) else None,
        )

    def name(self, asked: NamesRequest, words: Words) -> None:
        """Keep language, time zone and name. Raises Fault for a zone that this machine lacks."""
        if asked.time_zone and not is_known(asked.time_zone):
            sentence = en(
                "This machine doesn’t know the time zone {zone}: choose another, or none."
            )
            raise Fault(sentence, zone=shown(asked.time_zone))
        self._session.change(
            {"language": asked.language, "time_zone": asked.time_zone, "name": asked.name}, words
        )
        set_time_zone(asked.time_zone)
        self._app.set_language(asked.language)

    def find(self, asked: FindRequest, words: Words) -> FoundResponse:
        """Search for lights or keypads."""
        self._session.touch()
        machine, config = self._machine(), self._session.config
        if asked.what == "lights":
            shown = replace(config, strip=self._session.strip)
            lights = lights_here(machine, shown, words, self._wleds)
            boards = [strip for strip in lights if strip.name == "microcontroller"]
            self._session.boards |= {board.at: board.lights for board in boards if board.lights}
            return FoundResponse(lights=lights)
        return FoundResponse(keypads=keypads_here(machine, config, words))

    def printed(self, sheet: Prints, paper: str, words: Words) -> bytes:
        """Return a sheet as PDF."""
        from cribble.wizard.sheets import printed

        return printed(sheet, paper, self._app, self._session.active, words)

    def finish(self) -> None:
        """Give lights and keys back to the game."""
        self.keypad.stop_listening()
        self._session.release_strip()

    def look(self) -> None:
        """Give them back where nobody has asked for long; called every second."""
        if (self._session.holds_strip or self.keypad.is_listening) and self._session.is_over:
            log.info("nobody sets the machine up any more")
            self.finish()

    def close(self) -> None:
        """Let go of the strip."""
        self._session.close()
