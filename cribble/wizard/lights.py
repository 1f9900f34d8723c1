"""The lights in the wizard: which strip it is, how long, and in what order its colours travel."""

from typing import Any, Final

from cribble.devices.drivers import STRIPS
from cribble.wizard.doctor import ROOM
from cribble.wizard.probe import first_lights, one_byte, one_light
from cribble.wizard.session import WizardSession
from hardware.strips.colour_order import order_from_colours
from scorekeeper.board.wiring.check import MOST_PIXELS
from scorekeeper.board.wiring.strip_length import strip_length
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


class MachineLights:
    """The step of the lights, which stay dark until something is shown, or all is done."""

    def __init__(self, session: WizardSession) -> None:
        self._session = session

    def choose(self, asked: LightsRequest, words: Words) -> None:
        """Keep the kind of lights. Raises Fault for one that there is not."""
        if asked.name not in STRIPS:
            sentence = en("There is no strip {name}; there are {strips}.")
            raise Fault(sentence, name=asked.name, strips=", ".join(STRIPS))
        self._session.change({"strip.name": asked.name, "strip.at": asked.at}, words)

    def show(self, asked: ShowRequest, words: Words) -> str | None:
        """Show something on the strip; return why nothing shines, or None."""
        pixels = max(asked.lights or self._session.config.wiring.pixels or ROOM, 2)
        if asked.walk:
            return self._session.walk(words)
        if asked.first is not None:
            frame = first_lights(asked.first, pixels)
        elif asked.one is not None:
            frame = one_light(asked.one, pixels)
        elif asked.byte is not None:
            frame = one_byte(asked.byte, pixels, pixels)
        else:
            frame = bytes(3 * pixels)
        return self._session.show(frame, pixels, words, raw=asked.byte is not None)

    def length(self, asked: LengthRequest, words: Words) -> LengthResponse:
        """Go on with counting the lights."""
        most = min(asked.most, MOST_PIXELS)
        found = strip_length(asked.answers, most)
        lit = found.guess or found.least
        fault = self._session.show(first_lights(lit, max(most, 2)), max(most, 2), words)
        return LengthResponse(found.least, found.most, found.guess, fault)

    def keep(self, asked: StripRequest, words: Words) -> None:
        """Keep the number of lights and the order of their colours. Raises Fault for colours that
        no order shows."""
        changes: dict[str, Any] = {"wiring.pixels": asked.lights}
        if asked.seen:
            order = order_from_colours(asked.seen)
            if order is None:
                sentence = en(
                    "A strip shows red, green and blue once each, and {seen} were seen: look again."
                )
                raise Fault(sentence, seen=", ".join(asked.seen))
            changes["strip.order"] = order
        if asked.limit_ma is not None:
            changes["strip.limit_ma"] = asked.limit_ma
        self._session.change(changes, words)
