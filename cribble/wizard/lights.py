"""The lights in the wizard: which strip it is, how long, and in what order its colours travel."""

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from cribble.devices.connections import power_of
from cribble.devices.drivers import STRIPS
from cribble.wizard.probe import lights_between, one_byte
from cribble.wizard.session import Request, Text, WizardSession, step
from hardware.strips.strip import order_from_colours
from scorekeeper.board.light import can_light
from scorekeeper.board.wiring.survey import Length, strip_length
from scorekeeper.board.wiring.wiring import MOST_PIXELS
from scorekeeper.words import Fault, en

ORDERED: Final = frozenset({"ws281x", "spi", "leds0", "microcontroller"})
"""Strips whose order of colours is set here; the others know it themselves."""
UNCOUNTED: Final = 60
"""Lights that show a colour before all were counted: fewer are brighter."""
USUAL_ORDERS: Final = {False: "GRB", True: "GRBW"}
"""The likeliest order, by whether the strip is RGBW."""

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=1200)]


class LightsRequest(Request, frozen=True):
    """The kind of lights, such as ``ddp``, and their place; ``null`` for none."""

    name: Text
    at: Text = ""


@step("put", "/api/v1/setup/lights")
def choose_lights(session: WizardSession, body: LightsRequest) -> None:
    """Keep the kind of lights."""
    if body.name not in STRIPS:
        sentence = en("There is no strip {name}; there are {strips}.")
        raise Fault(sentence, name=body.name, strips=", ".join(STRIPS))
    strip = session.config.strip
    if (body.name, body.at) != (strip.name, strip.at):
        session.check_place(body.name, STRIPS[body.name], body.at)
    session.change({"strip.name": body.name, "strip.at": body.at})


class ShowRequest(Request, frozen=True):
    """A picture for the strip: the ``byte`` of each light (from 1, as they travel), a ``walk``
    along all tracks, or nothing."""

    byte: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = None
    walk: bool = False


class ShowResponse(msgspec.Struct, frozen=True):
    """Why nothing shines, or null."""

    fault: str | None


@step("post", "/api/v1/setup/show")
def show_lights(session: WizardSession, body: ShowRequest) -> ShowResponse:
    """Show something on the strip, for people to look at."""
    if body.walk:
        return ShowResponse(session.walk())
    config, pixels = session.config, session.pixels
    if body.byte is None:
        return ShowResponse(session.show(bytes(3 * pixels)))
    order, byte = "RGBW"[: len(config.strip.order)], body.byte
    if byte == 4:  # A frame has no white of its own: its red goes there.
        order, byte = "GBWR", 1
    frame = one_byte(byte, config.wiring.pixels or UNCOUNTED, pixels)
    return ShowResponse(session.show(frame, order=order))


class LengthRequest(Request, frozen=True):
    """The answers so far: that many lights shone; was the last one lit?"""

    answers: Annotated[tuple[tuple[Count, bool], ...], msgspec.Meta(max_length=60)] = ()


class LengthResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The strip has ``least`` to ``most`` lights; those from the ``first`` to the ``guess`` shine
    now, null once it is known. No more than ``driven`` can be lit (null: any number), of which
    ``note`` tells. ``fault`` says why nothing shines."""

    least: int
    most: int
    guess: int | None
    first: int
    driven: int | None
    note: str | None
    fault: str | None


@step("post", "/api/v1/setup/length")
def count_lights(session: WizardSession, body: LengthRequest) -> LengthResponse:
    """Go on with counting the lights."""
    driven = session.driven(again=not body.answers)
    known = strip_length(body.answers, driven)
    last = known.guess or known.least
    first = 1 if can_light(last, power_of(session.config.strip)) else known.least
    frame = lights_between(first, last, max(driven, 2))
    return LengthResponse(
        least=known.least,
        most=known.most,
        guess=known.guess,
        first=first,
        driven=driven if driven < MOST_PIXELS else None,
        note=_note(session, known, driven),
        fault=session.show(frame, known=known.least),
    )


def _note(session: WizardSession, known: Length, driven: int) -> str | None:
    """Return what limits the number of lights that are *driven*, if there may be more."""
    if driven < MOST_PIXELS and session.config.strip.name == "ddp":
        sentence = en(
            "This WLED is set up for {lights} lights: if the strip has more, say so in its own "
            "settings first."
        )
        return session.words.say(sentence, lights=driven)
    if known.least == driven < MOST_PIXELS:
        sentence = en("As this machine is set up, no more than {lights} lights can be lit.")
        return session.words.say(sentence, lights=driven)
    return None


class StripRequest(Request, frozen=True):
    """The number of lights, whether the strip is RGBW (``white``), the colours that were ``seen``
    byte by byte (none: not asked), and the mA that the supply gives; null leaves it as it was."""

    lights: Count | None = None
    white: bool | None = None
    seen: Annotated[tuple[Literal["R", "G", "B", "W"], ...], msgspec.Meta(max_length=4)] = ()
    limit_ma: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None


@step("put", "/api/v1/setup/strip")
def keep_strip(session: WizardSession, body: StripRequest) -> None:
    """Keep the number of lights and the order of their colours."""
    changes: dict[str, Any] = {}
    if body.lights is not None:
        changes["wiring.pixels"] = body.lights
    if body.white is not None:
        changes["strip.order"] = USUAL_ORDERS[body.white]
        if body.white and session.config.strip.name == "microcontroller":
            from cribble.devices.microcontroller import THREE_COLOURS  # It imports pyserial.

            raise Fault(THREE_COLOURS, order=USUAL_ORDERS[True])
    if body.seen:
        order = order_from_colours(body.seen)
        if order is None:
            sentence = en("A strip shows each colour once, and {seen} were seen: look again.")
            raise Fault(sentence, seen=", ".join(body.seen))
        changes["strip.order"] = order
    if body.limit_ma is not None:
        changes["strip.limit_ma"] = body.limit_ma
    session.change(changes)
