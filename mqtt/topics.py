"""The topics of a club, by which tables, the hub and Home Assistant find each other."""

import re
from typing import Final, NamedTuple

LONGEST_NAME: Final = 32
NAME: Final = re.compile(rf"[a-z0-9-]{{1,{LONGEST_NAME}}}", re.ASCII)
"""The name of a club, a table or a night, as topics have it."""

HOME_ASSISTANT_STATUS: Final = "homeassistant/status"


def is_name(text: str) -> bool:
    """True if *text* can be the name of a club, a table or a night in a topic."""
    return NAME.fullmatch(text) is not None


class Topics(NamedTuple):
    """The topics of one ``club``; with ``+`` for a name, filters to subscribe to."""

    club: str

    @property
    def root(self) -> str:
        return f"cribble/{self.club}"

    @property
    def night(self) -> str:
        return f"{self.root}/night"

    @property
    def standings(self) -> str:
        return f"{self.root}/standings"

    @property
    def hub(self) -> str:
        """The id of the active hub, so that a second hub only watches."""
        return f"{self.root}/hub"

    @property
    def hub_probe(self) -> str:
        """A hub's message to itself: it comes back after all that the broker retains."""
        return f"{self.root}/hub/probe"

    def seat(self, table: str = "+") -> str:
        return f"{self.root}/seat/{table}"

    def result(self, night: str = "+", table: str = "+", place: str = "+") -> str:
        """A finished game of *night* at *table*, by the journal's match and place (``412.1``)."""
        return f"{self.root}/result/{night}/{table}/{place}"

    def of_table(self, table: str, what: str) -> str:
        """Return a topic of *table*, such as its ``state``."""
        return f"{self.root}/table/{table}/{what}"

    def status(self, table: str = "+") -> str:
        return self.of_table(table, "status")

    def state(self, table: str = "+") -> str:
        return self.of_table(table, "state")

    def event(self, table: str = "+") -> str:
        return self.of_table(table, "event")

    def probe(self, table: str) -> str:
        """A table's message to itself, to see if the broker passes it on."""
        return self.of_table(table, "probe")

    def discovery(self, table: str) -> str:
        """The discovery message of *table* for Home Assistant."""
        return f"homeassistant/device/cribble_{self.club}_{table}/config"


class ResultTopic(NamedTuple):
    """The names in the topic of a result."""

    night: str
    table: str
    place: str


def table_of(topics: Topics, topic: str) -> str | None:
    """Return the table whose status, state, event or seat *topic* is; None for any other."""
    match topic.removeprefix(topics.root + "/").split("/"):
        case ["table", table, "status" | "state" | "event"] | ["seat", table] if is_name(table):
            return table
        case _:
            return None


def result_of(topics: Topics, topic: str) -> ResultTopic | None:
    """Return the names in *topic* if it is that of a result; None for any other."""
    match topic.removeprefix(topics.root + "/").split("/"):
        case ["result", night, table, place] if is_name(night) and is_name(table):
            return ResultTopic(night, table, place)
        case _:
            return None
