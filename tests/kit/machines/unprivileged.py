"""Be nobody for a while, to be refused what root is never refused."""

import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def nobody() -> Iterator[None]:
    """Root is nobody in here."""
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
