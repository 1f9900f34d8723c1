"""Find the remaining rounds after players have come or gone: no two meet twice, and all sit out in
turn.

A round is a perfect matching (Edmonds' blossom algorithm, 1965) of the graph of units that have not
met. With many opponents left, rounds are matched one after another. Otherwise the games are chosen
first, so that each unit has as many as there are rounds (an exact factor of the graph, by Tutte's
reduction to a perfect matching), and then split into rounds. If an attempt gets stuck, it takes
some rounds back.
"""

from collections import Counter, deque
from collections.abc import Collection, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple, TypeAlias

from club.pairing.round import PlayerId, Round, Unit, as_round, none_left

Edge: TypeAlias = tuple[int, int]
Matching: TypeAlias = tuple[Edge, ...]
Near: TypeAlias = list[set[int]]
"""For each unit, by index, the units that it may still meet."""
Rank: TypeAlias = tuple[int, int]
"""Sort key for sitting out, lowest first: the times that a unit sat out, and minus its number of
games."""

FREE: Final = -1
ROOMY: Final = 2
"""Minimum number of opponents left beyond the number of rounds, for each unit, so that games need
not be chosen beforehand."""
SEATINGS: Final = 12
"""Number of random divisions into two sides to try."""
REPAIRS: Final = 80
"""Maximum number of times that an attempt may take rounds back."""
TRIES: Final = 8


class _Blossoms:
    """A matching that grows by augmenting paths; blossoms are contracted to their bases."""

    def __init__(self, near: Sequence[Sequence[int]]) -> None:
        self.near = near
        self.mate = [FREE] * len(near)

    def augment(self, root: int) -> bool:
        """Match *root* by an augmenting path; return False if there is none."""
        size = len(self.near)
        self.parent = [FREE] * size
        self.base = list(range(size))
        self.reached = [False] * size
        self.reached[root] = True
        self.queue = deque([root])
        while self.queue:
            node = self.queue.popleft()
            for other in self.near[node]:
                if self.base[node] == self.base[other] or self.mate[node] == other:
                    continue
                mate = self.mate[other]
                if other == root or (mate != FREE and self.parent[mate] != FREE):
                    self._shrink(node, other)
                elif self.parent[other] == FREE:
                    self.parent[other] = node
                    if mate == FREE:
                        end = other
                        while end != FREE:
                            node = self.parent[end]
                            following = self.mate[node]
                            self.mate[end], self.mate[node] = node, end
                            end = following
                        return True
                    self.reached[mate] = True
                    self.queue.append(mate)
        return False

    def _shrink(self, node: int, other: int) -> None:
        """Contract the odd cycle closed by *node* and *other* into a blossom."""
        passed, base = set(), self.base[node]
        while self.mate[base] != FREE:
            passed.add(base)
            base = self.base[self.parent[self.mate[base]]]
        passed.add(base)
        base = self.base[other]
        while base not in passed:
            base = self.base[self.parent[self.mate[base]]]
        blossom = set[int]()
        for start, across in ((node, other), (other, node)):
            end, child = start, across
            while self.base[end] != base:
                blossom |= {self.base[end], self.base[self.mate[end]]}
                self.parent[end] = child
                child = self.mate[end]
                end = self.parent[child]
        for inner in range(len(self.near)):
            if self.base[inner] in blossom:
                self.base[inner] = base
                if not self.reached[inner]:
                    self.reached[inner] = True
                    self.queue.append(inner)


def perfect_matching(
    near: Sequence[Collection[int]], among: Sequence[int], chance: Random
) -> Matching | None:
    """Return a random perfect matching of *among*, using edges of *near*; None if there is none."""
    if len(among) % 2:
        return None
    there = set(among)
    order = list(among)
    chance.shuffle(order)
    lists: list[list[int]] = [[] for _ in near]
    for node in order:
        lists[node] = sorted(there.intersection(near[node]))
        chance.shuffle(lists[node])
    search = _Blossoms(lists)
    mate = search.mate
    # Nodes with the fewest neighbours choose first; few are then left for the search.
    order.sort(key=lambda node: len(lists[node]))
    for node in order:
        if mate[node] == FREE:
            other = next((other for other in lists[node] if mate[other] == FREE), FREE)
            if other != FREE:
                mate[node], mate[other] = other, node
    if not all(mate[node] != FREE or search.augment(node) for node in order):
        return None
    return tuple((node, mate[node]) for node in sorted(there) if node < mate[node])


class Graph(NamedTuple):
    """For each unit, by index: the units it may meet, how often it has sat out, and whether it may
    sit out now.

    ``games``: the number of games played; rounds missed by arriving late do not count as sitting
    out, so among units that have sat out equally often, the one with the most games is next.
    """

    near: Near
    sat: Sequence[int]
    may_rest: frozenset[int]
    games: Sequence[int]

    @property
    def ranks(self) -> list[Rank]:
        """The priority of each unit for sitting out; the lowest is next."""
        return [(sat, -played) for sat, played in zip(self.sat, self.games, strict=True)]


class DrawnRound(NamedTuple):
    """A round by unit indices; at most one unit sits out."""

    games: Matching
    out: tuple[int, ...]


class History:
    """The opponents of each player so far, and how often each played and sat out."""

    def __init__(self, played: Sequence[Round]) -> None:
        self._sat = Counter(player for round_ in played for player in round_.out)
        seatings = [seating for round_ in played for seating in round_.tables]
        self._games = Counter(player for seating in seatings for player in seating.players)
        self._against = {
            frozenset((player, other))
            for seating in seatings
            for side, across in combinations(seating.sides, 2)
            for player in side
            for other in across
        }

    def met(self, unit: Unit, other: Unit) -> bool:
        """True if a player of *unit* played against one of *other*."""
        return any(frozenset((one, two)) in self._against for one in unit for two in other)

    def sat(self, unit: Unit) -> int:
        """Return how often *unit* sat out; for partners, the maximum."""
        return max(self._sat[player] for player in unit)

    def games(self, unit: Unit) -> int:
        """Return how many games *unit* played; for partners, the maximum."""
        return max(self._games[player] for player in unit)


def rest_of_night(
    units: Sequence[Unit], played: Sequence[Round], rounds: int, seed: int, *, two_sided: bool
) -> tuple[Round, ...]:
    """Return the rounds after *played*, without repeated meetings. Two sides are kept if possible;
    if too many players have come or gone for the planned rounds, any two units may meet. Raises
    CannotPair with the maximum number of rounds."""
    history, count = History(played), len(played)
    wanted = rounds
    if two_sided:
        begun = len(played[0].players) + len(played[0].out)
        wanted = min(rounds, max((begun + 1) // 2, (len(units) + 1) // 2, count))
    for last in range(wanted, count, -1):
        chance = Random(f"{seed} {count} {last - count}")
        drawn = _draw_two_sided(units, played, history, last - count, chance) if two_sided else None
        if drawn is None:
            drawn = draw(_graph(units, history), last - count, chance)
        if drawn is not None and last == rounds:
            return tuple(
                as_round(
                    number,
                    [(units[unit], units[other]) for unit, other in sorted(each.games, key=min)],
                    [units[unit] for unit in each.out],
                )
                for number, each in enumerate(drawn, count + 1)
            )
        if drawn is not None:
            raise none_left(rounds, last)
    raise none_left(rounds, count)


def _draw_two_sided(
    units: Sequence[Unit], played: Sequence[Round], history: History, rounds: int, chance: Random
) -> list[DrawnRound] | None:
    """Return rounds between two sides, the staying side first, swapping more and more units between
    them; None if not found."""
    stays: dict[PlayerId, bool] = {
        player: number == 0
        for round_ in played
        for seating in round_.tables
        for number, player in enumerate(seating.players)
    }
    for swaps in range(SEATINGS):
        order = list(range(len(units)))
        chance.shuffle(order)
        staying = [unit for unit in order if stays.get(units[unit][0]) is True]
        moving = [unit for unit in order if stays.get(units[unit][0]) is False]
        for unit in (unit for unit in order if units[unit][0] not in stays):
            (staying if len(staying) < len(moving) else moving).append(unit)
        while abs(len(staying) - len(moving)) > 1:
            most, least = sorted((staying, moving), key=len, reverse=True)
            least.append(most.pop())
        for _ in range(swaps if staying and moving else 0):
            left, right = chance.randrange(len(staying)), chance.randrange(len(moving))
            staying[left], moving[right] = moving[right], staying[left]
        drawn = draw(_graph(units, history, frozenset(staying)), rounds, chance)
        if drawn is not None:
            return [
                DrawnRound(
                    tuple(game if game[0] in staying else game[::-1] for game in each.games),
                    each.out,
                )
                for each in drawn
            ]
    return None


def _graph(units: Sequence[Unit], history: History, staying: frozenset[int] | None = None) -> Graph:
    all_units = frozenset(range(len(units)))
    near: Near = []
    for unit in all_units:
        across = all_units - {unit}
        if staying is not None:
            across = all_units - staying if unit in staying else staying
        near.append({other for other in across if not history.met(units[unit], units[other])})
    may_rest = all_units
    if staying is not None:
        may_rest = max(all_units - staying, staying, key=len)
    return Graph(near, [*map(history.sat, units)], may_rest, [*map(history.games, units)])


def draw(graph: Graph, rounds: int, chance: Random) -> list[DrawnRound] | None:
    """Return *rounds* rounds of *graph*, or None if not found. With an odd number of units, one
    sits out in each round."""
    count, least = len(graph.near), min(map(len, graph.near))
    if least + count % 2 < rounds:
        return None
    if count % 2 == 0:
        is_roomy = least >= rounds + ROOMY
        even = _split(graph.near, [range(count)] * rounds, chance) if is_roomy else None
        even = even or _split_tightly(graph.near, set(), rounds, chance)
        return [DrawnRound(matching, ()) for matching in even] if even else None
    in_turn = _rests_in_turn(graph.ranks, rounds, chance)
    if len(set(in_turn)) < rounds:
        # A late comer sits out more than once, until level with the others.
        if not graph.may_rest.issuperset(in_turn):
            return None
        tries = (_with_rests(graph.near, in_turn, chance) for _ in range(SEATINGS))
        return next((drawn for drawn in tries if drawn is not None), None)
    drawn = _with_one_resting(graph, graph.ranks, rounds, chance)
    if drawn is None and len({*graph.games}) > 1:  # Too tight to respect the number of games.
        drawn = _with_one_resting(graph, [(sat, 0) for sat in graph.sat], rounds, chance)
    return drawn


def _rests_in_turn(ranks: Sequence[Rank], rounds: int, chance: Random) -> list[int]:
    """Return the unit that sits out in each round: lowest count first, then most games, then
    longest ago."""
    turns, last = list(ranks), [0] * len(ranks)
    rests = []
    for number in range(1, rounds + 1):
        order = list(range(len(ranks)))
        chance.shuffle(order)
        resting = min(order, key=lambda unit: (turns[unit], last[unit]))
        for unit, (times, games) in enumerate(turns):
            turns[unit] = (times + 1, games) if unit == resting else (times, games - 1)
        last[resting] = number
        rests.append(resting)
    return rests


def _with_one_resting(
    graph: Graph, ranks: Sequence[Rank], rounds: int, chance: Random
) -> list[DrawnRound] | None:
    """Return rounds in each of which a different unit sits out, lowest rank first."""
    must: list[int] = []
    may: list[int] = []
    for level in sorted(set(ranks)):
        here = [unit for unit, rank in enumerate(ranks) if rank == level]
        may = [unit for unit in here if unit in graph.may_rest]
        if rounds - len(must) <= len(may):
            break
        must += may
        if len(may) < len(here):
            return None
    else:
        return None
    if min(map(len, graph.near)) >= rounds + ROOMY:
        resting = [*must, *chance.sample(may, rounds - len(must))]
        drawn = _with_rests(graph.near, resting, chance)
        if drawn is not None:
            return drawn
    # Sitting out is to meet one more unit, by whose number all are counted.
    bye = len(graph.near)
    near = [set(ones) for ones in graph.near]
    near.append({*must, *may})
    for unit in near[bye]:
        near[unit].add(bye)
    matchings = _split_tightly(near, {(unit, bye) for unit in must}, rounds, chance)
    if matchings is None:
        return None
    drawn = [
        DrawnRound(
            tuple(game for game in matching if bye not in game),
            tuple(game[0] for game in matching if bye in game),
        )
        for matching in matchings
    ]
    return sorted(drawn, key=lambda each: graph.ranks[each.out[0]])


def _with_rests(near: Near, rests: Sequence[int], chance: Random) -> list[DrawnRound] | None:
    groups = [[unit for unit in range(len(near)) if unit != resting] for resting in rests]
    matchings = _split(near, groups, chance)
    if matchings is None:
        return None
    return [DrawnRound(matching, (out,)) for matching, out in zip(matchings, rests, strict=True)]


def _split(near: Near, groups: Sequence[Sequence[int]], chance: Random) -> list[Matching] | None:
    left: Near = [set(ones) for ones in near]
    done: dict[int, Matching] = {}
    waiting = list(range(len(groups)))
    repairs = REPAIRS
    while waiting:
        matching = perfect_matching(left, groups[waiting[-1]], chance)
        if matching is not None:
            done[waiting.pop()] = matching
            for player, opponent in matching:
                left[player].remove(opponent)
                left[opponent].remove(player)
        elif not done or not repairs:
            return None
        else:
            repairs -= 1
            for back in chance.sample(sorted(done), min(len(done), chance.randint(1, 3))):
                for player, opponent in done.pop(back):
                    left[player].add(opponent)
                    left[opponent].add(player)
                waiting.insert(0, back)
    return [done[number] for number in range(len(groups))]


def _split_tightly(
    near: Near, must: set[Edge], rounds: int, chance: Random
) -> list[Matching] | None:
    """Return *rounds* perfect matchings that include all games in *must*; None if not found."""
    if min(map(len, near)) < rounds:
        return None
    for _ in range(TRIES):
        chosen = _factor(near, must, rounds, chance)
        if chosen is not None:
            matchings = _split(chosen, [range(len(near))] * rounds, chance)
            if matchings is not None:
                return matchings
    return None


def _factor(near: Near, must: set[Edge], each: int, chance: Random) -> Near | None:
    """Return a random set of games with exactly *each* per unit, including *must*; None if there is
    none.

    Each end of a game becomes a node, matched either with the other end or with a spare node of its
    unit. A unit has as many spare nodes as chosen, or as rejected, games, whichever is fewer.
    """
    chosen: Near = [set() for _ in near]
    for unit, other in must:
        chosen[unit].add(other)
        chosen[other].add(unit)
    ends = [
        (unit, other) for unit in range(len(near)) for other in sorted(near[unit] - chosen[unit])
    ]
    number = {end: node for node, end in enumerate(ends)}
    wanted = [each - len(others) for others in chosen]
    refused = [len(others) - each for others in near]
    if min(*wanted, *refused) < 0:
        return None
    are_spares_chosen = sum(wanted) < sum(refused)
    graph: Near = [{number[other, unit]} for unit, other in ends]
    for unit, spares in enumerate(wanted if are_spares_chosen else refused):
        own = {number[unit, other] for other in near[unit] - chosen[unit]}
        nodes = range(len(graph), len(graph) + spares)
        graph += [own for _ in nodes]
        for node in own:
            graph[node].update(nodes)
    matching = perfect_matching(graph, range(len(graph)), chance)
    if matching is None:
        return None
    paired = {node for edge in matching if max(edge) < len(ends) for node in edge}
    for node, (unit, other) in enumerate(ends):
        if (node in paired) is not are_spares_chosen:
            chosen[unit].add(other)
    return chosen
