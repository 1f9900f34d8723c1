"""The threads of the page share heaps, so that a small machine keeps its memory."""

import subprocess
import sys
import textwrap

import pytest

HEAPS_OF = """
    import ctypes, sys, threading
    {before}
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    libc.fdopen.restype = ctypes.c_void_p
    threads, together = 12, threading.Barrier(12)

    def work():
        together.wait()
        libc.malloc(1000)
        together.wait()

    all_of_them = [threading.Thread(target=work) for _ in range(threads)]
    for one in all_of_them: one.start()
    for one in all_of_them: one.join()
    out = ctypes.c_void_p(libc.fdopen(1, b"w"))
    libc.malloc_info(0, out)
    libc.fflush(out)
"""


def heaps_after(before: str) -> int:
    """Return how many heaps twelve threads are given in a process that did *before* first."""
    script = textwrap.dedent(HEAPS_OF).format(before=before)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    return done.stdout.count(b"<heap ")


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc gives threads heaps of their own")
def test_threads_share_two_heaps() -> None:
    """Twelve threads would be given many; after limit_malloc_arenas there are two."""
    limit = "from cribble.memory import limit_malloc_arenas as limit; limit()"
    assert heaps_after(limit) <= 2
    assert heaps_after("") > 2
