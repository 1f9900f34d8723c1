"""A second, plain table: a list of entries that the second engine decides anew after each change.

It shares no code with the program. It refuses nothing: it is fed what the program accepted, and
told how many entries an amend with ``drop_rest`` has left.
"""

from tests.kit.oracles.second_engine import SecondEngine, number, suit


class SecondTable:
    """The entries that stand, each with the number of the line that first made it."""

    def __init__(self):
        self.entries, self.undone, self.before = [], [], []
        self.engine = SecondEngine()
        self.told = None

    def do(self, line, action):
        """What the answer to a new entry must say."""
        self._keep()
        self.entries = [*self.entries, (line, [action])]
        self.told = self.engine.follow(action)
        return self.told

    def undo(self):
        """What the table must say once the last change is taken back."""
        self.undone.append(self.entries)
        self.entries = self.before.pop()
        return self._decide()

    def redo(self):
        """What it must say once that is done again."""
        self.before.append(self.entries)
        self.entries = self.undone.pop()
        return self._decide()

    def amend(self, asked, left):
        """What it must say after *asked*, of whose entries and later ones as many are *left*."""
        self._keep()
        place = next(at for at, (line, _) in enumerate(self.entries) if line == asked["entry"])
        without = asked.get("without") or []
        entries = [*self.entries[:place], (asked["entry"], asked["actions"])]
        for line, actions in self.entries[place + 1 :]:
            entries.append((line, [] if line in without else actions))
        change = self._changed_card(place, asked["actions"])
        self.entries = entries[: place + left]
        return self._decide(place, change)

    def _keep(self):
        self.before.append(self.entries)
        self.undone = []

    def _decide(self, place=0, change=None):
        """Decide all entries anew; those after *place* count a hand of the same deal with the card
        that was put right."""
        self.engine, told, entries = SecondEngine(), self.told, []
        for at, (line, actions) in enumerate(self.entries):
            done = []
            for was in actions:
                action = self._restated(was, change) if change and at > place else was
                cards = getattr(self.engine, "laid", None)
                told = self.engine.follow(action)
                if at > place and getattr(self.engine, "laid", None) is not cards:
                    change = None
                done.append(action)
            entries.append((line, done))
        self.entries, self.told = entries, told
        return told

    def _changed_card(self, place, actions):
        """The seat, place, and old and new card, if *actions* lay one other card and no more."""
        old, _ = self._laid(place, self.entries[place][1])
        new, many = self._laid(place, actions)
        others = [at for at, (was, now) in enumerate(zip(old, new, strict=False)) if was != now]
        if len(old) != len(new) or len(others) != 1 or old[others[0]][0] != new[others[0]][0]:
            return None
        (at,) = others
        seat, card = new[at]
        later = [laid for laid in new[at + 1 :] if laid[0] == seat]
        return seat, many[seat] - 1 - len(later), old[at][1], card

    def _laid(self, place, actions):
        """The cards that *actions* lay at that *place* in the deal that they leave, each with its
        seat; and how many each seat has laid by then."""
        engine, laid = SecondEngine(), []
        for _, before in self.entries[:place]:
            for action in before:
                engine.follow(action)
        for action in actions:
            cards = getattr(engine, "laid", None)
            seat = action.get("seat")
            if action["do"] == "play":
                laid.append((engine.turn if seat is None else seat, action["card"]))
            engine.follow(action)
            if getattr(engine, "laid", None) is not cards:
                laid = []
        return laid, [len(cards) for cards in getattr(engine, "laid", [])]

    def _restated(self, action, change):
        """*action* with the card put right, if it counts all of the hand that the card is of."""
        seat, place, was, now = change
        shown = action.get("cards") or []
        if action["do"] != "count" or self.engine.to_count[0] != seat:
            return action
        laid = list(self.engine.laid[seat])
        whole = len(laid) if seat in self.engine.out else self.engine.rules["hand"]
        only_suit = number(was) == number(now) and (not suit(now) or now in shown)
        if len(shown) != whole or only_suit:
            return action
        laid[place] = was
        found = counterpart(laid, place, sorted(shown))
        if found is None:
            return action
        cards = list(shown)
        cards[cards.index(found)] = now
        return {**action, "cards": cards}


def counterpart(laid, place, shown):
    """Which of the cards *shown* is the one *laid* at that place.

    First those with a suit find themselves, then a card of their rank without one; then those
    without a suit find such a card, and at last any of their rank.
    """
    left, found = list(shown), {}
    for suited, exactly in ((True, True), (True, False), (False, True), (False, False)):
        for at, card in enumerate(laid):
            if at in found or bool(suit(card)) != suited:
                continue
            same = [other for other in left if number(other) == number(card)]
            if exactly:
                same = [other for other in same if other == card]
            elif suited:
                same = [other for other in same if not suit(other)]
            if same:
                found[at] = same[0]
                left.remove(same[0])
    return found.get(place) if len(found) == len(laid) else None
