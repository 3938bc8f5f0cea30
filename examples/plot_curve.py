"""Draw the curve that `train_policy.py --curve` wrote.

    python examples/plot_curve.py curve.csv curve.svg

Points are evaluations, each after twice as many actions as the one before; bars are 95 % intervals.
"""

import argparse
import csv
from pathlib import Path
from typing import Any

from conquest_opt.results.page.axes import SCORE, Scale, chart, set_scales
from conquest_opt.results.page.figures import BLUE


def short(actions: int) -> str:
    """Return a number of actions for an axis: 262,144 as 262k."""
    return f"{actions / 1e6:.1f}M" if actions >= 1e6 else f"{actions // 1000}k" if actions else "0"


def main() -> None:
    """Read the curve and write its figure."""
    parser = argparse.ArgumentParser(description="Draw the curve of train_policy.py.")
    parser.add_argument("curve", type=Path, help="CSV file that --curve wrote")
    parser.add_argument("figure", type=Path, help="SVG or PNG file to write")
    options = parser.parse_args()
    with options.curve.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    score, low, high = (
        [float(row[name]) / 100 for row in rows] for name in ("score", "low", "high")
    )
    places = range(len(rows))

    def draw(axes: Any) -> None:
        axes.vlines(places, low, high, color=BLUE, alpha=0.5, linewidth=3)
        axes.plot(places, score, "-o", color=BLUE)
        axes.set_xticks(places, [short(int(row["actions"])) for row in rows])
        axes.set_ylim(0, 1.02)
        set_scales(axes, Scale("actions learnt from"), SCORE)

    drawn = chart(options.figure.stem, "Score while learning", (7.5, 3.2), draw)
    if options.figure.suffix == ".svg":
        options.figure.write_text(drawn.svg, encoding="utf-8")
    else:
        options.figure.write_bytes(drawn.png)


if __name__ == "__main__":
    main()
