"""`conquest-opt tune`: the best parameters of an agent, by NTBEA."""

from .command import kind_command


@kind_command("tune", odd={"param": {"metavar": "NAME=V1,V2,..."}, "space": {"metavar": "TEXT"}})
def command() -> None:
    """Find the best parameters of AGENT, by NTBEA.

    \b
    $ conquest-opt tune greedy --space "threat=0,1 approach=0,0.003" \\
          --iterations 30 --games 6 --check-games 40
    greedy tuned against itself
    ...
    No difference of greedy:approach=0,threat=1 to the default is shown: 47.5 %
    [32.1, 63.4] of 40 games against it.
    ...

    Configurations play the opponent one after the other, both sides fielding the
    same setups in turn; a model of single values and pairs of them says which to
    play next. The best then plays on held-out seeds, against the opponent and
    against AGENT as it is given. All have the same budget: what changes it
    (advances, iterations, growth, ...) cannot be tuned. On two cores greedy takes
    five seconds, fpu three minutes.

    \b
    conquest-opt tune fpu --opponent random-search
    conquest-opt tune fpu:advances=500 --param k=0.1,0.3,1 --dry-run
    conquest-opt tune --resume RUN
    """
