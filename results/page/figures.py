"""Pictures: a matplotlib figure as PNG, as SVG, and as SVG that takes on a page's colours.

matplotlib is imported when something is drawn, and its figures are used without pyplot: no window,
no global state, the same bytes for the same numbers.
"""

import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from ..text.escape import markup, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LEAST_SCALE: Final = 72 * 8.1 / 7.5
"""Pixels for an inch, below which a text of 7.5 points has less than 8: it cannot be read."""
INK: Final = "#22262d"
"""Colour of text and lines; in a page it becomes the colour of the page's text."""
BLUE: Final = "#3f7fca"
ORANGE: Final = "#d9772b"
GREY: Final = "#8c96a3"

_STYLE: Final[Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "svg.hashsalt": "conquest-opt",
    "font.size": 9,
    "text.color": INK,
    "axes.facecolor": "none",
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": GREY,
    "grid.alpha": 0.35,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}


@dataclass(frozen=True)
class Picture:
    """A drawn figure; its name is that of its files."""

    name: str
    title: str
    png: bytes = field(repr=False)
    svg: str = field(repr=False)
    inline: str = field(repr=False)
    """SVG for a page: no background, text in the page's colour, hints that appear on hovering."""
    width: int
    """Pixels that a page gives it where it has them."""
    least_width: int
    """Pixels below which a page lets it scroll sideways."""


def picture(
    name: str,
    title: str,
    draw: Callable[[], "Figure"],
    *,
    hints: Mapping[str, str] | None = None,
    least_width: int = 0,
) -> Picture:
    """Return the picture of a figure; hints are texts for the parts whose gid they are given by."""
    import matplotlib as mpl  # noqa: PLC0415  (takes half a second)

    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # a name in letters that the font has not
        figure = draw()
        _clean(figure)
        png, bare = BytesIO(), BytesIO()
        figure.draw_without_rendering()  # other ticks may fit then, whose labels are wider
        figure.savefig(png, format="png", dpi=160, facecolor="white", metadata={"Software": None})
        figure.set_layout_engine("none")  # everything has its place by now
        none = {"Date": None, "Creator": None, "Format": None, "Type": None}
        figure.savefig(bare, format="svg", facecolor="none", metadata=none)
    svg = _shorter(plain(bare.getvalue().decode()))
    inline = _inline(svg, name, title, hints or {})
    white = re.sub(r"(<svg[^>]*>)", r'\1\n<rect width="100%" height="100%" fill="white"/>', svg)
    width = int(figure.get_figwidth() * 110)
    least = max(least_width, int(figure.get_figwidth() * _LEAST_SCALE))
    return Picture(name, title, png.getvalue(), white, inline, width, min(width, least))


def _clean(figure: "Figure") -> None:
    """Spell out what a text of the figure must not hold; labels of axes are clean by then."""
    from matplotlib.text import Text  # noqa: PLC0415

    for artist in figure.findobj(Text):
        if isinstance(artist, Text):
            artist.set_text(plain(artist.get_text()))


def new_figure(width: float, height: float) -> "Figure":
    """Return an empty figure, in inches."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    return Figure(figsize=(width, height))


def _shorter(svg: str) -> str:
    """Return an SVG of a third the size: places of two decimals, and any sans-serif font.

    Texts keep their decimals: a bin from 0.375 on does not begin at 0.37.
    """
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;\"]*", "font-family: sans-serif", svg)
    svg = re.sub(r"<[^>]*>", lambda tag: re.sub(r"(\.\d\d)\d+", r"\1", tag[0]), svg)
    return re.sub(r"\s*\n\s*", "\n", svg)


def _inline(svg: str, name: str, title: str, hints: Mapping[str, str]) -> str:
    """Return an SVG file's content made to stand in a page beside others."""
    svg = svg[svg.index("<svg") :]
    svg = svg.replace("font-family: sans-serif", "font-family: inherit")
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg)  # a page's own elements need no address
    svg = re.sub(r' (width|height)="[^"]*pt"', "", svg)
    svg = svg.replace("xlink:href", "href").replace(INK, "currentColor")
    for gid, hint in hints.items():
        svg = svg.replace(f'<g id="{gid}">', f'<g id="{gid}"><title>{markup(hint)}</title>')
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'href="#', f'href="#{name}-', svg)
    svg = svg.replace("url(#", f"url(#{name}-")
    return svg.strip().replace("<svg", f'<svg role="img" aria-label="{markup(title)}"', 1)
