"""Write the mixture of a finished run of `evolve meta` as the data that ships.

    python -m benchmarks.metagame RUN [--db conquest.duckdb] [--note TEXT] > setups/metagame.json

RUN is a run's identifier, a part of it, or `meta` for the latest. The file says how the mixture was
found, who judged, by how many games, and what responses gain on it.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from conquest_opt.agents.spec.spec import called
from conquest_opt.arena.run.report import stored_values
from conquest_opt.arena.run.runner import stored_task
from conquest_opt.evolve.kinds import KINDS
from conquest_opt.evolve.meta.result import MetaResult
from conquest_opt.evolve.meta.settings import MetaSettings
from conquest_opt.evolve.meta.task import MetaTask, default_start
from conquest_opt.evolve.meta.values import Response, gain_json
from conquest_opt.results import Store
from conquest_opt.results.text.command_lines import DATABASE
from conquest_opt.setups.query_text import QueryText

DECIMALS = 4
"""Of weights and gains."""


def document(store: Store, run_name: str, note: str = "") -> dict[str, Any]:
    """Return what ships of a finished run of the whole game: standard rules, no constraints."""
    stored, run = stored_task(store, run_name, KINDS, "meta"), store.find_run(run_name)
    task, values = stored.task, stored_values(store, run, MetaResult)
    if not isinstance(task, MetaTask) or not isinstance(values, MetaResult):
        raise SystemExit(f"run {run.run} is no finished run of evolve meta")
    if task.edits or task.query != QueryText():
        raise SystemExit(f"run {run.run} is of other rules, or of some setups only")
    mixture = [
        {
            "setup": member.entrant.setup,
            "name": member.entrant.name,
            "weight": round(member.weight, DECIMALS),
            "ci95": [round(end, DECIMALS) for end in member.interval],
        }
        for member in values.mixture
    ]
    gain = {"response": _gain(values.rounds[-1].response, values.agent)}
    if rival := values.rival:
        gain["rival"] = _gain(rival.response, rival.agent)
        gain["rival by the judge"] = _gain(rival.judged, values.agent)
    return {
        "command": command_of(task),
        "seed": task.seed,
        "version": run.software,
        "judge": called(values.agent),
        "judge_text": values.agent,
        "games": stored.games,
        "settled": values.settled,
        "note": note,
        "mixture": mixture,
        "gain": gain,
    }


def command_of(task: MetaTask) -> str:
    """Return the command that finds the same: every setting that is not the usual one."""
    usual, own = (msgspec.structs.asdict(s) for s in (MetaSettings(), task.settings))
    words = ["conquest-opt evolve meta"]
    for name, value in own.items():
        if value != usual[name]:
            word = f"--{name.replace('_', '-')}"
            words.append(word if value is True else f"{word} {called(str(value))}")
    judge = task.settings.levels.judge
    if task.start != default_start(task.space, judge, task.seed):
        words.append(f"--start {','.join(entrant.label for entrant in task.start)}")
    return " ".join([*words, f"--seed {task.seed}"])


def _gain(response: Response, agent: str) -> dict[str, Any]:
    """Return what a response gains on the mixture, and who played it."""
    gain = gain_json(response)
    gain |= {"gain": round(gain["gain"], DECIMALS)}
    gain |= {"ci95": [round(end, DECIMALS) for end in gain["ci95"]]}
    return {"setup": response.entrant.setup, "agent": called(agent)} | gain


def main() -> None:
    """Print the document of the run that is named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.metagame")
    parser.add_argument("run")
    parser.add_argument("--db", type=Path, default=Path(DATABASE))
    parser.add_argument("--note", default="", help="what else is to be known of it")
    options = parser.parse_args()
    result = document(Store(options.db), options.run, options.note)
    sys.stdout.write(json.dumps(result, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
