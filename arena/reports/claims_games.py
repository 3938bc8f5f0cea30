"""Claims of the thesis on who wins: agents, the best setup, dominance, cycles, lengths."""

from fractions import Fraction
from itertools import pairwise

import numpy as np

from ...results import Store
from ...results.page.words import listed, percent, plural
from ...results.store.runs import Run
from ...results.text.command_lines import command_line
from ..stats.cycles import holm
from ..stats.score import Interval
from .claims import Claim, Verdict, not_measured
from .collect import Games, collect
from .dominance import Circling, chance_count, circling, counted
from .game_length import mean_interval
from .score_text import interval_text
from .thesis import thesis

NEAR_TURNS = 0.10
NEAR_ACTIONS = 0.05
"""How far from the thesis's figure, as a share of it, still counts as about the same."""


def setup_counts(store: Store) -> list[Claim]:
    """Return the claims on how many setups there are, from what has been enumerated."""
    published = thesis()["setups"]
    whole = {
        run.arguments["kind"]: run
        for run in store.runs()
        if run.kind == "enumerate"
        and run.status == "finished"
        and not run.edits
        and set(run.arguments) == {"kind"}  # no constraint was given
    }
    claims = []
    for what, key, kind in (
        ("legal setups", "all", "all"),
        ("maximal setups", "maximal", "maximal"),
        ("setups of exactly 1000 points", "exactly_1000", "exact"),
    ):
        claim, figure = f"There are {published[key]:,} {what}", f"{published[key]:,}"
        run = whole.get(kind) or whole.get("all")
        if run is None:
            words = "enumerate" if kind == "maximal" else f"enumerate --{kind}"
            why = f"{command_line(words, db=store.path)} counts them into this database"
            claims.append(not_measured(claim, figure, why))
            continue
        count = _counted(store, run, "legal" if kind == "all" else kind)
        claims.append(
            Claim(
                claim=claim,
                thesis=figure,
                here=f"{count:,}, counted in run {run.run}",
                verdict="confirmed" if count == published[key] else "not confirmed",
                numbers={"thesis": published[key], "here": count},
            )
        )
    return claims


def _counted(store: Store, run: Run, condition: str) -> int:
    """Return how many setups of a run there are, of those that a column says."""
    rows = store.query(
        "SELECT count(*) AS n FROM setups "
        "SEMI JOIN (SELECT setup FROM run_setups WHERE run = ?) AS own USING (setup) "
        f"WHERE ruleset = ? AND {condition}",
        [run.run, run.ruleset],
    )
    return rows["n"][0].as_py()


def agent_order(store: Store) -> Claim:
    """Return the claim on the order of agents, from the latest run in which agents met."""
    published = thesis()["agents"]
    order = ["fpu", "full-turn", "random-search"]
    claim = "Agents by strength: first play urgency, full turn, random search"
    figure = ", ".join(f"{name} {percent(published[name])}" for name in order)
    runs = store.query(
        "SELECT run FROM games JOIN runs USING (run) WHERE NOT clock_dependent GROUP BY run "
        "HAVING count(DISTINCT split_part(first_agent, ':', 1)) > 1 ORDER BY max(started) DESC"
    )
    for run in runs["run"].to_pylist():
        games = collect(store, run)
        if games.of != "agent":
            continue
        best = {}
        for player in games.table.players:  # the best of each kind stands first
            best.setdefault(player.partition(":")[0], player)
        present = [name for name in order if name in best]
        if len(present) > 1:
            return _agents(claim, figure, games, [best[name] for name in present])
    meet = command_line("ladder", db=store.path)
    why = f"no run has two of these agents; {meet} lets agents meet"
    return not_measured(claim, figure, why)


def _agents(claim: str, figure: str, games: Games, agents: list[str]) -> Claim:
    scores = {(a, b): games.table.between(a, b) for a, b in pairwise(agents)}
    scores = {pair: score for pair, score in scores.items() if score.games}
    wrong = [p for p, s in scores.items() if s.rate < 0.5 and s.p_value() < 0.05]
    sure = [p for p, s in scores.items() if s.rate > 0.5 and s.p_value() < 0.05]
    missing = [name for name in ("fpu", "full-turn", "random-search") if not _kind(agents, name)]
    verdict: Verdict = "undecided"
    if wrong:
        verdict = "not confirmed"
    elif len(sure) == len(scores) and scores and not missing:
        verdict = "confirmed"
    return Claim(
        claim=claim,
        thesis=figure,
        here="; ".join(f"{a} against {b}: {interval_text(s)}" for (a, b), s in scores.items()),
        verdict=verdict,
        remark=(
            "With around 50 games each the thesis's own figures do not keep the first two apart. "
            f"From run {games.run.run}"
            f"{', which lacks ' + ' and '.join(missing) if missing else ''}."
        ),
        numbers={f"{a} - {b}": [s.rate, *s.interval()] for (a, b), s in scores.items()},
    )


def _kind(agents: list[str], name: str) -> bool:
    return any(agent.partition(":")[0] == name for agent in agents)


def warrior(games: Games) -> Claim:
    """Return the claim on the setup that beats every other."""
    name = thesis()["tournament"]["best"]
    claim = f"{name} scores above one half against every other setup"
    table = games.table
    if name not in table.players:
        return not_measured(claim, "all 30", f"{name} took no part")
    scores = {o: table.between(name, o) for o in table.players if o != name}
    scores = {o: s for o, s in scores.items() if s.games}
    above = [o for o, s in scores.items() if s.rate > 0.5]
    sure = [o for o, s in scores.items() if s.rate > 0.5 and s.p_value() < 0.05]
    lost = [o for o, s in scores.items() if s.rate < 0.5 and s.p_value() < 0.05]
    worst = min(scores, key=lambda o: scores[o].rate)
    verdict: Verdict = "confirmed" if len(sure) == len(scores) else "undecided"
    if lost:
        verdict = "not confirmed"
    rank = table.players.index(name) + 1
    return Claim(
        claim=claim,
        thesis="all 30",
        here=(
            f"above one half against {len(above)} of {len(scores)}, certain at 95 % against "
            f"{len(sure)}; worse than even at 95 % against {len(lost)}"
            f"{' (' + listed(lost) + ')' if lost else ''}. Place {rank} of {len(table.players)}: "
            f"{interval_text(table.total(name))}. Worst: {worst}, {interval_text(scores[worst])}"
        ),
        verdict=verdict,
        remark="Its Regenerate restores health here; in the thesis's implementation it did not.",
        numbers={"above": len(above), "certain": len(sure), "below": len(lost), "rank": rank},
    )


def no_dominant(games: Games, threshold: Fraction) -> Claim:
    """Return the claim that no setup clearly dominates all others."""
    table = games.table
    others = len(table.players) - 1
    confidence = 1 - 0.05 / max(others, 1)  # every setup has that many chances to fall short
    sure = holm({(a, b): score.p_value() for a, b, score in table.matchups()})
    beaten = {
        a: sum((a, b) in sure and table.between(a, b).rate > 0.5 for b in table.players)
        for a in table.players
    }
    short = [a for a in table.players if _falls_short(games, a, threshold, confidence)]
    best = max(beaten, key=lambda player: (beaten[player], -table.players.index(player)))
    verdict: Verdict = "undecided"
    if beaten[best] == others:
        verdict = "not confirmed"
    elif len(short) == len(table.players):
        verdict = "confirmed"
    free = [player for player in table.players if player not in short]
    return Claim(
        claim="No setup clearly dominates every other one",
        thesis=f"none of 31 reaches {percent(float(threshold))} against all",
        here=(
            f"{len(short)} of {len(table.players)} setups certainly fall short of "
            f"{percent(float(threshold))} against somebody"
            f"{'; not shown of ' + listed(free) if free else ''}. {best} comes nearest: certainly "
            f"better than {beaten[best]} of {others} others"
        ),
        verdict=verdict,
        remark="Certainly: at 95 %, for all opponents tested at once.",
        numbers={"short": len(short), "best": best, "beaten": beaten[best], "others": others},
    )


def _falls_short(games: Games, player: str, threshold: Fraction, confidence: float) -> bool:
    scores = [games.table.between(player, other) for other in games.table.players]
    return any(s.games and s.interval(confidence).high < threshold for s in scores)


def cycles(games: Games, threshold: Fraction) -> list[Claim]:
    """Return the claims on cycles of dominance, and on the dominances that form them."""
    published = thesis()["cycles"]
    circles = circling(games.table, threshold)
    middle, low, high = map(chance_count, circles.by_chance())
    certain_high = chance_count(circles.by_chance(certain=True)[2])
    games_each = games.table.games_a_matchup
    exists = Claim(
        claim="Setups dominate each other in circles: 11 cycles at 29 of 50 (241 at 28, 0 at 30)",
        thesis="11 cycles",
        here=(
            f"{counted(circles.count)} at {percent(float(threshold))} of {games_each} games; "
            f"certain at 95 % in every link: {circles.certain}. Among all certain wins: "
            f"{counted(circles.certain_graph)}. Among players that have none, chance alone makes "
            f"{low} to {high} (median {middle}) at this threshold and up to {certain_high} of "
            "certain wins"
        ),
        verdict=_cycle_verdict(circles),
        remark="The number hangs on chance: 29 of 50 happens to equals in one of three matchups.",
        numbers={
            "cycles": circles.count,
            "certain": circles.certain,
            "certain_graph": circles.certain_graph,
            "chance_median_low_high": list(circles.by_chance()),
            "chance_certain_median_low_high": list(circles.by_chance(certain=True)),
        },
    )
    return [exists, *_published_links(games, published["list"])]


def _cycle_verdict(circles: Circling) -> Verdict:
    if circles.certain_graph > circles.by_chance(certain=True)[2]:
        return "confirmed"  # more than chance makes of certain wins
    return "undecided" if circles.count else "not confirmed"


def _published_links(games: Games, cycles: list[list[str]]) -> list[Claim]:
    """Return the claim on the dominances of which the thesis's cycles consist."""
    links = dict.fromkeys((a, b) for c in cycles for a, b in pairwise([*c, c[0]]))
    scores = {(a, b): games.table.between(a, b) for a, b in links}
    scores = {link: score for link, score in scores.items() if score.games}
    claim = f"The {len(links)} dominances that form the 11 cycles"
    if not scores:
        return [not_measured(claim, f"{len(links)} at 29 of 50", "none of them was played")]
    again = [link for link, s in scores.items() if s.rate > 0.5]
    sure = [link for link, s in scores.items() if s.rate > 0.5 and s.p_value() < 0.05]
    against = [link for link, s in scores.items() if s.rate < 0.5 and s.p_value() < 0.05]
    all_of = [c for c in cycles if all(link in again for link in pairwise([*c, c[0]]))]
    certain = [c for c in cycles if all(link in sure for link in pairwise([*c, c[0]]))]
    verdict: Verdict = "confirmed" if len(sure) == len(scores) else "undecided"
    if against:
        verdict = "not confirmed"
    return [
        Claim(
            claim=claim,
            thesis=f"{len(links)} at 29 of 50 or more",
            here=(
                f"the same side ahead in {len(again)} of {len(scores)}, certainly in {len(sure)}; "
                f"certainly the other side in {len(against)}. Whole cycles seen again: "
                f"{len(all_of)} of {len(cycles)}, certainly: {len(certain)}"
            ),
            verdict=verdict,
            numbers={"same": len(again), "certain": len(sure), "other": len(against)}
            | {"links": len(scores), "cycles_again": len(all_of), "cycles_certain": len(certain)},
        )
    ]


def lengths(games: Games) -> list[Claim]:
    """Return the claims on how long games are."""
    published = thesis()["lengths"]
    turns, ratio = games.turns, games.actions / games.turns
    return [
        _about("A game takes about 80 turns", published["turns"], turns, NEAR_TURNS, "turns"),
        _about(
            "A turn takes about 3.6 actions",
            published["actions_a_turn"],
            ratio,
            NEAR_ACTIONS,
            "actions a turn",
        ),
    ]


def _about(claim: str, figure: float, values: np.ndarray, near: float, unit: str) -> Claim:
    mean, span = mean_interval(values)
    low, high = figure * (1 - near), figure * (1 + near)
    inside = Interval(low, high)
    verdict: Verdict = "undecided"
    if inside.holds(span.low) and inside.holds(span.high):
        verdict = "confirmed"
    elif span.low > high or span.high < low:
        verdict = "not confirmed"
    spread = float(np.std(values, ddof=1)) if len(values) > 1 else float("nan")
    return Claim(
        claim=claim,
        thesis=f"{figure:g} {unit}",
        here=(
            f"{mean:.3g} {unit} (95 %: {span.low:.3g} to {span.high:.3g}); standard deviation "
            f"{spread:.3g}, over {plural(len(values), 'game')}"
        ),
        verdict=verdict,
        remark=f"About: within {100 * near:.0f} % of the thesis's figure.",
        numbers={"mean": mean, "low": span.low, "high": span.high, "thesis": figure},
    )
