"""How every proof is run: hypothesis takes its time, and finds the same examples again in CI."""

from __future__ import annotations

import os

from hypothesis import settings

# No deadline: a slow machine is not a wrong program.
settings.register_profile("at-home", deadline=None)
settings.register_profile("in-ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("in-ci" if os.environ.get("CI") else "at-home")
