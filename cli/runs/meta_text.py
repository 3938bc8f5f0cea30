"""A metagame as text for the terminal."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..options.formations import formation_lines

if TYPE_CHECKING:
    from ...arena.stats.score import Interval
    from ...evolve.meta.result import Member, Metagame, Round
    from ...evolve.meta.task import MetaTask

_NAMED = 8
"""Named setups that are shown; the report has them all."""


def meta_text(found: "Metagame", task: "MetaTask", run: str | None) -> str:
    """Return what was found, in 80 columns."""
    lines = [_verdict(found, task), ""]
    for number, member in enumerate(found.mixture, start=1):
        lines += [*_member(number, member, task), ""]
    lines += [*_rounds(found.rounds), ""]
    if found.named:
        lines += [*_named(found), ""]
    lines += [*_usage(found), ""]
    if found.check:
        lines += [*_check(found), ""]
    if run:
        lines.append(f"conquest-opt report {run} -o out/")
    return "\n".join(lines)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _ends(interval: "Interval") -> str:
    return f"[{100 * interval[0]:.1f}, {100 * interval[1]:.1f}]"


def _verdict(found: "Metagame", task: "MetaTask") -> str:
    last, epsilon = found.rounds[-1].response, 100 * found.epsilon
    gain = f"{100 * last.gain:+.1f} points of 100 {_ends(last.interval)}"
    end = (
        f"settled: {task.settings.patience} searches in a row found no gain above {epsilon:g}"
        if found.settled
        else "not settled: the rounds are used up"
    )
    count = len(found.mixture)
    return (
        f"a mixture of {count} setup{'s'[: count > 1]}, played by {task.settings.agent}\n"
        f"{end}\nthe last response to it gains {gain}"
    )


def _member(number: int, member: "Member", task: "MetaTask") -> list[str]:
    named = f"{member.entrant.name}  " if member.entrant.name else ""
    lines = [
        f"{number}. {named}{member.entrant.setup}",
        f"   weight {_percent(member.weight)} {_ends(member.interval)}, "
        f"in {100 * member.certainty:.0f} % of resampled mixtures",
    ]
    if member.checked:
        lines.append(
            f"   by {task.settings.check_agent}: {_percent(member.checked.rate)} "
            f"{_ends(member.checked.interval)} against the mixture"
        )
    return lines + formation_lines(member.formation, task.rules)


def _rounds(rounds: Sequence["Round"]) -> Iterable[str]:
    yield "round  set  mixture  gain of the response     response"
    for one in rounds:
        gain = f"{100 * one.response.gain:+.1f} {_ends(one.response.interval)}"
        mark = "+" if one.added else "-"
        setup = _short(one.response.entrant.setup, 34)
        yield f"{one.number:>5}{one.setups:>5}{one.support:>9}  {gain:<23}{mark} {setup}"


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 2] + ".."


def _named(found: "Metagame") -> Iterable[str]:
    thesis = found.thesis
    yield (
        f"the Nash mixture of the {len(found.named)} named setups scores "
        f"{_percent(thesis.rate)} {_ends(thesis.interval())}"
    )
    yield "against the mixture; alone, the best of them score"
    for one in found.named[:_NAMED]:
        score = f"{_percent(one.score.rate):>7} {_ends(one.score.interval())}"
        yield f"  {one.entrant.label:<22}{score}"
    if len(found.named) > _NAMED:
        yield f"  ({len(found.named) - _NAMED} with less are in --json and the report)"


def _usage(found: "Metagame") -> Iterable[str]:
    yield "                a setup of the mixture has   points    named setups   points"
    for use in found.usage:
        ends = f"[{use.number_low:.2f}, {use.number_high:.2f}]"
        yield (
            f"  {use.thing:<15}{use.number:>9.2f} {ends:<14}{_percent(use.points):>10}"
            f"{use.named_number:>14.2f}{_percent(use.named_points):>10}"
        )


def _check(found: "Metagame") -> Iterable[str]:
    check = found.check
    if check:
        score = f"{_percent(check.score.rate)} {_ends(check.score.interval())}"
        yield f"played by {check.agent}, the best of all that are known against the mixture:"
        yield f"  {check.challenger.label}"
        yield f"  {score} of {check.score.games} games on fresh seeds"
