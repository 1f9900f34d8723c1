"""How the program is, for whoever watches over it: ``/healthz``."""

from __future__ import annotations

from importlib.metadata import version

from flask import Response
from msgspec.structs import asdict

from web.context import Site, json
from web.http.operations import Routes
from web.live.responses import Health


def add_health(routes: Routes, site: Site) -> None:
    """``/healthz``."""
    born = site.clock()

    @routes.add("get", "/healthz", "How the program is.", Health)
    def health() -> Response:
        snapshot = site.table.now
        parts = {name: how() for name, how in site.health.items()}
        journal = {"id": snapshot.journal, "lines": snapshot.version}
        told = Health(
            version=version("cribble"),
            uptime=round(site.clock() - born, 3),
            journal=journal | parts.pop("journal", {}),
            streams={"open": len(site.streams), "limit": site.streams.places},
        )
        return json({**asdict(told), **parts})
