"""The screens of walls, and what lies over anything else on them."""

from typing import Final

from playwright.sync_api import Page, ViewportSize

from tests.kit.drivers.browser import TALL, Phone

WIDE: Final[ViewportSize] = {"width": 1280, "height": 720}
UPRIGHT: Final[ViewportSize] = {"width": 800, "height": 1280}

LYING: Final = tuple(
    ViewportSize(width=width, height=height)
    for width, height in ((1024, 768), (1280, 720), (960, 540), (1920, 1080))
)
EVERY_SCREEN: Final = (*LYING, UPRIGHT)

EVERY_DEVICE: Final = (WIDE, UPRIGHT, TALL, ViewportSize(width=844, height=390))
"""With a phone, held and turned."""

BOXES: Final = "all => all.map((one) => one.getBoundingClientRect().toJSON())"
"""Where all of them are at one moment."""

LETTERS: Final = "one => parseFloat(getComputedStyle(one).fontSize)"
"""How large they are, in pixels."""

PARTNERS: Final = ("Suzanne", "Luc", "Marie-Ève", "Jean-Christophe")


def overlap(page: Page) -> list[str]:
    """Parts of the page that lie over each other or beyond the screen, or are cut short."""
    found: list[str] = page.evaluate(
        """() => {
            const parts = [...document.querySelectorAll(
                ".kiosk > *, header > *, .side > *, section.now > *, .inviting > *")]
                .filter((one) => one.offsetParent !== null)
                .map((one) => [one, one.getBoundingClientRect()]);
            const beyond = parts.filter(([one, box]) =>
                one.parentNode.matches(".inviting") &&
                    box.top < one.parentNode.getBoundingClientRect().top - 1 ||
                box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.top < -1);
            const over = parts.flatMap(([one, a]) => parts
                .filter(([other, b]) => other.parentNode === one.parentNode && other !== one
                    && a.left < b.right - 1 && b.left < a.right - 1
                    && a.top < b.bottom - 1 && b.top < a.bottom - 1)
                .map(([other]) => `${one.className} over ${other.className}`));
            const short = [...document.querySelectorAll(
                "h1, .what p, .who b, .prompt, .saying .happened, .callout h2")]
                .filter((one) => one.scrollWidth > one.clientWidth + 1
                    || one.scrollHeight > one.clientHeight + 4);
            return [...beyond.map(([one]) => `${one.className} beyond`), ...over,
                ...short.map((one) => `${one.textContent} cut short`)];
        }"""
    )
    return found


def misplaced(page: Page) -> list[str]:
    """Words, numbers and cards of the hands that lie over each other or beyond their frames."""
    found: list[str] = page.evaluate(
        """() => {
            const parts = [...document.querySelectorAll(
                ".callout h2, .callout li > *, .callout .cards > .card")]
                .filter((one) => one.checkVisibility()).map((one) => {
                    const text = document.createRange();
                    text.selectNodeContents(one);
                    const box = (one.matches(".card") ? one : text).getBoundingClientRect();
                    return [one, box, one.closest(".callout").getBoundingClientRect()];
                });
            const named = (one) => `${one.className || one.localName} "${one.textContent}"`;
            const beyond = parts.filter(([, box, frame]) => box.left < frame.left + 4
                || box.right > frame.right - 4 || box.top < frame.top || box.bottom > frame.bottom);
            const over = parts.flatMap(([one, a], at) => parts.slice(at + 1)
                .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1
                    && a.top < b.bottom - 2 && b.top < a.bottom - 2)
                .map(([other]) => `${named(one)} over ${named(other)}`));
            return [...beyond.map(([one]) => `${named(one)} beyond its frame`), ...over];
        }"""
    )
    return found


def crowded(page: Page) -> list[str]:
    """What is beside a score, and lies over it or something else, leaves its frame or is broken."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".side")].flatMap((side) => {
            const frame = side.getBoundingClientRect();
            const parts = [...side.querySelectorAll("b, .crib-of, output, small, .gain")]
                .filter((one) => one.checkVisibility()).map((one) => {
                    const text = document.createRange();
                    text.selectNodeContents(one);
                    return [one, text.getBoundingClientRect(), text.getClientRects().length];
                });
            // Digits have no descenders, and fill less than the line that is theirs.
            const air = (one, { height }) => (one.matches("output, b") ? 0.22 * height : 0);
            const named = (one) => `${one.className || one.localName} "${one.textContent}"`;
            return parts.flatMap(([one, a, lines], at) => [
                lines > 1 && `${named(one)} broken`,
                (a.left < frame.left || a.right > frame.right) && `${named(one)} beyond its frame`,
                ...parts.slice(at + 1).filter(([other, b]) => a.left < b.right - 1
                    && b.left < a.right - 1 && a.top + air(one, a) < b.bottom - air(other, b) - 1
                    && b.top + air(other, b) < a.bottom - air(one, a) - 1)
                    .map(([other]) => `${named(one)} over ${named(other)}`),
            ].filter(Boolean));
        })"""
    )
    return found


def broken(page: Page, name: str) -> list[str]:
    """Where *name* ends in another line than it began; a long one above one of three scores may."""
    found: list[str] = page.evaluate(
        """(name) => {
            const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const found = [];
            while (texts.nextNode()) {
                const { currentNode: text } = texts;
                const at = text.data.indexOf(name);
                if (at < 0 || !text.parentNode.checkVisibility()
                    || text.parentNode.matches(".long")) continue;
                const range = document.createRange();
                range.setStart(text, at);
                range.setEnd(text, at + name.length);
                const lines = new Set([...range.getClientRects()].map(({ top }) => top));
                if (lines.size > 1) found.push(text.data);
            }
            return found;
        }""",
        name,
    )
    return found


def look(wall: Phone, screen: ViewportSize, *parts: str) -> None:
    """Have *wall* on such a *screen*, and wait until what it shows is fitted to it."""
    wall.resize(screen)
    wall.settle()
    wall.boxes(".sides", *parts)
