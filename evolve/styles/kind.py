"""The declaration of a map of styles."""

from ...arena.levels.settings import LevelSettings
from ...arena.run.headings import SEARCH, SPEND
from ...arena.run.keywords import (
    ALL_NAMED,
    BUDGET,
    CONSTRAINTS,
    REPEATED,
    Keyword,
    agent_keyword,
    setups_keyword,
)
from ...arena.run.kinds import SETUPS, RunKind
from ...engine.reading.input_error import mention
from .settings import AXES, SIZES, STYLE_AGENT, StylesSettings

_OVER_SETUPS = mention("over", "setups")

KIND = RunKind(
    module=__name__,
    name="styles",
    command="evolve styles",
    title="Map of styles",
    about="Fills a map with the best way to play, or the best setup, of each style.",
    group=SETUPS,
    example={"over": "setups", "agent": "greedy", "generations": 4, "check_games": 40},
    options=(
        Keyword(
            name="over",
            about="What is mapped: weights of an agent's scripts, or setups.",
            group=SEARCH,
            input="choice",
            choices=tuple(AXES),
            default="weights",
        ),
        agent_keyword(
            "agent",
            f"The agent whose scripts get weights (default {STYLE_AGENT}); with "
            f"{_OVER_SETUPS} one agent for everything, in place of the three that screen, "
            "race and judge.",
        ),
        agent_keyword(
            "opponent", f"The agent that styles play against; default: that of {mention('agent')}."
        ),
        setups_keyword(
            f"six that differ; with {mention('over', 'setups')}, the opponents: {ALL_NAMED}"
        ),
        Keyword(
            name="scripts",
            about="Change the weights of these only, such as 'move-*'. Default: all.",
            group=SEARCH,
            input="list",
            typed=REPEATED,
        ),
        StylesSettings,
        Keyword(
            name="baselines",
            about="A further opponent in the check. Default: portfolio, mcts and greedy.",
            group=SPEND,
            input="agents",
            typed=REPEATED,
            option="baseline",
        ),
        LevelSettings,
        BUDGET,
        *CONSTRAINTS,
    ),
    sizes=SIZES,
    task="StylesTask",
    result="StylesResult",
    titled=lambda form, _: f"Map of styles, over {form.get('over') or form['mapped']['over']}",
)
