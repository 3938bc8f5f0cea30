"""What a ranking ends with: the top, what it is due to, and how far it can be trusted.

The ratings of all setups are in the database (`setup_ratings`).
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from ...agents.spec.spec import called
from ...arena.run.result import ResultValues
from ...arena.stats.quantity import Quantity, share_quantity
from ...arena.stats.values import finite
from ...results.page.blocks import Block, Lines, Text
from ...results.page.words import listed, plural, share_text, wrapped
from ...setups.naming import titled
from .result_values import (
    AgentAgreement,
    ComponentEffect,
    CountedLevel,
    FieldShare,
    HeldOutCheck,
    NamedPlace,
    RankedSetup,
    TopCheck,
    overlap_text,
)

if TYPE_CHECKING:
    from ..judging.model import Effect
    from .ranking import Ranking

SHOWN_SETUPS, SHOWN_PAIRS, SHOWN_NAMED = 20, 8, 5
"""How many of each the terminal shows."""
KEPT_PAIRS = 10


class RankResult(ResultValues, frozen=True, kw_only=True):
    """The top of a ranking, best first."""

    version: ClassVar[int] = 2

    setups: int
    """How many are ranked."""
    field: tuple[FieldShare, ...]
    top: tuple[RankedSetup, ...]
    synergies: tuple[ComponentEffect, ...]
    """Pairs that help each other, the strongest first; their intervals leave out 0."""
    antisynergies: tuple[ComponentEffect, ...]
    main_effects: tuple[ComponentEffect, ...]
    held_out: HeldOutCheck
    check: TopCheck
    carried_over: dict[str, AgentAgreement]
    """How the ratings agree with the judge's scores on held-out seeds: top, spread and both."""
    named: tuple[NamedPlace, ...]
    games: int
    """Of all parts."""
    field_label: str
    judge: str
    levels: tuple[CountedLevel, ...]
    """The judge's last."""
    overlapping: int
    """Setups of the whole space whose interval overlaps that of the first."""

    @classmethod
    def of(cls, ranking: "Ranking", games: int) -> Self:
        """Return the values of a ranking for which so many games were played."""
        agreement = ranking.carried_over().items()
        return cls(
            setups=len(ranking.roster),
            field=tuple(
                FieldShare(name=e.label, setup=e.setup, weight=w)
                for e, w in zip(ranking.field.opponents, ranking.field.weights, strict=True)
            ),
            top=tuple(_ranked(ranking, place) for place in range(len(ranking.top))),
            synergies=_effects(ranking.synergies(KEPT_PAIRS)),
            antisynergies=_effects(ranking.synergies(KEPT_PAIRS, sign=-1)),
            main_effects=_effects([e for e in ranking.effects if e.kind == "main"]),
            held_out=_held_out(ranking),
            check=_check(ranking),
            carried_over={
                name: AgentAgreement(
                    rank_correlation=one.rho,
                    ci95=one.interval,
                    setups=one.setups,
                    ceiling=one.ceiling,
                )
                for name, one in agreement
            },
            named=_named(ranking),
            games=games,
            field_label=ranking.field.label,
            judge=ranking.levels.judge,
            levels=_levels(ranking),
            overlapping=ranking.overlapping(),
        )

    def json(self, run: str | None) -> dict[str, Any]:
        """Return the values, without the setups below the top."""
        return msgspec.to_builtins(self) | {"run": run}

    def summary(self) -> list[Block]:
        """Return which setups lead, as far as was shown, and how far that can be trusted."""
        lists = [self._top(), self._pairs(), self._named(), self._trust()]
        return [
            Text(
                f"{plural(self.setups, 'setup')} against {self.field_label}, rated for "
                f"{called(self.judge)}"
            ),
            Text(self.headline()),
            Text(self.confirmation()),
            *(Lines(lines, terminal_only=True) for lines in lists),
        ]

    def quantities(self) -> list[Quantity]:
        """Return ratings and held-out scores of the top, the named setups, and components."""
        field = sorted((one.setup, one.weight) for one in self.field)
        top, check = sorted(one.setup for one in self.top), self.check
        group = "held-out scores of the top"
        quantities = [
            share_quantity("ratings of the top", one.setup, one.rating, one.ci95)
            for one in self.top
        ]
        quantities += [
            share_quantity(group, one.setup, one.confirmed, one.confirmed_ci95, one.confirmed_games)
            for one in self.top
        ]
        quantities += [
            share_quantity(
                group, "all of them", check.score, check.ci95, check.games, other_setups=top
            )
        ]
        quantities += [
            share_quantity("scores of named setups", one.name, one.score, one.ci95, one.games)
            for one in self.named
        ]
        quantities += [
            Quantity("Elo of one more", " + ".join(one.things), one.elo, one.ci95, form="signed")
            for one in self.main_effects
        ]
        return [
            replace(one, basis={"another field": field} | dict(one.basis)) for one in quantities
        ]

    def headline(self) -> str:
        """Return which setup is rated highest, and how many others are not shown to be worse."""
        first = self.top[0]
        rated = f"{titled(first.setup)} is rated highest, {share_text(first.rating, first.ci95)}"
        if not self.overlapping:
            return f"{rated}; no other setup's interval reaches its own."
        return (
            f"{rated}; {self.overlapping:,} of the {self.setups - 1:,} other setups are not "
            "shown to be worse: their 95 % intervals overlap."
        )

    def confirmation(self) -> str:
        """Return which of the top the judge scored most with on held-out seeds."""
        best = max(self.top, key=lambda one: one.confirmed)
        score = share_text(best.confirmed, best.confirmed_ci95)
        others = [one.confirmed_ci95 for one in self.top if one is not best]
        played = f"Played by {called(self.judge)} on held-out seeds"
        if not others:
            return f"{played}, it scored {score}."
        level = overlap_text(best.confirmed_ci95, others)
        most = [one.setup for one in self.top if one.confirmed == best.confirmed]
        first = listed([titled(setup) for setup in most])
        return f"{played}, {first} scored most of the top {len(self.top)}, {score}; {level}."

    def _top(self) -> list[str]:
        lines = ["      rating                games  confirmed"]
        for one in self.top[:SHOWN_SETUPS]:
            rating = _share(one.rating, one.ci95)
            confirmed = _share(one.confirmed, one.confirmed_ci95)
            lines.append(f"{one.rank:>3}.  {rating} {one.games:>7,}  {confirmed}".rstrip())
            lines += wrapped(titled(one.setup), 78, "      ", "      ")
        return lines

    def _pairs(self) -> list[str]:
        together, apart = self.synergies[:SHOWN_PAIRS], self.antisynergies[:SHOWN_PAIRS]
        if not together and not apart:
            return ["no two troops or commands were shown to help or hinder each other"]
        lines = [
            "Elo for one more of each, beyond what both do alone",
            f"{'help each other':<40}hinder each other",
        ]
        for row in range(max(len(together), len(apart))):
            cells = [some[row].text if row < len(some) else "" for some in (together, apart)]
            lines.append(f"{cells[0]:<40}{cells[1]}".rstrip())
        return lines

    def _named(self) -> list[str]:
        if not self.named:
            return ["no named setup is legal by these rules"]
        lines = ["the best named setups against the same field"]
        for one in self.named[:SHOWN_NAMED]:
            score = _share(one.score, one.ci95)
            lines.append(f"  {one.name:<22}{score}  {_above(one.above)}")
        return lines

    def _trust(self) -> list[str]:
        held, check = self.held_out, self.check
        losses = ", ".join(f"{model} {loss:.4f}" for model, loss in held.log_loss.items())
        errors = ", ".join(f"{model} {100 * error:.1f} %" for model, error in held.error.items())
        lines = [
            "ratings rest on",
            *(f"  {level.text}" for level in self.levels),
            f"held out: {plural(held.setups, 'setup')}, {plural(held.games, 'game')} by "
            f"{called(self.judge)}",
            f"  log loss   {losses}",
            f"  error      {errors}",
            f"  intervals  held {share_text(held.covered, held.covered_ci95)} of the scores",
            *wrapped(f"the top {len(self.top)} on held-out seeds: {check.text}", 78, rest="  "),
        ]
        labels = {"top": "among the top", "spread": "over the whole ranking"}
        if self.carried_over:
            lines.append(f"rank correlation with {called(self.judge)} on held-out seeds")
        for name, label in labels.items():
            if agreement := self.carried_over.get(name):
                lines.append(f"  {label}: {agreement.text}")
                lines += [f"    {agreement.limit_text}"] if agreement.limit_text else []
        return lines


def _above(count: int) -> str:
    return f"{plural(count, 'setup')} {'is' if count == 1 else 'are'} rated above"


def _share(rate: float, interval: tuple[float, float]) -> str:
    low, high = (100 * end for end in interval)
    return f"{100 * rate:>5.1f} % [{low:>4.1f}, {high:>4.1f}]".ljust(21)


def _ranked(ranking: "Ranking", place: int) -> RankedSetup:
    number, (low, high) = int(ranking.top[place]), ranking.interval
    confirmed = ranking.confirmed[place]
    return RankedSetup(
        rank=place + 1,
        setup=ranking.roster.texts[number],
        points=int(ranking.roster.points[number]),
        rating=float(ranking.rating.mean[number]),
        ci95=(float(low[number]), float(high[number])),
        games=int(ranking.games[:, number].sum()),
        judge_games=int(ranking.games[-1, number]),
        confirmed=confirmed.rate,
        confirmed_ci95=confirmed.interval(),
        confirmed_games=confirmed.games,
    )


def _levels(ranking: "Ranking") -> tuple[CountedLevel, ...]:
    levels = zip(ranking.levels.distinct, ranking.games, ranking.dispersion.most, strict=True)
    return tuple(
        CountedLevel(agent=agent, games=int(games.sum()), most=finite(most))
        for agent, games, most in levels
    )


def _effects(effects: "list[Effect]") -> tuple[ComponentEffect, ...]:
    return tuple(
        ComponentEffect(
            things=(e.first, e.second) if e.second else (e.first,), elo=e.elo, ci95=(e.low, e.high)
        )
        for e in effects
    )


def _held_out(ranking: "Ranking") -> HeldOutCheck:
    held = ranking.held_out
    return HeldOutCheck(
        setups=len(held.numbers),
        games=int(held.games.sum()),
        log_loss={model: held.loss(model) for model in held.models},
        error={model: held.error(model) for model in held.models},
        slope={model: finite(held.slope(model)) for model in ("without pairs", "with pairs")},
        covered=held.covered,
        covered_ci95=held.coverage,
    )


def _check(ranking: "Ranking") -> TopCheck:
    rating, score = ranking.promised()
    return TopCheck(rating=rating, score=score.rate, ci95=score.interval(), games=score.games)


def _named(ranking: "Ranking") -> tuple[NamedPlace, ...]:
    return tuple(
        NamedPlace(
            name=one.name,
            setup=one.setup,
            score=one.score.rate,
            above=one.above,
            ci95=one.score.interval(),
            games=one.score.games,
        )
        for one in sorted(ranking.named, key=lambda one: -one.score.rate)
    )
