"""Figures: what can be told without looking at them."""

import math
import re
from itertools import pairwise

import pytest
from conquest_opt.results.page import charts
from conquest_opt.results.page.axes import Scale, percent_ticks
from conquest_opt.results.page.charts import circles, label_heights
from conquest_opt.results.page.scatters import Dot, front_plot
from matplotlib.figure import Figure


@pytest.mark.parametrize("count", range(1, 32))
def test_labels_around_a_circle_do_not_cover_each_other(count: int):
    angles = [math.pi / 2 - 2 * math.pi * i / count for i in range(count)]
    points = [(math.cos(a), math.sin(a)) for a in angles]
    heights = label_heights(points)
    assert all(abs(height) < 1.5 for height in heights)
    for i, (x, _) in enumerate(points):
        for j, (other, _) in enumerate(points[:i]):
            if x * other > -1e-6:  # on the same side, or one of them in the middle
                assert abs(heights[i] - heights[j]) > 0.1


def test_the_labels_as_drawn(monkeypatch):
    """With the longest names of the catalogue and as many as it has."""
    names = [f"DefaultVariantArcher{i}" for i in range(31)]
    drawn: list[Figure] = []
    monkeypatch.setattr(
        "conquest_opt.results.page.charts.picture", lambda _n, _t, draw, **_: drawn.append(draw())
    )
    circles("a", "b", [names], {(names[0], names[1]): "won"})
    drawn[0].draw_without_rendering()
    boxes = [text.get_window_extent() for text in drawn[0].axes[0].texts]
    assert len(boxes) == 31
    assert not [1 for i, box in enumerate(boxes) for other in boxes[:i] if box.overlaps(other)]


@pytest.mark.parametrize(
    ("ticks", "texts"),
    [
        ((0.275, 0.3, 0.325, 0.35), ["27.5 %", "30.0 %", "32.5 %", "35.0 %"]),
        ((-0.2, 0.0, 0.2), ["-20 %", "0 %", "20 %"]),
        ((0.0, 0.00125), ["0.000 %", "0.125 %"]),
    ],
)
def test_ticks_of_an_axis_have_the_decimals_that_they_need(ticks, texts):
    assert percent_ticks(ticks) == texts


def test_every_tick_of_a_drawn_axis_is_where_its_label_says():
    rows = [("a", 0.2887, 0.2433, 0.3283), ("b", 0.2298, 0.1879, 0.2662)]
    drawn = charts.dot_plot("x", "X", rows, Scale("share", percent=True))
    labels = re.findall(r">(\d[\d.]*) %</text>", drawn.svg)
    steps = {round(float(b) - float(a), 6) for a, b in pairwise(labels)}
    assert len(labels) > 3
    assert len(steps) == 1


def test_texts_of_a_figure_keep_their_decimals():
    drawn = charts.dot_plot("x", "X", [("0.375 to 0.5", 1, 1, 1)], Scale("share"))
    assert "0.375 to 0.5" in drawn.inline


def test_points_of_a_front_stand_by_their_edits():
    dots = [
        Dot(number=n, label=text, x=(n, n, n), y=(n, n, n), hint="")
        for n, text in enumerate(("no change", "charge.cost=25"))
    ]
    drawn = front_plot("front", "A front", dots, [], Scale("x"), Scale("y")).svg
    assert ">no change<" in drawn
    assert ">charge.cost=25<" in drawn
