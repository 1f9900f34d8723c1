"""Fast taps: whole games are tapped by a script within the page, many taps at a time.

A tap is refused if a finger could not make it: the target is missing, disabled, or covered.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from scorekeeper.cards import Card
from scorekeeper.words import Words
from tests.kit.drivers.browser import PATIENCE, Phone
from web.translations import translations

LETTERS: Final[dict[str, dict[str, str]]] = {"en": {}, "fr": {}}
"""Labels of court cards, if not the English ones."""

PRESS: Final = """async ({steps, seen, enters, within}) => {
  // A slow machine still gets on: each step has its own time.
  let patience = Date.now() + within;
  const app = () => document.querySelector(".app");
  const version = () => Number(app().dataset.version);
  const until = async (true_, what) => {
    for (;;) {
      const found = true_();
      if (found) return found;
      if (Date.now() > patience) throw new Error(`${what()} at ${app().dataset.view}`);
      await new Promise((go) => setTimeout(go, 4));
    }
  };
  const reachable = (one) => {
    if (!one || one.disabled || one.getAttribute("aria-disabled") === "true") return null;
    one.scrollIntoView({block: "center"});
    const box = one.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const whole = one.closest("label") ?? one;
    return at && whole.contains(at) ? one : null;
  };
  const idle = () => version() >= seen && app().getAttribute("aria-busy") !== "true";
  await until(idle, () => `busy, or still at ${version()} of ${seen}`);
  const before = version();
  let taps = 0;
  for (const [how, where, text] of steps) {
    patience = Date.now() + within;
    const find = () => document.querySelector(where);
    if (how === "answer") {
      const first = () => where.split("|")
        .map((one) => reachable(document.querySelector(one))).find(Boolean);
      await until(() => version() > before || first(), () => `no answer to ${where}`);
      if (version() > before) break;
      first().click();
      taps += 1;
      continue;
    }
    if (how === "leave") {
      let [view, clicked] = [null, 0];
      await until(() => {
        const isStill = app().dataset.view === view && Date.now() - clicked < 500;
        if (!find() || isStill || !reachable(find())) return !find();
        [view, clicked] = [app().dataset.view, Date.now()];
        find().click();
        return false;
      }, () => `no way back by ${where}`);
      continue;
    }
    if (how === "may" && !reachable(find())) continue;
    const one = await until(() => reachable(find()), () => `no finger reaches ${where}`);
    taps += 1;
    if (how !== "type") one.click();
    else {
      one.value = text;
      one.dispatchEvent(new Event("input", {bubbles: true}));
      one.dispatchEvent(new Event("change", {bubbles: true}));
    }
  }
  patience = Date.now() + within;
  const nothing = () => `nothing came of ${JSON.stringify(steps)}`;
  if (enters) await until(() => version() > before && idle(), nothing);
  return taps;
}"""


class Step(NamedTuple):
    """A tap; ``may`` is only made if possible, ``answer`` if the page asks before it enters
    something, ``type`` fills in a field."""

    how: str
    where: str
    text: str = ""


def tap(where: str) -> Step:
    return Step("tap", where)


def may(where: str) -> Step:
    return Step("may", where)


BACK: Final = "[data-key=back]"
TO_TABLE: Final = (Step("leave", BACK),)
"""From a sheet, through those that it was opened from, to the table; going back takes a moment."""


def answer(*wheres: str) -> Step:
    return Step("answer", "|".join(wheres))


def into(where: str, text: object) -> Step:
    return Step("type", where, str(text))


class Fingers:
    """Taps on a phone in one language, and their number."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.lang = phone, phone.lang
        self.texts = translations(Words.of(phone.lang))
        self.taps = 0

    def press(self, steps: Iterable[Step], seen: int, *, enters: bool = True) -> None:
        """Make the taps once the page shows *seen*; if one enters something, wait for it."""
        asked = {"steps": list(steps), "seen": seen, "enters": enters, "within": PATIENCE // 2}
        self.taps += self.phone.page.evaluate(PRESS, asked)

    def key(self, card: Card, *, suit: bool = False, on: str = ".pad") -> list[Step]:
        letter = LETTERS[self.lang].get(card.rank.symbol, card.rank.symbol)
        rank = tap(f'{on} [data-key="key-{letter}"]')
        chosen = tap(f'{on} [data-key="suit-{card.suit.value}"] input') if card.suit else rank
        return [chosen, rank] if suit and card.suit else [rank]

    def named(self, english: str, **facts: Any) -> str:
        return f'[data-key="{self.texts[english].format(**facts)}"]'
