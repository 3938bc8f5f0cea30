"""What `undo` takes back: a person's last decision, and all that was played after it.

Within one's turn that is the last action. Right after an agent's turn it is the whole turn before
it, with the agent's reply: one begins that turn anew, not in the middle of it. Undone again and
again the game goes back to one's first decision.
"""

from collections.abc import Callable

from ...engine import GameRecord


def actions_to_keep(
    record: GameRecord, is_person: Callable[[int], bool], *, whole_turn: bool
) -> int | None:
    """Return how many actions are left after an undo; None if no person has decided anything."""
    own = [turn for turn in record.turns() if is_person(turn.player) and turn.actions]
    if not own:
        return None
    last = own[-1]
    end = last.first + len(last.actions)
    return last.first if whole_turn or end < len(record.actions) else end - 1
