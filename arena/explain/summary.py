"""The tables of an explanation, for terminals; pages have figures and fuller tables."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ...agents.spec.spec import AgentSpec, called
from ...engine.rules.stats import title
from ...results.page.blocks import Block, Lines, Text
from ...results.page.grids import Column, Grid
from ...results.page.words import plural, share_text, wrapped
from ...results.text.command_lines import command_line
from .values import CoursePoint, CourseValues, ExampleGame, PartValues, SideHappenings

if TYPE_CHECKING:
    from .result import ExplainResult

ROWS: Final = 10
"""Turns that the terminal shows of a course."""

WIDTH: Final = 78

TOGETHER: Final = (
    "Intervals hold all at once: the chance that any of a result's sentences is wrong is 5 %."
)


def summary_tables(result: "ExplainResult") -> list[Block]:
    """Return what carries it, what happens and when it is decided."""
    return [
        *_parts(result),
        *_pairs(result),
        _troops(result),
        *_commands(result),
        *_course(result),
    ]


def _parts(result: "ExplainResult") -> Iterator[Block]:
    parts = [part for part in result.parts if part.kind != "pair"]
    if not parts:
        return
    score = share_text(result.score.score, result.corrected)
    yield Grid(
        "parts",
        f"What carries it: {result.labels[0]} scores {score}, and with these changes",
        [
            Column("change", "change"),
            Column("score", "score", "share"),
            Column("points", "points", "signed", "by how much the score changes"),
            *_ends("signed"),
            Column("shown", "shown", "answer"),
        ],
        [_part_row(part) for part in in_order(parts)],
        TOGETHER,
        terminal_only=True,
    )


def in_order(parts: Sequence[PartValues]) -> list[PartValues]:
    """Return what is taken out, the greatest loss first; then swaps, in the same order."""
    kinds = ("out", "swap", "pair")
    return sorted(parts, key=lambda part: (kinds.index(part.kind), part.change))


def change_words(part: PartValues) -> str:
    """Return a change as a row names it."""
    return part.name if part.kind == "swap" else f"without {part.name}"


def _part_row(part: PartValues) -> tuple:
    ends = (100 * end for end in part.corrected)
    return change_words(part), part.score.score, 100 * part.change, *ends, part.shown


def _pairs(result: "ExplainResult") -> Iterator[Block]:
    pairs = [part for part in result.parts if part.together]
    if pairs:
        yield pair_grid(pairs, terminal_only=True)


def pair_grid(pairs: Sequence[PartValues], *, terminal_only: bool = False) -> Grid:
    """Return the table of pairs that were taken out."""
    rows = []
    for part in pairs:
        if together := part.together:
            row = (part.name, part.score.score, together.expected, together.elo)
            rows.append((*row, *together.corrected, together.shown))
    return Grid(
        "pairs",
        "Pairs: the score without both, and what the two losses would leave",
        [
            Column("pair", "without both"),
            Column("score", "score", "share"),
            Column("expected", "expected", "share", "if the losses of each alone add up in Elo"),
            Column("elo", "Elo", "signed", "below 0 they matter more together"),
            *_ends("signed"),
            Column("shown", "shown", "answer"),
        ],
        sorted(rows, key=lambda row: row[3]),
        "Below 0 Elo the two matter more together than alone.",
        terminal_only=terminal_only,
    )


def _ends(form: str) -> list[Column]:
    return [
        Column("low", "from", form, "lower end of the corrected interval", ends=True),
        Column("high", "to", form, "upper end of the corrected interval", ends=True),
    ]


def _troops(result: "ExplainResult") -> Grid:
    rows = [
        (
            label,
            f"{troop.fielded} {title(troop.troop)}",
            *(mean.value for mean in (troop.dealt, troop.taken, troop.kills, troop.survivors)),
            troop.first.value,
        )
        for label, side in _sides(result)
        for troop in side.troops
    ]
    return Grid(
        "troops",
        "What happens in a game, by troop type",
        [
            Column("side", "side"),
            Column("troops", "troops"),
            Column("dealt", "damage", "whole"),
            Column("taken", "taken", "whole"),
            Column("kills", "kills", "number"),
            Column("survivors", "survive", "number"),
            Column("first", "first strike", "share", "share of the games"),
        ],
        rows,
        terminal_only=True,
    )


def _sides(result: "ExplainResult") -> list[tuple[str, SideHappenings]]:
    return [("A", result.happenings.a), ("B", result.happenings.b)]


def _commands(result: "ExplainResult") -> Iterator[Block]:
    rows = [
        (
            label,
            title(command.command),
            command.used.value,
            command.brought.value if command.brought else None,
            command.brought_a_use,
        )
        for label, side in _sides(result)
        for command in side.commands
    ]
    if rows:
        yield Grid(
            "commands",
            "Commands in a game, and the health that they brought",
            [
                Column("side", "side"),
                Column("command", "command"),
                Column("used", "used", "number"),
                Column("brought", "brought", "whole", "damage dealt, kept off or healed"),
                Column("a_use", "a use", "whole"),
            ],
            rows,
            "damage dealt by them, kept off or healed",
            terminal_only=True,
        )


# ---- when it is decided --------------------------------------------------------------------------


def _course(result: "ExplainResult") -> Iterator[Block]:
    course = result.course
    if course is None:
        yield Text(no_values(result.judge))
        return
    step = max(1, -(-(len(course.points) - 1) // ROWS))
    rows = [
        (point.turn, *map(_rounded, _figures(point)), point.over, _rounded(point.swing))
        for point in course.points[::step]
    ]
    yield Grid(
        "course",
        f"The value of {result.labels[0]} for {called(result.judge)} after turns, 1 won, -1 lost",
        [
            Column("turn", "turn", "count"),
            Column("mean", "mean", "number"),
            *_ends("number"),
            Column("quarter", "quarter", "number", "a quarter of the games lies below"),
            Column("median", "half", "number", "half of the games lies below"),
            Column("three_quarters", "three", "number", "three quarters of the games lie below"),
            Column("over", "over", "share", "games that have ended"),
            Column("swing", "swing", "number", "mean change by the turn"),
        ],
        rows,
        f"{course.games} games, of which a quarter, half and three quarters lie below the values "
        f"given. {decisive_text(course)}",
        terminal_only=True,
    )
    heading = (
        f"{plural(len(course.examples), 'game')} that show it, with the decisive turn; review in "
        "place of replay, without --turn, says what would have been better:"
    )
    yield Lines(wrapped(heading, WIDTH), terminal_only=True)
    for example in course.examples:
        yield Lines(example_lines(example, result), terminal_only=True)


def no_values(judge: str) -> str:
    """Return why there is no course."""
    if AgentSpec.parse(judge).plays_turns:
        return "No game was valued (--value-games), so when it is decided is not shown."
    return (
        f"{called(judge)} has no values of whole turns, so when it is decided is not shown; "
        "strong, medium and quick have."
    )


def _figures(point: CoursePoint) -> tuple[float | None, ...]:
    return point.mean, *point.corrected, *point.quartiles


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2) + 0.0


def decisive_text(course: CourseValues) -> str:
    """Return when the decisive turn comes."""
    low, high = course.decisive_ci95
    return f"The decisive turn comes at turn {course.decisive} [{low}, {high}] (median)."


ROLES: Final = {
    "typical": "goes as most do",
    "sharpest": "has the largest swing",
    "exception": "went the other way",
}


def example_lines(example: ExampleGame, result: "ExplainResult") -> list[str]:
    """Return a game in words, with its decisive turn and how to see it."""
    replay = command_line("replay --run explain --game", str(example.game))
    return [
        *wrapped(f"  {example_text(example, result)}", WIDTH, rest="    "),
        *wrapped(f"    {'; '.join(example.actions)}", WIDTH, rest="      "),
        f"    {replay} --turn {example.turn}",
    ]


def example_text(example: ExampleGame, result: "ExplainResult") -> str:
    """Return how a game went and what its decisive turn did."""
    ended = {0.0: "loses", 0.5: "draws", 1.0: "wins"}[example.points]
    place = "first" if example.first else "second"
    who = result.labels[0] if example.own else result.labels[1]
    return (
        f"Game {example.game} {ROLES[example.role]}: {result.labels[0]} plays {place} and {ended} "
        f"in {example.turns} turns. In turn {example.turn}, of {who}, the value of "
        f"{result.labels[0]} goes from {example.before:+.2f} to {example.after:+.2f}."
    )
