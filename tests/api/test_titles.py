"""Titles of runs: the same words for a job that waits and for its stored run."""

from pathlib import Path

import pytest
from conquest_opt.api.options import read_options
from conquest_opt.api.titles import LONGEST, run_title
from conquest_opt.arena.run.task import stored_form
from conquest_opt.balance.kinds import KINDS
from conquest_opt.results import Store

from ..goldens.old_database import unpack


def title(kind: str, **settings: object) -> str:
    options = read_options(kind, (), settings)
    task = KINDS[kind].make(options.asked, **options.values)
    return run_title(kind, stored_form(task), task.agents)


@pytest.mark.parametrize(
    ("kind", "settings", "words"),
    [
        ("match", {"a": "Default", "b": "Rush"}, "Default against Rush"),
        (
            "match",
            {"a": "Rush", "b": "Rush", "agent_a": "greedy", "agent_b": "random"},
            "greedy against random, both with Rush",
        ),
        ("tournament", {"setups": ["Default", "Rush"]}, "Tournament of Default, Rush"),
        ("tournament", {}, "Tournament of 31 setups"),
        ("counter", {"target": "Rush"}, "Counter-setups against Rush"),
        (
            "counter",
            {"target": "Rush", "set": ["champion.cost=225"]},
            "Counter-setups against Rush, by changed rules (champion.cost=225)",
        ),
        ("improve", {"setup": "Venom"}, "Improvements of Venom"),
        ("formation", {"setup": "Rush"}, "Formation of Rush"),
        ("ladder", {"agents": ["quick", "greedy"]}, "Ladder of quick, greedy"),
        ("styles", {"over": "setups"}, "Map of styles, over setups"),
        ("tune", {"agent": "mcts:advances=100"}, "Tuning of mcts:advances=100"),
        (
            "whatif",
            {"set": ["champion.cost=225"]},
            "What-if: Champion costs 225 instead of 200",
        ),
        ("whatif", {"sweep": "champion.cost=150..250:25"}, "What-if: 5 values of champion.cost"),
    ],
)
def test_a_title_says_what_a_run_is(kind: str, settings: dict[str, object], words: str):
    assert title(kind, **settings) == words


def test_runs_of_older_versions_have_titles(tmp_path: Path):
    for run in Store(unpack(tmp_path)).runs():
        words = run_title(run.kind, run.arguments, run.agents)
        assert 0 < len(words) <= LONGEST
        assert not words.endswith("against ")
