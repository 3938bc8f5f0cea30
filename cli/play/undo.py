"""What `undo` has taken back, in words."""

import click

from ...engine import GameRecord
from .words import WIDTH


def taken_back(record: GameRecord, kept: int) -> str:
    """Return what an undo takes back: the actions, and of several turns whose they were."""
    turns = [t for t in record.turns() if t.actions and t.first + len(t.actions) > kept]
    if len(turns) == 1:
        return click.wrap_text(f"taken back: {'; '.join(record.actions[kept:])}", WIDTH, "", "  ")
    lines = ["taken back"]
    for turn in turns:
        actions = "; ".join(turn.actions[max(kept - turn.first, 0) :])
        head = f"  turn {turn.number}, {turn.side:<6}  "
        lines.append(click.wrap_text(actions, WIDTH, head, " " * len(head)))
    return "\n".join(lines)
