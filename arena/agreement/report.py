"""The report of an agreement: figures, each two agents drawn, games, every setup's scores."""

from functools import partial

from ...results.page.axes import Scale
from ...results.page.blocks import Block, Section, Text
from ...results.page.estimates import POINTS, columns, estimate
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.scatters import Dot, front_plot
from ...results.page.words import listed
from ...results.text.command_lines import command_line
from ..run.report import Maker, Report, StoredRun
from .result import AgreementResult, PairValues, ended


def report(stored: StoredRun) -> Report:
    """Return the report of a comparison of agents."""
    values: AgreementResult | None = stored.values
    sections: list[Maker] = [("agreement", lambda: _agreement(stored, values))]
    if values is not None:
        sections += [
            (f"agents {pair.one} and {pair.other}", partial(_pair, stored, values, pair))
            for pair in values.pairs
        ]
        sections.append(("scores", lambda: _scores(values)))
    about = (
        f"{stored.games:,} games: each agent played a round robin of the same setups, in "
        "side-swapped pairs, both sides itself, on seeds of its own. Intervals are 95 %: they say "
        "how far figures would move if the same setups were played again."
    )
    return Report(_title(stored, values), about, sections)


def _title(stored: StoredRun, values: AgreementResult | None) -> str:
    agents = values.labels() if values else stored.run.agents
    return f"Agreement of {listed(agents, 4)} about setups"


def _agreement(stored: StoredRun, values: AgreementResult | None) -> Section:
    """Return the summary, and all figures of agents and of each two."""
    grids = [] if values is None else [_agents(values), _correlations(values)]
    return Section("Agreement", [*stored.summary(), *grids])


def _agents(values: AgreementResult) -> Grid:
    about = "correlation of both halves of its games, carried to all of them; 1 without noise"
    return Grid(
        "agents",
        "Agents, and how far each agrees with itself",
        [
            *columns("count", number="#"),
            *columns("text", agent="Agent"),
            *columns("count", games="Games"),
            Column("draws", "Drawn", "share"),
            Column("turns_mean", "Turns a game", "number"),
            *estimate("reliability", "Reliability", "number", about),
        ],
        [
            (
                number,
                judge.agent,
                judge.games,
                judge.draws / judge.games,
                judge.turns_mean,
                judge.reliability,
                *judge.reliability_ci95,
            )
            for number, judge in enumerate(values.agents, start=1)
        ],
    )


def _correlations(values: AgreementResult) -> Grid:
    return Grid(
        "agreement",
        "Rank correlation of the setups' scores",
        [
            *columns("count", one="#", other="#"),
            *columns("text", agent_one="Agent", agent_other="Agent"),
            *estimate("rho", "Rho", "number"),
            *estimate("corrected", "Corrected for noise", "number", "what rho were without noise"),
            Column("verdict", "The two"),
            Column("different", "Setups that differ", "count", "shown to, each by itself"),
        ],
        [
            (
                pair.one,
                pair.other,
                values.label(pair.one),
                values.label(pair.other),
                pair.rho,
                *pair.rho_ci95,
                pair.corrected,
                *(pair.corrected_ci95 or (None, None)),
                pair.verdict,
                pair.different,
            )
            for pair in values.pairs
        ],
        "Nothing is corrected where the reliability of an agent is below 0.5. Agree: rho is above "
        "0; in part: corrected for noise it is below 1.",
    )


def _pair(stored: StoredRun, values: AgreementResult, pair: PairValues) -> Section:
    """Return what two agents say, drawn setup by setup, and where they differ."""
    parts: list[Block] = [_drawn(values, pair), _differences(values, pair)]
    if len(values.pairs) > 1:
        parts.insert(0, Text(values.finding(pair)))
    if any(pair.examples()):
        parts.append(_examples(stored, values, pair))
    return Section(f"{values.label(pair.one)} and {values.label(pair.other)}", parts)


def _drawn(values: AgreementResult, pair: PairValues) -> Picture:
    """Draw each setup's score by one agent against that by the other."""
    differences = {one.entrant: one for one in pair.differences}
    named = {entrant for entrant, _ in pair.examples()}
    dots = []
    for number, setup in enumerate(values.setups, start=1):
        one, other = setup.scores[pair.one - 1], setup.scores[pair.other - 1]
        dots.append(
            Dot(
                number=number,
                label=setup.entrant if setup.entrant in named else "",
                x=(one.score, *one.ci95),
                y=(other.score, *other.ci95),
                hint=f"{setup.entrant}: {one.text} and {other.text}",
                marked=differences[setup.entrant].beyond_noise,
            )
        )
    one, other = values.label(pair.one), values.label(pair.other)
    return front_plot(
        f"scores-{pair.one}-{pair.other}",
        f"Score of each setup by {one} (across) and by {other} (up), with 95 % intervals; on the "
        "dashed line both are the same. Orange: shown to differ. Named: those that differ most.",
        dots,
        (),
        Scale(f"score by {one}", percent=True),
        Scale(f"score by {other}", percent=True),
        diagonal=True,
    )


def _differences(values: AgreementResult, pair: PairValues) -> Grid:
    """Return every setup with its scores by both agents, the largest difference first."""
    numbers = {setup.entrant: n for n, setup in enumerate(values.setups, start=1)}
    rows = []
    for one in pair.differences:
        setup = values.setups[numbers[one.entrant] - 1]
        places = pair.one - 1, pair.other - 1
        scores = [(setup.scores[p].score, *setup.scores[p].ci95, setup.ranks[p]) for p in places]
        change = one.difference, *one.ci95
        rows.append((one.entrant, *scores[0], *scores[1], *change, one.beyond_noise))
    agents = (("one", values.label(pair.one)), ("other", values.label(pair.other)))
    about = f"score by {agents[1][1]} less that by {agents[0][1]}"
    return Grid(
        f"differences-{pair.one}-{pair.other}",
        "Setups by how much their scores differ",
        [
            Column("setup", "Setup"),
            *(
                column
                for name, agent in agents
                for column in (
                    *estimate(name, f"By {agent}", "share", POINTS),
                    Column(f"{name}_rank", "Rank", "count"),
                )
            ),
            *estimate("difference", "Difference", "share", about),
            Column("beyond_noise", "Shown", "answer", "whether the interval leaves out 0"),
        ],
        rows,
        "Each interval is that of a setup by itself: the largest of many differences is partly "
        "luck.",
        links=[numbers[one.entrant] for one in pair.differences],
    )


def _examples(stored: StoredRun, values: AgreementResult, pair: PairValues) -> Grid:
    """Return games that show the largest differences, with the commands that replay them."""
    rows = [
        (entrant, example.opponent, values.label(number), score, ended(points), example.side, again)
        for entrant, example in pair.examples()
        for number, score, points, again in zip(
            (pair.one, pair.other),
            example.scores,
            example.points,
            (
                command_line("replay", "--run", stored.run.run, "--game", str(game), db=stored.db)
                for game in example.games
            ),
            strict=True,
        )
    ]
    return Grid(
        f"games-{pair.one}-{pair.other}",
        "Games that show it",
        [
            *columns("text", setup="Setup", opponent="Against", agent="Played by"),
            Column("score", "Score", "share", "of the setup against this opponent"),
            *columns("text", ended="This game", side="Played", replay="Replayed by"),
        ],
        rows,
        "Against these opponents the scores of the setup differ most. Both games have the same "
        "place in the round robin.",
    )


def _scores(values: AgreementResult) -> Section:
    """Return every setup's scores by every agent, best by the first agent first."""
    agents = list(enumerate(values.labels(), start=1))
    ordered = sorted(values.setups, key=lambda setup: setup.ranks[0])
    grid = Grid(
        "scores",
        "Score of each setup by each agent",
        [
            Column("setup", "Setup"),
            *(
                column
                for number, label in agents
                for column in (
                    *estimate(f"score_{number}", f"By {label}", "share", POINTS),
                    Column(f"rank_{number}", "Rank", "count"),
                )
            ),
        ],
        [
            (
                setup.entrant,
                *(
                    cell
                    for score, rank in zip(setup.scores, setup.ranks, strict=True)
                    for cell in (score.score, *score.ci95, rank)
                ),
            )
            for setup in ordered
        ],
    )
    return Section("Scores", [grid])
