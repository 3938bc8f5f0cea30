"""Linear algebra on one thread: `with one_thread(): ...`, or above a function `@one_thread()`.

The matrices here are small. Several threads wait for each other longer than they work, most of all
where games are played beside them: a fit of 0.1 s took 6 s on two busy cores. And sums of one
thread come out the same on any machine with as many cores or more.
"""

from contextlib import AbstractContextManager, ContextDecorator
from functools import cache
from typing import Any


@cache
def _pools() -> Any:
    import numpy  # noqa: F401, PLC0415  (its library is one of those that are limited)
    from threadpoolctl import ThreadpoolController  # noqa: PLC0415  (start-up stays light)

    return ThreadpoolController()


class one_thread(ContextDecorator, AbstractContextManager["one_thread"]):  # noqa: N801
    """Limits the libraries of linear algebra to one thread."""

    def _recreate_cm(self) -> "one_thread":
        """Return another one for each call of a function, which may be under way already."""
        return one_thread()

    def __enter__(self) -> "one_thread":
        self._limited = _pools().limit(limits=1, user_api="blas")
        return self

    def __exit__(self, *_: object) -> None:
        self._limited.restore_original_limits()
