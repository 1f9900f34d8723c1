"""What only other engines show: their own marks, their own greys, their own places for legends."""

from tests.kit.drivers.web_server import CODE, Site, served
from tests.kit.players.fast_taps import tap
from tests.page.engines.conftest import Window

HINTS = """() => [...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule.selectorText === "::placeholder")
  .map(({style}) => [style.color, style.opacity])"""
MARKS = """() => [...document.querySelectorAll("summary")].map((summary) => {
  const own = getComputedStyle(summary, "::-webkit-details-marker").display;
  return own === "none" || getComputedStyle(summary).listStyleType === "none";
})"""
SMALL = """() => [...document.querySelectorAll(".field input, select")]
  .filter((field) => !["radio", "checkbox", "range", "color"].includes(field.type))
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => field.outerHTML.slice(0, 80))"""
ASIDE = """() => [...document.querySelectorAll(".join legend")].map((legend) => {
  const words = document.createRange();
  words.selectNodeContents(legend);
  const middle = ({x, width}) => x + width / 2;
  return middle(words.getBoundingClientRect())
    - middle(legend.parentElement.getBoundingClientRect());
})"""


def test_engines_add_nothing_of_their_own(window: Window) -> None:
    """One triangle before what unfolds, hints that can be read, fields that no iPhone enlarges as
    they are touched, and legends in the middle where all else is."""
    with served(Site()) as port:
        phone = window.phone(port)
        phone.open(f"/j/{CODE}")
        phone.tap(tap(".join .prime"), enters=False)
        phone.until_shown(".setup summary")
        marks = phone.page.evaluate(MARKS)
        assert marks
        assert all(marks), "two marks before what unfolds"
        assert phone.page.evaluate(HINTS) == [["var(--muted)", "1"]]
        assert phone.page.evaluate(SMALL) == []
        phone.open("/join")
        phone.until_shown(".join legend")
        (aside,) = phone.page.evaluate(ASIDE)
        assert abs(aside) < 4
