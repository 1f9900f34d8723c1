"""The events of an entry, by the action that led to each."""

from collections.abc import Iterator, Mapping
from typing import Final

from scorekeeper.game import actions as a
from scorekeeper.game import events as e
from scorekeeper.game.snapshot import Entry
from scorekeeper.scoring.combo import Why

TELLING: Final[Mapping[type, tuple[type[e.Event], ...]]] = {
    a.Start: (e.GameBegan,),
    a.SetMode: (e.ModeSet,),
    a.Draw: (e.Drawn,),
    a.Starter: (e.StarterTurned,),
    a.Play: (e.Laid,),
    a.Go: (e.SaidGo, e.WentOut),
    a.Show: (e.ShowBegan,),
    a.Count: (e.HandShown,),
    a.Crib: (e.HandShown,),
    a.Muggins: (e.MugginsCalled,),
    a.Misdeal: (e.PegsSetBack, e.DealBegan, e.Pegged),
    a.Peg: (e.Pegged,),
    a.Deal: (e.DealBegan,),
    a.Rename: (e.Renamed,),
    a.Abandon: (e.Abandoned,),
    a.Concede: (e.GameWon,),
    a.Next: (e.GameBegan,),
}
"""The event by which each action is known."""

BY: Final[Mapping[type, Why]] = {a.Peg: Why.PEG, a.Misdeal: Why.MISDEAL}
"""The reason of the points by which an action is known."""


def by_action(entry: Entry) -> tuple[e.Events, ...]:
    """Return the events of *entry* by action. The truth of claims that an action closes stays with
    the action before it: it belongs to neither. Of an entry without actions there are none."""
    if not entry.actions:
        return ()
    ends = (*tuple(_begins(entry))[1:], len(entry.events))
    starts = (0, *ends[:-1])
    return tuple(entry.events[start:end] for start, end in zip(starts, ends, strict=True))


def _begins(entry: Entry) -> Iterator[int]:
    """Yield where the events of each action begin: for a card, with the gos that it implied. A
    misdeal that only costs something, but nothing here, has none."""
    events, after = entry.events, 0
    for action in entry.actions:
        own = (at for at in range(after, len(events)) if _tells(action, events[at]))
        at = found = next(own, after - 1)
        while isinstance(action, a.Play) and found > after and _is_go(events[found - 1]):
            found -= 1
        yield max(found, after)
        misdealt = isinstance(action, a.Misdeal) and at >= after
        after = at + _of_misdeal(events[at:]) if misdealt else at + 1


def _tells(action: a.Action, event: e.Event) -> bool:
    if not isinstance(event, TELLING[type(action)]):
        return False
    if isinstance(event, e.DealBegan):
        if isinstance(action, a.Misdeal):
            return event.again and action.redeal is not False
        return not event.again
    return not isinstance(event, e.Pegged) or event.awards[0].why is BY[type(action)]


def _of_misdeal(events: e.Events) -> int:
    """Return how many of *events* are those of the misdeal that the first of them belongs to."""
    pegged = list[int]()
    for place, event in enumerate(events):
        match event:
            case e.PegsSetBack() if place == 0:
                pass
            case e.Pegged(team=team) if team not in pegged and _is_penalty(event):
                pegged.append(team)
            case e.DealBegan(again=True):
                return place + 1
            case _:
                return place
    return len(events)


def _is_penalty(event: e.Pegged) -> bool:
    return event.awards[0].why is Why.MISDEAL


def _is_go(event: e.Event) -> bool:
    return isinstance(event, e.SaidGo)
