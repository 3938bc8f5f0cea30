"""Drives the page of a game as people do, by squares and buttons, and reads what it shows.

What a page offers is collected as a person would find it: the marked squares, the squares that are
marked after a troop or a command is chosen, the buttons that can be pressed. The API is not asked.
"""

from collections.abc import Callable
from dataclasses import dataclass

from conquest_opt.engine import Game
from playwright.sync_api import Page

from tests.servers import Server

SQUARE, EDGE, SIDE = 40, 18, 20
"""The drawing's units for a square and for the names of files and ranks; squares of a side."""
STILL = 'localStorage.setItem("conquest.board", JSON.stringify({animations: false}))'

READY = """() => {
  const game = document.querySelector(".play");
  if (!game) return false;
  if (document.querySelector(".over")) return true;
  return game.getAttribute("aria-busy") === "false" && game.dataset.reach === game.dataset.after
    && !document.querySelector(".place-status .stale")
    && [...document.querySelectorAll(".tools button")].some((one) => one.textContent === "Resign");
}"""
"""A person is to move, and the page knows where troops can go; or the game is over."""


def begin(server: Server, **asked: object) -> str:
    """Begin a game by the API; return its number."""
    answer = server.post("/games", asked)
    assert answer.status_code == 201, answer.text
    return answer.json()["game"]


@dataclass
class BoardDriver:
    """A page with a game."""

    page: Page
    touch: bool = False

    def open(self, url: str) -> "BoardDriver":
        """Open the address of a game, without animations."""
        self.page.add_init_script(STILL)
        self.page.goto(url)
        return self.ready()

    def ready(self) -> "BoardDriver":
        """Wait until a person is to move, or the game is over."""
        self.page.wait_for_function(READY, timeout=60_000)
        return self

    # ---- what is shown

    def marked(self, kind: str) -> list[str]:
        """Return the squares with a mark."""
        script = "marks => marks.map(mark => mark.dataset.square)"
        return self.page.eval_on_selector_all(f'[data-mark="{kind}"]', script)

    @property
    def after(self) -> int:
        """How many actions were played, as the page knows."""
        return int(self.page.get_attribute(".play", "data-after") or -1)

    @property
    def over(self) -> bool:
        return self.page.locator(".over").count() > 0

    @property
    def happened(self) -> str:
        return self.page.inner_text(".place-happened")

    @property
    def history(self) -> list[str]:
        """All actions, as the list of turns shows them."""
        turns = self.page.locator(".history .played").all_text_contents()
        return [action for turn in reversed(turns) for action in turn.split(" · ")]

    def troops(self) -> dict[str, str]:
        """Return the troops that are drawn, by square."""
        script = "all => all.map(one => [one.dataset.square, one.getAttribute('class')])"
        return dict(self.page.eval_on_selector_all(".troops .troop", script))

    # ---- what people do

    def place(self, square: str) -> tuple[float, float]:
        """Return the middle of a square on the screen."""
        squares = self.page.locator("svg.squares")
        squares.evaluate("one => one.scrollIntoView({block: 'center', behavior: 'instant'})")
        box = squares.bounding_box()
        assert box
        x, y = ord(square[0]) - ord("a"), int(square[1:]) - 1
        flipped = self.page.locator(".name").first.evaluate(
            "one => one.getAttribute('x') > 400"  # file a stands at the right
        )
        left, top = (SIDE - 1 - x, y) if flipped else (x, SIDE - 1 - y)
        unit = box["width"] / (SIDE * SQUARE + EDGE)
        return (
            box["x"] + (EDGE + (left + 0.5) * SQUARE) * unit,
            box["y"] + (top + 0.5) * SQUARE * unit,
        )

    def click(self, square: str) -> None:
        """Click a square, or tap it."""
        pointer = self.page.touchscreen.tap if self.touch else self.page.mouse.click
        pointer(*self.place(square))

    def press(self, name: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def escape(self) -> None:
        """Take a choice back."""
        self.page.locator(".surface").press("Escape")

    def command(self, slug: str) -> None:
        """Press the button of a command."""
        self.page.locator(f'button[data-command="{slug}"]').click()

    def played(self, deed: Callable[[], None]) -> None:
        """Do something that plays; return once the page has the next position."""
        before = self.after
        deed()
        self.page.wait_for_function(
            "before => Number(document.querySelector('.play').dataset.after) !== before", arg=before
        )
        self.ready()

    def play(self, action: str) -> None:
        """Play one legal action as a person does."""
        self.played(lambda: self._do(action))

    def _do(self, action: str) -> None:
        verb, _, square = action.partition(" ")
        if action == "end":
            self.press("End turn")
        elif verb in ("select", "move", "attack"):
            self.click(square)
            if verb != "move" or self.touch:  # it has to be confirmed
                self.click(square)
        else:
            self.command(verb)
            if square:
                self.click(square)
            self.press("Yes")

    # ---- what is offered

    def offered(self) -> set[str]:
        """Return every action that the page offers now, found by its own means."""
        found = {
            f"{kind} {square}"
            for kind in ("select", "move", "attack")
            for square in self.marked(kind)
        }
        if self.page.get_by_role("button", name="End turn", exact=True).is_enabled():
            found.add("end")
        slugs = self.page.eval_on_selector_all(
            "button[data-command]:enabled", "all => all.map(one => one.dataset.command)"
        )
        for slug in slugs:
            self.command(slug)
            targets = self.marked("command")
            found |= {f"{slug} {square}" for square in targets} or {slug}
            self.escape()
        return found

    def offered_after_choosing(self, square: str) -> set[str]:
        """Return the moves and attacks that are offered when a troop is chosen."""
        self.click(square)
        assert self.marked("chosen") == [square]
        found = {f"{kind} {to}" for kind in ("move", "attack") for to in self.marked(kind)}
        self.escape()
        return found

    def catch_up(self, game: Game) -> None:
        """Apply what the page says was played to a game of the engine."""
        history = self.history
        assert history[: len(game.history)] == game.history
        for action in history[len(game.history) :]:
            game.apply(action)
        assert len(game.history) == self.after
