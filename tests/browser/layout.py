"""Whether a page can be read: texts squeezed, over each other or cut, controls covered, and more.

    assert not faults(page, "light", 1280)

`layout.js` looks; its head says what for. The page is not loaded anew: its window changes its
width, and its colours change, as they do for those who read it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from playwright.sync_api import Frame, Page

WIDTHS = (390, 768, 1024, 1280, 1920)
HEIGHTS = {390: 844, 768: 1024, 1024: 768, 1280: 900, 1920: 1080}
LOOK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")

BOXES = """() => JSON.stringify([...document.querySelectorAll("body *")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + scrollX, y + scrollY, width, height].map(Math.round);
}))"""
"""Where everything is; the same in light and dark, or colours move things."""
STEADY = f"""async () => {{
  const boxes = {BOXES};
  const until = performance.now() + 2000;
  let before = boxes(), same = 0;
  while (same < 3 && performance.now() < until) {{
    await new Promise((next) => setTimeout(next, 40));
    const now = boxes();
    same = now === before ? same + 1 : 0;
    before = now;
  }}
  return before;
}}"""
"""Wait until nothing moves any more, two seconds at most: a job that runs goes on."""

Scheme = Literal["light", "dark"]


def faults_at_all_widths(page: Page) -> list[str]:
    """Look at a page at every width, in light and in dark; return a line for each fault."""
    return list(_faults(page))


def _faults(page: Page) -> Iterator[str]:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        seen: dict[Frame, str] = {}
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for frame in page.frames:
                boxes = frame.evaluate(STEADY)
                if seen.get(frame) != boxes:  # what lies where it lay has the same faults
                    yield from (f"{width} {scheme}: {one}" for one in faults(frame))
                seen[frame] = boxes


def faults(frame: Frame | Page) -> list[str]:
    """Return what is wrong with the layout of a document as it is now."""
    found = frame.evaluate(LOOK)
    return [f"{one['fault']}: {one['element']}: {one['text']!r} at {one['box']}" for one in found]
