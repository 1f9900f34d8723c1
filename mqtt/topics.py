"""The MQTT topics shared by tables, hub and Home Assistant."""

import re
from typing import Final, NamedTuple

MAX_NAME_LENGTH: Final = 32
NAME: Final = re.compile(rf"[a-z0-9-]{{1,{MAX_NAME_LENGTH}}}", re.ASCII)
"""Pattern of the name of a club, table or night in a topic."""

HOME_ASSISTANT_STATUS: Final = "homeassistant/status"


def is_name(text: str) -> bool:
    """True if *text* is a valid name of a club, table or night in a topic."""
    return NAME.fullmatch(text) is not None


class Topics(NamedTuple):
    """The topics of a ``club``. The name ``+`` gives a subscription filter."""

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
        """Topic of the id of the active hub; any other hub is passive."""
        return f"{self.root}/hub"

    @property
    def hub_probe(self) -> str:
        """Topic of messages from a hub to itself, delivered after all retained messages."""
        return f"{self.root}/hub/probe"

    def seat(self, table: str = "+") -> str:
        return f"{self.root}/seat/{table}"

    def result(self, night: str = "+", table: str = "+", place: str = "+") -> str:
        """Return the topic of a game's result; *place* as in the journal (``412.1``)."""
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
        """Return the topic of the probes that *table* sends to itself to test the broker."""
        return self.of_table(table, "probe")

    def discovery(self, table: str) -> str:
        """Return the topic of the discovery message of *table* for Home Assistant."""
        return f"homeassistant/device/cribble_{self.club}_{table}/config"


class ResultTopic(NamedTuple):
    """The names in the topic of a result."""

    night: str
    table: str
    place: str


def table_of(topics: Topics, topic: str) -> str | None:
    """Return the table of a status, state, event or seat *topic*; None for others."""
    match topic.removeprefix(topics.root + "/").split("/"):
        case ["table", table, "status" | "state" | "event"] | ["seat", table] if is_name(table):
            return table
        case _:
            return None


def result_of(topics: Topics, topic: str) -> ResultTopic | None:
    """Return the names in a result *topic*; None for others."""
    match topic.removeprefix(topics.root + "/").split("/"):
        case ["result", night, table, place] if is_name(night) and is_name(table):
            return ResultTopic(night, table, place)
        case _:
            return None
