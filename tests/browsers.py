"""The browser of the tests: the system's Chromium, if there is one."""

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
NO_CHROMIUM = "no Chromium on this machine (on Debian: apt-get install chromium)"

ARGUMENTS = [
    "--no-sandbox",  # tests of root; only our own pages are opened
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str | None:
    """Return where the browser is; None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)
