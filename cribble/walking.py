"""A walk over the board: one light after another, so that a builder sees where each of them is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from math import inf
from threading import Event
from typing import Final, NamedTuple, TypeAlias, assert_never

from cribble.cli.prompt import Answers
from cribble.cli.types import quoted
from scorekeeper.board.board import Board
from scorekeeper.board.light.colour import Colour, Frame
from scorekeeper.board.wiring.wiring import Lamp, Place, Socket
from scorekeeper.words import Words, en

WHITE: Final = Colour(255, 255, 255)
"""Lamps belong to no team."""

ATTENTION: Final = 0.25
"""Seconds until a signal to stop is noticed. As often the light is shown anew, so that a strip that
is gone by then is noticed as well."""

GO_ON, BACK, LEAVE = "", "b", "q"


class Step(NamedTuple):
    """A light, and what it stands in."""

    socket: Socket
    pixel: int
    colour: Colour

    def frame(self, pixels: int) -> Frame:
        """This light alone, of so many."""
        dark = bytearray(3 * pixels)
        dark[3 * self.pixel : 3 * self.pixel + 3] = bytes(self.colour)
        return bytes(dark)

    def said(self, words: Words) -> str:
        """Which light it is, as a builder counts."""
        match self.socket:
            case Place(track=track, hole=hole):
                return words.say(
                    en("Track {track}, hole {hole}: pixel {pixel}"),
                    track=track + 1,
                    hole=hole,
                    pixel=self.pixel,
                )
            case Lamp(name=name):
                return words.say(en("lamps.{lamp}: pixel {pixel}"), lamp=name, pixel=self.pixel)
            case _:
                assert_never(self.socket)


def steps(board: Board) -> Iterator[Step]:
    """Every hole, track after track in the colour of its team, and then every lamp."""
    for track, lights in enumerate(board.lights):
        for hole, pixel in enumerate(lights, 1):
            yield Step(Place(track, hole), pixel, board.look.colours[track])
    for lamp, pixel in board.wiring.lamps.each():
        yield Step(lamp, pixel, WHITE)


Show: TypeAlias = Callable[[Step], None]
Say: TypeAlias = Callable[[str], None]


class Walk(NamedTuple):
    """*show* lights a step, and *say* tells of it; once the first one shines, of *how* it goes on
    (empty: nothing). What comes next is said by *answers*, or comes
    by itself after so many *seconds* (None: never). It ends early when *stop* is set."""

    words: Words
    show: Show
    say: Say
    answers: Answers
    seconds: float | None
    stop: Event
    how: str = ""

    def along(self, way: Sequence[Step]) -> None:
        """Go from step to step until the last one was seen, or somebody leaves."""
        at, how = 0, self.how
        while at < len(way):
            self.show(way[at])
            if how:
                self.say(how)
            how = ""
            self.say(way[at].said(self.words))
            answer = self._after(way[at])
            if answer == LEAVE:
                return
            at = max(at - 1, 0) if answer == BACK else at + 1

    def _after(self, step: Step) -> str:
        """Show *step* until there is an answer."""
        due = time.monotonic() + (inf if self.seconds is None else self.seconds)
        while not self.stop.is_set():
            self.show(step)
            wait = min(due - time.monotonic(), ATTENTION)
            if wait <= 0:
                return GO_ON
            answer = self.answers.within(wait)
            if answer is not None and answer.lower() in (GO_ON, BACK, LEAVE):
                return answer.lower()
            if answer is not None:
                self._say_what_there_is(answer)
            elif self.answers.over:
                if self.seconds is None:
                    return LEAVE
                self.stop.wait(wait)
        return LEAVE

    def _say_what_there_is(self, answer: str) -> None:
        sentence = en("{word} is none of these: Enter goes on, b goes back, q leaves.")
        self.say(self.words.say(sentence, word=quoted(answer)))
