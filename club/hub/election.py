"""The election of the hub that runs a club's night: the first does, others say so and watch."""

from enum import Enum, auto
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

ANSWER_SECONDS: Final = 3.0
"""A hub that is said to be there has so long to answer; else it was killed with its broker."""
BACK_SECONDS: Final = 10.0
"""The hub that ran the night has so long to come back before one that watches asks for it."""


class HubStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The hub of a club, as it says on the broker; ``since`` is when it began, in ms since 1970."""

    v: Literal[1] = 1
    hub: Annotated[str, Meta(max_length=40)]
    status: Literal["online", "offline"]
    since: Annotated[int, Meta(ge=0)] = 0


class HubQuery(msgspec.Struct, frozen=True, kw_only=True):
    """A hub asks whether another one is there."""

    v: Literal[1] = 1
    hub: Annotated[str, Meta(max_length=40)]


class Mode(Enum):
    """The part that a hub plays on the broker."""

    LOOK = auto()
    RUN = auto()
    WATCH = auto()


class LeaderElection:
    """Decides the ``mode`` of the hub *own*, which began at *since*; ``rival`` runs the night, or
    did until now, if this one does not. Times are seconds that never go back."""

    def __init__(self, own: str, since: int) -> None:
        self.own, self.since = own, since
        self.mode = Mode.LOOK
        self.rival: str | None = None
        self._retained: HubStatus | None = None
        self._asked_at: float | None = None
        self._is_missed = False
        self._missed_at: float | None = None

    @property
    def online(self) -> HubStatus:
        """The claim of this hub, published while it runs the night."""
        return HubStatus(hub=self.own, status="online", since=self.since)

    @property
    def offline(self) -> HubStatus:
        """The payload that withdraws the claim."""
        return HubStatus(hub=self.own, status="offline", since=self.since)

    def take(self, status: HubStatus, *, retained: bool) -> bool:
        """A hub says how it is. Return True if this one has to say that it is there."""
        is_other = status.hub != self.own
        if self.mode is Mode.LOOK:
            if is_other and status.status == "online" and not retained:
                self._watch(status.hub)
            else:
                self._retained = status
            return False
        if self.mode is Mode.WATCH:
            if is_other and status.status == "online":
                self.rival, self._is_missed = status.hub, False
            elif status.hub == self.rival:
                self._miss(None)
            return False
        if not is_other:
            # The will of a connection that was lost came after this one was there again.
            return status.status == "offline"
        if status.status == "offline" or (self.since, self.own) < (status.since, status.hub):
            return True
        self._watch(status.hub)
        return False

    def take_own_question(self, now: float) -> None:
        """All that the broker kept was heard before the own question came back."""
        if self.mode is Mode.WATCH:
            self._miss(now)  # Until it answers.
        if self.mode is not Mode.LOOK:
            return
        known = self._retained
        if known is None or known.status == "offline" or known.hub == self.own:
            self._run()
        elif self._asked_at is None:
            self._asked_at = now

    def tick(self, now: float) -> None:
        """Run the night if no hub answered within ANSWER_SECONDS: the other one is gone. Look for
        one again if the one that ran it does not come back within BACK_SECONDS."""
        asked = self._asked_at
        if self.mode is Mode.LOOK and asked is not None and now - asked >= ANSWER_SECONDS:
            self._run()
        if self.mode is Mode.WATCH and self._is_missed:
            if self._missed_at is None:
                self._missed_at = now
            elif now - self._missed_at >= BACK_SECONDS:
                self.mode, self._retained, self._asked_at = Mode.LOOK, None, None

    def _run(self) -> None:
        self.mode, self.rival = Mode.RUN, None

    def _watch(self, rival: str) -> None:
        self.mode, self.rival, self._is_missed = Mode.WATCH, rival, False

    def _miss(self, now: float | None) -> None:
        """Miss the rival, from *now* on or from the next tick."""
        if not self._is_missed:
            self._is_missed, self._missed_at = True, now
