"""``cribble join``: where phones find the table of this machine, and what lets them in."""

import sys

from cribble.cli.command import subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.folders import SECRETS, make_folder
from scorekeeper.words import Words


@subcommand(
    "Show how phones join: address, QR code, join code and PIN",
    "Show how phones join the table of this machine: its address, a QR code that leads there, the "
    "join code, and the host’s PIN.",
)
@with_config("data")
def join(words: Words, active: ActiveConfig) -> None:
    """Print address, QR code, join code and PIN."""
    from functools import partial

    from cribble.serve.banner import announce, to_join, where
    from cribble.system.network import (
        health_at,
        is_product_name_announced,
        network_of,
        own_host,
    )
    from web import Access, Addresses, Secrets

    config = active.config
    secrets = Secrets.load(make_folder(active.data) / SECRETS)
    addresses = Addresses(partial(network_of, config.host), config.port, names=config.names)
    access = Access(secrets, is_open=config.access == "open", keep=lambda fresh: None)
    welcome = to_join(words, addresses, access, announced=is_product_name_announced())
    is_open = health_at(own_host(config.host), config.port) is not None
    lines = (*where(words, addresses, is_open=is_open), *welcome.lines)
    announce(lines, welcome.address, sys.stdout, 0, always=True)
