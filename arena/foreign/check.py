"""`check_engine`: does a program keep to the line protocol? Every question, with what was seen."""

from collections.abc import Callable
from contextlib import closing
from typing import Any

import msgspec

from ...agents.spec.engine_spec import EngineSpec
from ...engine.reading.input_error import InputError
from .check_list import CHECKS, Bench
from .faults import EngineFault

GAMES = 8
"""Games that a check plays: by each set of rules, on both sides."""


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """A question, and how it was answered."""

    name: str
    ok: bool
    expected: str
    seen: str


def check_engine(
    spec: EngineSpec,
    games: int = GAMES,
    on_progress: Callable[[str], object] = lambda _: None,
) -> list[CheckResult]:
    """Return the results of all questions; one that cannot start is asked no other."""
    results: list[CheckResult] = []
    with closing(Bench(spec, games)) as bench:
        for check in CHECKS:
            on_progress(check.name)
            bench.on_progress = lambda text, name=check.name: on_progress(f"{name}: {text}")
            ok, seen = True, ""
            try:
                seen = check.ask(bench)
            except (EngineFault, InputError) as fault:
                ok, seen = False, str(fault)
                if (words := bench.last_words()) and words not in seen:
                    seen += f"; it said: {words}"
                bench.close()
            results.append(CheckResult(name=check.name, ok=ok, expected=check.expected, seen=seen))
            if not ok and check is CHECKS[0]:
                break
    return results


def conforms(results: list[CheckResult]) -> bool:
    """Return whether every question was asked and answered rightly."""
    return len(results) == len(CHECKS) and all(result.ok for result in results)


def results_json(spec: EngineSpec, results: list[CheckResult]) -> dict[str, Any]:
    """Return results as plain values."""
    return {
        "engine": str(spec),
        "ok": conforms(results),
        "checks": msgspec.to_builtins(results),
        "not_asked": [check.name for check in CHECKS[len(results) :]],
    }
