"""`conquest-opt match`: two setups, or two agents, against each other."""

from typing import Any

import click

from ...agents.spec.spec import written
from ...api.texts.kind_keywords import keyword_of
from ...arena.match.settings import MatchSettings
from ...engine.reading.input_error import InputError
from ...engine.reading.numbers import real_number
from ..options.agents import agent_options, engine_option
from ..options.grouped import RunCommand, grouped_option
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.setups_file import setups_file_option
from ..options.stored import Form, setup_option
from ..parameters.style_texts import AGENT, SETUP
from .running import run_command


class Bounds(click.ParamType):
    """`ELO0,ELO1`, or one number for 0 and that."""

    name = "ELO0,ELO1"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Return the two numbers."""
        if isinstance(value, tuple):
            return value
        try:
            numbers = [real_number(part) for part in str(value).split(",")]
        except InputError:
            numbers = []
        if len(numbers) == 1:
            numbers.insert(0, 0.0)
        if len(numbers) != 2 or not numbers[0] < numbers[1]:
            self.fail(f"{value!r} is no two numbers such as 0,20, the lower first", param, ctx)
        return numbers[0], numbers[1]


@click.command(cls=RunCommand)
@click.argument("a", required=False, type=SETUP)
@click.argument("b", required=False, type=SETUP)
@grouped_option("--agent-a", type=AGENT, **keyword_of("match", "agent_a").option())
@grouped_option("--agent-b", type=AGENT, **keyword_of("match", "agent_b").option())
@grouped_option("--sprt", type=Bounds(), **keyword_of("match", "sprt").option())
@setups_file_option
@settings_options(MatchSettings, games=str(MatchSettings().games))
@agent_options
@game_options
@engine_option
@run_options
def command(rules: RuleOptions, options: RunOptions, **values: Any) -> None:
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
    run_command("match", rules, options, values)


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task."""
    a, b, test = form["a"], form["b"], form.get("sprt")
    options = {
        "a": setup_option(a),
        "b": setup_option(b),
        "agent-a": a["agent"],
        "agent-b": b["agent"],
        "games": form["games"],
    }
    if test:
        bounds = ",".join(written(float(test[name])) for name in ("elo0", "elo1"))
        options |= {"sprt": bounds, "alpha": test["alpha"], "beta": test["beta"]}
    return options
