"""Obstacles: point-symmetric, between the home rows, never walling the sides off."""

from .ruleset import Ruleset
from .seeds import OBSTACLE_STREAM, derive, numbers

Square = tuple[int, int]


def sides_connected(rules: Ruleset, obstacles: set[Square]) -> bool:
    """Return whether a free path leads from the first side's home rows to the second's."""
    width, height = rules.board.width, rules.board.height
    frontier = [(x, 0) for x in range(width)]
    seen = set(frontier)
    while frontier:
        x, y = frontier.pop()
        for near in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            inside = 0 <= near[0] < width and 0 <= near[1] < height
            if inside and near not in seen and near not in obstacles:
                seen.add(near)
                frontier.append(near)
    return any(y == height - 1 for _, y in seen)


def draw_obstacles(rules: Ruleset, seed: int) -> list[Square]:
    """Return the obstacles of a game's seed, sorted by rank, then file."""
    if not rules.obstacles:
        return []
    width, height, home = rules.board.width, rules.board.height, rules.board.home_rows
    squares = [(x, y) for y in range(home, height - home) for x in range(width)]
    stream = numbers(derive(seed, OBSTACLE_STREAM))
    obstacles: set[Square] = set()
    while len(obstacles) < rules.obstacles and squares:
        x, y = squares.pop(next(stream) % len(squares))
        pair = {(x, y), (width - 1 - x, height - 1 - y)}
        if len(pair) == 2 and not pair & obstacles and sides_connected(rules, obstacles | pair):
            obstacles |= pair
    if len(obstacles) < rules.obstacles:
        raise ValueError(f"no room for {rules.obstacles} obstacles on this board; try fewer")
    return sorted(obstacles, key=lambda square: (square[1], square[0]))
