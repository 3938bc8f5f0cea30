"""`conquest-opt tournament`: setups against each other, all played by one agent."""

from .command import kind_command


@kind_command("tournament")
def command() -> None:
    """Play setups against each other and rank them.

    \b
    $ conquest-opt tournament --setups Default,Rush,Venom,IAmWarrior --quick
    Rush scored most, 72.7 % [64.8, 79.3]; 1 of the others is not shown to be
    ...
    1  Rush        72.7 [64.8, 79.3]  +142 [+94, +190]   IAmWarrior     51
    2  IAmWarrior  70.3 [62.0, 77.5]  +127 [+83, +172]   Rush           49
    ...

    By default it is the thesis's tournament: its 31 setups, 50 games for each
    two, 25 on each side. That takes half an hour on two cores, with --quick one
    to two minutes:

    \b
    $ conquest-opt tournament --quick
    MeleeMeltdown scored most, 78.9 % [76.6, 81.0]; 3 of the others are not
    shown to be worse (by 95 % intervals that overlap).
    ...

    \b
    conquest-opt tournament --dry-run
    conquest-opt tournament --setups all --against SSC:charge --quick
    conquest-opt tournament --setups "SELECT setup FROM maximal_setups LIMIT 9"
    """
