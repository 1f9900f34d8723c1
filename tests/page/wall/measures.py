"""Screens of walls, and what on them lies over anything else or is cut."""

from collections.abc import Iterable
from typing import Final

from playwright.sync_api import Page, ViewportSize

from tests.kit.drivers.browser import TALL, Phone

WIDE: Final[ViewportSize] = {"width": 1280, "height": 720}
UPRIGHT: Final[ViewportSize] = {"width": 800, "height": 1280}

EVERY_SCREEN: Final = (
    *(ViewportSize(width=width, height=height) for width, height in ((1024, 768), (960, 540))),
    *(WIDE, UPRIGHT),
)

EVERY_DEVICE: Final = (WIDE, UPRIGHT, TALL, ViewportSize(width=844, height=390))
"""With a phone, held and turned."""

PARTNERS: Final = ("Suzanne", "Luc", "Marie-Ève", "Jean-Christophe")


def overlap(page: Page) -> list[str]:
    """Return the parts of the page that overlap, are cut, or lie beyond the screen."""
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
    """Return words, numbers and cards of hands that overlap or leave their frame."""
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


def check_screens(wall: Phone, screens: Iterable[ViewportSize] = EVERY_SCREEN) -> None:
    """Check on each of *screens* that everything is in sight and nothing overlaps."""
    for screen in screens:
        wall.resize(screen)
        page = wall.settle().page
        assert [*overlap(page), *misplaced(page)] == [], screen
