"""The election of the hub that runs a club's night: the first does, others say so and watch."""

from enum import Enum, auto
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

ANSWER_SECONDS: Final = 3.0
"""A hub that is said to be there has so long to answer; else it was killed with its broker."""


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
    """Decides the ``mode`` of the hub *own*, which began at *since*; ``rival`` runs the night where
    this one watches. Times are seconds that never go back."""

    def __init__(self, own: str, since: int) -> None:
        self.own, self.since = own, since
        self.mode = Mode.LOOK
        self.rival: str | None = None
        self._retained: HubStatus | None = None
        self._asked_at: float | None = None

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
                self.rival = status.hub
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
        if self.mode is not Mode.LOOK:
            return
        known = self._retained
        if known is None or known.status == "offline" or known.hub == self.own:
            self.mode = Mode.RUN
        elif self._asked_at is None:
            self._asked_at = now

    def tick(self, now: float) -> None:
        """Run the night where no hub answered within ANSWER_SECONDS: the other one is gone."""
        asked = self._asked_at
        if self.mode is Mode.LOOK and asked is not None and now - asked >= ANSWER_SECONDS:
            self.mode = Mode.RUN

    def _watch(self, rival: str) -> None:
        self.mode, self.rival = Mode.WATCH, rival
