"""What is said of a supply that cannot feed the board."""

from __future__ import annotations

from scorekeeper.board.light.power import Power, enough_ma
from scorekeeper.words.sentences import Fault, en


def starved(pixels: int, power: Power) -> Fault:
    """So many lights are dark because of *power*, and what would do."""
    return Fault(
        en(
            "The limit leaves nothing for pegs: {lights} lights take as many mA when they are "
            "dark, and strip.limit_ma is {limit}. With {enough}, and a supply that gives as "
            "much, the pegs are seen."
        ),
        lights=pixels,
        limit=power.limit_ma,
        enough=enough_ma(pixels, power),
    )
