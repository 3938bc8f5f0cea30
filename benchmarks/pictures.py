"""Pictures of every page, for the docs.

    python -m benchmarks.pictures results.duckdb docs/images/service

A server serves a copy of the database; a browser opens each page and looks at it as a reader would,
light or dark, wide or on a phone. The database should have runs of many kinds, a ranking, a search
for balance, an estimate of worths, and games that were saved.
"""

import argparse
import io
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browsers import ARGUMENTS, NO_CHROMIUM, find_chromium
from tests.servers import Server, own_home

WIDE, PHONE = (1200, 780), (390, 780)
COLOURS = 128
"""Of a picture, which is a quarter of its size with all of them."""
SETTLED = 1000
"""Milliseconds for what still moves."""
WAITS = re.compile(r"(reading|listing|running|making|counting) [a-z ]*…", re.IGNORECASE)
"""What a page says while it waits."""

PAGES: dict[str, str] = {
    "home": "/",
    "runs": "/runs",
    "run": "/runs/tournament",
    "kinds": "/start",
    "start": "/start/counter?target=Rush&budget=3m",
    "setups": "/setups?list=all&q=charge+-mage+C%3E%3D2",
    "setup": "/setup?setup=Rush",
    "lab": "/lab?setup=Rush",
    "rules": "/rules?set=champion.cost=225&set=archer.range=5",
    "balance": "/balance",
    "data": "/data?sql=FROM+run_summary",
    "games": "/games",
    "new-game": "/play",
}


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("db", type=Path)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit(NO_CHROMIUM)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        db = shutil.copy(given.db, Path(folder) / "conquest.duckdb")
        server = Server(Path(db), (), own_home(Path(folder))).start()
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        try:
            take_all(browser, server, given.folder)
        finally:
            browser.close()
            server.end()


def take_all(browser: Browser, server: Server, folder: Path) -> None:
    """Take the picture of every page, of a game, and some on a phone or in the dark."""
    game = played_game(server)
    position = server.get(f"/games/{game}").json()["position"]
    one, other = (
        run["run"] for run in server.get("/runs").json()["data"]["runs"] if run["kind"] == "match"
    )
    addresses = PAGES | {
        "compare": f"/compare?one={one}&other={other}",
        "edit": f"/analyse?edit=1&position={quote(position)}",
        "play": f"/play/{game}",
        "analyse": f"/analyse?game={game}&after=41",
        "review": f"/review/{game}?step=41",
    }
    for name, address in addresses.items():
        take(browser, server.url + address, folder / f"{name}.png", WIDE, "light")
    take(browser, f"{server.url}/play/{game}", folder / "play-phone.png", PHONE, "dark")
    take(browser, f"{server.url}/setup?setup=Rush", folder / "setup-phone.png", PHONE, "dark")
    take(browser, f"{server.url}/jobs/{job_under_way(server)}", folder / "job.png", WIDE, "light")


def played_game(server: Server) -> str:
    """Begin a game and let agents play some turns of it."""
    sides = {"first": "Default", "second": "Rush", "seed": 3, "sides": ["human", "quick"]}
    game = server.post("/games", sides).json()["game"]
    for _ in range(24):
        server.post(f"/games/{game}/agent", {"agent": "quick", "whole_turn": True})
    return game


def job_under_way(server: Server) -> int:
    """Start a search and wait for its first generations."""
    asked = {"kind": "counter", "settings": {"target": "Rush", "seed": 1}}
    number = server.post("/jobs", asked).json()["job"]["job"]
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
