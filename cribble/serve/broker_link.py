"""The table on a broker, as the config says; nothing of it is imported where there is none."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cribble.config.schema import Config, MqttConfig
from cribble.folders import ANNOUNCED, NIGHT, expand_home
from mqtt.broker import broker_of, read_password
from mqtt.topics import LONGEST_NAME, Topics
from scorekeeper.journal import utc_now
from scorekeeper.table import Table
from scorekeeper.words import Words
from web import Addresses

if TYPE_CHECKING:
    from mqtt.home_assistant import Controls
    from mqtt.link import TableLink

NAMELESS: Final = "table"


def table_name(config: MqttConfig, host: Callable[[], str] = socket.gethostname) -> str:
    """Return the name of the table on the broker; where the config has none, that of the machine.

    >>> table_name(MqttConfig(), lambda: "Café.local")
    'caf'
    """
    plain = re.sub("[^a-z0-9]+", "-", host().partition(".")[0].lower()).strip("-")
    return config.table or plain[:LONGEST_NAME] or NAMELESS


def broker_link(
    table: Table,
    config: Config,
    folder: Path,
    controls: Controls,
    addresses: Addresses,
    words: Words,
) -> TableLink | None:
    """Return what publishes *table*; None where the config names no broker. The files of *folder*
    are the table's own. Raises Fault for a password that cannot be used."""
    chosen = config.mqtt
    if not chosen.url:
        return None
    from mqtt.client import Client
    from mqtt.home_assistant import AnnouncedTable, HomeAssistant
    from mqtt.link import TableLink
    from mqtt.night import NightTable

    password = read_password(expand_home(Path(chosen.password_file))) if chosen.user else ""
    topics, name = Topics(chosen.club), table_name(chosen)
    broker = broker_of(chosen.url, chosen.user, password)
    device = AnnouncedTable(
        topics, name, version("cribble"), lambda: addresses.url or addresses.url_here, words.say
    )
    return TableLink(
        table,
        topics,
        name,
        partial(Client, broker, name=client_id(topics, name, table.now.journal)),
        NightTable(table, topics, name, folder / NIGHT),
        HomeAssistant(
            device,
            controls,
            folder / ANNOUNCED,
            enabled=chosen.home_assistant,
            commands=chosen.commands,
        ),
        names=chosen.names,
        clock=utc_now,
    )


def client_id(topics: Topics, table: str, journal: str) -> str:
    """Return the id of a table's session: the same after a restart, so that the broker then ends
    the old session right away; another where two machines have one name by mistake."""
    digest = sha256(f"{topics.root} {table} {journal}".encode()).hexdigest()
    return f"cribble-{digest[:12]}"
