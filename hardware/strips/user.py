"""Who this program runs as, for the sentences that say which user needs a permission."""

from __future__ import annotations

import os
import pwd


def user() -> str:
    """The name of the user; their number where the system has no name for it."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())
