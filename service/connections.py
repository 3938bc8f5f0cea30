"""Connections: how many may be open, and how long each may keep the server waiting.

    Config(..., http=partial(LimitedConnection, room=Room(limits)))

Whoever connects takes a file of the process. When none is left for another, the one gives way that
has kept the server waiting longest: for a request, for the next one, for the rest of a body. So any
number of idle connections leaves room for who really asks. One that is being answered never gives
way; if all are, a new one is refused.
"""

import asyncio
import enum
import resource
from typing import Any, Final

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from .common.problems import PROBLEM, RETRY_SECONDS, problem
from .common.settings import ServiceLimits
from .guard.headers import ALWAYS

ACCEPTED_AT_ONCE: Final = 64
"""Connections that are accepted before the first of them is seen to."""
OTHER_FILES: Final = 512
"""Files for all else: databases, processes, and connections that are on their way in and out."""
FEWEST: Final = 16
"""Connections that are tried however few files there may be."""
LINGER: Final = 5.0
"""Seconds for a client to take the last words."""


class Wait(enum.Enum):
    """What a connection keeps the server waiting for; what gives way first comes first."""

    HEAD = enum.auto()
    """The head of a request: the first one, or one that has begun."""
    NEXT = enum.auto()
    """Another request, of which nothing has come yet."""
    BODY = enum.auto()
    """The rest of a request."""


class Room:
    """The connections that are open, and those that would give way."""

    def __init__(self, limits: ServiceLimits) -> None:
        self.limits, self.most = limits, files_for(limits.connections)
        self._open = set[LimitedConnection]()
        self._waits: dict[Wait, dict[LimitedConnection, None]] = {wait: {} for wait in Wait}
        """By what they wait for, those that have waited longest first."""

    def enter(self, connection: "LimitedConnection") -> bool:
        """Let a connection in, in place of another if there is no room; return whether it is in."""
        if len(self._open) >= self.most:
            waiting = next((one for one in self._waits.values() if one), None)
            if waiting is None:
                return False
            oldest = next(iter(waiting))
            self.leave(oldest)
            oldest.transport.abort()
        self._open.add(connection)
        return True

    def note(self, connection: "LimitedConnection", before: Wait | None, wait: Wait | None) -> None:
        """Note what a connection waits for, and that it waits for something else no more."""
        if before:
            self._waits[before].pop(connection, None)
        if wait and connection in self._open:
            self._waits[wait][connection] = None

    def leave(self, connection: "LimitedConnection") -> None:
        """Forget a connection."""
        self._open.discard(connection)
        for waiting in self._waits.values():
            waiting.pop(connection, None)


class LimitedConnection(H11Protocol):
    """A connection that gives way, and is closed if a head or a body takes too long."""

    def __init__(self, *args: Any, room: Room, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._room, self._wait = room, None
        self._late: asyncio.TimerHandle | None = None
        limits = room.limits
        self._seconds = {Wait.HEAD: limits.head_seconds, Wait.BODY: limits.body_seconds}

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Begin, if there is room."""
        super().connection_made(transport)
        if self._room.enter(self):
            self._waits_for(Wait.HEAD)
        else:
            self._refuse(503, f"{self._room.most} connections are being answered; ask again")

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._waits_for(None)
        self._room.leave(self)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Take what has come."""
        super().handle_events()
        self._look(Wait.HEAD)

    def on_response_complete(self) -> None:
        """Wait for the next request; uvicorn closes the connection if none comes."""
        super().on_response_complete()
        self._look(Wait.NEXT)

    def _look(self, idle: Wait) -> None:
        """Note what is waited for now; where no request has come whole, that is `idle`."""
        state = self.conn.their_state
        self._waits_for(
            idle if state is h11.IDLE else Wait.BODY if state is h11.SEND_BODY else None
        )

    def _waits_for(self, wait: Wait | None) -> None:
        """Note what is waited for; the time for it counts from when that began."""
        before = self._wait
        if wait is before:
            return
        self._wait = wait
        self._room.note(self, before, wait)
        if self._late:
            self._late.cancel()
            self._late = None
        if wait in self._seconds:
            self._late = self.loop.call_later(self._seconds[wait], self._is_late)

    def _is_late(self) -> None:
        """Close a connection whose client takes too long."""
        seconds, cycle = self._seconds[self._wait or Wait.HEAD], self.cycle
        begun = self._wait is Wait.BODY or bool(self.conn.trailing_data[0])
        if begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            what = "body" if self._wait is Wait.BODY else "head"
            self._refuse(408, f"the {what} of the request did not come within {seconds:g} s")
        else:
            self._close()
        if cycle and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()

    def _refuse(self, status: int, detail: str) -> None:
        """Answer in place of the application, and close."""
        body = msgspec.json.encode(problem(status, detail))
        headers = ALWAYS | {"content-type": PROBLEM, "content-length": str(len(body))}
        headers |= {"connection": "close", "retry-after": str(RETRY_SECONDS)}
        response = h11.Response(
            status_code=status, headers=list(headers.items()), reason=STATUS_PHRASES[status]
        )
        for event in (response, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self._close()

    def _close(self) -> None:
        self.transport.close()
        self.loop.call_later(LINGER, self.transport.abort)


def files_for(most: int) -> int:
    """Return for how many connections this process may have files, and have it ask for them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return most
    soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(FEWEST, soft - OTHER_FILES)
