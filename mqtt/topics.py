"""The topics of a club: where tables, the hub and Home Assistant find each other."""

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
    """The topics of one ``club``. Where a name is ``+``, the result is a filter to subscribe to."""

    club: str

    @property
    def root(self) -> str:
        """The level that all topics of the club are below."""
        return f"cribble/{self.club}"

    @property
    def night(self) -> str:
        """The night that is on, from the hub."""
        return f"{self.root}/night"

    @property
    def standings(self) -> str:
        """The standings, from the hub."""
        return f"{self.root}/standings"

    @property
    def hub(self) -> str:
        """The hub that runs the night, so that a second one only watches."""
        return f"{self.root}/hub"

    @property
    def hub_probe(self) -> str:
        """The topic of a word that a hub says to itself, to know that it heard all before it."""
        return f"{self.root}/hub/probe"

    def seat(self, table: str = "+") -> str:
        """The seat of *table* now, from the hub."""
        return f"{self.root}/seat/{table}"

    def result(self, night: str = "+", table: str = "+", place: str = "+") -> str:
        """A finished game of *night* at *table*, by the journal's match and place (``412.1``)."""
        return f"{self.root}/result/{night}/{table}/{place}"

    def status(self, table: str = "+") -> str:
        """``online`` or ``offline``."""
        return f"{self.root}/table/{table}/status"

    def state(self, table: str = "+") -> str:
        """The public state of *table*."""
        return f"{self.root}/table/{table}/state"

    def event(self, table: str = "+") -> str:
        """The latest event at *table*."""
        return f"{self.root}/table/{table}/event"

    def devices(self, table: str) -> str:
        """The health of the strip and keypad of *table*, for Home Assistant."""
        return f"{self.root}/table/{table}/devices"

    def probe(self, table: str) -> str:
        """The topic of a word that *table* says to itself, to see that the broker passes it on."""
        return f"{self.root}/table/{table}/probe"

    def light(self, table: str) -> str:
        """The brightness of the lights of *table*, for Home Assistant."""
        return f"{self.root}/table/{table}/light"

    def command(self, table: str, what: str = "+") -> str:
        """A command of Home Assistant to *table*: light, night, marks or undo."""
        return f"{self.root}/table/{table}/command/{what}"

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
