"""Do a request as root in a terminal: by sudo, which may ask for a password."""

import os
import subprocess
import sys

from cribble.boot_helper.client import FAILED, BootAnswer, read_answer
from cribble.boot_helper.lines import BootRequest
from scorekeeper.words import Fault


def ask_as_root(request: BootRequest) -> BootAnswer:
    """Have *request* done by root: at once where this is root. Raises Fault."""
    command = [sys.executable, "-m", "cribble.boot_helper"]
    lead = [] if os.geteuid() == 0 else ["sudo"]
    try:
        done = subprocess.run(
            [*lead, *command], input=request.to_json() + b"\n", stdout=subprocess.PIPE, check=False
        )
    except OSError as fault:
        raise Fault(FAILED, reason=fault.strerror or str(fault)) from None
    return read_answer(done.stdout)
