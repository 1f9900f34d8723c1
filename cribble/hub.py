"""Open the hub of a club night: journal, broker and pages, until a signal."""

import logging
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

from club.hub.broker import BrokerLink
from club.hub.hub import Hub
from club.hub.journal import HubJournal
from club.hub.mosquitto import Mosquitto
from club.hub.tables import Tables
from club.site.app import create_hub_app
from club.site.context import HubContext
from cribble.folders import HUB_ADDRESS, HUB_BROKER, HUB_JOURNAL, HUB_SECRETS, make_folder
from cribble.serve.settings import load_access
from cribble.serve.terminal import announce, tell_fault
from cribble.system.network import cannot_listen, network_of, serving
from cribble.system.process import (
    collect_less_garbage,
    is_system_journal,
    limit_malloc_arenas,
    logging_to_stderr,
    stopping,
)
from mqtt.broker import Broker
from mqtt.topics import Topics
from scorekeeper.journal.files import JournalFault, Trouble
from scorekeeper.private_files import write_private
from scorekeeper.words import Fault, Words, en
from web import STREAMS, Addresses, Server, Streams

log = logging.getLogger(__name__)


def keep_open(
    words: Words,
    *,
    folder: Path,
    host: str,
    port: int,
    club: str,
    names: Sequence[str] = (),
    broker: Broker | None = None,
    phones_only: bool = False,
    broker_port: int = 0,
) -> None:
    """Run the hub of *club* until a signal to stop. Without a *broker*, a mosquitto is started,
    unless *phones_only*. Raises Fault."""
    limit_malloc_arenas()
    folder = make_folder(folder)
    with logging_to_stderr(os.environ), stopping() as stop, ExitStack() as stack:
        try:
            journal = stack.enter_context(closing(HubJournal.open(folder / HUB_JOURNAL)))
        except JournalFault as fault:
            if fault.code is not Trouble.IN_USE or not (folder / HUB_ADDRESS).exists():
                raise
            address = (folder / HUB_ADDRESS).read_text()
            sentence = en("The hub is open already: {address} (Ctrl-C there closes it).")
            raise Fault(sentence, address=address) from None
        tell = partial(tell_fault, words)
        hub, tables = Hub(journal), Tables()
        for found in journal.notices:  # The hub may still have had it repaired.
            tell(Fault(found.sentence, **found.values))
        access = load_access(folder / HUB_SECRETS, tell, is_open=False)
        addresses = Addresses(partial(network_of, host), port, names=names)
        mosquitto = None
        if broker is None and not phones_only:
            mosquitto = Mosquitto(folder / HUB_BROKER, port=broker_port)
        broker = mosquitto.broker if mosquitto else broker
        link = BrokerLink(hub, tables, Topics(club), broker) if broker else None
        streams = Streams(STREAMS)
        context = HubContext(
            hub,
            tables,
            access,
            addresses,
            streams,
            broker=link.health if link else dict,
            club=club,
        )
        app = create_hub_app(context)
        try:
            server = Server(app, streams, host=host, port=port)
        except OSError as fault:
            raise cannot_listen(fault, host, port) from None
        if mosquitto:
            mosquitto.start()
            stack.callback(mosquitto.stop)
        if link:
            link.start()
            stack.callback(link.stop)
        write_private(folder / HUB_ADDRESS, addresses.url_here.encode())
        private = not is_system_journal(os.environ, sys.stdout)
        _greet(words, addresses, access.pin if private else None, mosquitto)
        collect_less_garbage()
        with serving(server, stop):
            stop.wait()
        log.info("closed")


def _greet(
    words: Words, addresses: Addresses, pin: str | None, mosquitto: Mosquitto | None
) -> None:
    """Print the addresses of the pages, the director's PIN, and how tables reach the broker."""
    base = addresses.url_here
    lines = [
        words.say("The wall: {address}", address=base),
        words.say("Players’ phones: {address}", address=f"{base}me"),
        words.say("The director: {address}", address=f"{base}director"),
    ]
    if pin:
        lines.append(words.say("The director’s PIN: {pin}", pin=pin))
    if mosquitto:
        host = addresses.find().address or "127.0.0.1"
        user, password = mosquitto.broker.user, mosquitto.broker.password
        url = f"mqtt://{host}:{mosquitto.broker.port}"
        lines.append(words.say("Tables with Cribble: {url}", url=url))
        if pin:
            lines.append(
                words.say("Their user: {user}, password: {password}", user=user, password=password)
            )
    lines.append(words.say("Ctrl-C closes the hub; nothing is lost."))
    announce(lines, addresses.url and f"{addresses.url}me", sys.stdout, 0)
