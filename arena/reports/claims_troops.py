"""Claims of the thesis on what troops and commands do."""

from ...engine.rules.stats import TROOPS, title
from ...results import Store
from ...results.page.words import percent, range_text
from ..stats.score import Interval
from . import collect
from .claims import Claim, Verdict, not_measured
from .collect import Games, command_shares, selection_rates
from .thesis import thesis
from .troops import rate_interval

KILLERS = ("knight", "champion")
WEAKEST = ("scout", "foot-soldier")
NEARLY_ALL = 0.95
"""Kill rate from which "nearly every attack" holds."""


def selected(store: Store, games: Games) -> Claim:
    """Return the claim on the troops that are selected most."""
    rates = selection_rates(store, games.run.run)
    published = {t: r["selected"] / r["fielded"] for t, r in thesis()["troop_usage"].items()}
    order = sorted(rates, key=lambda troop: -rates[troop].value)
    spans = {troop: rate_interval(rate) for troop, rate in rates.items()}
    here = "; ".join(
        f"{title(t)} {rates[t].value:.2f} ({spans[t].low:.2f} to {spans[t].high:.2f})"
        for t in order
    )
    there = sorted(published, key=lambda troop: -published[troop])
    return Claim(
        claim="Knights and Champions are selected most, relative to how many there are",
        thesis=", ".join(f"{title(t)} {published[t]:,.0f}" for t in there[:3]) + " and less",
        here=f"selections a troop and game, 95 %: {here}",
        verdict=_top(order, spans, KILLERS),
        numbers={t: [rates[t].value, *spans[t]] for t in order},
    )


def kill_rates(store: Store, games: Games) -> list[Claim]:
    """Return the claims on kill rates."""
    rates = collect.kill_rates(store, games.run.run)
    shares = {t: rates[t, None] for t in TROOPS if (t, None) in rates}
    values = {t: share.value for t, share in shares.items()}
    spans = {t: share.interval() for t, share in shares.items()}
    there = {t: row["kills"] / row["attacks"] for t, row in thesis()["attacks"].items()}
    order = sorted(values, key=lambda troop: -values[troop])
    numbers = {t: [values[t], *spans[t]] for t in order}

    def rate_text(troops: list[str]) -> str:
        return "; ".join(
            f"{title(t)} {percent(values[t])} ({range_text(spans[t])})" for t in troops
        )

    both = [t for t in KILLERS if t in values]
    turned = {t: Interval(-span.high, -span.low) for t, span in spans.items()}
    return [
        Claim(
            claim="Knights and Champions kill with nearly every attack",
            thesis=", ".join(f"{title(t)} {percent(there[t])}" for t in KILLERS),
            here=rate_text(both),
            verdict=_nearly_all([spans[t] for t in both]),
            remark=f"Nearly every attack: {percent(NEARLY_ALL)} of them or more.",
            numbers=numbers,
        ),
        Claim(
            claim="Knights and Champions have the highest kill rates",
            thesis=", ".join(f"{title(t)} {percent(there[t])}" for t in KILLERS) + ", others less",
            here=rate_text(order),
            verdict=_top(order, spans, KILLERS),
            numbers=numbers,
        ),
        Claim(
            claim="Scouts and Foot Soldiers have the lowest kill rates",
            thesis=", ".join(f"{title(t)} {percent(there[t])}" for t in WEAKEST) + ", others more",
            here=rate_text(order[::-1]),
            verdict=_top(order[::-1], turned, WEAKEST),
            numbers=numbers,
        ),
    ]


def commands(store: Store, games: Games) -> list[Claim]:
    """Return the claims on the most and least used commands."""
    used = command_shares(store, games.run.run)
    published = {c: row["used"] for c, row in thesis()["command_usage"].items()}
    total_there = sum(published.values())
    most, rare = (
        "Chastise is the command used most",
        "Charge is rarely used, though 27 of 31 setups have it",
    )
    most_there, rare_there = (
        f"{percent(published[c] / total_there)} of all commands" for c in ("chastise", "charge")
    )
    if not used:
        why = "no command was used in these games"
        return [not_measured(most, most_there, why), not_measured(rare, rare_there, why)]
    order = sorted(used, key=lambda command: -used[command].value)
    spans = {c: share.interval() for c, share in used.items()}
    texts = {c: f"{percent(used[c].value)} ({range_text(spans[c])})" for c in order}
    return [
        Claim(
            claim=most,
            thesis=most_there,
            here="; ".join(
                f"{title(c)} {texts[c]}" for c in dict.fromkeys([*order[:3], "chastise"])
            ),
            verdict=_top(order, spans, ("chastise",)),
            numbers={c: used[c].value for c in order},
        ),
        Claim(
            claim=rare,
            thesis=rare_there,
            here=f"{texts['charge']} of all commands",
            verdict=_below(spans["charge"], 0.05),
            remark="Rarely: below 5 % of all commands.",
            numbers={"charge": used["charge"].value, "games": games.traced},
        ),
    ]


def _nearly_all(spans: list[Interval]) -> Verdict:
    if spans and all(span.low >= NEARLY_ALL for span in spans):
        return "confirmed"
    below = any(span.high < NEARLY_ALL for span in spans)
    return "not confirmed" if below else "undecided"


def _below(span: Interval, limit: float) -> Verdict:
    if span.high < limit:
        return "confirmed"
    return "not confirmed" if span.low > limit else "undecided"


def _top(order: list[str], spans: dict[str, Interval], troops: tuple[str, ...]) -> Verdict:
    """Return whether the wanted ones are first; certain only if intervals keep them apart."""
    if not all(troop in order for troop in troops):
        return "undecided"
    others = [t for t in order if t not in troops]
    if not others:
        return "undecided"
    if set(order[: len(troops)]) == set(troops):
        apart = min(spans[t].low for t in troops) > max(spans[t].high for t in others)
        return "confirmed" if apart else "undecided"
    beaten = any(spans[o].low > spans[t].high for o in others for t in troops)
    return "not confirmed" if beaten else "undecided"
