"""The web server: shows everybody the table, and takes the cards from the scorers."""

from web.app import create_app
from web.auth.access import Access
from web.auth.claim import Claim
from web.auth.devices import Devices
from web.auth.secrets import PIN_PATTERN, Secrets, SecretsFault
from web.backup.backups import (
    BackupCopy,
    BackupFile,
    Backups,
    ConfigChange,
    Offer,
    WrongPiece,
)
from web.board.boards import Boards
from web.context import Context, settings_tag
from web.http.addresses import PRODUCT_NAME, Addresses, Network
from web.http.context import request_words
from web.http.events import Streams
from web.http.operations import Method, Role, Routes
from web.http.request import EmptyRequest, one_of, query_as
from web.http.response import cacheable, json_response, no_store
from web.renamed_fields import read_file
from web.server import STREAMS, Server
from web.settings.schema import TEAMS, HostSettings, SettingsPatch
from web.settings.store import NO_CHANGE, NotSaved, Settings
from web.wifi.wifi import AccessPoint, Wifi

__all__ = [
    "NO_CHANGE",
    "PIN_PATTERN",
    "PRODUCT_NAME",
    "STREAMS",
    "TEAMS",
    "Access",
    "AccessPoint",
    "Addresses",
    "BackupCopy",
    "BackupFile",
    "Backups",
    "Boards",
    "Claim",
    "ConfigChange",
    "Context",
    "Devices",
    "EmptyRequest",
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
