"""Figures: what can be told without looking at them."""

import math

import pytest
from conquest_opt.results.page.charts import circles, label_heights
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
