"""The web server: shows the table on every phone and accepts entries from scorers."""

from web.app import create_app
from web.auth.access import PIN_PATTERN, Access, FirstHost, Secrets, SecretsFault
from web.auth.devices import Devices
from web.context import (
    BackupCopy,
    BackupFile,
    Backups,
    Boards,
    ConfigChange,
    Context,
    Offer,
    Wifi,
    WifiNetwork,
    WrongPiece,
    settings_tag,
)
from web.http.addresses import PRODUCT_NAME, Addresses, Network
from web.http.errors import NotSaved
from web.http.events import Streams
from web.http.request import EmptyRequest, one_of, query_as, request_words
from web.http.response import cacheable, json_response, no_store
from web.http.routes import Method, Role, Routes
from web.renamed_fields import read_file
from web.server import STREAMS, Server
from web.settings import TEAMS, HostSettings, Settings, SettingsPatch

__all__ = [
    "PIN_PATTERN",
    "PRODUCT_NAME",
    "STREAMS",
    "TEAMS",
    "Access",
    "Addresses",
    "BackupCopy",
    "BackupFile",
    "Backups",
    "Boards",
    "ConfigChange",
    "Context",
    "Devices",
    "EmptyRequest",
    "FirstHost",
    "HostSettings",
    "Method",
    "Network",
    "NotSaved",
    "Offer",
    "Role",
    "Routes",
    "Secrets",
    "SecretsFault",
    "Server",
    "Settings",
    "SettingsPatch",
    "Streams",
    "Wifi",
    "WifiNetwork",
    "WrongPiece",
    "cacheable",
    "create_app",
    "json_response",
    "no_store",
    "one_of",
    "query_as",
    "read_file",
    "request_words",
    "settings_tag",
]
