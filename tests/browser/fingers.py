"""A finger on the screen: real touch events, which Playwright itself has for taps only."""

from playwright.sync_api import CDPSession, Page

STEPS = 8
Place = tuple[float, float]


class Finger:
    """One finger: what it drags is dropped when it is lifted."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)

    def drag(self, start: Place, end: Place) -> None:
        """Put it down and move it, in steps."""
        (x, y), (to_x, to_y) = start, end
        self._send("touchStart", start)
        for n in range(1, STEPS + 1):
            self._send("touchMove", (x + (to_x - x) * n / STEPS, y + (to_y - y) * n / STEPS))

    def lift(self) -> None:
        """Take it from the screen."""
        self._send("touchEnd")

    def _send(self, kind: str, *places: Place) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
