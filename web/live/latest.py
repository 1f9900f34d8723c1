"""The newest change as a phone shows it: who got what for which cards, and when."""

from typing import Any

import msgspec
from msgspec.structs import asdict

from scorekeeper.board.render.timeline import award_times, walk_seconds
from scorekeeper.game.actions import Count, Crib, Of, Team
from scorekeeper.game.analysis.claim_check import suits_taken
from scorekeeper.game.events import Counted, Events, HandShown, awards_of, notices_of
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game
from scorekeeper.words import Words
from web.live.log import Log, SpokenAward, spoken_awards, spoken_notices


class TimedAward(SpokenAward, frozen=True, kw_only=True, omit_defaults=True):
    """Points, and how many milliseconds after the change they are shown."""

    at_ms: int


class PegStep(msgspec.Struct, frozen=True):
    """A part of the way of a team's front peg: ``at_ms`` after the change it leaves hole ``start``
    for hole ``to``, and walks for ``ms`` milliseconds."""

    team: Team
    start: int
    to: int
    at_ms: int
    ms: int


class LatestChange(msgspec.Struct, frozen=True):
    """The effects of the newest journal line; none after undo, redo and amend, which ``correction``
    describes; its end is the ``cost``: points, and later entries that are gone.

    Each count among the ``notices`` has its ``cards`` and the ``starter``, which may be those of
    the deal before; the lines of one that is being shown have their ``at_ms`` too. ``right`` says
    that a claim that was checked is, and ``given`` what of suits it takes as given; ``praise`` are
    both in one sentence. ``steps`` are the ways of the front pegs, by team and in time.
    """

    version: int
    awards: tuple[TimedAward, ...]
    notices: tuple[dict[str, Any], ...]
    steps: tuple[PegStep, ...]
    correction: str | None = None
    right: str | None = None
    given: str | msgspec.UnsetType = msgspec.UNSET
    cost: str | msgspec.UnsetType = msgspec.UNSET
    praise: str | msgspec.UnsetType = msgspec.UNSET


def latest_change(snapshot: Snapshot, words: Words, log: Log) -> LatestChange:
    """Return the newest change in *snapshot*."""
    events, game, fix = snapshot.latest, snapshot.game, snapshot.correction
    at = tuple(round(1000 * second) for second in award_times(events))
    last = snapshot.record[-1] if snapshot.record else None
    total, given = _right(snapshot, words)
    if last and last.events is events:
        entry = log.entry(last, game, words)
        awards, notices = entry.awards, entry.notices
    else:
        awards = spoken_awards(events, game, words)
        notices = spoken_notices(events, game, words)
    return LatestChange(
        version=snapshot.version,
        awards=tuple(
            TimedAward(**asdict(award), at_ms=at_ms)
            for award, at_ms in zip(awards, at, strict=True)
        ),
        notices=tuple(
            {**_paced(notice, events, at), **_faces(notice["of"], snapshot)}
            if notice["what"] == "counted"
            else notice
            for notice in notices
        ),
        steps=_steps(events, at, game),
        correction=words.correction(fix, game, snapshot.before) if fix else None,
        right=None if total is None else words.right_claim(total),
        given=given or msgspec.UNSET,
        praise=msgspec.UNSET if total is None else words.right_claim(total, given),
        cost=(words.correction_cost(fix, game, snapshot.before) if fix else None) or msgspec.UNSET,
    )


def _right(snapshot: Snapshot, words: Words) -> tuple[int | None, str | None]:
    """Return the points of a right claim, where no muggins hides whether it is, and what of suits
    was taken as given."""
    last = snapshot.record[-1] if snapshot.record else None
    if last is None or last.events is not snapshot.latest:
        return None, None
    counts = [one for one in last.actions if isinstance(one, (Count, Crib))]
    shown = {event.of for event in last.events if isinstance(event, HandShown)}
    totals = [
        notice.total
        for notice in notices_of(last.events)
        if isinstance(notice, Counted) and notice.of in shown
    ]
    if len(counts) != 1 or [counts[0].claim] != totals:
        return None, None
    taken = suits_taken(snapshot.before, counts[0])
    return totals[0], words.suits_taken(taken)


def _faces(of: Of, snapshot: Snapshot) -> dict[str, Any]:
    """Return the cards of the hand or crib *of* that was just counted, and its starter."""
    before = snapshot.before
    starter = before.deal.starter if before.deal else None
    for event in snapshot.latest:
        if isinstance(event, HandShown) and event.of == of:
            return {"cards": event.cards, "starter": starter}
    window = next((one for one in before.windows if one.of == of), None)
    return {"cards": window.cards, "starter": window.starter} if window else {}


def _steps(events: Events, at: tuple[int, ...], game: Game) -> tuple[PegStep, ...]:
    """Return the ways of the front pegs; lines that are shown together are one step."""
    found: list[PegStep] = []
    for team, pegs in enumerate(game.pegs):
        gained: dict[int, int] = {}
        for award, ms in zip(awards_of(events), at, strict=True):
            if award.team == team:
                gained[ms] = gained.get(ms, 0) + award.points
        whole = sum(gained.values())
        if not whole:
            continue
        to = pegs.back if whole > 0 else pegs.front - whole
        for ms, end in zip(gained, (*tuple(gained)[1:], None), strict=True):
            start, to = to, min(to + gained[ms], pegs.front) if end else pegs.front
            walk = round(1000 * walk_seconds(to - start))
            found.append(PegStep(team, start, to, ms, min(walk, end - ms) if end else walk))
    return tuple(found)


def _paced(notice: dict[str, Any], events: Events, at: tuple[int, ...]) -> dict[str, Any]:
    """Return *notice*, with the time of each line if it is the count that is being shown."""
    shown = [event.of for event in events if isinstance(event, HandShown)]
    if notice["what"] != "counted" or notice["of"] not in shown or len(at) != len(notice["lines"]):
        return notice
    lines = zip(notice["lines"], at, strict=True)
    return {**notice, "lines": [{**line, "at_ms": at_ms} for line, at_ms in lines]}
