"""`conquest-opt ladder`: agents against each other, at equal cost, on several setups."""

from .command import kind_command


@kind_command("ladder", odd={"agents": {"metavar": "AGENT AGENT..."}})
def command() -> None:
    """Play agents against each other and rate them in Elo, with 95 % intervals.

    \b
    $ conquest-opt ladder random weighted-random greedy --games 24
    greedy is rated highest, 644 Elo (100 more is a score of about 64 %) above the
    ...
    1  greedy           +462  +155 .. +769  100.0 %     48        34
    ...
    (advances: actions that a search tries before it plays one)
    ...

    Every two agents meet on every setup, both sides fielding the same one, with
    sides swapped, so that agents and nothing else are compared. Time goes by the
    agents: strong, medium and quick take fifteen seconds on two cores.

    \b
    conquest-opt ladder fpu mcts random-search --advances 1000 --games 240
    conquest-opt ladder fpu mcts fpu:k=0.3 --reference fpu --dry-run
    """
