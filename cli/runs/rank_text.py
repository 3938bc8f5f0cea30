"""A ranking as text for the terminal."""

from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...arena.stats.score import Interval
    from ...evolve.proposals.model import Effect
    from ...evolve.rank.result import Ranking

_SHOWN = 20
_PAIRS = 8


def ranking_text(ranking: "Ranking") -> str:
    """Return what a person wants to know of a ranking, within 80 columns."""
    parts = [
        wrap(f"{len(ranking.roster):,} setups against {ranking.field.label}", 80),
        _top(ranking),
        _pairs(ranking),
        _named(ranking),
        _trust(ranking),
    ]
    return "\n".join("\n".join(part) + "\n" for part in parts)


def _top(ranking: "Ranking") -> list[str]:
    lines = ["      rating                games  confirmed"]
    low, high = ranking.interval
    for place, number in enumerate(ranking.top[:_SHOWN].tolist()):
        confirmed = ranking.confirmed[place]
        rating = _share(float(ranking.rating.mean[number]), float(low[number]), float(high[number]))
        sure = confirmed.interval()
        lines.append(
            f"{place + 1:>3}.  {rating} {ranking.games[number]:>7,}  "
            f"{_share(confirmed.rate, *sure)}"
        )
        lines.append(f"      {ranking.roster.texts[number]}")
    return lines


def _share(rate: float, low: float, high: float) -> str:
    return f"{100 * rate:>5.1f} % [{100 * low:>4.1f}, {100 * high:>4.1f}]".ljust(21)


def _pairs(ranking: "Ranking") -> list[str]:
    together, apart = ranking.synergies(_PAIRS), ranking.synergies(_PAIRS, sign=-1)
    lines = [
        "Elo for one more of each, beyond what both do alone",
        f"{'help each other':<40}hinder each other",
    ]
    if not together and not apart:
        return ["no pair of things is certain to help or to hinder each other"]
    for row in range(max(len(together), len(apart))):
        cells = [_effect(found[row]) if row < len(found) else "" for found in (together, apart)]
        lines.append(f"{cells[0]:<40}{cells[1]}".rstrip())
    return lines


def _effect(effect: "Effect") -> str:
    return f"{effect.name:<27}{effect.elo:>+5.0f} ±{(effect.high - effect.low) / 2:.0f}"


def _named(ranking: "Ranking") -> list[str]:
    best = sorted(ranking.named, key=lambda named: -named.score.rate)[:5]
    if not best:
        return ["no named setup is legal by these rules"]
    lines = ["the best named setups against the same field"]
    for named in best:
        score = _share(named.score.rate, *named.score.interval())
        lines.append(f"  {named.name:<22}{score}  {named.above:,} setups are rated above")
    return lines


def _trust(ranking: "Ranking") -> list[str]:
    held, (promised, taken) = ranking.held_out, ranking.promised()
    within, of = held.covered
    losses = ", ".join(f"{model} {held.loss(model):.4f}" for model in held.models)
    errors = ", ".join(f"{model} {100 * held.error(model):.1f} %" for model in held.models)
    lines = [
        f"held out: {of} setups that the model never saw, {int(held.games.sum()):,} games",
        f"  log loss   {losses}",
        f"  error      {errors}",
        f"  intervals  held {within} of {of} scores: {_percent(within / of, held.coverage)}",
        f"the top {len(ranking.top)} on fresh seeds: rated {100 * promised:.1f} %, took "
        f"{_percent(taken.rate, taken.interval())}",
        f"rank correlation with {ranking.agents[1].partition(':')[0]}",
    ]
    labels = {"top": "among the top", "spread": "over the whole ranking"}
    for name, (value, interval, count) in ranking.carried_over().items():
        if name in labels:
            low, high = interval
            lines.append(f"  {labels[name]}: {value:.2f} [{low:.2f}, {high:.2f}], {count} setups")
    return lines


def _percent(rate: float, interval: "Interval") -> str:
    return f"{100 * rate:.1f} % [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
