"""The kinds of runs of this room, beside those of the arena."""

from ..arena.kinds import KINDS as ARENA_KINDS
from ..arena.run.kinds import RunKind, kinds


def _kind(name: str, task: str, result: str, command: str = "") -> RunKind:
    room = f"evolve.{name}"
    return RunKind(
        name=name,
        command=command or f"evolve {name}",
        task=f"{room}.task:{task}",
        result=f"{room}.result:{result}",
        report=f"{room}.report:report",
    )


KINDS = ARENA_KINDS | kinds(
    _kind("counter", "CounterTask", "CounterResult"),
    _kind("formation", "FormationTask", "FormationResult", command="formation"),
    _kind("improve", "ImproveTask", "ImproveResult", command="improve"),
    _kind("rank", "RankTask", "RankResult"),
    _kind("meta", "MetaTask", "MetaResult"),
    _kind("styles", "StylesTask", "StylesResult"),
    _kind("tune", "TuneTask", "TuneResult", command="tune"),
)
