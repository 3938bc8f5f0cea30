"""A stored run as an experiment: the file that `runs show --config` writes makes an equal task."""

import json
import shlex
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from conquest_opt.api import running
from conquest_opt.arena.run.task import Task, read_form, stored_form, task_form
from conquest_opt.balance.kinds import KINDS as STORED_KINDS
from conquest_opt.results import Store

from tests.contract.test_run_kinds import Finished, each, is_slow_to_play
from tests.goldens.playing import DATABASE, invoke, play
from tests.run_kinds import Kind

pytestmark = pytest.mark.slow

TaskOf = Callable[[Sequence[str]], tuple[Task, dict[str, Any]]]


class _Begun(Exception):
    """A command would begin to play now."""


@pytest.fixture
def task_of(monkeypatch, tmp_path) -> TaskOf:
    """Return what makes the task that a command would run, and what it was given; none is run."""
    begun: list[tuple[Task, dict[str, Any]]] = []

    def begin(task: Task, _: object, *, given: dict[str, Any], **__: object) -> None:
        begun.append((task, given))
        raise _Begun

    def make(words: Sequence[str]) -> tuple[Task, dict[str, Any]]:
        with monkeypatch.context() as patch:
            patch.setattr(running, "run_task", begin)
            result = invoke(words, tmp_path / "other.duckdb")
        assert isinstance(result.exception, _Begun), result.output
        return begun.pop()

    return make


def written(db: Path, run: str, folder: Path) -> Path:
    """Return the file of a stored run's experiment."""
    result = invoke(["runs", "show", run, "--config"], db)
    assert result.exit_code == 0, result.output
    file = folder / "again.toml"
    file.write_text(result.stdout, encoding="utf-8")
    return file


def stored(task: Task, given: dict[str, Any], folder: Path) -> tuple[Path, str]:
    """Store the task of a run that has played nothing; earlier versions stored nothing given."""
    store = Store(folder / DATABASE)
    beside = {"given": list(map(list, given.items()))} if given else {}
    run = store.begin_run(
        kind=task.kind, arguments=stored_form(task) | beside, seed=task.seed, ruleset=task.rules
    )
    store.end_run(run, "interrupted")
    return store.path, run


@pytest.mark.parametrize("kind", each())
def test_a_stored_run_makes_an_equal_task(kind: Kind, finished: Finished, task_of, tmp_path):
    db, run = finished(kind).db, finished(kind).run or ""
    file = written(db, run, tmp_path)
    form = dict(Store(db, create=False).find_run(run).arguments)
    kept = form.pop("keep")
    again, _ = task_of([*kind.command, "--config", str(file)])
    assert again == read_form(STORED_KINDS[kind.stored_as].task_class(), task_form(form))
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    assert read["command"] == " ".join(kind.command)
    assert (read.get("events", False), read.get("save-games", False)) == (
        kept["events"],
        kept["records"],
    )


INLINE = json.dumps(
    {
        "name": 'my "own" = }, C:\\x7f é',
        "troops": "SSC",
        "commands": ["charge"],
        "formation": ["C S", "S"],
    }
)
UNNAMED = '{"formation": ["K   K", " A "], "commands": ["bombard"]}'

HARDER = (
    f"match Rush '{INLINE}' --agent greedy --games 5 --seed 18446744073709551615",
    "match SSC:charge CC --sprt -5.5,1e-3 --quick --alpha 0.01 --actions full",
    f"tournament --setups Rush,Venom --setups '{UNNAMED}' --against '{INLINE}' --quick --games 3",
    "tournament --set actions.trim=false --events",
    "ladder fpu mcts --reference greedy --advances 100 --setups Rush --games 8",
    f"agreement --setups all --setups '{UNNAMED}' --games 4",
    f"actionspace --setups '{INLINE}' --setups Rush",
    f"evolve counter --target '{INLINE}' --no-catalogue --formations --points 900..1000 --best 1",
    f"evolve counter --opponents '{INLINE}=0.1' --opponents SSC:charge,bombard=3 "
    "--opponents Rush=2,Venom --require 'C>=1' --with charge --without bombard --seed 0",
    f"improve Rush --against '{INLINE}' --against Rush=0.5,Venom --swaps 1 --best 1",
    "improve Rush --keep champions --keep '2 scouts, charge' --budget 1h --with charge",
    "evolve rank --games 600 --held-out 10 --troops 3..4",
    "evolve rank --set champion.cost=225 --games 600 --troops 3..4",
    "evolve rank --budget 1h --troops 3..4",
    "evolve meta --quick --rival-games 0 --start Rush",
    "evolve meta --set limits.points=75",
    "evolve styles --budget 1h",
    "evolve styles --scripts 'move-*' --scripts 'attack-*' --agent greedy --generations 0",
    f"evolve styles --over setups --agent greedy --troops 3..5 --setups '{INLINE}'",
    f"formation '{UNNAMED}' --against '{INLINE}=0.5' --against Rush,Venom=2 --judge greedy",
    "formation IAmWarrior --set champion.cost=225 --agent greedy --check-games 40 --seed 0",
    "tune fpu:advances=300",
    "tune greedy --param noise=0.01 --param threat=0,0.0015,1e-07 --setups all",
    "whatif --set champion.cost=225 --quick",
    "whatif --set archer.range=5 --set champion.cost=225 --evolve --quick --no-fill",
    "whatif --sweep champion.cost=150..150 --evolve --rounds 3 --setups Rush,Venom --judge greedy",
    f"whatif --base limits.points=400 --set mage.cost=50 --setups Rush,Default --setups '{INLINE}'",
    "whatif --set archer.range=5 --budget 1h",
    "whatif --set archer.range=5 --screen-games 2 --race-games 2 --race-opponents 6 --games 4 "
    "--opponents 4",
    "balance --free '*.cost' --quick --length 60 --judge greedy",
    "balance --free 'champion.cost=100..300:25' --objective use --objective change "
    """--setups Rush,CC --target '[{"a": "Rush", "b": "SSC:charge", "score": "60 %"}]'""",
    "balance costs",
    "balance costs --screen-agent greedy --race-agent greedy --judge random --budget 1h",
)  # fmt: skip
"""What files of an experiment have to say beside the small runs of each kind."""


@pytest.mark.parametrize("line", HARDER)
def test_a_task_that_is_hard_to_say_makes_an_equal_task(line: str, task_of: TaskOf, tmp_path):
    task, given = task_of(shlex.split(line))
    command = STORED_KINDS[task.kind].command.split()
    for kept in (given, {}):
        file = written(*stored(task, kept, tmp_path), tmp_path)
        again, given_again = task_of([*command, "--config", str(file)])
        assert again == task
        assert given_again == given or not kept


@pytest.mark.parametrize("kind", each(slow=is_slow_to_play))
def test_an_experiment_plays_the_same_games_again(kind: Kind, finished: Finished, tmp_path):
    file = written(finished(kind).db, finished(kind).run or "", tmp_path)
    again = play([*kind.command, "--config", str(file)], tmp_path)
    assert again.exact_story == finished(kind).exact_story
