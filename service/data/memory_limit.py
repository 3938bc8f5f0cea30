"""A limit of the memory that a process may take, kept by the system.

DuckDB counts what its operators keep, but neither the lists and texts of a row nor what becomes of
an answer: one row took 3.9 GB beside a limit of 512 MB. So the process that answers SQL limits
itself. RLIMIT_DATA counts the private memory that may be written to, and of it malloc, Arrow and
DuckDB have little that they do not use. RLIMIT_AS counts address space too that is only kept free
for the heaps of threads, 64 MB for each: twice as much as is used with two cores, and more with
each core.
"""

import re
import resource
from pathlib import Path
from typing import Final

import duckdb
import pyarrow as pa

UNUSED: Final = 4 / 3
"""What counts, for each byte in use: where DuckDB used 480 MB, malloc had 625 for it."""


def data_bytes() -> int:
    """Return what counts against the limit now; 0 where the system does not say."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0
    found = re.search(r"^VmData:\s+(\d+) kB", status, re.MULTILINE)
    return int(found[1]) << 10 if found else 0


def limit_memory(most: int) -> int:
    """Let this process use so many bytes more than it has with a database open, threads and all.

    Return what it has then.
    """
    pa.set_memory_pool(pa.system_memory_pool())  # its own begins with a gigabyte, mostly unused
    with duckdb.connect() as connection:
        connection.sql("SELECT 1").to_arrow_table()
        idle = data_bytes()
    if idle:
        limit = idle + int(most * UNUSED)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    return idle
