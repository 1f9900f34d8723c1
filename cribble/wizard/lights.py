"""The lights in the wizard: which strip it is, how long, and in what order its colours travel."""

from typing import Any, Final

from cribble.devices.connections import power_of
from cribble.devices.drivers import STRIPS
from cribble.devices.microcontroller import THREE_COLOURS
from cribble.wizard.probe import lights_between, one_byte
from cribble.wizard.session import WizardSession
from hardware.strips.strip import order_from_colours
from scorekeeper.board.light.power import can_light
from scorekeeper.board.wiring.check import MOST_PIXELS
from scorekeeper.board.wiring.strip_length import Length, strip_length
from scorekeeper.words import Fault, Words, en
from web.wizard.schema import (
    LengthRequest,
    LengthResponse,
    LightsRequest,
    ShowRequest,
    StripRequest,
)

ORDERED: Final = frozenset({"ws281x", "spi", "leds0", "microcontroller"})
"""Strips whose order of colours is set here; the others know it themselves."""
UNCOUNTED: Final = 60
"""Lights that show a colour before all were counted: fewer are brighter."""
USUAL_ORDERS: Final = {False: "GRB", True: "GRBW"}
"""The likeliest order, by whether a light has a white one too."""


class MachineLights:
    """The step of the lights, which stay dark until something is shown, or all is done."""

    def __init__(self, session: WizardSession) -> None:
        self._session = session

    def choose(self, asked: LightsRequest, words: Words) -> None:
        """Keep the kind of lights. Raises Fault for one that there is not."""
        if asked.name not in STRIPS:
            sentence = en("There is no strip {name}; there are {strips}.")
            raise Fault(sentence, name=asked.name, strips=", ".join(STRIPS))
        strip = self._session.config.strip
        if (asked.name, asked.at) != (strip.name, strip.at):
            self._session.check_place(asked.name, STRIPS[asked.name], asked.at)
        self._session.change({"strip.name": asked.name, "strip.at": asked.at}, words)

    def show(self, asked: ShowRequest, words: Words) -> str | None:
        """Show something on the strip; return why nothing shines, or None."""
        if asked.walk:
            return self._session.walk(words)
        config, pixels = self._session.config, self._session.pixels
        if asked.byte is None:
            return self._session.show(bytes(3 * pixels), words)
        order, byte = "RGBW"[: len(config.strip.order)], asked.byte
        if byte == 4:  # A frame has no white of its own: its red goes there.
            order, byte = "GBWR", 1
        frame = one_byte(byte, config.wiring.pixels or UNCOUNTED, pixels)
        return self._session.show(frame, words, order=order)

    def length(self, asked: LengthRequest, words: Words) -> LengthResponse:
        """Go on with counting the lights."""
        driven = self._session.driven(again=not asked.answers)
        known = strip_length(asked.answers, driven)
        last = known.guess or known.least
        power = power_of(self._session.config.strip)
        first = 1 if can_light(last, power) else known.least
        frame = lights_between(first, last, max(driven, 2))
        return LengthResponse(
            least=known.least,
            most=known.most,
            guess=known.guess,
            first=first,
            driven=driven if driven < MOST_PIXELS else None,
            note=self._note(known, driven, words),
            fault=self._session.show(frame, words, known=known.least),
        )

    def _note(self, known: Length, driven: int, words: Words) -> str | None:
        """Return what to know of the lights that are *driven*, if there may be more."""
        if driven < MOST_PIXELS and self._session.config.strip.name == "ddp":
            sentence = en(
                "This WLED is set up for {lights} lights: if the strip has more, say so in its own "
                "settings first."
            )
            return words.say(sentence, lights=driven)
        if known.least == driven < MOST_PIXELS:
            sentence = en("As this machine is set up, no more than {lights} lights can be lit.")
            return words.say(sentence, lights=driven)
        return None

    def keep(self, asked: StripRequest, words: Words) -> None:
        """Keep the number of lights and the order of their colours. Raises Fault for colours that
        no order shows, and for white lights behind a microcontroller."""
        changes: dict[str, Any] = {}
        if asked.lights is not None:
            changes["wiring.pixels"] = asked.lights
        if asked.white is not None:
            order = USUAL_ORDERS[asked.white]
            if asked.white and self._session.config.strip.name == "microcontroller":
                raise Fault(THREE_COLOURS, order=order)
            changes["strip.order"] = order
        if asked.seen:
            order_seen = order_from_colours(asked.seen)
            if order_seen is None:
                sentence = en("A strip shows each colour once, and {seen} were seen: look again.")
                raise Fault(sentence, seen=", ".join(asked.seen))
            changes["strip.order"] = order_seen
        if asked.limit_ma is not None:
            changes["strip.limit_ma"] = asked.limit_ma
        self._session.change(changes, words)
