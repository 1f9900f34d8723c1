"""``cribble board pixels``: which light of the strip stands in which hole, as a table."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

import click
from msgspec.structs import asdict

from cribble.boards import shape_of, wiring_of
from cribble.cli.command import option, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from scorekeeper.board.wiring.wiring import Wiring
from scorekeeper.game.codec import to_json
from scorekeeper.words import Words, en

NONE: Final = "–"


@subcommand("List which light of the strip stands in which hole and lamp")
@with_config("strip.name")
@option("--json", "as_json", is_flag=True, help=en("Show them as one JSON object"))
def pixels(words: Words, active: ActiveConfig, *, as_json: bool) -> None:
    """Print the wiring as it is described, right or wrong."""
    config = active.config
    wiring = wiring_of(config, shape_of(config))
    click.echo(_as_json(wiring) if as_json else "\n".join(_page(words, wiring)))


def _as_json(wiring: Wiring) -> bytes:
    """Tracks and holes in their order, the game hole last; null is a hole without a light."""
    return to_json(
        {"pixels": wiring.pixels, "tracks": wiring.tracks, "lamps": asdict(wiring.lamps)}
    )


def _page(words: Words, wiring: Wiring) -> Iterator[str]:
    """A line for each hole with a column for each track, and one for each lamp."""
    head = [words.say("hole")]
    head += [
        words.say("track {number}", number=number) for number, _ in enumerate(wiring.tracks, 1)
    ]
    yield _line(head, head)
    for hole, lights in enumerate(zip_longest(*wiring.tracks), 1):
        yield _line([str(hole), *(NONE if light is None else str(light) for light in lights)], head)
    for lamp, light in wiring.lamps.each():
        yield f"lamps.{lamp.name}  {light}"


def _line(cells: list[str], head: list[str]) -> str:
    return "  ".join(cell.rjust(len(title)) for cell, title in zip(cells, head, strict=True))
