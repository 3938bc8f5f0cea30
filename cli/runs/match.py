"""`conquest-opt match`: two setups, or two agents, against each other."""

from ..parameters.ranges import Bounds
from .command import kind_command


@kind_command("match", odd={"sprt": {"type": Bounds()}})
def command() -> None:
    """Play setup A against setup B in side-swapped pairs; score with a 95 % interval.

    \b
    $ conquest-opt match Default IAmWarrior --quick --games 200
    Default against IAmWarrior, both played by quick
    ...
      score          35.0 % [28.2, 42.4]: IAmWarrior was shown to be better
      won            70, drawn 0, lost 130
      Elo            -108 [-162, -53] (100 more is a score of about 64 %)
    ...

    \b
    $ conquest-opt match Rush Venom --sprt 0,30 --agent greedy
    ...
      test           accepted: A is better by 30 Elo at least (LLR 3.01, between
                     -2.94 and 2.94) (LLR 3.01: the test ends at either bound)
    ...

    Setups are names, texts such as SSC:charge, JSON, or JSON files. The same
    setup twice with --agent-a and --agent-b compares agents. On two cores it takes
    ten seconds, with --quick one.

    \b
    conquest-opt match Rush Rush --agent-a fpu --agent-b mcts:advances=500
    conquest-opt match SSC:charge CC --dry-run
    conquest-opt match Rush Venom --agent "engine:./my-bot --level 3" --games 20

    engine:COMMAND is another program (docs/reference/protocol.md); its games
    depend on the clock.
    """
