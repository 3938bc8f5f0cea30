"""Pictures of every page, for the docs.

    python -m benchmarks.pictures results.duckdb docs/images/service

A server serves a copy of the database; a browser opens each page and looks at it as a reader would,
light or dark, wide or on a phone. `tests/browser/every_page.py` lists the pages and their states.
The database should have runs of many kinds, a ranking, a search for balance, an estimate of worths,
and games that were saved.
"""

import argparse
import io
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.board_driver import begin
from tests.browser.every_page import STATES, WAITS
from tests.browser.filled import play_turns, position_of
from tests.browsers import ARGUMENTS, NO_CHROMIUM, find_chromium
from tests.servers import Server, own_home

WIDE, PHONE = (1200, 780), (390, 780)
COLOURS = 128
"""Of a picture, which is a quarter of its size with all of them."""
SETTLED = 1000
"""Milliseconds for what still moves."""
PICTURES = {
    "home": "home",
    "runs": "runs",
    "run": "run-tournament",
    "kinds": "kinds",
    "start": "start",
    "compare": "compare",
    "setups": "setups-all",
    "setup": "setup",
    "lab": "lab",
    "rules": "rules",
    "balance": "balance",
    "data": "data",
    "games": "games",
    "new-game": "new-game",
    "edit": "edit-troop",
    "play": "play",
    "analyse": "analyse",
    "review": "review-long",
}
"""The state of a page that a picture shows, as it is before anything is opened."""
ADDRESSES = {state.name: state.address for state in STATES}


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("db", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("pictures", nargs="*", help="names of those to take; all if none is named")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit(NO_CHROMIUM)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        db = shutil.copy(options.db, Path(folder) / "conquest.duckdb")
        server = Server(Path(db), (), own_home(Path(folder))).start()
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        try:
            take_all(browser, server, options.folder, options.pictures)
        finally:
            browser.close()
            server.end()


def take_all(browser: Browser, server: Server, folder: Path, selection: Sequence[str]) -> None:
    """Take the picture of every page, of a game, and some on a phone or in the dark."""
    game = played_game(server)
    runs = server.known("/runs")["runs"]
    one, other = ([run["run"] for run in runs if run["kind"] == "match"] + ["match", "match"])[:2]
    names = {"tournament": "tournament", "one_match": one, "other_match": other}
    names |= {"begun_game": game, "long_game": game, "long_position": position_of(server, game)}
    views = {
        name: (ADDRESSES[state].format_map(names), WIDE, "light")
        for name, state in PICTURES.items()
    }
    for name in ("play", "setup"):
        views[f"{name}-phone"] = (views[name][0], PHONE, "dark")
    for name, (address, size, scheme) in views.items():
        if not selection or name in selection:
            take(browser, server.url + address, folder / f"{name}.png", size, scheme)
    if not selection or "job" in selection:
        job = job_under_way(server)
        take(browser, f"{server.url}/jobs/{job}", folder / "job.png", WIDE, "light")


def played_game(server: Server) -> str:
    """Begin a game and let agents play some turns of it."""
    sides = {"first": "Default", "second": "Rush", "seed": 3, "sides": ["human", "quick"]}
    game = begin(server, **sides)
    play_turns(server, game, 24)
    return game


def job_under_way(server: Server) -> int:
    """Start a search and wait for its first generations."""
    request = {"kind": "counter", "settings": {"target": "Rush", "seed": 1}}
    number = server.post("/jobs", request).json()["job"]["job"]
    server.wait_for(lambda job: job["progress"]["games"] > 2000, number)
    return number


def take(browser: Browser, address: str, path: Path, size: tuple[int, int], scheme: Any) -> None:
    """Open a page and keep what is seen of it first."""
    viewport: Any = {"width": size[0], "height": size[1]}
    page: Page = browser.new_page(viewport=viewport, color_scheme=scheme)
    page.goto(address)
    page.locator("h1").first.wait_for()
    page.wait_for_timeout(SETTLED)
    expect(page.get_by_text(WAITS)).to_have_count(0, timeout=30_000)
    page.wait_for_timeout(SETTLED)
    taken = Image.open(io.BytesIO(page.screenshot()))
    taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    page.close()
    print(path, f"{path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
