"""The report of an explanation: what carries the score, what happens, when it is decided."""

from collections.abc import Sequence

from ...agents.spec.spec import called
from ...engine.rules.stats import title
from ...results.page.axes import Scale
from ...results.page.blocks import Block, Lines, Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.curves import Curve, curves
from ...results.page.estimates import columns, estimate
from ...results.page.grids import Column, Grid
from ...results.text.command_lines import command_line
from ..run.report import Maker, Report, StoredRun
from .result import ExplainResult
from .summary import (
    ROLES,
    TOGETHER,
    change_words,
    decisive_text,
    example_text,
    in_order,
    no_values,
    pair_grid,
)
from .values import CourseValues, MeanValues, PartValues, SideHappenings, leaves_out

_CHANGE = Scale("change of the score", percent=True, middle=0.0)
_VALUE = Scale("value for A: 1 won, -1 lost", middle=0.0)


def report(stored: StoredRun) -> Report:
    """Return the report of an explanation; of one that has not ended only its status."""
    values: ExplainResult | None = stored.values
    sections: list[Maker] = [("sentences", lambda: Section("In short", stored.summary()))]
    if values is not None:
        sections += [
            ("parts", lambda: _parts(values)),
            ("troops", lambda: _troops(values)),
            ("commands", lambda: _commands(values)),
            ("turns", lambda: _turns(values)),
            ("games", lambda: _games(stored, values)),
        ]
    about = (
        "What carries the score of A against B, what happens in their games, and when they are "
        "decided. Every sentence rests on an interval that leaves out chance, with all questions "
        "asked at once."
    )
    played = f"played by {called(stored.run.agents[-1])}"
    return Report(f"{_title(stored, values)}, {played}", about, sections)


def _title(stored: StoredRun, values: ExplainResult | None) -> str:
    """Return what is explained, as far as it was shown."""
    sides = (stored.run.arguments[side] for side in ("a", "b"))
    a, b = (one.get("name") or one["setup"] for one in sides)
    if values is None or not leaves_out(values.corrected, 0.5):
        return f"What decides {a} against {b}"
    return f"Why {a} {'beats' if values.score.score > 0.5 else 'loses to'} {b}"


# ---- what carries it -----------------------------------------------------------------------------


def _parts(values: ExplainResult) -> Section:
    title_ = "What carries it"
    alone = in_order([part for part in values.parts if part.kind != "pair"])
    pairs = [part for part in values.parts if part.kind == "pair"]
    if not alone:
        return Section(title_, [Text("A has no component that could be taken out or swapped.")])
    blocks: list[Block] = [_changes_plot(alone), _changes_grid(alone)]
    if pairs:
        blocks.append(pair_grid(pairs))
    return Section(title_, blocks)


def _changes_plot(parts: Sequence[PartValues]) -> Block:
    return dot_plot(
        "changes",
        "How the score of A changes without each component, and with the best swap of each that "
        f"was found; those in blue were shown. {TOGETHER}",
        [(change_words(part), part.change, *part.corrected) for part in parts],
        _CHANGE,
        [part.shown for part in parts],
    )


def _changes_grid(parts: Sequence[PartValues]) -> Grid:
    return Grid(
        "changes",
        "What A scores with each change",
        [
            *columns("text", change="Change", setup="Setup"),
            *estimate("score", "Score"),
            *columns("count", games="Games"),
            Column("points", "Change", "share", "of the score of A"),
            Column("points_low", "from", "share", "lower end, all questions asked at once", True),
            Column("points_high", "to", "share", "upper end, all questions asked at once", True),
            Column("shown", "Shown", "answer"),
        ],
        [
            (
                change_words(part),
                part.setup,
                *(part.score.score, *part.score.ci95, part.score.games),
                *(part.change, *part.corrected, part.shown),
            )
            for part in parts
        ],
        "What stays keeps its square. A swap spends the price of what is taken out; of all swaps "
        "that were tried the best by games of cheaper agents is shown.",
    )


# ---- what happens --------------------------------------------------------------------------------


def _sides(values: ExplainResult) -> list[tuple[str, SideHappenings]]:
    return list(zip(values.labels, (values.happenings.a, values.happenings.b), strict=True))


def _troops(values: ExplainResult) -> Section:
    troops = [(label, troop) for label, side in _sides(values) for troop in side.troops]
    names = [f"{label}: {troop.fielded} {title(troop.troop)}" for label, troop in troops]
    damage = bars(
        "damage",
        "Damage that the troops of each type deal and take in a game; lines are 95 % intervals.",
        names,
        {
            "dealt": [troop.dealt.value for _, troop in troops],
            "taken": [troop.taken.value for _, troop in troops],
        },
        Scale("health a game"),
        [troop.dealt.ci95 for _, troop in troops],
    )
    kills = bars(
        "kills",
        "Troops that each type kills in a game, and how many of it survive; lines are 95 % "
        "intervals.",
        names,
        {
            "kills": [troop.kills.value for _, troop in troops],
            "survivors": [troop.survivors.value for _, troop in troops],
        },
        Scale("troops a game"),
        [troop.kills.ci95 for _, troop in troops],
    )
    return Section("What happens, by troop type", [damage, kills, _troop_grid(values)])


def _troop_grid(values: ExplainResult) -> Grid:
    rows = [
        (
            label,
            title(troop.troop),
            troop.fielded,
            *_cells(troop.dealt),
            *_cells(troop.taken),
            *_cells(troop.kills),
            *_cells(troop.survivors),
            *_cells(troop.first),
            *(troop.damage_share, troop.price_share),
            *(troop.dealt_won, troop.dealt_lost),
        )
        for label, side in _sides(values)
        for troop in side.troops
    ]
    return Grid(
        "troops",
        "What troops did in a game",
        [
            *columns("text", side="Side", troop="Troop"),
            *columns("count", fielded="Number"),
            *estimate("dealt", "Damage dealt", "whole"),
            *estimate("taken", "taken", "whole"),
            *estimate("kills", "Kills", "number"),
            *estimate("survivors", "Survivors", "number"),
            *estimate("first", "First strike", "share", "games in which one attacks first of all"),
            Column("damage_share", "Of the damage", "share", "of all that the side's troops deal"),
            Column("price_share", "of the price", "share", "of all that the side's troops cost"),
            Column("dealt_won", "Damage in won games", "whole"),
            Column("dealt_lost", "in lost ones", "whole"),
        ],
        rows,
        "Intervals are 95 %, each by itself.",
    )


def _cells(mean: MeanValues) -> tuple[float, float, float]:
    return mean.value, *mean.ci95


def _commands(values: ExplainResult) -> Section:
    title_ = "What commands brought"
    rows = [
        (
            label,
            title(command.command),
            *_cells(command.used),
            *(_cells(command.brought) if command.brought else (None, None, None)),
            command.brought_a_use,
            command.kills.value,
        )
        for label, side in _sides(values)
        for command in side.commands
    ]
    if not rows:
        return Section(title_, [Text("Neither side has a command.")])
    grid = Grid(
        "commands",
        "Commands in a game",
        [
            *columns("text", side="Side", command="Command"),
            *estimate("used", "Used", "number"),
            *estimate("brought", "Brought", "whole", "damage dealt, kept off or healed"),
            Column("a_use", "a use", "whole"),
            Column("kills", "Kills", "number", "of the command itself"),
        ],
        rows,
        "In health. Battle Cry: damage beyond the troop's own, and damage that its extra health "
        "took. Stoicism: damage that its extra health took. Regenerate: health that came back. "
        "Charge: damage of the attack that followed. Bombard: its damage. Vigilance: attacks that "
        "did not come, and blows that would not have come. Shield Wall: damage beyond its cap. "
        "What Chastise and Winds of Fate bring no event says.",
    )
    return Section(title_, [grid])


# ---- when it is decided --------------------------------------------------------------------------


def _turns(values: ExplainResult) -> Section:
    title_, course = "When it is decided", values.course
    if course is None:
        return Section(title_, [Text(no_values(values.judge))])
    points = course.points
    at = [point.turn for point in points]
    mean = Curve(
        at,
        [point.mean for point in points],
        [point.mean if point.corrected[0] is None else point.corrected[0] for point in points],
        [point.mean if point.corrected[1] is None else point.corrected[1] for point in points],
    )
    low, median, high = ([point.quartiles[n] for point in points] for n in range(3))
    figure = curves(
        "course",
        f"The value of A for {called(values.judge)} after every turn of {course.games} games: the "
        "mean with the interval that holds for all turns at once, and the median with the middle "
        "half of the games. A game that is over keeps its result.",
        {"mean": mean, "median, and the middle half": Curve(at, median, low, high)},
        "turn",
        _VALUE,
    )
    swings = curves(
        "swings",
        "The turns where it swings: by how much a turn changes the value on average, and in what "
        "share of the games it is the decisive one.",
        {
            "mean swing": Curve(at[1:], [point.swing for point in points[1:]]),
            "decisive": Curve(at[1:], [point.decisive for point in points[1:]]),
        },
        "turn",
        Scale("change of the value; share of the games"),
    )
    return Section(title_, [Text(decisive_text(course)), figure, swings, _course_grid(course)])


def _course_grid(course: CourseValues) -> Grid:
    return Grid(
        "course",
        "The value of A, turn by turn",
        [
            *columns("count", turn="Turn"),
            Column("mean", "Mean", "number"),
            Column("mean_low", "from", "number", "lower end, for all turns at once", True),
            Column("mean_high", "to", "number", "upper end, for all turns at once", True),
            *columns("number", quarter="A quarter below", median="Median"),
            *columns("number", three_quarters="a quarter above"),
            Column("over", "Over", "share", "games that have ended"),
            Column("swing", "Swing", "number", "mean size of the change, in games not over before"),
            Column("decisive", "Decisive", "share", "games whose decisive turn it is"),
        ],
        [
            (
                *(point.turn, point.mean, *point.corrected, *point.quartiles),
                *(point.over, point.swing, point.decisive),
            )
            for point in course.points
        ],
        folded=True,
    )


def _games(stored: StoredRun, values: ExplainResult) -> Section:
    title_, course = "Games that show it", values.course
    if course is None or not course.examples:
        return Section(title_, [Text("None were valued.")])
    blocks: list[Block] = []
    for example in course.examples:
        place = ("--run", stored.run.run, "--game", str(example.game))
        db = stored.store.path
        blocks += [
            Text(example_text(example, values)),
            Lines(
                [
                    f"turn {example.turn}: {'; '.join(example.actions)}",
                    command_line("replay", *place, "--turn", str(example.turn), db=db),
                    command_line("review", *place, db=db),
                ]
            ),
        ]
    roles = ", ".join(f"{role}: {words}" for role, words in ROLES.items())
    grid = Grid(
        "games",
        "The games in numbers",
        [
            *columns("text", game="Game", role="Role"),
            *columns("number", points="Points of A"),
            *columns("count", turns="Turns", turn="Decisive turn"),
            *columns("number", before="Value before", after="after"),
        ],
        [
            (str(one.game), one.role, one.points, one.turns, one.turn, one.before, one.after)
            for one in course.examples
        ],
        f"{roles}.",
    )
    return Section(title_, [*blocks, grid])
