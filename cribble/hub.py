"""``cribble hub``: the server for a club night, with journal, broker and web pages."""

import logging
import os
import sys
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
from cribble.cli.command import Value, a_whole, flag, option, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.folders import HUB, HUB_ADDRESS, HUB_BROKER, HUB_JOURNAL, HUB_SECRETS, make_folder
from cribble.serve.run import finish_restore
from cribble.serve.settings import load_access
from cribble.serve.terminal import announce, tell_fault
from cribble.system.network import cannot_listen, network_of, serving
from cribble.system.process import (
    collect_less_garbage,
    is_system_journal,
    logging_to_stderr,
    stopping,
)
from mqtt.broker import broker_of, read_password
from mqtt.topics import Topics, is_name
from scorekeeper.bounds import Bound
from scorekeeper.journal.files import JournalFault, Trouble
from scorekeeper.private_files import write_private
from scorekeeper.words import Fault, Words, en
from web import STREAMS, Addresses, Server, Streams

log = logging.getLogger(__name__)


NAME = Value(Bound("a-z 0-9 -, 1–32", is_name))
PORT = 8122
"""Default port, different from that of a table, so that both can run on one machine."""


@subcommand(
    "Run a club night: pairing, results, standings",
    "Run a club night: a page for the wall, one for each player’s phone, and one for the "
    "director, who has the PIN. Tables with Cribble connect through the broker given with "
    "--broker; without it, mosquitto is started on this machine.",
)
@with_config("host", "data")
@option(
    "--port",
    en("PORT"),
    en("The port of its pages (default: {usual})"),
    a_whole(1, 65535),
    default=PORT,
)
@option(
    "--club",
    en("NAME"),
    en("The club, as in the topics on the broker (default: that of the config)"),
    NAME,
)
@option(
    "--broker",
    "URL",
    en("The broker, such as mqtt://192.168.1.10; log in with --user and --password-file"),
)
@option(
    "--user", en("NAME"), en("The user name for that broker (default: cribble)"), default="cribble"
)
@option("--password-file", en("FILE"), en("A file with the password, readable only by its owner"))
@flag("--no-broker", en("Use no broker: only phones report results"))
@option(
    "--broker-port",
    en("PORT"),
    en("The port for mosquitto (default: the first free one from 1883)"),
    a_whole(1, 65535),
)
def hub(
    words: Words,
    active: ActiveConfig,
    *,
    port: int,
    club: str | None,
    broker: str | None,
    user: str,
    password_file: str | None,
    no_broker: bool,
    broker_port: int | None,
) -> None:
    finish_restore(active)
    password = read_password(Path(password_file)) if password_file else ""
    named = broker_of(broker, user if password else "", password) if broker else None
    name, host = club or active.config.mqtt.club, active.config.host
    folder, tell = make_folder(active.data / HUB), partial(tell_fault, words)
    with logging_to_stderr(os.environ), stopping() as stop, ExitStack() as stack:
        journal = stack.enter_context(closing(_open_journal(folder)))
        for found in journal.notices:  # Not fatal: the journal may be repaired.
            tell(Fault(found.sentence, **found.values))
        access = load_access(folder / HUB_SECRETS, tell, is_open=False)
        mosquitto = None
        if named is None and not no_broker:
            mosquitto = Mosquitto(folder / HUB_BROKER, port=broker_port or 0)
            named = mosquitto.broker
        night, tables, streams = Hub(journal), Tables(), Streams(STREAMS)
        addresses = Addresses(partial(network_of, host), port, names=active.config.names)
        link = BrokerLink(night, tables, Topics(name), named) if named else None
        health = link.health if link else dict
        context = HubContext(night, tables, access, addresses, streams, broker=health, club=name)
        try:
            server = Server(create_hub_app(context), streams, host=host, port=port)
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


def _open_journal(folder: Path) -> HubJournal:
    """Return the journal in *folder*. Raises Fault, with the address if a running hub uses it."""
    try:
        return HubJournal.open(folder / HUB_JOURNAL)
    except JournalFault as fault:
        if fault.code is not Trouble.IN_USE or not (folder / HUB_ADDRESS).exists():
            raise
        address = (folder / HUB_ADDRESS).read_text()
        sentence = en("The hub is already open: {address} (press Ctrl-C there to close it).")
        raise Fault(sentence, address=address) from None


def _greet(
    words: Words, addresses: Addresses, pin: str | None, mosquitto: Mosquitto | None
) -> None:
    """Print the URLs, the director's PIN, and the tables' login for the broker."""
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
