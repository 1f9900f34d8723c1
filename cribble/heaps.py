"""Memory on a small machine: all threads share two heaps instead of getting one each."""

from __future__ import annotations

import ctypes
from typing import Final

M_ARENA_MAX: Final = -8
"""glibc: mallopt(3)."""

HEAPS: Final = 2


def share_heaps() -> None:
    """Keep glibc from giving each of the page's 64 threads a heap of its own.

    Their free space is never given back: 20 phones cost 57 MB without this and 53 MB with it. A
    system with another C library has no such heaps and is left alone.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_ARENA_MAX, HEAPS)
