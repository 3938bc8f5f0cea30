"""Settings of the C library's allocator, so that memory which is free goes back to the system.

GNU's allocator has 8 arenas a core, and each thread takes from one of them. A block above a limit
is mapped by itself and given back when it is freed; but each such block that is freed raises the
limit to its own size, up to 32 MB, and the free end of an arena that is kept to twice that. The
arrays of an enumeration are as large, and run in any thread of a pool: after six minutes of mixed
load on two cores 608 of the 780 MB in 16 arenas were free and not given back, the live ones stood
still at 172 MB (`malloc_info`). Any limit that is set is not raised.
"""

import ctypes
from typing import Final

_MMAP_THRESHOLD: Final = -3
_ARENA_MAX: Final = -8
LARGE: Final = 1 << 20
"""Bytes of a block that is mapped by itself."""
ARENAS: Final = 2
"""Threads hold the interpreter where they allocate much; DuckDB and Arrow have allocators of their
own."""


def give_memory_back() -> None:
    """Let free memory go back to the system; where the C library is not GNU's that is its affair.

    It comes before the threads: each keeps the arena that it has.
    """
    try:
        library = ctypes.CDLL(None)
        settings = library.mallopt, library.gnu_get_libc_version
    except (AttributeError, OSError):
        return
    setting = settings[0]
    setting(_MMAP_THRESHOLD, LARGE)
    setting(_ARENA_MAX, ARENAS)
