"""An SVG drawing of parts, wires and text."""

from html import escape
from typing import Final, Literal, NamedTuple, TypeAlias

from scorekeeper.board.marks import text_lines
from scorekeeper.board.svg import element, number
from scorekeeper.words import LANGUAGES, Words, en
from tools.drawing.style import BOLD, BOLD_WIDER, FONT_WIDER, LEADING, SIZES, STYLE
from tools.drawing.words import drawing_words

Layer: TypeAlias = Literal["box", "wire", "pin", "mark"]
Anchor: TypeAlias = Literal["start", "middle", "end"]

UNBUILT: Final = en("Drawn from data sheets; nobody has built it to this drawing yet.")


class PinPlace(NamedTuple):
    """The position of a pin."""

    x: float
    y: float


class Canvas:
    """A drawing in progress. Pins must be drawn before the wires between them.

    Geometry does not depend on the language: text blocks have room for the longest translation.
    """

    def __init__(self, words: Words, *, about: str, title: str, wide: float) -> None:
        self.words, self.about, self.title, self.wide, self.high = words, about, title, wide, 0.0
        self.pins: dict[str, PinPlace] = {}
        self.wires: list[tuple[str, str]] = []
        self._layers: dict[Layer, list[str]] = {"box": [], "wire": [], "pin": [], "mark": []}
        self._texts: list[str] = []
        self.block(30, 36, title, wide - 60, "title")

    def put(self, layer: Layer, shape: str) -> None:
        """Add *shape* to a layer."""
        self._layers[layer].append(shape)

    def box(self, x: float, y: float, wide: float, high: float, kind: str = "box") -> None:
        """Draw a part as a rectangle."""
        rounded = {"box": 8, "chip": 4, "tape": 3, "key": 4, "board": 6}.get(kind)
        rect = element("rect", class_=kind, x=x, y=y, width=wide, height=high, rx=rounded)
        self.put("box", rect)

    def path(self, kind: str, d: str, layer: Layer = "box") -> None:
        """Draw a path without a connection."""
        self.put(layer, element("path", class_=kind, d=d))

    def pin(self, name: str, x: float, y: float, *, used: bool = True, radius: float = 6) -> None:
        """Draw a pin, to which wires can be connected."""
        if name in self.pins:
            raise ValueError(f"two pins are called {name}")
        self.pins[name] = PinPlace(x, y)
        kind = "pin used" if used else "pin"
        self.put("pin", element("circle", class_=kind, id=name, cx=x, cy=y, r=radius))

    def wire(self, kind: str, start: str, end: str, way: str) -> None:
        """Draw a wire between two pins; *way* is an SVG path that ends with H, V or L, without the
        end point."""
        there, here = self.pins[end], self.pins[start]
        last = {"H": number(there.x), "V": number(there.y)}.get(
            way[-1], f"{number(there.x)} {number(there.y)}"
        )
        d = f"M {number(here.x)} {number(here.y)} {way} {last}"
        self._wired(kind, start, end, d)

    def ground(self, start: str, *, up: bool = False) -> None:
        """Connect a pin to a ground symbol below or above it."""
        at, way = self.pins[start], -1 if up else 1
        first = at.y + 18 * way
        bars = " ".join(
            f"M {number(at.x - half)} {number(first + step * way)} H {number(at.x + half)}"
            for half, step in ((10, 0), (6, 5), (2, 10))
        )
        d = f"M {number(at.x)} {number(at.y)} V {number(first)} {bars}"
        self._wired("ground", start, "ground", d)

    def _wired(self, kind: str, start: str, end: str, d: str) -> None:
        self.wires.append((start, end))
        self.put(
            "wire",
            element("path", class_=f"wire {kind}", data_from=start, data_to=end, d=d),
        )

    def loose_wire(self, kind: str, d: str) -> None:
        """Draw a branch of an existing wire."""
        self.path(f"wire {kind}", d, "wire")

    def join(self, x: float, y: float) -> None:
        """Draw a junction dot."""
        self.put("mark", element("circle", class_="join", cx=x, cy=y, r=5))

    def part(self, name: str, start: str, end: str, *shapes: str) -> None:
        """Draw a part with two legs, labelled with its nets."""
        self.put("mark", element("g", *shapes, data_part=name, data_from=start, data_to=end))

    def write(
        self,
        x: float,
        y: float,
        text: str,
        kind: str = "small",
        anchor: Anchor = "start",
        *,
        halo: bool = False,
    ) -> None:
        """Draw untranslated *text*, such as pin names, numbers and config keys.

        A *halo* keeps it legible on top of other shapes.
        """
        given = None if anchor == "start" else anchor
        kind_of = None if kind == "plain" else f"{kind} halo" if halo else kind
        self._texts.append(
            element("text", escape(text), x=x, y=y, class_=kind_of, text_anchor=given)
        )

    def say(
        self, x: float, y: float, sentence: str, kind: str = "small", anchor: Anchor = "start"
    ) -> None:
        """Draw a translated sentence."""
        self.write(x, y, self.words.say(sentence), kind, anchor)

    def block(
        self,
        x: float,
        y: float,
        sentence: str,
        room: float,
        kind: str = "small",
        anchor: Anchor = "start",
        **values: object,
    ) -> float:
        """Draw a translated sentence, wrapped to the width *room*; return the baseline below it."""
        size = SIZES[kind]
        fitting = room / _wider(kind)
        for count, line in enumerate(text_lines(self.words.say(sentence, **values), size, fitting)):
            self.write(x, y + count * size * LEADING, line, kind, anchor)
        most = max(
            len(text_lines(drawing_words(lang).say(sentence, **values), size, fitting))
            for lang in LANGUAGES
        )
        return y + most * size * LEADING

    def notes(self, y: float, *sentences: str, warnings: tuple[str, ...] = ()) -> None:
        """Draw notes and warnings at the bottom, and set the height of the page."""
        for kind, several in (("plain", sentences), ("warn", (*warnings, UNBUILT))):
            for sentence in several:
                y = self.block(30, y, sentence, self.wide - 60, kind) + 3
        self.high = y

    def svg(self) -> str:
        """Return the SVG file."""
        wide, high = number(self.wide), number(self.high)
        title = escape(self.words.say(self.title), quote=False)
        shapes = [one for layer in self._layers.values() for one in layer]
        body = "\n  ".join(
            [
                f"<title>{title}</title>",
                f"<style>{STYLE}</style>",
                f'<rect width="{wide}" height="{high}" fill="#fff"/>',
                *shapes,
                *self._texts,
            ]
        )
        return (
            f"<!-- {self.words.say(self.about)} -->\n"
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
            f'height="{high}" role="img" aria-label="{escape(self.words.say(self.title))}">\n'
            f"  {body}\n</svg>\n"
        )


def _wider(kind: str) -> float:
    return FONT_WIDER * (BOLD_WIDER if kind in BOLD else 1)
