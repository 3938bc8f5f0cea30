"""`conquest-opt actionspace`: what the thesis's reductions of the action space are worth."""

from .command import kind_command


@kind_command("actionspace")
def command() -> None:
    """Measure what section 6.7 of the thesis estimates: its reductions, switched off.

    \b
    $ conquest-opt actionspace --setups Rush --positions 8 --games 8 --agent \\
          fpu:advances=30
    ...
    switched off    log10 [95 %]      times [95 %]       counted  ends  thesis
    --------------  ----------------  -----------------  -------  ----  ------
    none            3.65 [3.3, 4.0]   1.00 [1.00, 1.00]        8  1503
    single_move     6.60 [6.4, 6.8]   8.9e2 [8e2, 1e3]         7  1503  4.79e8
    ...

    For each reduction switched off alone, and for all: the legal actions in each
    phase and the sequences of actions a turn, counted in the same positions; and
    the score of an agent with the reduction against the same agent without it,
    at the same budget a decision. Merging equal positions and late commands
    belong to the search: only their score is measured. By default it takes two
    to three minutes on two cores.

    \b
    conquest-opt actionspace
    conquest-opt actionspace --agent fpu:advances=3000 --games 600
    conquest-opt actionspace --setups Rush --positions 40 --json
    """
