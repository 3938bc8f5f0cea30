"""`conquest-opt balance costs`: what troops and commands are worth in points."""

from .command import kind_command


@kind_command("costs")
def command() -> None:
    """Estimate what each troop and command is worth in points, beside its price.

    \b
    $ conquest-opt balance costs --setups-sampled 300 --games 2000 --agent greedy
    point values by greedy: 2,000 games of 300 setups
    ...
    thing          price  worth  95 %        all 16      difference  verdict
    -------------  -----  -----  ----------  ----------  ----------  -----------
    scout             25     28  [17, 38]    [12, 43]    +3          not shown
    foot-soldier      50     30  [19, 40]    [14, 45]    -20         overpriced
    ...

    Random legal setups of different contents and costs play each other. A model
    predicts the winner from what both setups contain, and so gives each troop and
    command a worth in points; on average a setup is worth what it costs. Cheap
    agents play most games, the judge some, between setups whose games say most
    about the worths least known; worths are estimates for the judge.
    Brackets are 95 % intervals; a price is called too high or too low only if
    that is more than chance. By default it takes four minutes on two cores.

    \b
    conquest-opt balance costs
    conquest-opt balance costs --set champion.cost=150 --budget 15m
    conquest-opt balance costs --dry-run
    conquest-opt balance costs --resume RUN
    """
