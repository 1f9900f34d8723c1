"""Remembered games as they are told: each action, then what is said of it in both languages.

A ``.told`` file has the action as JSON after ``>``, then lines of a language and a mark: ``en`` and
``fr`` what was done, ``*`` the points, ``!`` what everybody should know, ``?`` what is asked now,
``h`` how it is done, ``m`` which claim may be called, ``x`` why it was refused.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from scorekeeper.game.codec import read_asked
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import Events, awards_of, notices_of
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Entry
from scorekeeper.game.state import Game
from scorekeeper.words import LANGUAGES, Words
from tests.kit.paths import DATA

TOLD: Final = tuple(sorted((DATA / "told").glob("*.told")))


class Moment(NamedTuple):
    """An entry that was made, or the refusal of one, and the game after it."""

    line: str
    game: Game
    entry: Entry
    refusal: Refusal | None = None

    @property
    def events(self) -> Events:
        return self.entry.events


def moments(script: str) -> Iterator[Moment]:
    """Play the lines of *script* that begin with ``>``."""
    game = Game()
    for number, line in enumerate(actions_in(script), 1):
        action = read_asked(line)
        try:
            game, events = apply(game, action)
        except Refusal as refusal:
            yield Moment(line, game, Entry(entry=number, actions=(action,), events=()), refusal)
        else:
            yield Moment(line, game, Entry(entry=number, actions=(action,), events=events))


def actions_in(script: str) -> list[str]:
    return [line[2:] for line in script.splitlines() if line.startswith("> ")]


def said(moment: Moment, words: Words) -> Iterator[str]:
    """All that *words* says of one moment, each line with its mark."""
    game = moment.game
    if moment.refusal:
        yield f"{words.lang}x {words.refusal(moment.refusal, game)}"
        return
    yield f"{words.lang}  {words.entry(moment.entry, game)}"
    for award in awards_of(moment.events):
        yield f"{words.lang}* {words.award(award, game)}"
    for notice in notices_of(moment.events):
        yield f"{words.lang}! {words.notice(notice, game)}"
    yield f"{words.lang}? {words.prompt(game)}"
    if more := words.prompt_help(game):
        yield f"{words.lang}h {more}"
    for window in game.windows:
        yield f"{words.lang}m {words.window(window, game)}"


def retold(script: str) -> str:
    """*script* with everything that is said of it now."""
    lines = [line for line in script.splitlines() if line.startswith("#")]
    for moment in moments(script):
        lines += ["", f"> {moment.line}"]
        for lang in LANGUAGES:
            lines += said(moment, Words.of(lang))
    return "\n".join(lines) + "\n"


MOMENTS: Final = tuple(
    moment for path in TOLD for moment in moments(path.read_text(encoding="utf-8"))
)
"""Every moment of every told game."""
