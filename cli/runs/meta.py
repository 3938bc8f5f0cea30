"""`conquest-opt evolve meta`: the mixture of setups that no response gains much on."""

from .command import kind_command


@kind_command("meta")
def command() -> None:
    """Find the metagame: how often to play which setup.

    \b
    $ conquest-opt evolve meta --quick
    A mixture of 3 setups, played by strong. It settled: none of the last 2
    responses was shown to gain more than 2 points of 100. The last response,
    ...
    1. AntiRush  SSSSSFHHCC:battle-cry,stoicism,charge,chastise
       weight 35.7 % [0.0, 100.0], in 80 % of resampled mixtures
    ...

    Cheap games screen the setups to start with. The Nash mixture of the others is
    solved from games of the judge, a search as that of evolve counter evolves a
    response to it, the response joins the set, and so on, until none is shown to
    gain more than epsilon. At the end an agent of another kind tries to find a
    response. It takes a quarter of an hour at most on two cores, with --quick
    three minutes. Brackets are 95 % intervals; constraints on responses are those
    of enumerate.

    \b
    conquest-opt evolve meta --budget 2h
    conquest-opt evolve meta --rounds 40 --patience 4
    conquest-opt evolve meta --start Rush,Venom --without bombard --json
    conquest-opt evolve meta --resume RUN
    """
