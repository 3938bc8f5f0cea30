"""What `undo` takes back: a person's last decision, and all that was played after it.

Within one's turn that is the last action. Right after an agent's turn it is the whole turn before
it, with the agent's reply: one begins that turn anew, not in the middle of it. Undone again and
again the game goes back to one's first decision.
"""

import click

from ...engine import GameRecord
from .save import Seats
from .words import WIDTH


def actions_to_keep(record: GameRecord, seats: Seats, *, whole_turn: bool) -> int | None:
    """Return how many actions are left after an undo; None if no person has decided anything."""
    own = [turn for turn in record.turns() if seats.is_person(turn.player) and turn.actions]
    if not own:
        return None
    last = own[-1]
    end = last.first + len(last.actions)
    return last.first if whole_turn or end < len(record.actions) else end - 1


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
