"""The server's log: what goes wrong again and again is written a few times, then counted.

Anybody who can connect can make a server complain. So of lines of one kind a few are written, of
all kinds so many, and each is cut: some 1 MB at once, then some 6 MB a day at most.
"""

import logging
import re
import sys
from typing import Final

from .guard.rates import RateLimit

OF_A_KIND: Final = 5
"""Lines of one kind that are written at once."""
OF_ALL: Final = 250
MINUTES_OF_A_KIND, MINUTES_OF_ALL = 1.0, 1.0
"""After which one more is written."""
MOST_CHARACTERS: Final = 4000
"""Of a line with its stack trace, whose end says most."""
_NUMBER: Final = re.compile(r"0x[0-9a-f]+|\d+")


def bound_log() -> None:
    """Write the log of this process to standard error, within bounds."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(LineLimit())
    handler.setFormatter(CutLines("%(levelname)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


class LineLimit(logging.Filter):
    """Leaves out lines that come too often, and says how many with the next that is written."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds = RateLimit(1 / 60 / MINUTES_OF_A_KIND, OF_A_KIND)
        self._all = RateLimit(1 / 60 / MINUTES_OF_ALL, OF_ALL)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is written."""
        error = record.exc_info[0] if record.exc_info else None
        begins = _NUMBER.sub("0", str(record.msg).partition("\n")[0][:80])
        kind = f"{record.name} {record.levelno} {error} {begins}"
        if self._kinds.wait(kind) or self._all.wait(""):
            self._left_out += 1
            return False
        record.left_out, self._left_out = self._left_out, 0
        return True


class CutLines(logging.Formatter):
    """Lines with what they report, cut in the middle."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line, and how many were left out before it."""
        text = super().format(record)
        if len(text) > MOST_CHARACTERS:
            half = MOST_CHARACTERS // 2
            text = f"{text[:half]}\n...\n{text[-half:]}"
        left_out = getattr(record, "left_out", 0)
        return f"{text}\n({left_out} lines before it were left out)" if left_out else text
