"""The requests and responses of the wizard."""

from typing import Annotated, Literal, TypeAlias

import msgspec

Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
Pixel: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1199)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=1200)]
Letter: TypeAlias = Literal["R", "G", "B", "W"]
Hole: TypeAlias = tuple[
    Annotated[int, msgspec.Meta(ge=0, le=2)], Annotated[int, msgspec.Meta(ge=1, le=400)]
]
"""A track from 0, and a hole from 1."""
Prints: TypeAlias = Literal["sticker", "keys", "template"]


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body."""


class NamesRequest(Request, frozen=True):
    """The language of the machine and of new phones, its time zone, and the name of the table."""

    language: Literal["en", "fr"]
    time_zone: Text = ""
    name: Text = ""


class FindRequest(Request, frozen=True):
    """A search for lights or keypads."""

    what: Literal["lights", "keypads"]


class LightsRequest(Request, frozen=True):
    """The kind of lights, such as ``ddp``, and where they are; ``null`` for none."""

    name: Text
    at: Text = ""


class ShowRequest(Request, frozen=True):
    """A picture for the strip: the ``byte`` of each light (from 1, as they travel), a ``walk``
    along all tracks, or nothing."""

    byte: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = None
    walk: bool = False


class ShowResponse(msgspec.Struct, frozen=True):
    """Why nothing shines, or null."""

    fault: str | None


class LengthRequest(Request, frozen=True):
    """So many lights shone; was the last one lit? Once for each question so far."""

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


class StripRequest(Request, frozen=True):
    """The number of lights, whether each has a ``white`` one too, the colours that were ``seen``
    byte by byte (none: not asked), and the mA that the supply gives; null leaves it as it was."""

    lights: Count | None = None
    white: bool | None = None
    seen: Annotated[tuple[Letter, ...], msgspec.Meta(max_length=4)] = ()
    limit_ma: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None


class BoardRequest(Request, frozen=True):
    """The board that was built, and the ``kind`` of lights it was built of, by its name (empty: the
    measures stay)."""

    shape: Text
    tracks: Annotated[int, msgspec.Meta(ge=1, le=3)]
    kind: Text = ""
    game_holes: Literal["one", "each"] = "each"


class SurveyRequest(Request, frozen=True):
    """The hole of each light that was asked for, null for none; ``doubted`` where the result was
    wrong; ``keep`` writes it into the config."""

    taps: Annotated[tuple[tuple[Pixel, Hole | None], ...], msgspec.Meta(max_length=1200)] = ()
    doubted: bool = False
    keep: bool = False


class SurveyResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The light that shines now, null once all is known; how many of the ``holes`` have a light;
    the pairs of lights in one hole; how many ``pieces`` the strip has; and what is wrong with the
    wiring, as ``cribble board check`` says it, once it was kept."""

    next: int | None
    lit: int
    holes: int
    clashes: tuple[tuple[int, int], ...]
    pieces: int
    kept: bool
    faults: tuple[str, ...]
    fault: str | None


class KeypadRequest(Request, frozen=True):
    """The keypad to listen to, and where it is; ``keep`` writes it into the config."""

    name: Text
    at: Text = ""
    keep: bool = False


class KeypadResponse(msgspec.Struct, frozen=True):
    """The keys that were pressed since somebody listens, the last ones last; why none is heard."""

    listening: bool
    keys: tuple[str, ...]
    fault: str | None


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Something to choose: what it is called in the config, where it is, and what people read."""

    name: str
    at: str
    title: str
    about: str
    lights: int | None = None


class ShapeChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A shape of board, and its holes by number of tracks."""

    name: str
    title: str
    holes: int


class KindChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of lights that a board is built of."""

    name: str
    title: str


class BootResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The lines that config.txt, cmdline.txt and modprobe lack for what was chosen, whether the
    machine has to be restarted, and whether it can write them itself."""

    lines: tuple[str, ...]
    restart: bool
    helper: bool
    written: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()


class SetupResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The machine as it is set up now, and what can be chosen."""

    machine: str
    file: str
    language: str
    time_zone: str
    name: str
    strip: str
    strip_title: str
    at: str
    order: str
    lights: int
    limit_ma: int
    asks_colours: bool
    shape: str
    tracks: int
    game_holes: str
    shapes: tuple[ShapeChoice, ...]
    kind: str
    kinds: tuple[KindChoice, ...]
    wired: bool
    keypads: tuple[str, ...]
    keypad_titles: tuple[str, ...]
    boot: BootResponse
    fault: str | None


class FoundResponse(msgspec.Struct, frozen=True):
    """The lights that can be lit here, or the keypads there are."""

    lights: tuple[Choice, ...] = ()
    keypads: tuple[Choice, ...] = ()


class FindingResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A finding of the doctor; ``can`` says what a button would change: ``config``, ``boot``, or
    null if people must mend it themselves."""

    id: str
    check: str
    level: str
    say: str
    mend: str | None
    can: Literal["config", "boot"] | None


class DoctorResponse(msgspec.Struct, frozen=True):
    """The findings of the doctor, and the report to be copied."""

    found: tuple[FindingResponse, ...]
    report: str


class MendRequest(Request, frozen=True):
    """The id of a finding that is to be mended."""

    finding: Text
