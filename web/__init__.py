"""The web server: shows everybody the table, and takes the cards from the scorers."""

from web.app import create_app
from web.auth.access import Access
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
from web.http.events import Streams
from web.http.operations import Routes
from web.http.response import json_response
from web.renamed_fields import read_file
from web.server import STREAMS, Server
from web.settings.schema import TEAMS, HostSettings, SettingsPatch
from web.settings.store import NO_CHANGE, NotSaved, Settings
from web.wifi.wifi import AccessPoint, Wifi
from web.wizard.steps import WizardDoor

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
    "ConfigChange",
    "Context",
    "Devices",
    "HostSettings",
    "Network",
    "NotSaved",
    "Offer",
    "Routes",
    "Secrets",
    "SecretsFault",
    "Server",
    "Settings",
    "SettingsPatch",
    "Streams",
    "Wifi",
    "WizardDoor",
    "WrongPiece",
    "create_app",
    "json_response",
    "read_file",
    "settings_tag",
]
