"""Every kind of run: those of this room, beside those of the rooms below."""

from ..arena.run.kinds import RunKind, kinds
from ..evolve.kinds import KINDS as EVOLVE_KINDS


def _kind(name: str, room: str, task: str, result: str, command: str) -> RunKind:
    return RunKind(
        name=name,
        command=command,
        task=f"balance.{room}.task:{task}",
        result=f"balance.{room}.result:{result}",
        report=f"balance.{room}.report:report",
    )


KINDS = EVOLVE_KINDS | kinds(
    _kind("whatif", "whatif", "WhatifTask", "WhatifResult", "whatif"),
    _kind("balance", "search", "BalanceTask", "BalanceResult", "balance"),
    _kind("costs", "costs", "CostsTask", "CostsResult", "balance costs"),
)
