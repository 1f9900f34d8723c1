"""A second, simple engine, written from RULES.md and DESIGN.md alone.

It takes the JSON of accepted actions and returns the expected answers. It shares no code and no
data with the program, never refuses, and is not optimized.

Where the texts are ambiguous it follows the program: a suit is known if all others of the rank are
excluded in this deal; a deal dealt again is the same deal, for ``loser_of_deal`` too, and includes
three for last; a right call that is void has used up its points; ``in_turn`` goes left from the
first dealer; of skunk lines with equal cost the farthest is reported, for each team furthest back;
of several equal losers of a deal, the first to the left deals; in a hand shown whole, a card laid
without a suit matches one shown without.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import Any

from tests.kit.players.random_games import Evening, Turn

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "CDHS"
CARDS = [(rank, suit) for rank in RANKS for suit in ("", *SUITS)]
NUMBER = {rank + suit: RANKS.index(rank) + 1 for rank, suit in CARDS}
SUIT = {rank + suit: suit for rank, suit in CARDS}
PIPS = {card: min(10, at) for card, at in NUMBER.items()}
number, suit, pips = NUMBER.__getitem__, SUIT.__getitem__, PIPS.__getitem__
"""Of a card: its number, ace low; its suit, "" if unknown; its value in the count."""

ORDER = """fifteen pair pair_royal double_pair_royal run thirty_one go last_card heels flush nobs
claim for_last overcount muggins misdeal peg"""
"""Reasons for points, in the order in which they are listed."""

TOLD = ["awards", "notices", "phase", "turn", "count", "dealer", "scores", "pegs", "players"]
TOLD += ["winner", "games", "drawing"]

TWO, THREE, FOUR = [[0], [1]], [[0], [1], [2]], [[0, 2], [1, 3]]
ONE_AND_TWO, FIVE, SIX = [[0], [1, 2]], [[0], [1], [2], [3], [4]], [[0, 3], [1, 4], [2, 5]]
SIX_CARD = {
    "teams": TWO, "hand": 4, "target": 121, "teams_by": "seating", "for_last": 0,
    "next_dealer": "left", "next_game_dealer": "loser", "starter_cutter": "left", "heels": 2,
    "nobs": 1, "counts": "all", "go_point": "on_call", "crib_flush": "five",
    "exact_finish": False, "muggins": True, "muggins_until": "next_deal", "skunks": "E", "game": 1,
    "misdeal": 2, "renege": 0, "undercount": "given", "overcall": "nothing",
    "overcount": "corrected",
    "wins": "high", "heels_at_end": "win", "first_deal": "loser", "best_of": 0,
    "lurch": "furthest",
}  # fmt: skip
ROWS = {
    "cribble": {"teams": FOUR, "starter_cutter": "right", "heels": 1, "go_point": "at_close",
                "muggins_until": "next_count", "skunks": "", "misdeal": 0},
    "six-card": {},
    "three-handed": {"teams": THREE, "go_point": "at_close"},
    "four-handed": {"teams": FOUR, "teams_by": "draw", "go_point": "at_close"},
    "five-card": {"hand": 3, "target": 61, "for_last": 3, "counts": "one", "go_point": "at_close",
                  "muggins": False, "muggins_until": None, "skunks": "", "misdeal": 0},
    "britannica": {"go_point": "at_close", "muggins": False, "muggins_until": "next_count",
                   "skunks": "B", "misdeal": 0},
    "acc": {"go_point": "at_close", "muggins": False, "muggins_until": "next_count",
            "skunks": "EB", "game": 2, "misdeal": 0, "renege": 2,
            "undercount": "lost", "overcall": "lesser"},
    "seven-card": {"hand": 5, "target": 181, "go_point": "at_close", "muggins": False,
                   "muggins_until": "next_count", "skunks": "", "misdeal": 0},
    "captain": {"teams": ONE_AND_TWO, "go_point": "at_close", "muggins": False,
                "muggins_until": "next_count", "skunks": "", "misdeal": 0},
    "five-handed": {"teams": FIVE, "go_point": "at_close", "muggins": False,
                    "muggins_until": "next_count", "misdeal": 0},
    "six-handed": {"teams": SIX, "go_point": "at_close", "muggins": False,
                   "muggins_until": "next_count", "misdeal": 0},
}  # fmt: skip
"""Each row's differences from six-card; skunks by the text whose line they follow."""


def rules_of(key, options):
    """Return the row called *key* with the house rules *options*, its skunks as a list, and targets
    by team: the captain's is half of the others'."""
    rules = SIX_CARD | ROWS[key]
    rules |= {name: value for name, value in options.items() if value is not None}
    by_team = rules.get("target_by_team")
    rules["target"] = max(by_team or [rules["target"]])
    if by_team is None and key == "captain":
        by_team = [-(-rules["target"] // 2), rules["target"]]
    rules["goals"] = by_team or [rules["target"] for _ in rules["teams"]]
    if isinstance(rules["skunks"], str):
        lines = {"E": rules["target"] - 30, "B": (rules["target"] + 1) // 2}
        worth = rules["game"] + -(-rules["game"] // 2) if key == "acc" else 2 * rules["game"]
        rules["skunks"] = [[lines[text], worth] for text in rules["skunks"]]
    return rules


def total(combos):
    return sum(points for _, points, _ in combos)


def play_combos(pile):
    """Return what the last card of *pile* makes, without 31: names, points and cards."""
    combos = []
    if sum(map(pips, pile)) == 15:
        combos.append(["fifteen", 2, pile])
    alike = 1
    while alike < len(pile) and number(pile[-alike - 1]) == number(pile[-1]):
        alike += 1
    if alike > 1:
        why = {2: "pair", 3: "pair_royal", 4: "double_pair_royal"}[alike]
        combos.append([why, alike * (alike - 1), pile[-alike:]])
    for length in range(len(pile), 2, -1):
        numbers = sorted(map(number, pile[-length:]))
        if numbers == list(range(numbers[0], numbers[0] + length)):
            combos.append(["run", length, pile[-length:]])
            break
    return combos


def show_combos(hand, starter, crib, rules, flush, nobs, known):
    """Return everything in a hand or crib, with claims of *flush* and *nobs*.

    All cards *known* in this deal help to prove a suit.
    """
    cards = [*hand, starter]
    combos = [
        ["fifteen", 2, list(some)]
        for size in range(2, len(cards) + 1)
        for some in combinations(cards, size)
        if sum(map(pips, some)) == 15
    ]
    pairs = combinations(cards, 2)
    combos += [["pair", 2, [a, b]] for a, b in pairs if number(a) == number(b)]
    held = {n: [card for card in cards if number(card) == n] for n in range(1, 15)}
    low = 1
    while low < 14:
        high = low
        while held[high]:
            high += 1
        if high - low >= 3:
            ways = product(*(held[n] for n in range(low, high)))
            combos += [["run", high - low, list(way)] for way in ways]
        low = high + 1
    length, jack = by_suits(cards, crib, flush or 0, bool(nobs), known)
    enough = rules["crib_flush"] != "none" if crib else len(hand) == rules["hand"]
    if length and enough:
        combos.append(["flush", length, cards[:length]])
    if jack and rules["nobs"]:
        combos.append(["nobs", rules["nobs"], ["J"]])
    return combos


def by_suits(cards, crib, flush, nobs, known):
    """Return the flush and nobs in all deals of suits that fit known suits and claims."""
    numbers = [number(card) for card in cards]
    suits = tuple(
        suit(card) or "".join(s for s in SUITS if RANKS[n - 1] + s not in known)
        for card, n in zip(cards, numbers, strict=True)
    )
    unsure = any(len(some) > 1 for some in suits[:-1])
    if unsure and not flush and not nobs and 11 not in numbers[:-1]:
        return 0, False
    alike = tuple(11 if n == 11 else -numbers.index(n) for n in numbers)
    return in_every_world(alike, suits, crib, flush, nobs)


@lru_cache(100_000)
def in_every_world(numbers, suits, crib, flush, nobs):
    """Return the smallest flush, and nobs if always, over all consistent *suits*."""
    found = set()
    for world in product(*suits):
        if len(set(zip(numbers, world, strict=True))) < len(world):
            continue
        length = 0
        if len(set(world[:-1])) == 1:
            length = len(world) if world[-1] == world[0] else 0 if crib else len(world) - 1
        jack = any(n == 11 and s == world[-1] for n, s in zip(numbers[:-1], world, strict=False))
        if length >= flush and jack >= nobs:
            found.add((length, jack))
    return min(length for length, _ in found), all(jack for _, jack in found)


def with_suits(laid, shown):
    """Return the cards of *shown*, with suits known from when they were *laid*."""
    hand = []
    for n, many in Counter(map(number, shown)).items():
        same = [card for card in dict.fromkeys([*shown, *laid]) if number(card) == n and suit(card)]
        hand += (same + [RANKS[n - 1]] * many)[:many]
    return hand


def not_laid(hand, laid):
    """Return the cards of *hand* that were not *laid*, in any suit."""
    rest = list(hand)
    for card in sorted(laid, key=suit, reverse=True):
        rest.remove(card if card in rest else next(c for c in rest if number(c) == number(card)))
    return rest


class SecondEngine:
    """A table that is given accepted actions one after another."""

    def __init__(self):
        self.phase, self.rules, self.players = "idle", None, []
        self.scores, self.pegs, self.games = [], [], []
        self.dealer = self.turn = self.winner = None
        self.count, self.drawing, self.windows = 0, [], []
        self.entry_mode = {"counted_by": "program", "entered": "cards"}

    def follow(self, action):
        """Return what the answer to *action*, JSON as a dict, must contain."""
        self.awards, self.notices, self.reached = [], [], None
        self.fronts = list(self.scores)
        getattr(self, "on_" + action["do"])(action)
        for team, front in enumerate(self.fronts):
            if self.scores[team] > front:
                self.pegs[team] = [self.scores[team], front]
        if action["do"] == "starter":
            self.turned = self.scores[:], [list(pegs) for pegs in self.pegs]
        if self.reached is not None:
            self.over(self.first_or_furthest_back(self.reached))
        self.awards.sort(key=lambda award: ORDER.index(award["why"]))
        return {name: getattr(self, name) for name in TOLD}

    # Seats and teams

    def team_of(self, seat):
        return next(team for team, seats in enumerate(self.rules["teams"]) if seat in seats)

    def around(self, seat):
        many = len(self.players)
        return [(seat + step) % many for step in range(many)]

    def teams_left_of(self, seat, but=None):
        """Yield the teams clockwise from the left of *seat*, each once, without the team *but*."""
        seats = self.around(0 if seat is None else seat + 1)
        return [team for team in dict.fromkeys(map(self.team_of, seats)) if team != but]

    def first_seat(self, team):
        return next(s for s in self.around(self.dealer + 1) if self.team_of(s) == team)

    # Points

    def left(self, team):
        return self.rules["goals"][team] - self.scores[team]

    def stand(self, team):
        """Return the points of *team* plus its advantage in the target."""
        return self.rules["target"] - self.left(team)

    def score(self, team, combos, seat=None):
        """Peg one score of *team*: with an exact finish, a score that is too high is void."""
        points = total(combos)
        if not points or self.reached not in (None, team):
            return
        void = self.rules["exact_finish"] and points > self.left(team)
        for why, worth, cards in combos:
            award = {"seat": seat, "team": team, "points": 0 if void else worth, "why": why,
                     "cards": list(cards), "void": void}  # fmt: skip
            self.awards.append(award)
        if not void:
            self.scores[team] += min(self.left(team), points)
        if not self.left(team):
            self.reached = team

    def first_or_furthest_back(self, reached):
        """Return the winner once *reached* is at its target: in lowball, the team furthest back."""
        if self.rules["wins"] == "high":
            return reached
        return min(self.teams_left_of(self.dealer), key=self.stand)

    def over(self, winner):
        self.phase, self.winner, self.turn, self.drawing = "over", winner, None, []
        self.tell_windows()
        if winner is None:
            return
        plain = self.rules["game"]
        back, more = self.stand(self.loser()), []
        for team in range(len(self.scores)):
            stand, lines = self.stand(team), sorted(self.rules["skunks"])
            lines = [line for line in lines if stand < line[0]]
            counts = stand == back or self.rules["lurch"] == "each"
            if team != winner and lines and counts and self.rules["wins"] == "high":
                credit = lines[0][1]
                below = max(below for below, games in self.rules["skunks"] if games == credit)
                told = {"what": "skunk", "games": credit, "below": below}
                self.notices.append(told | {"team": team})
                more.append(credit - plain)
        self.games[winner] += plain + (sum(more) if self.rules["lurch"] == "each" else
                                       more[0] if more else 0)  # fmt: skip

    def loser(self):
        """Return the team furthest back; in lowball, the furthest of those that did not win."""
        low = self.rules["wins"] == "low" and self.winner is not None
        teams = self.teams_left_of(self.dealer, but=self.winner)
        return (max if low else min)(teams, key=self.stand)

    # A match, its games and deals

    def on_start(self, action):
        self.rules = rules_of(action["rules"], action.get("options") or {})
        self.players = list(action["players"])
        self.games = [0 for _ in self.rules["teams"]]
        counted_by = "players" if self.rules["muggins"] else "program"
        self.entry_mode = {"counted_by": counted_by, "entered": "cards"}
        self.on_set_mode(action)
        scores = action.get("scores") or [0 for _ in self.games]
        dealer = action.get("dealer")
        self.seated = self.rules["teams_by"] == "seating" or dealer is not None
        self.begin_game(list(scores), dealer)

    def on_set_mode(self, action):
        asked = action.get("entry_mode") or {}
        self.entry_mode |= {name: word for name, word in asked.items() if word is not None}

    def begin_game(self, scores, dealer):
        self.scores, self.fronts = scores, scores[:]
        self.pegs = [[score, 0] for score in scores]
        self.winner, self.windows, self.dealer = None, [], None
        if dealer is None:
            self.phase, self.turn, self.count = "draw", None, 0
            self.drawn = [[] for _ in self.players]
            self.drawing = list(range(len(self.players)))
        else:
            self.become_dealer(dealer)

    def become_dealer(self, dealer):
        """Set the dealer; the others peg three for last, if the game has it."""
        self.first_dealer, self.at_deal = dealer, self.scores[:]
        self.deal_cards(dealer)
        for team in self.teams_left_of(dealer, but=self.team_of(dealer)):
            points = self.rules["for_last"]
            self.score(team, [["for_last", points, []]], self.first_seat(team))

    def deal_cards(self, dealer):
        right = self.rules["starter_cutter"] == "right"
        self.phase, self.count, self.dealer, self.starter_card = "cut", 0, dealer, None
        self.turn = (dealer + (-1 if right else 1)) % len(self.players)
        self.laid = [[] for _ in self.players]
        self.gos = [[] for _ in self.players]
        self.out = set()

    def on_draw(self, action):
        self.drawn[action["seat"]].append(number(action["card"]))
        self.drawing.remove(action["seat"])
        if self.drawing:
            return
        best = sorted(range(len(self.players)), key=self.drawn.__getitem__)
        last = 1 if self.seated else 2
        for place in range(last):
            tied = [s for s in best if self.drawn[s] == self.drawn[best[place]]]
            if best[place + 1] in tied:
                self.drawing = tied
                return
        dealer = best[0]
        if not self.seated:
            self.seated = True
            here, there = best[1], (dealer + 2) % 4
            names = self.players
            names[here], names[there] = names[there], names[here]
            self.notices.append({"what": "seated", "players": names[:]})
        self.become_dealer(dealer)

    def on_next(self, _action):
        how = self.rules["first_deal"]
        if how == "loser":
            how = self.rules["next_game_dealer"]
        if how == "winner" and self.winner is None:
            how = "loser"
        dealer = None
        if self.dealer is not None and how != "cut":
            dealer = self.around(self.first_dealer + 1)[0]
            if how != "in_turn":
                dealer = self.first_seat(self.winner if how == "winner" else self.loser())
        self.begin_game([0 for _ in self.games], dealer)

    def on_starter(self, action):
        self.tell_windows()
        self.starter_card = action["card"]
        self.phase, self.pile, self.passed, self.paid = "play", [], set(), False
        self.known = {self.starter_card}
        self.last, self.turn = None, self.around(self.dealer + 1)[0]
        if number(self.starter_card) == 11:
            team, points = self.team_of(self.dealer), self.rules["heels"]
            room = self.left(team)
            if self.rules["heels_at_end"] == "no":
                points = min(points, room - 1)
            self.score(team, [["heels", points, [self.starter_card]]], self.dealer)

    def on_misdeal(self, action):
        again = action.get("redeal") is not False
        if again and any(self.laid):
            scores, pegs = self.turned
            self.scores, self.fronts = scores[:], scores[:]
            self.pegs = [list(both) for both in pegs]
        for team in self.teams_left_of(self.dealer, but=self.team_of(self.dealer)):
            self.score(team, [["misdeal", self.rules["misdeal"], []]])
        if self.reached is None and again:
            self.deal_cards(self.dealer)

    def on_deal(self, action):
        """Start the next deal, by who is named, whose turn it is, or who got less in this one."""
        gained = [now - then for now, then in zip(self.scores, self.at_deal, strict=True)]
        seats = self.around(self.dealer + 1)
        if self.rules["next_dealer"] == "loser_of_deal":
            seats = [s for s in seats if gained[self.team_of(s)] == min(gained)]
        if action.get("dealer") is not None:
            seats = [action["dealer"]]
        self.at_deal = self.scores[:]
        self.deal_cards(seats[0])

    def on_peg(self, action):
        team, points = action["team"], action["points"]
        if points > 0:
            self.score(team, [["peg", points, []]])
            return
        self.awards.append({"seat": None, "team": team, "points": points, "why": "peg",
                            "cards": [], "void": False})  # fmt: skip
        self.scores[team] += points
        self.pegs[team] = [self.scores[team], min(self.scores[team], self.pegs[team][1])]

    def on_rename(self, action):
        self.players[action["seat"]] = action["name"]

    def on_abandon(self, _action):
        self.over(None)

    def on_concede(self, action):
        others = self.teams_left_of(self.dealer, but=action["team"])
        best = min if self.rules["wins"] == "low" else max
        self.over(best(others, key=self.stand))

    # The play

    def can_lay(self, seat):
        has_cards = len(self.laid[seat]) < self.rules["hand"] and seat not in self.out
        return has_cards and seat not in self.passed

    def on_play(self, action):
        seat = action.get("seat")
        seat = self.turn if seat is None else seat
        for other in self.around(self.turn):
            if other == seat:
                break
            self.say_go(other)
        self.belie(seat, [action["card"]])
        self.laid[seat].append(action["card"])
        self.known = self.known | {action["card"]}
        self.pile.append(action["card"])
        self.count += pips(action["card"])
        self.last = seat
        combos = play_combos(self.pile)
        if self.count == 31:
            combos.append(["thirty_one", 1 if self.paid else 2, self.pile])
        self.score(self.team_of(seat), combos, seat)
        self.go_on(seat + 1, by_card=True)

    def on_go(self, action):
        if action.get("out"):
            seat = action.get("seat")
            self.out.add(self.turn if seat is None else seat)
            if self.pile or any(map(self.can_lay, range(len(self.players)))):
                self.go_on(self.turn)
            else:
                self.on_show({})
            return
        for seat in self.around(self.turn) if action.get("all") else [self.turn]:
            self.say_go(seat)
        self.go_on(self.turn + 1)

    def say_go(self, seat):
        if not self.can_lay(seat):
            return
        self.passed.add(seat)
        self.gos[seat].append(self.count)
        if self.rules["go_point"] == "on_call" and not self.paid and seat != self.last:
            self.pay("go", [])

    def belie(self, seat, cards):
        """Report each of *cards* that *seat* could have played when it said go."""
        for card in cards:
            belied = [count for count in self.gos[seat] if count + pips(card) <= 31]
            if belied:
                told = {"what": "late_renege", "seat": seat, "card": card, "count": min(belied)}
                self.notices.append(told | {"advice": self.rules["renege"]})

    def pay(self, why, cards):
        self.paid = True
        self.score(self.team_of(self.last), [[why, 1, cards]], self.last)

    def go_on(self, after, *, by_card=False):
        """Return the next seat that may lay; if there is none, or at 31, the count is closed."""
        may = [seat for seat in self.around(after) if self.can_lay(seat)]
        if may and self.count < 31:
            self.turn = may[0]
            return
        self.passed = set()
        left = [seat for seat in self.around(self.last + 1) if self.can_lay(seat)]
        if self.count < 31 and not self.paid:
            self.pay(*(("go", []) if left else ("last_card", self.pile[-1:])))
        if self.reached is None or not by_card:
            self.count = 0
        self.pile, self.paid = [], False
        if left and self.rules["counts"] == "all":
            self.turn = left[0]
        elif self.reached is None:
            self.on_show({})

    def on_show(self, _action):
        self.phase, self.count = "show", 0
        self.to_count = [*self.around(self.dealer + 1), "crib"]
        self.turn = self.to_count[0]

    # The show

    def on_count(self, action):
        of = self.to_count.pop(0)
        crib = of == "crib"
        shown, laid = action.get("cards") or [], [] if crib else self.laid[of]
        whole = crib or len(shown) == self.rules["hand"] or (of in self.out and shown)
        hand = with_suits(laid, shown) if whole else laid + shown
        if not crib:
            self.belie(of, not_laid(hand, laid))
        if self.rules["muggins_until"] != "next_deal":
            self.tell_windows()
        if not action.get("pass"):
            self.show_hand(self.dealer if crib else of, of, hand, action)
        if self.reached is not None:
            return
        if self.to_count:
            self.turn = self.dealer if self.to_count[0] == "crib" else self.to_count[0]
        else:
            self.on_deal({})

    on_crib = on_count

    def show_hand(self, seat, of, hand, action):
        rules, team, claim = self.rules, self.team_of(seat), action.get("claim")
        said = {name: action.get(name) for name in ("flush", "nobs")}
        self.known = self.known | {*hand}
        shown = {"seat": seat, "of": of, "hand": hand, "starter": self.starter_card, "said": said,
                 "known": self.known, "claim": claim, "taken": 0, "takers": []}  # fmt: skip
        combos = self.combos(shown)
        truth = total(combos)
        void = rules["exact_finish"] and truth > self.left(team)
        if claim is not None and claim > truth:
            if rules["overcount"] != "lost":
                self.score(team, combos, seat)
            if rules["overcount"] == "fined":
                for other in self.teams_left_of(seat, but=team):
                    self.score(other, [["overcount", claim - truth, []]])
        elif claim is not None and rules["muggins"]:
            self.score(team, [["claim", claim, hand]], seat)
            self.windows.append(shown)
            return
        elif claim not in (None, truth) and (void or rules["undercount"] == "lost"):
            self.score(team, [["claim", claim, hand]], seat)
        else:
            self.score(team, combos, seat)
        self.tell(shown)

    def combos(self, shown):
        crib = shown["of"] == "crib"
        facts = (shown["hand"], shown["starter"], crib, self.rules)
        return show_combos(*facts, **shown["said"], known=shown["known"])

    def tell(self, shown):
        """Reveal the true count of what was *shown*."""
        combos = self.combos(shown)
        truth = total(combos)
        whose = {"seat": shown["seat"], "of": shown["of"]}
        named = [{"kind": why, "points": worth, "cards": cards} for why, worth, cards in combos]
        told = {"what": "counted", **whose, "total": truth, "combos": named}
        self.notices.append(told)
        claim = shown["claim"]
        if claim is not None and claim != truth:
            what = "undercount" if claim < truth else "overcount"
            taken = {"taken": shown["takers"]} if claim < truth else {}
            self.notices.append({"what": what, **whose, "claim": claim, "total": truth, **taken})
        if shown in self.windows and truth - claim - shown["taken"] > 0:
            left = truth - claim - shown["taken"]
            self.notices.append({"what": "unclaimed", **whose, "points": left})

    def tell_windows(self):
        for window in self.windows:
            self.tell(window)
        self.windows = []

    def on_muggins(self, action):
        team, named, of = action["team"], action["points"], action.get("of")
        theirs = [w for w in self.windows if self.team_of(w["seat"]) != team]
        window = next(w for w in reversed(theirs) if of is None or w["of"] == of)
        for name in ("flush", "nobs"):
            if action.get(name) is not None:
                window["said"] = {**window["said"], name: action[name]}
        truth = total(self.combos(window))
        missed = max(0, truth - window["claim"] - window["taken"])
        if self.rules["overcall"] == "lesser":
            named = min(named, missed, self.left(team))
        if named <= missed:
            self.score(team, [["muggins", named, []]])
            window["taken"] += named
            window["takers"] += [[team, named]] if named else []


MANY = 100_000
"""In total, in `make soak`."""


FACTS = ["phase", "turn", "count", "dealer", "scores", "pegs", "players", "winner", "games"]


def alike(told: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of an answer, with unordered lists sorted."""
    plain = {name: told[name] for name in FACTS}
    plain["drawing"] = sorted(told.get("drawing") or ())
    plain["whys"] = [award["why"] for award in told["awards"]]
    plain["awards"] = in_order({"void": False} | award for award in told["awards"])
    late = [notice for notice in told["notices"] if notice["what"] == "late_renege"]
    rest = [notice for notice in told["notices"] if notice["what"] != "late_renege"]
    plain["notices"] = sorted(late, key=lambda notice: str(notice["card"])) + rest
    for notice in plain["notices"]:
        if notice["what"] == "counted":
            notice["combos"] = in_order(
                combo | {"why": combo["kind"]} for combo in notice["combos"]
            )
    return plain


def match(key: str, number: int) -> list[Turn]:
    """Generate a match with the row *key*, sometimes of several games."""
    luck = Random(f"{key} second {number}")
    return Evening(key, luck).play(games=1 if luck.random() < 0.9 else 3)


def in_order(scored: Iterable[dict[str, Any]]) -> list[Any]:
    """Return awards or combinations sorted; which jack is his nobs is ignored."""
    plain = [
        scoring | {"cards": [] if scoring["why"] == "nobs" else sorted(scoring["cards"])}
        for scoring in scored
    ]
    return sorted(
        plain, key=lambda scoring: (scoring["why"], str(scoring.get("team")), scoring["cards"])
    )
