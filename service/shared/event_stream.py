"""`EventStream`: an answer of events, which takes a place for as long as it is sent.

The place is taken when the answer begins, so that as many as there are places begin and no more,
however many ask at once. One that never sends an event gives its place back too: its client has
left before, or asked for the headers alone.
"""

from collections.abc import AsyncIterator
from typing import Any

from litestar import Request
from litestar.response import ServerSentEvent, ServerSentEventMessage

from ..common.places import Places
from ..guard.heads import asks_for_head


class EventStream(ServerSentEvent):
    """Events that take a place while they are sent; HEAD begins none."""

    def __init__(self, places: Places, messages: AsyncIterator[ServerSentEventMessage]) -> None:
        super().__init__(messages)
        self._places = places

    def to_asgi_response(self, app: Any, request: Request[Any, Any, Any], **more: Any) -> Any:
        """Return what sends the events, as Litestar asks for it."""
        response = super().to_asgi_response(app, request, **more)
        response.is_head_response = asks_for_head(request.scope)

        async def answer(scope: Any, receive: Any, send: Any) -> None:
            with self._places.one():
                await response(scope, receive, send)

        return answer
