"""The web application of a hub; all its collaborators are handed in."""

from flask import Flask, Response

from club.night.refusal import Refused, Why
from club.site.context import HubContext
from club.site.director import add_director, add_rights
from club.site.feeds import Views
from club.site.pages import add_health, add_pages
from club.site.paper import add_paper
from club.site.player import add_me, add_results
from club.site.wall import add_streams, add_wall
from web.app import site_app
from web.context import program_version
from web.http.error_handlers import error_response
from web.http.openapi import add_openapi
from web.http.operations import Routes

STATUS = {Why.TAKEN: 409, Why.DIFFERENT: 409, Why.WATCHING: 409}
"""Every other refusal is 422."""


def create_hub_app(context: HubContext) -> Flask:
    """Return the WSGI application of a hub."""
    program_version()
    app = site_app(context)
    _add_refusals(app, context)
    routes, views = Routes(app, context), Views(context)
    add_pages(routes, context)
    add_health(routes, context)
    add_rights(routes, context)
    add_paper(routes, context)
    for add in (add_wall, add_streams, add_me, add_results, add_director):
        add(routes, context, views)
    add_openapi(routes)
    return app


def _add_refusals(app: Flask, context: HubContext) -> None:
    @app.errorhandler(Refused)
    def refused(error: Refused) -> Response:
        return error_response(STATUS.get(error.why, 422), error.why, context.words.fault(error))
