"""Claims of a game: the hands and cribs that each seat counted, and what came of them."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from scorekeeper.game.actions import Count, Crib, Seat
from scorekeeper.game.analysis.by_action import by_action
from scorekeeper.game.events import DealBegan, HandShown, Overcount, Pegged, Told, Undercount
from scorekeeper.game.snapshot import Entry
from scorekeeper.scoring.combo import Why


class Claims(msgspec.Struct, frozen=True):
    """The claims that a seat ``made``, and those that were ``right``. Points: those ``missed`` by
    claims too low, and of these ``lost`` to muggins; those claimed ``over`` the truth; and those
    that its team ``took`` by muggins."""

    made: int = 0
    right: int = 0
    missed: int = 0
    lost: int = 0
    over: int = 0
    took: int = 0


def claims_of(
    entries: Iterable[Entry], seats: int, teams: Sequence[Sequence[Seat]] = ()
) -> tuple[Claims, ...]:
    """Return the claims of each of *seats* seats in the *entries* of a game, oldest first. Without
    *teams* everybody plays alone.

    A hand that was counted without a claim is none. The truth of a claim under muggins comes with
    a later entry.
    """
    made, wrong, dealer = Counter[Seat](), Counter[Seat](), 0
    missed, lost, over, took = (Counter[Seat]() for _ in range(4))
    for entry in entries:
        for action, events in zip(entry.actions, by_action(entry), strict=False):
            claims = isinstance(action, Count | Crib) and action.claim is not None
            for event in events:
                if isinstance(event, DealBegan):
                    dealer = event.dealer
                elif isinstance(event, HandShown) and claims:
                    made[dealer if event.of == "crib" else event.of] += 1
        for event in entry.events:
            match event:
                case Told(notice=Undercount(seat=seat, claim=claim, total=total, taken=taken)):
                    wrong[seat] += 1
                    missed[seat] += total - claim
                    for team, points in taken:
                        lost[seat] += points
                        took.update(dict.fromkeys(teams[team] if teams else (team,), points))
                case Told(notice=Overcount(seat=seat, claim=claim, total=total)):
                    wrong[seat] += 1
                    over[seat] += claim - total
                case _:
                    pass
    return tuple(
        Claims(
            made=made[seat],
            right=made[seat] - wrong[seat],
            missed=missed[seat],
            lost=lost[seat],
            over=over[seat],
            took=took[seat],
        )
        for seat in range(seats)
    )


def fines_of(entries: Iterable[Entry], teams: int) -> tuple[int, ...]:
    """Return the points that each of *teams* teams got for claims too high of others, in the
    *entries* of a game."""
    fines = [0] * teams
    for entry in entries:
        for event in entry.events:
            if isinstance(event, Pegged):
                fines[event.team] += sum(
                    award.points for award in event.awards if award.why is Why.OVERCOUNT
                )
    return tuple(fines)
