"""The rest of a night, where people have gone or come since it was paired.

No movement fits any more: the rounds are searched for, so that nobody meets anybody again and
everybody sits out in turn.
"""

from collections.abc import Sequence
from random import Random

from club.pairing.draw import SEATINGS, DrawnRound, Graph, draw, search_rounds
from club.pairing.history import History, Unit
from club.pairing.refusal import none_left
from club.pairing.rotation import most_two_sided
from club.pairing.round import PlayerId, Round
from club.pairing.tables import as_round


def circle_on(
    units: Sequence[Unit], played: Sequence[Round], rounds: int, seed: int
) -> tuple[Round, ...]:
    """Return the rounds after *played*, of units who have not met. Raises CannotPair."""
    graph = _anybody(units, History(played))
    found = search_rounds(
        lambda count, chance: draw(graph, count, chance), rounds - len(played), len(played), seed
    )
    return as_rounds(units, found, len(played) + 1)


def _anybody(units: Sequence[Unit], history: History) -> Graph:
    everybody = range(len(units))
    near: list[set[int]] = [
        {at for at in everybody if at != one and not history.met(units[one], units[at])}
        for one in everybody
    ]
    return _graph(near, units, history, frozenset(everybody))


def _graph(
    near: list[set[int]], units: Sequence[Unit], history: History, may_rest: frozenset[int]
) -> Graph:
    sat, games = map(history.sat, units), map(history.games, units)
    return Graph(near, [*sat], may_rest, [*games])


def two_sided_on(
    units: Sequence[Unit], played: Sequence[Round], rounds: int, seed: int
) -> tuple[Round, ...]:
    """Return the rounds after *played*. The sides are kept as far as they can be: where too few
    have come or too many gone for the rounds that the night had, anybody may meet anybody. Raises
    CannotPair."""
    history = History(played)
    stays = _staying(played)
    begun = len(played[0].players) + len(played[0].out)
    most = max(most_two_sided(begun), most_two_sided(len(units)), len(played))

    def search(count: int, chance: Random) -> list[DrawnRound] | None:
        for swaps in range(SEATINGS):
            staying = _one_side(units, stays, swaps, chance)
            found = draw(_across(units, history, staying), count, chance)
            if found is not None:
                return [_staying_first(each, staying) for each in found]
        return draw(_anybody(units, history), count, chance)

    wanted = min(rounds, most)
    found = search_rounds(search, wanted - len(played), len(played), seed)
    if wanted < rounds:
        raise none_left(rounds, wanted)
    return as_rounds(units, found, len(played) + 1)


def _staying_first(each: DrawnRound, staying: frozenset[int]) -> DrawnRound:
    games = tuple(game if game[0] in staying else game[::-1] for game in each.games)
    return DrawnRound(games, each.out)


def _staying(played: Sequence[Round]) -> dict[PlayerId, bool]:
    """Return for each player if it was last of the side that stays, which is named first."""
    return {
        player: not number
        for each in played
        for seating in each.tables
        for number, player in enumerate(seating.players)
    }


def _one_side(
    units: Sequence[Unit], stays: dict[PlayerId, bool], swaps: int, chance: Random
) -> frozenset[int]:
    """Return the units of the side that stays: half of them, with some swapped at random. Who has
    had no game goes where somebody is missing."""
    order = list(range(len(units)))
    chance.shuffle(order)
    staying = [at for at in order if stays.get(units[at][0]) is True]
    moving = [at for at in order if stays.get(units[at][0]) is False]
    for at in (at for at in order if units[at][0] not in stays):
        (staying if len(staying) < len(moving) else moving).append(at)
    while abs(len(staying) - len(moving)) > 1:
        most, least = sorted((staying, moving), key=len, reverse=True)
        least.append(most.pop())
    for _ in range(swaps):
        if staying and moving:
            one, other = chance.randrange(len(staying)), chance.randrange(len(moving))
            staying[one], moving[other] = moving[other], staying[one]
    return frozenset(staying)


def _across(units: Sequence[Unit], history: History, staying: frozenset[int]) -> Graph:
    everybody = range(len(units))
    moving = frozenset(everybody) - staying
    near: list[set[int]] = [
        {at for at in (moving if one in staying else staying)
         if not history.met(units[one], units[at])}
        for one in everybody
    ]  # fmt: skip
    larger = staying if len(staying) > len(moving) else moving
    return _graph(near, units, history, larger)


def as_rounds(units: Sequence[Unit], drawn: Sequence[DrawnRound], first: int) -> tuple[Round, ...]:
    """Return rounds from the number *first*; who was named first sits at the first table."""
    return tuple(
        as_round(
            number,
            [(units[one], units[other]) for one, other in sorted(each.games, key=min)],
            [units[at] for at in each.out],
        )
        for number, each in enumerate(drawn, first)
    )
