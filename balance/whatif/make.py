"""A what-if: the game before a change of the rules against the game after."""

from collections.abc import Sequence
from typing import Any

from ...arena.inputs.asked import Asked
from ...arena.inputs.errors import RequestError
from ...arena.inputs.rules import RuleChoice
from ...arena.inputs.setup_lists import read_setups
from ...arena.play.entrant import Entrant
from ...arena.play.schedule import check_size
from ...engine.reading.input_error import errors_about, mention
from ...engine.rules.ruleset import Ruleset
from ...setups.catalogue import catalogue
from ..rules.edits import edited, parse_sweep
from ..rules.fitting import refitted_entrant
from .settings import QUICK_ADAPTING, AdaptSettings, WhatifSettings
from .task import WhatifTask


def make(
    asked: Asked,
    *,
    sweep: str | None = None,
    base: Sequence[str] = (),
    setups: Sequence[str] = (),
    quick: bool = False,
    rounds: int | None = None,
    **values: Any,
) -> WhatifTask:
    """Return the task. The change is in the rules that are asked for; `base` is of both."""
    if not (asked.rules.edits or asked.rules.file or sweep):
        raise RequestError(
            f"what would change? Give {mention('set', 'champion.cost=225')}, {mention('rules')} or "
            f"{mention('sweep')}",
            field="set",
        )
    settings = WhatifSettings(**values)
    if rounds is not None and not settings.evolve:
        raise RequestError(f"{mention('rounds')} goes with {mention('evolve')}", field="rounds")
    with errors_about("base"):
        before = _before(asked.rules, base)
    with errors_about("sweep" if sweep else "set"):
        variants = _variants(asked.rules, sweep, before)
    wanted = read_setups(setups, asked) if setups else list(catalogue())
    levels = settings.plan(len(wanted), 1 + len(variants), quick=quick)
    check_size((1 + len(variants)) * sum(level.total(len(wanted)) for level in levels))
    spent = (QUICK_ADAPTING if quick else {}) | ({"rounds": rounds} if rounds is not None else {})
    return WhatifTask(
        edits=before.edits,
        variants=variants,
        entrants=_entrants(asked, wanted, settings, before),
        levels=levels,
        seed=asked.seed,
        fill=settings.fill,
        sweep=sweep.partition("=")[0].strip().lower() if sweep else None,
        adapting=AdaptSettings(**spent) if settings.evolve else None,
        adapting_agents=settings.levels if settings.evolve else None,
    )


def _before(rules: RuleChoice, base: Sequence[str]) -> Ruleset:
    """Return the rules before: the standard ones with what `base` and the action space say."""
    return RuleChoice(actions=rules.actions).over(Ruleset().edit(*base))


def _entrants(
    asked: Asked, setups: Sequence[str], settings: WhatifSettings, before: Ruleset
) -> tuple[Entrant, ...]:
    """Return the setups as they play before: fitted to --base as they are to the change."""
    entrants = [Entrant.of(setup, settings.levels.judge) for setup in setups]
    asked.note_illegal(setups, before)
    if before == Ruleset():
        return tuple(entrants)
    fitted = [
        refitted_entrant(one, before, before=Ruleset(), fill=settings.fill) for one in entrants
    ]
    changed = [one.label for one, how in fitted if how.kind in ("repaired", "filled")]
    if changed:
        asked.note(f"note: refitted to the rules before: {', '.join(changed)}")
    return tuple(one for one, _ in fitted)


def _variants(rules: RuleChoice, sweep: str | None, before: Ruleset) -> tuple[tuple[str, ...], ...]:
    """Return the edits of each set of rules after, checked: before anything is played."""
    fixed = rules.as_edits
    swept = [[*fixed, edit] for edit in parse_sweep(sweep, before)] if sweep else [fixed]
    for edits in swept:
        edited(before, edits)
    return tuple(tuple(edits) for edits in swept)
