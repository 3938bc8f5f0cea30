"""`conquest-opt agreement`: how far agents agree about setups."""

from .command import kind_command


@kind_command("agreement")
def command() -> None:
    """Measure how far agents agree about setups.

    \b
    $ conquest-opt agreement --agent greedy --agent quick --setups \\
          Default,Rush,Venom,IAmWarrior --games 20
    greedy and quick agree about these 4 setups (rho 0.95 [0.62, 1.00]; corrected
    for noise 1.00 [0.64, 1.00]). 0 of them were shown to score differently, each
    ...

    Each agent plays every two setups against each other, both sides itself. Of
    every two agents it says the rank correlation of the setups' scores (rho),
    what that would be without noise, and the setups on which they differ most,
    with games that show it. By default it takes eight minutes on two cores, with
    --games 4 three.

    \b
    conquest-opt agreement --dry-run
    conquest-opt agreement --agent greedy --agent greedy --setups best.txt
    conquest-opt agreement --setups "SELECT setup FROM maximal_setups LIMIT 9"
    """
